#!/usr/bin/env bash
# SIGTERM finishes the step, saves and exits with 130; --resume goes on with the next step. A bench
# shows what it has measured, removes its folder and exits with 130 too.
#
#   stop_and_resume.sh PJROPE
set -euo pipefail
pjrope=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$pjrope" data synth motif "$dir/corpora" --bars 200 >/dev/null
train() {
  exec "$pjrope" train --data "$dir/corpora/motif_rich" --method lc_affine --train-len 64 --batch 8 --steps 2000 \
    --embed 32 --eval-lens 64 --log-every 1 --save-every 100000 --quiet "$@"
}
(train --out "$dir/run") 2>"$dir/err" &
run=$!
until [ -e "$dir/run/train.csv" ] && [ "$(wc -l <"$dir/run/train.csv")" -gt 3 ]; do sleep 0.05; done
kill -TERM "$run"
status=0
wait "$run" || status=$?
[ "$status" -eq 130 ] || { echo "wanted exit status 130, got $status: $(cat "$dir/err")"; exit 1; }
grep -q -- "--resume" "$dir/err"
step=$(tail -n 1 "$dir/run/train.csv" | cut -d, -f1)
"$pjrope" inspect "$dir/run/checkpoint.safetensors" | grep -q "for $step steps"
(train --out "$dir/run" --resume) 2>"$dir/err" &
run=$!
until [ "$(wc -l <"$dir/run/train.csv")" -gt $((step + 3)) ]; do sleep 0.05; done
kill -KILL "$run"
wait "$run" 2>/dev/null || true
[ "$(cut -d, -f1 "$dir/run/train.csv" | sed -n '2,$p' | head -n $((step + 2)) | paste -sd' ')" = "$(seq -s' ' 1 $((step + 2)))" ]
echo "stopped after step $step with a checkpoint, and went on"

mkdir "$dir/tmp"
(TMPDIR="$dir/tmp" exec "$pjrope" bench --quick --only probe --quiet) >"$dir/out" 2>"$dir/err" &
run=$!
until [ -n "$(ls "$dir/tmp")" ] || ! kill -0 "$run" 2>/dev/null; do sleep 0.05; done
kill -TERM "$run"
status=0
wait "$run" || status=$?
[ "$status" -eq 130 ] || { echo "bench: wanted exit status 130, got $status: $(cat "$dir/err")"; exit 1; }
grep -q "stopped after [1-6] of 7 rows" "$dir/err"
grep -q "^probe-stability.seconds " "$dir/out"
[ -z "$(ls "$dir/tmp")" ]
echo "a bench stopped after its first row, and left nothing behind"
