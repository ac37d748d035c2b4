#pragma once

#include <array>

namespace pj {

/// Okabe and Ito 2008, told apart with any colour vision; without the yellow, which a white page
/// swallows.
inline constexpr std::array kPalette = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                        "#E69F00", "#56B4E9", "#000000", "#7F7F7F"};

}  // namespace pj
