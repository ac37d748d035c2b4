#include "pj/position/rotary.h"

#include <vector>

#include "testing/golden_tensor.h"
#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::golden_error;
using pj::testing::golden_tensor;
using pj::testing::max_difference;
using pj::testing::random_tensor;
using enum JordanTime;

TEST_SUITE_BEGIN("rotary");

namespace {

RotarySpec golden_spec(const nlohmann::json& json) {
  const std::string name = json["method"];
  RotarySpec spec = name == "pj_rotary" ? jordan(kScaledExact, 2) : rope();
  if (json.contains("eta")) spec.eta = json["eta"];
  spec.base = json["base"];
  if (name == "rope_pi") spec.scaling = Scaling::kPi;
  if (name == "rope_ntk") spec.scaling = Scaling::kNtk;
  if (name == "rope_yarn") spec.scaling = Scaling::kYarn;
  return spec;
}

std::vector<RotarySpec> all_specs() {
  std::vector<RotarySpec> specs{RotarySpec(), rope()};
  for (const JordanTime time : {kScaledExact, kRaw, kDamped, kStabilised})
    for (const index_t order : {1, 2, 3}) specs.push_back(jordan(time, order));
  return specs;
}

}  // namespace

TEST_CASE("every golden transform is met, below and beyond the train length") {
  // Angles reach 24 radians and jets stay below 2, so float loses a digit at most.
  const double tolerance = sizeof(real) == 8 ? 1e-10 : 2e-6;
  const auto golden = testing::golden_json("rotary.json");
  REQUIRE(golden["cases"].size() >= 1);
  for (const auto& json : golden["cases"]) {
    CAPTURE(json["method"].get<std::string>());
    const index_t D = json["head_dim"], T = json["seq_len"];
    const Rotary rotary(golden_spec(json), D, T, json["train_length"]);
    const Tensor q = golden_tensor(json["q"]).reshape({T, D});
    const Tensor k = golden_tensor(json["k"]).reshape({T, D});
    const Tensor q_out = rotate_heads(q, 1, rotary, Side::kQuery);
    const Tensor k_out = rotate_heads(k, 1, rotary, Side::kKey);
    CHECK(golden_error(q_out, json["q_out"]) <= tolerance);
    CHECK(golden_error(k_out, json["k_out"]) <= tolerance);
  }
}

TEST_CASE("the joint op turns every head of a batch as the plain function does and leaves v out") {
  const index_t B = 2, T = 70, H = 3, D = 12, C = H * D;
  const Tensor qkv = random_tensor({B, T, 3 * C}, 1);
  for (const RotarySpec& spec : all_specs()) {
    const Rotary rotary(spec, D, T, 16);
    const Tensor out = rotate(Variable(qkv), H, rotary).value();
    REQUIRE(out.shape() == Shape{B, T, 2 * C});
    for (index_t b = 0; b < B; ++b) {
      for (const Side side : {Side::kQuery, Side::kKey}) {
        const index_t column = side == Side::kQuery ? 0 : C;
        Tensor in = Tensor::empty({T, C}), joint = Tensor::empty({T, C});
        for (index_t t = 0; t < T; ++t) {
          std::copy_n(qkv.data() + (b * T + t) * 3 * C + column, C, in.data() + t * C);
          std::copy_n(out.data() + (b * T + t) * 2 * C + column, C, joint.data() + t * C);
        }
        CHECK(max_difference(rotate_heads(in, H, rotary, side), joint) == 0);
      }
    }
  }
}

TEST_CASE("gradients of every kind") {
  for (const RotarySpec& spec : all_specs()) {
    CAPTURE(spec.order);
    const Rotary rotary(spec, 12, 5, 4);
    testing::check_gradient([&](const auto& v) { return rotate(v[0], 2, rotary); },
                            {random_tensor({2, 5, 72}, 1)});
  }
}

