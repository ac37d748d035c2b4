#include "pj/optim/adamw.h"

#include <cmath>

#include "slices.h"

namespace pj {
namespace {

/// What one step does to every element of one parameter.
struct Update {
  double keep;  // 1 - lr * decay
  double beta1, beta2;
  double step_size;        // lr / (1 - beta1^t)
  double root_correction;  // 1 / sqrt(1 - beta2^t)
  double eps;
};

void update_range(const Update& u, index_t n, const real* __restrict g, real* __restrict p,
                  real* __restrict m, real* __restrict v) {
  const double keep = u.keep, beta1 = u.beta1, beta2 = u.beta2, eps = u.eps;
  const double step_size = u.step_size, root_correction = u.root_correction;
  for (index_t i = 0; i < n; ++i) {
    const double grad = static_cast<double>(g[i]);
    const double first = beta1 * static_cast<double>(m[i]) + (1 - beta1) * grad;
    const double second = beta2 * static_cast<double>(v[i]) + (1 - beta2) * grad * grad;
    m[i] = static_cast<real>(first);
    v[i] = static_cast<real>(second);
    p[i] = static_cast<real>(keep * static_cast<double>(p[i]) -
                             step_size * first / (std::sqrt(second) * root_correction + eps));
  }
}

void check_options(const AdamWOptions& options) {
  for (const double beta : {options.beta1, options.beta2})
    require<ValueError>(beta >= 0 && beta < 1, "AdamW: betas must be in [0, 1), got ", beta);
  require<ValueError>(options.eps > 0, "AdamW: eps must be positive, got ", options.eps);
  require<ValueError>(options.weight_decay >= 0 && std::isfinite(options.weight_decay),
                      "AdamW: weight_decay must be finite and at least 0, got ",
                      options.weight_decay);
}

void copy_moments(const char* name, std::vector<Tensor>& to, std::span<const Tensor> from) {
  require<ValueError>(from.size() == to.size(), "AdamW::restore: ", name, " must hold ", to.size(),
                      " tensors, got ", from.size());
  for (std::size_t i = 0; i < to.size(); ++i) to[i].copy_from(from[i]);
}

}  // namespace

AdamW::AdamW(std::vector<Variable> parameters, const AdamWOptions& options,
             std::vector<double> decay_factors)
    : parameters_(std::move(parameters)),
      options_(options),
      decay_factors_(std::move(decay_factors)) {
  check_options(options_);
  if (decay_factors_.empty()) decay_factors_.assign(parameters_.size(), 1.0);
  require<ValueError>(decay_factors_.size() == parameters_.size(),
                      "AdamW: decay_factors must hold one for each of ", parameters_.size(),
                      " parameters, got ", decay_factors_.size());
  for (const Variable& parameter : parameters_) {
    require<ValueError>(parameter.needs_grad(),
                        "AdamW: a parameter must need a gradient, got a constant of shape ",
                        parameter.shape());
    first_.push_back(Tensor::zeros(parameter.shape()));
    second_.push_back(Tensor::zeros(parameter.shape()));
  }
}

void AdamW::step(double lr) {
  require<ValueError>(std::isfinite(lr) && lr >= 0,
                      "AdamW::step: lr must be finite and at least 0, got ", lr);
  const double t = static_cast<double>(++step_count_);
  Update update{.keep = 1,
                .beta1 = options_.beta1,
                .beta2 = options_.beta2,
                .step_size = lr / (1 - std::pow(options_.beta1, t)),
                .root_correction = 1 / std::sqrt(1 - std::pow(options_.beta2, t)),
                .eps = options_.eps};
  std::vector<index_t> sizes;
  for (const Variable& parameter : parameters_)
    sizes.push_back(parameter.grad().defined() ? parameter.value().size() : 0);
  for_each_slice(slices_of(sizes), [&](const Slice& slice, std::size_t) {
    Variable& parameter = parameters_[slice.tensor];
    Update own = update;
    own.keep = 1 - lr * options_.weight_decay * decay_factors_[slice.tensor];
    update_range(own, slice.end - slice.begin, parameter.grad().data() + slice.begin,
                 parameter.mutable_value().data() + slice.begin,
                 first_[slice.tensor].data() + slice.begin,
                 second_[slice.tensor].data() + slice.begin);
  });
}

void AdamW::clear_grads() {
  for (Variable& parameter : parameters_) parameter.clear_grad();
}

void AdamW::restore(index_t step_count, std::span<const Tensor> first,
                    std::span<const Tensor> second) {
  require<ValueError>(step_count >= 0, "AdamW::restore: step_count must be at least 0, got ",
                      step_count);
  copy_moments("first", first_, first);
  copy_moments("second", second_, second);
  step_count_ = step_count;
}

}  // namespace pj
