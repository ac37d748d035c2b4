#pragma once

#include <string>
#include <vector>

#include "experiments/query_task.h"
#include "pj/model/diagnostics.h"
#include "pj/model/transformer.h"
#include "pj/runner/experiment.h"

namespace pj {

/// One training of a small Transformer on a query teacher.
struct QueryRun {
  QueryTeacher teacher;
  std::string variant = "fj_affine";       ///< a row of query_variants()
  std::vector<index_t> train_lens = {96};  ///< sequence lengths of the steps, in turn
  std::vector<index_t> eval_lens = {96, 192};
  index_t steps = 350;
  index_t batch = 96;
  index_t eval_batches = 8;
  double lr = 3e-3;
  double slope_init = 0.4;
  index_t max_order = 3;
  bool freeze_qk = false;         ///< queries and keys stay at zero: the bias alone decides
  bool median_threshold = false;  ///< labels split each batch in halves
  bool start_at_teacher = false;  ///< gates and orders begin at the teacher's sector and order
  std::uint64_t seed = 0;
};

/// What a variant's attention can use. A rotation cannot be frozen with q and k, so GRAPE is
/// represented by the order-zero character, fj0.
struct QueryVariant {
  std::string name;
  std::string sectors;      ///< as make_method reads them
  bool order_zero = false;  ///< highest jet order 0 whatever --max-order says
};

/// none, affine, fj, fj_affine, lc_affine, full, fj0, fj0_affine.
const std::vector<QueryVariant>& query_variants();
std::vector<std::string> query_variant_names();
/// The sectors of a variant; throws UsageError for an unknown name.
Sectors variant_sectors(std::string_view name);

/// The model of a run before its first step. Frequencies of the heads are spaced from 1 to the
/// teacher's cycles; with freeze_qk the rows of the projections to q and k are zero, which makes
/// their gradients zero for good.
Transformer make_query_model(const QueryRun& run);

/// Trains and evaluates: one record an evaluation length, without the keys of a grid.
std::vector<Record> train_query(const QueryRun& run);

/// Options and columns the query experiments have in common.
std::vector<Option> query_options();
/// The option --lambda, of those that do not vary it.
Option lambda_option();
std::vector<ResultColumn> query_columns(std::vector<std::string> keys);

/// A run as the options say; the caller sets what its grid varies.
QueryRun query_run(const Arguments& settings);

}  // namespace pj