TEST_CASE("a block of order m applies the exponential of its nilpotent shift") {
  RotarySpec spec = jordan(kRaw, 3);
  spec.eta = 2.0;
  const Rotary rotary(spec, 6, 1, 8, 1);  // position 1: t = 2, angle 1
  const Tensor z = Tensor::from({1, 6}, {1, 0, 10, 0, 100, 0});
  const Tensor q = rotate_heads(z, 1, rotary, Side::kQuery);
  const Tensor k = rotate_heads(z, 1, rotary, Side::kKey);
  const double wanted_q[] = {1 + 2 * 10 + 2 * 100, 10 + 2 * 100, 100};
  const double wanted_k[] = {1, 10 - 2 * 1, 100 - 2 * 10 + 2 * 1};
  for (index_t i = 0; i < 3; ++i) {
    CHECK(std::abs(static_cast<double>(q.data()[2 * i]) - wanted_q[i] * std::cos(1.0)) <= 1e-4);
    CHECK(std::abs(static_cast<double>(q.data()[2 * i + 1]) - wanted_q[i] * std::sin(1.0)) <= 1e-4);
    CHECK(std::abs(static_cast<double>(k.data()[2 * i]) - wanted_k[i] * std::cos(1.0)) <= 1e-4);
  }
}

TEST_CASE("PI, NTK and YaRN keep the law at a fixed length") {
  for (const Scaling scaling : {Scaling::kPi, Scaling::kNtk, Scaling::kYarn}) {
    RotarySpec spec = rope();
    spec.scaling = scaling;
    const Rotary rotary(spec, 8, 300, 16);
    const Tensor q = random_tensor({8}, 1), k = random_tensor({8}, 2);
    Tensor qs = Tensor::empty({300, 8}), ks = Tensor::empty({300, 8});
    for (index_t t = 0; t < 300; ++t) {
      std::copy_n(q.data(), 8, qs.data() + t * 8);
      std::copy_n(k.data(), 8, ks.data() + t * 8);
    }
    const Tensor a = rotate_heads(qs, 1, rotary, Side::kQuery);
    const Tensor b = rotate_heads(ks, 1, rotary, Side::kKey);
    const auto score = [&](index_t i, index_t j) {
      double sum = 0.0;
      for (index_t c = 0; c < 8; ++c)
        sum += static_cast<double>(a.data()[i * 8 + c]) * static_cast<double>(b.data()[j * 8 + c]);
      return sum;
    };
    CHECK(std::abs(score(9, 4) - score(299, 294)) <= 30 * testing::kRounding);
  }
}

TEST_CASE("scaled kinds equal plain RoPE to the bit up to the train length") {
  const Tensor x = random_tensor({16, 8}, 1);
  const Tensor plain = rotate_heads(x, 1, Rotary(rope(), 8, 16, 16), Side::kQuery);
  for (const Scaling scaling : {Scaling::kPi, Scaling::kNtk, Scaling::kYarn}) {
    RotarySpec spec = rope();
    spec.scaling = scaling;
    CHECK(max_difference(rotate_heads(x, 1, Rotary(spec, 8, 16, 16), Side::kQuery), plain) == 0);
    CHECK(max_difference(rotate_heads(x, 1, Rotary(spec, 8, 17, 16), Side::kQuery), plain) > 0);
  }
}

TEST_CASE("a table that begins later equals the rows of one that begins at 0") {
  const Tensor x = random_tensor({1, 8}, 1);
  for (const JordanTime time : {kScaledExact, kDamped}) {
    const RotarySpec spec = jordan(time, 2);
    Tensor rows = Tensor::zeros({30, 8});
    std::copy_n(x.data(), 8, rows.data() + 29 * 8);
    const Tensor whole = rotate_heads(rows, 1, Rotary(spec, 8, 30, 16), Side::kKey);
    const Tensor late = rotate_heads(x, 1, Rotary(spec, 8, 1, 16, 29), Side::kKey);
    for (index_t c = 0; c < 8; ++c) CHECK(late.data()[c] == whole.data()[29 * 8 + c]);
  }
}

TEST_CASE("sizes that do not fit are named") {
  const Rotary rotary(rope(), 8, 4, 4);
  const Variable qkv(Tensor::zeros({1, 4, 40}));
  CHECK_THROWS_WITH_AS(rotate(qkv, 2, rotary),
                       "rotate: qkv must have shape (B, T, 48), got (1, 4, 40)", ShapeError);
  CHECK_THROWS_WITH_AS(rotate(Variable(Tensor::zeros({1, 5, 48})), 2, rotary),
                       "rotate: rows must be at most the 4 positions of the table, got 5",
                       ShapeError);
  CHECK_THROWS_AS(Rotary(rope(), 7, 4, 4), ShapeError);
}

TEST_SUITE_END();
