#pragma once

#include <string>
#include <vector>

#include "pj/report/bootstrap.h"
#include "pj/runner/results.h"

namespace pj {

/// One kind of model: a line of a table, a series of a figure. Named by its method, with the order
/// where results hold several: "full, R = 1".
struct Variant {
  std::string name;
  Results rows;
};
std::vector<Variant> variants_of(const Results& results);

/// The rows of one corpus, train length and part, of which each table and figure shows one.
struct Scene {
  std::string corpus, train_len, part;
  Results rows;

  std::string title() const;      ///< "Tiny Shakespeare, trained at 512 tokens"
  std::string file_name() const;  ///< "tinyshakespeare_512"
  std::vector<std::string> lengths() const { return rows.distinct("length"); }
  std::string longest() const { return lengths().back(); }
};
std::vector<Scene> scenes_of(const Results& results);

/// `a` minus `b` at a length on the windows of the seeds both have; nothing without such a seed.
std::optional<PairedDifference> paired_difference_at(const Results& a, const Results& b,
                                                     const std::string& length);

/// Loss of the positions [0, 1), [1, 2), [2, 4), [4, 8), ... of a window, averaged over the rows.
std::vector<double> mean_position_losses(const Results& rows);

/// "-0.0123 [-0.0150, -0.0101]".
std::string to_text(const PairedDifference& difference);

}  // namespace pj
