#pragma once

namespace pj {

/// The number type of tensors: float, or double when the library is built with PJ_REAL_DOUBLE to
/// check gradients and golden values.
#if defined(PJ_REAL_DOUBLE)
using real = double;
#else
using real = float;
#endif

}  // namespace pj
