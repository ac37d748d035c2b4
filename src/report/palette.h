#pragma once

#include <array>

namespace pj {

/// Okabe and Ito 2008, told apart with any colour vision; without the yellow, which a white page
/// swallows.
inline constexpr std::array kPalette = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                        "#E69F00", "#56B4E9", "#000000", "#7F7F7F"};

/// The same hues, each with a contrast of at least 3 against a white page and against a dark one.
inline constexpr std::array kLightPalette = {"#0072B2", "#C85200", "#00805D", "#B0508A",
                                             "#9A6A00", "#2C8CC4", "#1A1A1A", "#6E6E6E"};
inline constexpr std::array kDarkPalette = {"#4DA6E8", "#FF8B45", "#2CC79A", "#E39AC4",
                                            "#F0B429", "#9AD4FF", "#F0F0F0", "#9A9A9A"};

}  // namespace pj
