#!/usr/bin/env bash
# The page of small runs and of a committed copy of their results holds in a browser, where there is one;
# and the check of the page fails for a page that does not.
#
#   report_page.sh PJROPE
set -uo pipefail
pjrope=$1
check=$(cd "$(dirname "$0")/../../tools" && pwd)/check_report.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fails() { echo "FAILED: $*"; failed=1; }

export OMP_WAIT_POLICY=passive
"$pjrope" reproduce stability music-structure --profile smoke --methods none,affine,full --steps 4 --step-tokens 128 \
  --corpus motif_rich --eval-lens 256 --eval-windows 1 --far-windows 1 --quiet --out "$dir/runs" >/dev/null || fails "reproduce"
"$pjrope" report "$dir/runs" >"$dir/said" || fails "report of runs"
grep -q "^3 runs and 2 experiments" "$dir/said" || fails "report counts what it found: $(cat "$dir/said")"
page=$dir/runs/report.html
for part in 'id="claims"' 'id="x-music-structure"' 'Oscillating parts of layer 1, head 3' 'shared/trainings: 3 trainings' \
  'Loss minus that of none' 'pjrope reproduce stability'; do
  grep -qF "$part" "$page" || fails "the page lacks $part"
done
[ "$(grep -cF 'Music whose bars return' "$page")" -eq 1 ] || fails "a claim stands more than once"

# What a repository keeps: no tasks, no checkpoints, one experiment that the program does not know.
mkdir -p "$dir/kept/stability" "$dir/kept/unknown"
cp "$dir/runs/stability/"{results.csv,config.json,summary.md} "$dir/kept/stability/"
printf '# unknown: what is it?\n\n1 of 1 tasks finished, 1 rows.\n\n| a |\n| --- |\n| 1 |\n' >"$dir/kept/unknown/summary.md"
printf 'a\n1\n' >"$dir/kept/unknown/results.csv"
printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90"><path d="M0 0h9"/></svg>' \
  >"$dir/kept/unknown/drawn.svg"
"$pjrope" report "$dir/kept" >/dev/null || fails "report of kept results"
grep -q "Norm of q and k" "$dir/kept/report.html" || fails "figures are drawn from results.csv alone"
checkpoint=$(find "$dir/runs/shared/trainings" -path '*full*' -name checkpoint.safetensors)
"$pjrope" inspect "$checkpoint" --window 512 --log-lags --csv "$dir/kept/kernels" >/dev/null || fails "inspect"
"$pjrope" report "$dir/kept" >/dev/null || fails "report of kept kernels"
grep -q "Oscillating parts of layer 0, head 0" "$dir/kept/report.html" || fails "kernels are drawn from their tables"

[ "$failed" -eq 0 ] || exit 1
"$check" "$page" light | tee "$dir/checked"
[ "${PIPESTATUS[0]}" -eq 0 ] || fails "the check of the runs' page"
if ! grep -q skipped "$dir/checked"; then
  "$check" "$dir/kept/report.html" dark || fails "the check of the kept results' page"
  # Each of these must be found.
  sed 's|</main>|<p id="claims">again</p><img src="https://example.invalid/x.png" alt="x"><table><tr><th>a</th></tr></table><script>console.log("hello")</script><p style="color:#999">pale</p><pre style="white-space:pre;max-width:none;width:500px">x</pre></main>|' \
    "$page" >"$dir/broken.html"
  ! "$check" "$dir/broken.html" light >"$dir/faults" 2>&1 || fails "a broken page passed"
  for fault in 'id occurs twice' 'not decoded' 'asks for something outside' 'no caption' 'no scope' 'contrast 2' 'CONSOLE' 'wider than a phone'; do
    grep -q "$fault" "$dir/faults" || fails "not found: $fault; got $(cat "$dir/faults")"
  done
fi
exit "$failed"
