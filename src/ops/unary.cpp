#include "pj/ops/unary.h"

#include <cmath>

#include "pj/ops/arithmetic.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

/// Which of the two the derivative is written in, and therefore kept.
enum class Keeps { kInput, kOutput };

/// f element by element; derivative(kept) is df/dx.
template <class F, class D>
Variable unary(const char* name, const Variable& x, Keeps keeps, F f, D derivative) {
  Tensor y = Tensor::empty(x.shape());
  for_each_chunk(y.size(), [&, in = x.value().data(), out = y.data()](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) out[i] = f(in[i]);
  });
  const Tensor kept = keeps == Keeps::kInput ? x.value() : y;
  return record(name, y, {x}, [kept, derivative](const Tensor& dout, const GradInputs& din) {
    Tensor* dx = din[0];
    if (dx == nullptr) return;
    for_each_chunk(dx->size(), [&](index_t begin, index_t end) {
      for (index_t i = begin; i < end; ++i)
        dx->data()[i] += derivative(kept.data()[i]) * dout.data()[i];
    });
  });
}

template <class F, class D>
Variable from_input(const char* name, const Variable& x, F f, D derivative) {
  return unary(name, x, Keeps::kInput, f, derivative);
}

template <class F, class D>
Variable from_output(const char* name, const Variable& x, F f, D derivative) {
  return unary(name, x, Keeps::kOutput, f, derivative);
}

}  // namespace

Variable exp(const Variable& x) {
  return from_output(
      "exp", x, [](real v) { return std::exp(v); }, [](real y) { return y; });
}

Variable log(const Variable& x) {
  return from_input(
      "log", x, [](real v) { return std::log(v); }, [](real v) { return 1 / v; });
}

Variable sin(const Variable& x) {
  return from_input(
      "sin", x, [](real v) { return std::sin(v); }, [](real v) { return std::cos(v); });
}

Variable cos(const Variable& x) {
  return from_input(
      "cos", x, [](real v) { return std::cos(v); }, [](real v) { return -std::sin(v); });
}

Variable asinh(const Variable& x) {
  return from_input(
      "asinh", x, [](real v) { return std::asinh(v); },
      [](real v) { return 1 / std::hypot(real(1), v); });
}

Variable softplus(const Variable& x) {
  return from_input(
      "softplus", x,
      [](real v) { return std::fmax(v, real(0)) + std::log1p(std::exp(-std::fabs(v))); },
      [](real v) { return 1 / (1 + std::exp(-v)); });
}

Variable sqrt(const Variable& x) {
  return from_output(
      "sqrt", x, [](real v) { return std::sqrt(v); }, [](real y) { return real(0.5) / y; });
}

Variable square(const Variable& x) {
  return from_input(
      "square", x, [](real v) { return v * v; }, [](real v) { return 2 * v; });
}

Variable negate(const Variable& x) { return scale(x, -1); }

Variable tanh(const Variable& x) {
  return from_output(
      "tanh", x, [](real v) { return std::tanh(v); }, [](real y) { return 1 - y * y; });
}

Variable power(const Variable& x, double exponent) {
  const auto e = static_cast<real>(exponent);
  return from_input(
      "power", x, [e](real v) { return std::pow(v, e); },
      [e](real v) { return e != 0 ? e * std::pow(v, e - 1) : real(0); });
}

}  // namespace pj
