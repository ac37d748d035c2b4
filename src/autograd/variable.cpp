#include "pj/autograd/variable.h"

#include <unordered_map>
#include <utility>

namespace pj {

/// One result in the graph. A leaf has no function and keeps its gradient.
struct GradNode {
  const char* name = "leaf";
  Shape shape;
  Tensor grad;
  std::vector<std::shared_ptr<GradNode>> inputs;  // null where an input needs no gradient
  BackwardFunction function;
  bool is_leaf = true;

  Tensor& grad_sum() {
    if (!grad.defined()) grad = Tensor::zeros(shape);
    return grad;
  }

  /// Frees a chain of nodes in a loop: a long graph must not recurse through its destructors.
  ~GradNode() {
    std::vector<std::shared_ptr<GradNode>> doomed = std::move(inputs);
    while (!doomed.empty()) {
      const std::shared_ptr<GradNode> node = std::move(doomed.back());
      doomed.pop_back();
      if (node == nullptr || node.use_count() > 1) continue;
      for (auto& input : node->inputs) doomed.push_back(std::move(input));
      node->inputs.clear();
    }
  }
};

namespace {

thread_local bool grad_enabled = true;

using NodePtr = std::shared_ptr<GradNode>;

/// How many edges of the graph below `root` end in each node.
std::unordered_map<GradNode*, index_t> count_consumers(const NodePtr& root) {
  std::unordered_map<GradNode*, index_t> consumers{{root.get(), 0}};
  std::vector<GradNode*> open{root.get()};
  while (!open.empty()) {
    GradNode* node = open.back();
    open.pop_back();
    for (const NodePtr& input : node->inputs)
      if (input != nullptr && consumers[input.get()]++ == 0) open.push_back(input.get());
  }
  return consumers;
}

/// Runs one op's backward and lets go of all it held.
void run_node(GradNode& node) {
  require<ValueError>(node.function != nullptr, "backward: the graph of ", node.name,
                      " was already walked and freed");
  std::vector<GradNode*> inputs;
  inputs.reserve(node.inputs.size());
  for (const NodePtr& input : node.inputs) inputs.push_back(input.get());
  const BackwardFunction function = std::exchange(node.function, nullptr);
  (void)node.grad_sum();  // a consumer that added nothing leaves zeros
  function(std::exchange(node.grad, Tensor()), GradInputs(std::move(inputs)));
}

}  // namespace

Tensor* GradInputs::operator[](std::size_t i) const {
  return nodes_[i] != nullptr ? &nodes_[i]->grad_sum() : nullptr;
}

GradSum GradInputs::write(std::size_t i) const {
  GradNode* const node = nodes_[i];
  if (node == nullptr) return {};
  const bool fresh = !node->grad.defined();
  if (fresh) node->grad = Tensor::empty(node->shape);
  return {&node->grad, fresh};
}

void GradInputs::give(std::size_t i, const Tensor& part) const {
  GradNode* const node = nodes_[i];
  if (node == nullptr) return;
  if (node->grad.defined())
    node->grad.add(part);
  else
    node->grad = part;
}

Variable::Variable(Tensor value, bool needs_grad) : value_(std::move(value)) {
  if (!needs_grad) return;
  node_ = std::make_shared<GradNode>();
  node_->shape = value_.shape();
}

const Tensor& Variable::grad() const {
  static const Tensor undefined;
  return node_ != nullptr ? node_->grad : undefined;
}

Tensor& Variable::mutable_grad() {
  require<ValueError>(node_ != nullptr, "Variable: a constant has no gradient");
  return node_->grad_sum();
}

void Variable::clear_grad() {
  if (node_ != nullptr) node_->grad = Tensor();
}

Variable record(const char* name, Tensor value, std::vector<Variable> inputs,
                BackwardFunction backward) {
  bool needed = false;
  for (const Variable& input : inputs) needed = needed || input.needs_grad();
  Variable result(std::move(value), needed && grad_enabled);
  if (!result.needs_grad()) return result;
  GradNode& node = *result.node_;
  node.name = name;
  node.is_leaf = false;
  node.function = std::move(backward);
  node.inputs.reserve(inputs.size());
  for (Variable& input : inputs) node.inputs.push_back(std::move(input.node_));
  return result;
}

void backward(const Variable& output) {
  require<ShapeError>(output.value().size() == 1, "backward: output must be one number, got shape ",
                      output.shape());
  backward(output, Tensor::full(output.shape(), 1));
}

void backward(const Variable& output, const Tensor& upstream) {
  require<ValueError>(output.node_ != nullptr, "backward: output must need a gradient");
  require<ShapeError>(upstream.shape() == output.shape(),
                      "backward: upstream must have the output's shape ", output.shape(), ", got ",
                      upstream.shape());
  std::unordered_map<GradNode*, index_t> waiting = count_consumers(output.node_);
  output.node_->grad_sum().add(upstream);
  std::vector<NodePtr> ready{output.node_};
  while (!ready.empty()) {
    const NodePtr node = std::move(ready.back());
    ready.pop_back();
    if (node->is_leaf) continue;
    run_node(*node);
    std::vector<NodePtr> inputs = std::exchange(node->inputs, {});
    for (NodePtr& input : inputs)
      if (input != nullptr && --waiting[input.get()] == 0) ready.push_back(std::move(input));
  }
}

NoGrad::NoGrad() : before_(std::exchange(grad_enabled, false)) {}
NoGrad::~NoGrad() { grad_enabled = before_; }

}  // namespace pj
