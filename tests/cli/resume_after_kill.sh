#!/usr/bin/env bash
# A run killed with SIGKILL at random moments and resumed until it is done must end in the bytes of one
# that was never stopped: checkpoint and logs, but for the timing columns. Also at another thread count.
#
#   resume_after_kill.sh PJROPE
set -euo pipefail
pjrope=$1
. "$(dirname "$0")/kill_until_done.sh"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$pjrope" data synth motif "$dir/corpora" --bars 400 >/dev/null
train=("$pjrope" train --data "$dir/corpora/motif_rich" --method full --train-len 64 --batch 4 --steps 40 --embed 32
  --eval-lens 64,256 --eval-windows 2 --eval-every 10 --log-every 1 --save-every 3 --dropout 0.1 --quiet)
# The logs without tokens_per_second and seconds, whose places their headers tell.
untimed() {
  awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; ++i) timed[i] = $i == "seconds" || $i == "tokens_per_second" }
    { for (i = 1; i <= NF; ++i) if (timed[i]) $i = ""; print }' "$1"
}
same() {
  cmp "$dir/straight/checkpoint.safetensors" "$1/checkpoint.safetensors"
  for log in train.csv eval.csv; do diff -q <(untimed "$dir/straight/$log") <(untimed "$1/$log"); done
}

"${train[@]}" --out "$dir/straight" --threads 2 >/dev/null
"${train[@]}" --out "$dir/single" --threads 1 >/dev/null
same "$dir/single"

RANDOM=7
kill_until_done 12 400 "${train[@]}" --out "$dir/killed" --threads 2 --resume
same "$dir/killed"
echo "the same bytes after $kills kills and on 1 and 2 threads"
