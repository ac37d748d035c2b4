#include "pj/ops/cached_attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pj/tensor/chunks.h"
#include "pj/tensor/fast_exp.h"

namespace pj {
namespace {

constexpr index_t kFirstCapacity = 256;
constexpr index_t kKeyBlock = 1024;       // scores that stay in the first-level cache
constexpr index_t kSharedBetween = 4096;  // positions from which heads are worth a thread each

/// scores[j] = sum_c q[c] k[c,j] / sqrt(D) + bias[i - j] for keys [0, n); returns the largest.
real score_keys(real* scores, const real* q, const AttentionCache& cache, index_t h,
                const real* bias, index_t i, index_t n) {
  const index_t D = cache.head_dim();
  const real scale = static_cast<real>(1 / std::sqrt(static_cast<double>(D)));
  real largest = -std::numeric_limits<real>::infinity();
  for (index_t begin = 0; begin < n; begin += kKeyBlock) {
    const index_t count = std::min(kKeyBlock, n - begin);
    real* const row = scores + begin;
    std::fill_n(row, count, real{0});
    for (index_t c = 0; c < D; ++c) {
      const real factor = scale * q[c];
      const real* key = cache.keys(h, c) + begin;
#pragma omp simd
      for (index_t j = 0; j < count; ++j) row[j] += factor * key[j];
    }
    if (bias != nullptr)
      for (index_t j = 0; j < count; ++j) row[j] += bias[i - begin - j];
#pragma omp simd reduction(max : largest)
    for (index_t j = 0; j < count; ++j) largest = row[j] > largest ? row[j] : largest;
  }
  return largest;
}

/// One query row of one head against the keys it sees.
void attend(real* out, const real* q, const AttentionCache& cache, index_t h, const real* bias,
            index_t i, index_t n, real* scores) {
  const index_t D = cache.head_dim();
  const real largest = score_keys(scores, q, cache, h, bias, i, n);
  double sum = 0;
  for (index_t begin = 0; begin < n; begin += kKeyBlock) {
    const index_t end = std::min(n, begin + kKeyBlock);
    real part = 0;
#pragma omp simd reduction(+ : part)
    for (index_t j = begin; j < end; ++j) {
      scores[j] = fast_exp(scores[j] - largest);
      part += scores[j];
    }
    sum += static_cast<double>(part);
  }
  const real weight = n > 0 ? static_cast<real>(1 / sum) : 0;
  for (index_t c = 0; c < D; ++c) {
    const real* value = cache.values(h, c);
    real total = 0;
#pragma omp simd reduction(+ : total)
    for (index_t j = 0; j < n; ++j) total += scores[j] * value[j];
    out[c] = weight * total;
  }
}

/// Writes rows of (T, H * D) as columns [first, first + T) of (H * D, capacity).
void scatter_rows(real* to, index_t capacity, index_t first, const Columns& x) {
  const index_t T = x.source.dim(1), W = x.source.dim(2);
  const real* from = x.source.value().data() + x.begin;
  for (index_t c = 0; c < x.width; ++c)
    for (index_t t = 0; t < T; ++t) to[c * capacity + first + t] = from[t * W + c];
}

}  // namespace

AttentionCache::AttentionCache(index_t num_heads, index_t head_dim)
    : num_heads_(num_heads), head_dim_(head_dim) {
  require<ValueError>(num_heads >= 1 && head_dim >= 1,
                      "AttentionCache: sizes must be at least 1, got ", num_heads, " and ",
                      head_dim);
}

void AttentionCache::reserve(index_t size) {
  if (size <= capacity_) return;
  const index_t C = num_heads_ * head_dim_, before = capacity_;
  capacity_ = std::max({size, 2 * before, kFirstCapacity});
  for (Tensor* held : {&keys_, &values_}) {
    Tensor grown = Tensor::empty({C, capacity_});
    for (index_t c = 0; c < C && size_ > 0; ++c)
      std::copy_n(held->data() + c * before, size_, grown.data() + c * capacity_);
    *held = std::move(grown);
  }
}

void AttentionCache::append(const Columns& k, const Columns& v) {
  for (const Columns* x : {&k, &v})
    require<ShapeError>(x->source.shape().rank() == 3 && x->source.dim(0) == 1 &&
                            x->width == num_heads_ * head_dim_ &&
                            x->source.dim(1) == k.source.dim(1),
                        "AttentionCache: k and v must have shape (1, T, ", num_heads_ * head_dim_,
                        "), got ", x->width, " columns of ", x->source.shape());
  const index_t T = k.source.dim(1);
  reserve(size_ + T);
  scatter_rows(keys_.data(), capacity_, size_, k);
  scatter_rows(values_.data(), capacity_, size_, v);
  size_ += T;
}

void AttentionCache::truncate(index_t size) {
  require<ValueError>(size >= 0 && size <= size_, "AttentionCache: size must be between 0 and ",
                      size_, ", got ", size);
  size_ = size;
}

Variable cached_attention(const Columns& q, const AttentionCache& cache, const Variable& lag_bias,
                          const AttentionMask& mask) {
  const index_t H = cache.num_heads(), D = cache.head_dim(), n = cache.size();
  require<ShapeError>(q.source.shape().rank() == 3 && q.source.dim(0) == 1 && q.width == H * D &&
                          q.source.dim(1) <= n && mask.num_heads == H,
                      "cached_attention: q must have shape (1, at most ", n, ", ", H * D,
                      ") in as many heads as the cache, got ", q.width, " columns of ",
                      q.source.shape(), " in ", mask.num_heads, " heads");
  require<ShapeError>(!lag_bias.defined() || (lag_bias.shape().rank() == 2 &&
                                              lag_bias.dim(0) == H && lag_bias.dim(1) >= n),
                      "cached_attention: lag_bias must have shape (", H, ", at least ", n,
                      "), got ", lag_bias.shape());
  const index_t T = q.source.dim(1), W = q.source.dim(2);
  Tensor out = Tensor::empty({1, T, H * D});
  const auto run = [&](index_t first_head, index_t last_head) {
    Tensor scores = Tensor::empty({n});
    for (index_t h = first_head; h < last_head; ++h) {
      const real* bias =
          lag_bias.defined() ? lag_bias.value().data() + h * lag_bias.dim(1) : nullptr;
      for (index_t t = 0; t < T; ++t) {
        const index_t i = n - T + t;
        attend(out.data() + t * H * D + h * D, q.source.value().data() + t * W + q.begin + h * D,
               cache, h, bias, i, i + (mask.strict ? 0 : 1), scores.data());
      }
    }
  };
  for_each_chunk(H, run, n * T < kSharedBetween ? H : 1);
  return Variable(out);
}

}  // namespace pj
