#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pj/core/error.h"
#include "pj/core/random.h"
#include "pj/position/sectors.h"

namespace pj {

/// Who decides the label of a sequence of bits.
struct QueryTeacher {
  std::string rule = "signed";       ///< "signed" or "attention"
  std::string target = "first_jet";  ///< a kernel k of the lag: "affine" or a name of targets.h
  double train_len = 96;             ///< L, tokens
  double cycles = 17;                ///< of the kernel, per train length
  double lambda = 4;                 ///< sharpness of the attention rule
};

/// "signed", "attention".
std::vector<std::string> teacher_rules();
/// The kernels of targets.h with `affine`, k = -0.4 d / L, in the place of `linear`.
std::vector<std::string> teacher_targets();
/// The sector in which a kernel lives, and the jet order that leads it (-1 outside FJ).
Sector teacher_sector(std::string_view target);
int teacher_order(std::string_view target);

/// The weights of the bits of a sequence, in the order of positions; position j of seq_len - 1 bits
/// is seen by the query behind them at lag d = seq_len - 1 - j, so d = 1 is the last.
///
///   signed     c = k / ||k||          attention  c = softmax(lambda k)
///
/// Throws UsageError for an unknown rule or target, ValueError if seq_len < 2.
std::vector<double> teacher_weights(const QueryTeacher& teacher, index_t seq_len);

/// Of weights that sum to 1: entropy in nats and e^entropy.
double entropy_of(const std::vector<double>& weights);

/// Sequences of random bits, each with a query token at its end, and their labels.
struct QueryBatch {
  std::vector<std::int32_t> tokens;  ///< (batch, seq_len): 0 or 1, the last kQueryToken
  std::vector<std::int32_t> labels;  ///< (batch): 0 or 1
};
inline constexpr std::int32_t kQueryToken = 2;

/// label = 1 where  sum_j c_j (2 bit_j - 1)  exceeds the threshold: 0, or the lower median of the
/// batch.
QueryBatch draw_query_batch(const std::vector<double>& weights, index_t batch,
                            bool median_threshold, Stream stream);

}  // namespace pj
