#include "experiments/long_context_rows.h"

#include "experiments/corpora.h"
#include "experiments/long_context.h"
#include "pj/core/numbers.h"

namespace pj {

std::vector<Variant> variants_of(const Results& results) {
  const std::vector<std::string> orders = results.distinct("max_order");
  std::vector<Variant> variants;
  for (const std::string& method : results.distinct("method")) {
    const Results rows = results.where("method", method);
    if (orders.size() < 2) {
      variants.push_back({method, rows});
      continue;
    }
    for (const std::string& order : rows.distinct("max_order"))
      variants.push_back({message(method, ", R = ", order), rows.where("max_order", order)});
  }
  return variants;
}

std::string Scene::title() const {
  return message(find_corpus(corpus).title, part == "train" ? "" : " (" + part + " pieces)",
                 ", trained at ", train_len, " tokens");
}

std::string Scene::file_name() const {
  return message(corpus, part == "train" ? "" : "_" + part, "_", train_len);
}

std::vector<Scene> scenes_of(const Results& results) {
  std::vector<Scene> scenes;
  for (const std::string& corpus : results.distinct("corpus")) {
    const Results of_corpus = results.where("corpus", corpus);
    for (const std::string& train_len : of_corpus.distinct("train_len")) {
      const Results of_length = of_corpus.where("train_len", train_len);
      for (const std::string& part : of_length.distinct("part"))
        scenes.push_back({corpus, train_len, part, of_length.where("part", part)});
    }
  }
  return scenes;
}

std::optional<PairedDifference> paired_difference_at(const Results& a, const Results& b,
                                                     const std::string& length) {
  std::vector<std::vector<double>> differences;
  const Results ours = a.where("length", length), theirs = b.where("length", length);
  for (const std::string& seed : ours.distinct("seed")) {
    const std::vector<Record> left = ours.where("seed", seed).rows(),
                              right = theirs.where("seed", seed).rows();
    if (left.size() != 1 || right.size() != 1) continue;
    const std::vector<double> x = numbers_of(cell_of(left[0], "window_losses")),
                              y = numbers_of(cell_of(right[0], "window_losses"));
    if (x.size() != y.size()) continue;
    std::vector<double>& row = differences.emplace_back();
    for (std::size_t w = 0; w < x.size(); ++w) row.push_back(x[w] - y[w]);
  }
  if (differences.empty()) return std::nullopt;
  return paired_bootstrap(differences);
}

std::vector<double> mean_position_losses(const Results& rows) {
  const auto n = static_cast<double>(rows.rows().size());
  std::vector<double> means;
  for (const Record& record : rows.rows()) {
    const std::vector<double> losses = numbers_of(cell_of(record, "position_losses"));
    means.resize(losses.size());
    for (std::size_t i = 0; i < losses.size(); ++i) means[i] += losses[i] / n;
  }
  return means;
}

std::string to_text(const PairedDifference& d) {
  return message(to_fixed(d.mean, 4), " [", to_fixed(d.low, 4), ", ", to_fixed(d.high, 4), "]");
}

}  // namespace pj
