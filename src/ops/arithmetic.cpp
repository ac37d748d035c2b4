#include "pj/ops/arithmetic.h"

#include "broadcast.h"

namespace pj {
namespace {

/// f(a, b) with broadcasting; da(dout, a, b) and db(dout, a, b) are its partial derivatives times
/// dout.
template <class F, class DA, class DB>
Variable binary(const char* name, const Variable& a, const Variable& b, F f, DA da, DB db) {
  Tensor y = Tensor::empty(broadcast_shape(name, a.shape(), b.shape()));
  broadcast_map(y, a.value(), b.value(), f);
  const auto add_product = [](Tensor& din, const Tensor& dout, const Tensor& factor) {
    Tensor product = Tensor::empty(dout.shape());
    broadcast_map(product, dout, factor, [](real g, real x) { return g * x; });
    reduce_to_operand(din, product);
  };
  return record(name, y, {a, b},
                [=, av = a.value(), bv = b.value()](const Tensor& dout, const GradInputs& din) {
                  if (Tensor* grad = din[0]) add_product(*grad, dout, da(av, bv));
                  if (Tensor* grad = din[1]) add_product(*grad, dout, db(av, bv));
                });
}

/// The gradient of operand i of a sum: dout itself, summed over what was repeated.
void add_operand_gradient(const GradInputs& din, std::size_t i, const Tensor& dout,
                          const Shape& shape) {
  if (shape != dout.shape()) {
    if (Tensor* sum = din[i]) reduce_to_operand(*sum, dout);
  } else if (const GradSum sum = din.write(i)) {
    for_each_chunk(dout.size(), [&, from = dout.data()](index_t begin, index_t end) {
      sum.put(begin, end, [from](index_t at) { return from[at]; });
    });
  }
}

}  // namespace

Variable add(const Variable& a, const Variable& b) {
  Tensor y = Tensor::empty(broadcast_shape("add", a.shape(), b.shape()));
  broadcast_map(y, a.value(), b.value(), [](real p, real q) { return p + q; });
  return record(
      "add", y, {a, b},
      [a_shape = a.shape(), b_shape = b.shape()](const Tensor& dout, const GradInputs& din) {
        add_operand_gradient(din, 1, dout, b_shape);
        if (a_shape == dout.shape())
          din.give(0, dout);
        else
          add_operand_gradient(din, 0, dout, a_shape);
      });
}

Variable sub(const Variable& a, const Variable& b) { return add(a, scale(b, -1)); }

Variable mul(const Variable& a, const Variable& b) {
  return binary(
      "mul", a, b, [](real p, real q) { return p * q; },
      [](const Tensor&, const Tensor& bv) { return bv; },
      [](const Tensor& av, const Tensor&) { return av; });
}

Variable div(const Variable& a, const Variable& b) {
  const auto by_a = [](const Tensor&, const Tensor& bv) {
    Tensor factor = Tensor::empty(bv.shape());
    broadcast_map(factor, bv, bv, [](real q, real) { return 1 / q; });
    return factor;
  };
  const auto by_b = [](const Tensor& av, const Tensor& bv) {
    Tensor factor = Tensor::empty(broadcast_shape("div", av.shape(), bv.shape()));
    broadcast_map(factor, av, bv, [](real p, real q) { return -p / (q * q); });
    return factor;
  };
  return binary(
      "div", a, b, [](real p, real q) { return p / q; }, by_a, by_b);
}

Variable scale(const Variable& x, double factor) {
  Tensor y = Tensor::empty(x.shape());
  const auto k = static_cast<real>(factor);
  for_each_chunk(y.size(), [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) y.data()[i] = k * x.value().data()[i];
  });
  return record("scale", y, {x}, [k](const Tensor& dout, const GradInputs& din) {
    if (Tensor* dx = din[0])
      for_each_chunk(dx->size(), [&](index_t begin, index_t end) {
        for (index_t i = begin; i < end; ++i) dx->data()[i] += k * dout.data()[i];
      });
  });
}

Variable shift(const Variable& x, double offset) {
  return add(x, Variable(Tensor::full({}, static_cast<real>(offset))));
}

}  // namespace pj
