#!/usr/bin/env bash
# Opens a page of `pjrope report` in headless Chromium and fails unless it stands alone and reads well:
# no request and no console message; every figure has a size, every image decodes, every table has a
# caption and header scopes, no id occurs twice, links lead somewhere, texts have contrast, and at the
# width of a phone nothing but tables is wider than the page. In light and in dark, or in one of them.
#
#   tools/check_report.sh PAGE [light|dark]
#
# Prints what it counted. Without Chromium it says so and exits 0. CHROMIUM names another binary.
set -euo pipefail

says() { echo "check_report: $*"; }

chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$chromium" ]; then
  says "skipped, no Chromium is installed (apt-get install chromium)"
  exit 0
fi
page=$(realpath -e "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The page is looked at from outside, through frames: headless windows have a least width above 360.
cat >"$dir/probe.js" <<'EOF'
function check(doc, view, phone) {
  const faults = [], fault = (what, element) => faults.push(what + ': ' + (element.outerHTML || element).replace(/\s+/g, ' ').slice(0, 120));
  for (const details of doc.querySelectorAll('details')) details.open = true;
  const figures = [...doc.querySelectorAll('svg[role=img], img')];
  for (const figure of [...figures, ...doc.querySelectorAll('svg')]) {
    const box = figure.getBoundingClientRect();
    if (!(box.width > 0 && box.height > 0)) fault('no size', figure);
  }
  for (const svg of doc.querySelectorAll('svg[role=img]')) {
    if (!svg.getAttribute('aria-label')) fault('no name', svg);
    for (const text of svg.querySelectorAll('text')) {
      const inside = text.getBoundingClientRect(), around = svg.getBoundingClientRect();
      if (inside.left < around.left - 1 || inside.right > around.right + 1 || inside.bottom > around.bottom + 1)
        fault('text cut off by its figure', text);
    }
  }
  for (const img of doc.images) {
    if (!img.complete || img.naturalWidth === 0) fault('not decoded', img);
    if (!img.alt) fault('no alternative text', img);
  }
  const tables = [...doc.querySelectorAll('table')];
  for (const table of tables) {
    if (!table.caption || !table.caption.textContent.trim()) fault('no caption', table);
    for (const th of table.querySelectorAll('th')) if (!th.scope) fault('no scope', th);
    if (!table.querySelector('thead th') || !table.querySelector('tbody th')) fault('no header cells', table);
    if (!table.closest('[role=region][tabindex="0"][aria-label]')) fault('no region to scroll by keyboard', table);
  }
  const ids = new Set();
  for (const element of doc.querySelectorAll('[id]')) {
    if (ids.has(element.id)) fault('id occurs twice', element);
    ids.add(element.id);
  }
  for (const link of doc.querySelectorAll('a[href]'))
    if (!link.getAttribute('href').startsWith('#') || !ids.has(decodeURIComponent(link.hash.slice(1)))) fault('link to nowhere', link);
  if (!doc.documentElement.lang) fault('no language', '<html>');
  if (doc.querySelectorAll('h1').length !== 1) fault('not one h1', '<h1>');
  let level = 0;
  for (const heading of doc.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (+heading.tagName[1] > level + 1) fault('a level of headings is left out', heading);
    level = +heading.tagName[1];
  }
  for (const element of doc.querySelectorAll('[src], link[href], script[src], [style*="url("]')) {
    const from = element.getAttribute('src') || element.getAttribute('href') || '';
    if (!from.startsWith('data:')) fault('asks for something outside', element);
  }
  const style = element => view.getComputedStyle(element);
  const colour = text => (text.match(/[\d.]+/g) || []).map(Number);
  const behind = element => {
    for (let e = element; e; e = e.parentElement) {
      const c = colour(style(e).backgroundColor);
      if (c.length === 3 || c[3] > 0) return c;
    }
    return [255, 255, 255];
  };
  const luminance = c => c.slice(0, 3).map(v => v / 255)
    .reduce((sum, v, i) => sum + [0.2126, 0.7152, 0.0722][i] * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4), 0);
  let least = 99;
  const contrast = (element, front, needed) => {
    const a = luminance(colour(front)), b = luminance(behind(element));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (needed === 4.5) least = Math.min(least, ratio);
    if (ratio < needed) fault('contrast ' + ratio.toFixed(2), element);
  };
  for (const element of doc.querySelectorAll('p, a, th, td, li, h1, h2, h3, caption, figcaption, summary, code'))
    contrast(element, style(element).color, 4.5);
  for (const element of doc.querySelectorAll('svg text')) contrast(element, style(element).fill, 4.5);
  for (const element of doc.querySelectorAll('svg [class^=s], svg[class*=" s"]')) contrast(element, style(element).color, 3);
  if (phone) {
    const width = doc.documentElement.clientWidth;
    if (doc.documentElement.scrollWidth > width) {
      fault('wider than a phone by ' + (doc.documentElement.scrollWidth - width) + ' px', '<html>');
      for (const element of doc.querySelectorAll('body *'))
        if (!element.closest('.wide') && element.getBoundingClientRect().right > width + 1) fault('too wide', element);
    }
  }
  return {faults, counts: {figures: figures.length, 'drawn inline': doc.querySelectorAll('svg[role=img]').length,
    images: doc.images.length, tables: tables.length, links: doc.links.length, headings: doc.querySelectorAll('h1, h2, h3, h4').length,
    'least text contrast': least.toFixed(1)}};
}
EOF

