#include "pj/position/lag_basis.h"

#include "pj/position/scalar_kernels.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kLagChunk = 4096;

LagBasis empty_basis(int max_order, double train_len, index_t num_lags) {
  require<ValueError>(max_order >= 0, "LagBasis: highest order must not be negative, got ",
                      max_order);
  require<ValueError>(train_len > 0, "LagBasis: train length must be positive, got ", train_len);
  require<ValueError>(num_lags >= 1, "LagBasis: lags must be at least 1, got ", num_lags);
  LagBasis basis;
  basis.num_lags = num_lags;
  basis.num_orders = max_order + 1;
  basis.amplitude.resize(static_cast<std::size_t>(basis.num_orders * num_lags));
  basis.phase.resize(static_cast<std::size_t>(num_lags));
  return basis;
}

/// Calls f(lag, its place in a vector over lags) for every lag.
template <class F>
void for_each_lag(index_t num_lags, F&& f) {
  for_each_chunk(
      num_lags,
      [&](index_t begin, index_t end) {
        for (index_t d = begin; d < end; ++d)
          f(static_cast<double>(d), static_cast<std::size_t>(d));
      },
      kLagChunk);
}

/// Where an order's amplitude at a lag is.
std::size_t place(const LagBasis& basis, index_t order, std::size_t lag) {
  return static_cast<std::size_t>(order * basis.num_lags) + lag;
}

}  // namespace

LagBasis fj_basis(int max_order, double train_len, index_t num_lags) {
  LagBasis basis = empty_basis(max_order, train_len, num_lags);
  basis.decay.resize(basis.phase.size());
  for_each_lag(num_lags, [&](double lag, std::size_t at) {
    const double x = train_lengths(lag, train_len);
    basis.phase[at] = lag;
    basis.decay[at] = x;
    for (int r = 0; r <= max_order; ++r) basis.amplitude[place(basis, r, at)] = jet_amplitude(x, r);
  });
  return basis;
}

LagBasis lc_basis(int max_order, double train_len, index_t num_lags) {
  LagBasis basis = empty_basis(max_order, train_len, num_lags);
  for_each_lag(num_lags, [&](double lag, std::size_t at) {
    const double beta = lightcone_amplitude(lag, train_len);
    basis.phase[at] = lightcone_phase(lag, train_len);
    for (int r = 0; r <= max_order; ++r)
      basis.amplitude[place(basis, r, at)] = lightcone_order_amplitude(beta, r);
  });
  return basis;
}

}  // namespace pj
