#include "pj/ops/dropout.h"

#include "pj/tensor/chunks.h"

namespace pj {
namespace {

/// What each number is multiplied with: 0 or 1 / (1 - rate).
class Mask {
 public:
  Mask(double rate, const Stream& stream)
      : stream_(stream), rate_(rate), kept_(static_cast<real>(1 / (1 - rate))) {}

  real operator[](index_t i) const {
    return Stream::to_unit(stream_.at(static_cast<std::uint64_t>(i))) >= rate_ ? kept_ : real(0);
  }

 private:
  Stream stream_;
  double rate_;
  real kept_;
};

}  // namespace

Variable dropout(const Variable& x, double rate, const Stream& stream) {
  require<ValueError>(rate >= 0 && rate < 1, "dropout: rate must lie in [0, 1), got ", rate);
  if (rate == 0) return x;
  const Mask mask(rate, stream);
  Tensor y = Tensor::empty(x.shape());
  const real* from = x.value().data();
  for_each_chunk(y.size(), [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) y.data()[i] = mask[i] * from[i];
  });
  return record("dropout", y, {x}, [mask](const Tensor& dy, const GradInputs& din) {
    if (Tensor* dx = din[0])
      for_each_chunk(dx->size(), [&](index_t begin, index_t end) {
        for (index_t i = begin; i < end; ++i) dx->data()[i] += mask[i] * dy.data()[i];
      });
  });
}

}  // namespace pj
