#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "pj/tensor/tensor.h"

namespace pj {

struct GradNode;

/// A tensor that remembers how it was made, so that `backward` can compute gradients.
///
/// A value handle: copies share value and gradient. The graph holds gradients and backward
/// functions only, never values; what a backward reads, its closure keeps. So an intermediate value
/// lives as long as a Variable or a closure needs it.
class Variable {
 public:
  Variable() = default;
  /// A constant, or with needs_grad a leaf (a parameter) whose gradient is wanted.
  explicit Variable(Tensor value, bool needs_grad = false);

  bool defined() const { return value_.defined(); }
  const Tensor& value() const { return value_; }
  /// For optimisers and loaders, which change a parameter in place.
  Tensor& mutable_value() { return value_; }
  const Shape& shape() const { return value_.shape(); }
  index_t dim(index_t i) const { return value_.dim(i); }

  bool needs_grad() const { return node_ != nullptr; }
  /// The gradient `backward` left in a leaf; undefined before the first.
  const Tensor& grad() const;
  Tensor& mutable_grad();
  /// Forgets the gradient; `backward` adds to what is there.
  void clear_grad();

 private:
  friend Variable record(const char*, Tensor, std::vector<Variable>,
                         std::function<void(const Tensor&, const class GradInputs&)>);
  friend void backward(const Variable&, const Tensor&);

  Tensor value_;
  std::shared_ptr<GradNode> node_;
};

/// A gradient sum that an op writes every element of. `fresh` tells that its numbers are not set
/// yet, so that writing replaces a zero-fill and an addition.
struct GradSum {
  Tensor* tensor = nullptr;  ///< null if the input needs no gradient
  bool fresh = false;

  explicit operator bool() const { return tensor != nullptr; }

  /// sum[i] += value(i), or sum[i] = value(i) if it is fresh, for i in [begin, end). Two loops
  /// rather than one with a choice, which compilers do not turn into vector code.
  template <class F>
  void put(index_t begin, index_t end, F value) const {
    real* const to = tensor->data();
    if (fresh)
      for (index_t i = begin; i < end; ++i) to[i] = value(i);
    else
      for (index_t i = begin; i < end; ++i) to[i] += value(i);
  }
};

/// The gradients of an op's inputs inside its backward function. An op adds to them; where nothing
/// was added before, it may do so without reading:
///
///   din[i]         the sum, started at zero, or null if input i needs none
///   din.write(i)   the sum to write all of before any other is asked for
///   din.give(i,t)  adds t, or takes its handle as the sum: t must not be used afterwards
class GradInputs {
 public:
  explicit GradInputs(std::vector<GradNode*> nodes) : nodes_(std::move(nodes)) {}
  Tensor* operator[](std::size_t i) const;
  GradSum write(std::size_t i) const;
  void give(std::size_t i, const Tensor& part) const;

 private:
  std::vector<GradNode*> nodes_;  // null where an input needs no gradient
};

/// Given dL/d(output), adds dL/d(input i) to sum i of `din` for each input that needs it. `dout` is
/// the op's own: nothing else holds its buffer.
using BackwardFunction = std::function<void(const Tensor& dout, const GradInputs& din)>;

/// The result of an op as a Variable. With gradients enabled and an input that needs one, the graph
/// keeps `backward`; otherwise the function is dropped and with it what its closure holds.
Variable record(const char* name, Tensor value, std::vector<Variable> inputs,
                BackwardFunction backward);

/// Adds d(output)/d(leaf) to the gradient of every leaf that `output` (one number) came from. Walks
/// without recursion, each op after all its consumers, and frees the graph on the way: a second
/// call on the same output throws. With `upstream`, the vector-Jacobian product with it instead,
/// for an output of any shape. Throws ShapeError or ValueError if `output` does not fit or needs no
/// gradient.
void backward(const Variable& output);
void backward(const Variable& output, const Tensor& upstream);

/// While one is alive, `record` on this thread keeps no graph: evaluation holds no activations.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

}  // namespace pj
