#pragma once

namespace pj {

/// The page's own style sheet: light and dark by the reader's choice, one column on a phone, and
/// for print a page without colours behind text.
inline constexpr const char* kReportStyle = R"(
:root { color-scheme: light dark; --page: #fff; --text: #1a1a1a; --line: #ccc; --soft: #f3f4f6;
  --link: #0b5cad; --good: #0a6b3d; --bad: #a3310a; }
@media screen and (prefers-color-scheme: dark) {
  :root { --page: #16181b; --text: #e6e6e6; --line: #454a52; --soft: #22262b; --link: #8ec7ff;
    --good: #63d39a; --bad: #ff9d76; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2.25rem; }
p, li { max-width: 48rem; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
nav > ul { columns: 16rem; column-gap: 2rem; padding-left: 1.25rem; }
nav li { break-inside: avoid; }
nav ul ul { margin: 0 0 0.5rem; padding-left: 1rem; list-style: none; font-size: 0.9rem; }
.card { display: block; max-width: 100%; height: auto; margin: 1rem 0; padding: 0.5rem;
  background: #fff; border: 1px solid var(--line); border-radius: 0.4rem; }
.wide { overflow-x: auto; margin: 1rem 0; max-width: 100%; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0.25rem 0; font-weight: 600; }
caption > span { display: inline-block; position: sticky; left: 0; max-width: min(48rem, 100vw - 2.5rem); }
th, td { padding: 0.25rem 0.6rem; border: 1px solid var(--line); text-align: left;
  vertical-align: top; }
thead th { background: var(--soft); vertical-align: bottom; }
tbody th { font-weight: 500; }
.n { text-align: right; white-space: nowrap; }
thead .n { white-space: normal; }
.t { min-width: 14rem; max-width: 24rem; overflow-wrap: anywhere; }
pre span { white-space: nowrap; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; color: var(--link); padding: 0.25rem 0; }
pre { max-width: 100%; padding: 0.6rem; background: var(--soft); white-space: pre-wrap;
  overflow-wrap: anywhere; }
@media (max-width: 40rem) { .t { min-width: 11rem; } h1 { font-size: 1.5rem; } h2 { font-size: 1.3rem; }
  h3 { font-size: 1.1rem; } th, td { padding: 0.2rem 0.4rem; } }
@media print {
  :root { --line: #999; --soft: #fff; --link: #000; --text: #000; font-size: 9.5pt; }
  body { max-width: none; padding: 0; } .skip, details:not([open]) { display: none; }
  .wide { overflow: visible; } table { font-size: 7pt; width: 100%; }
  th, td { padding: 1pt 3pt; } .t { min-width: 0; } .n { white-space: normal; }
  figure, .card, tr { break-inside: avoid; } h2, h3, caption { break-after: avoid; }
  .charts { display: block; orphans: 1; widows: 1; }
  .chart { display: inline-block; width: 48%; margin: 0 1% 1rem 0; vertical-align: top; } }
)";

}  // namespace pj
