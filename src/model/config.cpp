#include "pj/model/config.h"

#include <nlohmann/json.hpp>

#include "pj/position/pj_bias.h"

namespace pj {

void ModelConfig::check() const {
  const auto at_least = [](const char* field, index_t value, index_t least) {
    require<ValueError>(value >= least, "model: ", field, " must be at least ", least, ", got ",
                        value);
  };
  at_least("vocab_size", vocab_size, 2);
  at_least("train_len", train_len, 1);
  at_least("num_heads", num_heads, 1);
  at_least("embed_dim", embed_dim, num_heads);
  at_least("num_layers", num_layers, 1);
  at_least("mlp_ratio", mlp_ratio, 1);
  at_least("max_order", max_order, 0);
  require<ValueError>(embed_dim % num_heads == 0, "model: embed_dim must divide into heads, got ",
                      embed_dim, " and ", num_heads);
  require<ValueError>(dropout >= 0 && dropout < 1, "model: dropout must be in [0, 1), got ",
                      dropout);
  (void)parse_gate_init(gate_init);
  require<ValueError>(order_init >= -1 && order_init <= max_order,
                      "model: order_init must be -1 or an order up to ", max_order, ", got ",
                      order_init);
}

// One list of fields, read by both directions.
#define PJ_MODEL_FIELDS(apply)                                                           \
  apply(vocab_size) apply(train_len) apply(embed_dim) apply(num_heads) apply(num_layers) \
      apply(mlp_ratio) apply(max_order) apply(gate_init) apply(order_init)               \
          apply(affine_slope_init) apply(dropout) apply(strict_mask)

void to_json(nlohmann::json& out, const ModelConfig& c) {
  out["method"] = c.method.name;
#define PJ_WRITE(field) out[#field] = c.field;
  PJ_MODEL_FIELDS(PJ_WRITE)
#undef PJ_WRITE
}

void from_json(const nlohmann::json& in, ModelConfig& c) {
  try {
    c.method = find_method(in.at("method").get<std::string>());
#define PJ_READ(field) in.at(#field).get_to(c.field);
    PJ_MODEL_FIELDS(PJ_READ)
#undef PJ_READ
  } catch (const nlohmann::json::exception& error) {
    throw ValueError(message("model: configuration must hold every field, got ", error.what()));
  }
  c.check();
}

}  // namespace pj