# check THEME: the page in frames of a desk's and a phone's width, in Chromium's own choice of light or dark.
check() {
  local theme=$1 flags=()
  [ "$theme" = dark ] && flags=(--blink-settings=preferredColorScheme=0)
  {
    cat <<'EOF'
<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>not finished</title>
<style>body { margin: 0 } iframe { border: 0; height: 20000px }</style>
<script>
EOF
    cat "$dir/probe.js"
    cat <<'EOF'
const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
addEventListener('load', async () => {
  const results = [];
  for (const frame of document.querySelectorAll('iframe')) {
    const doc = frame.contentDocument;
    await Promise.all([...doc.images].map(img => img.decode().catch(() => {})));
    const result = check(doc, frame.contentWindow, frame.clientWidth < 400);
    if (doc.documentElement.clientWidth !== +frame.width) result.faults.push('not shown ' + frame.width + ' px wide');
    for (const entry of [...performance.getEntriesByType('resource'), ...frame.contentWindow.performance.getEntriesByType('resource')])
      if (!entry.name.startsWith('data:') && !entry.name.endsWith('/page.html')) result.faults.push('request: ' + entry.name.slice(0, 200));
    const counts = Object.entries(result.counts).map(([name, count]) => count + ' ' + name).join(', ');
    results.push(theme + ', ' + frame.width + ' px: ' + counts, ...result.faults.map(fault => '  FAULT ' + fault));
  }
  document.body.replaceChildren(Object.assign(document.createElement('pre'), {textContent: ['BEGIN', ...results, 'END'].join('\n')}));
});
</script>
<iframe width="1200" src="page.html"></iframe><iframe width="360" src="page.html"></iframe>
EOF
  } >"$dir/frame.html"
  if ! timeout 120 "$chromium" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
    --user-data-dir="$dir/profile" --allow-file-access-from-files --hide-scrollbars --window-size=1280,1024 \
    --enable-logging=stderr --v=0 "${flags[@]}" --host-resolver-rules='MAP * ~NOTFOUND' --disable-background-networking \
    --timeout=100000 --dump-dom "file://$dir/frame.html" >"$dir/dom" 2>"$dir/log"; then
    says "Chromium failed: $(tail -n 3 "$dir/log")" >&2
    return 1
  fi
  if ! grep -q '^END' "$dir/dom"; then
    says "$theme: the check did not end: $(grep -m 3 CONSOLE "$dir/log" || tail -n 3 "$dir/log")" >&2
    return 1
  fi
  sed -n '/BEGIN$/,/^END/p' "$dir/dom" | sed '1d; $d; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' >"$dir/found"
  head -n 40 "$dir/found"
  grep -q "^$theme, 360 px" "$dir/found" || { says "asked for $theme, shown otherwise" >&2; return 1; }
  ! grep CONSOLE "$dir/log" >&2 && ! grep -q FAULT "$dir/found"
}

cp "$page" "$dir/page.html"
failed=0
for theme in ${2:-light dark}; do check "$theme" || failed=1; done
if [ "$failed" -eq 0 ]; then says "holds"; else says "FAILED" >&2; fi
exit "$failed"
