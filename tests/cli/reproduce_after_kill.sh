#!/usr/bin/env bash
# A sweep killed with SIGKILL ten times at random moments and started again must end in the results of one that
# was never stopped, byte for byte; so must one divided among three processes and merged.
#
#   reproduce_after_kill.sh PJROPE
set -euo pipefail
pjrope=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

tables=(fixed-kernel adaptive grape closure stability retrieval cache resolution query-support)
# Figures are the same whenever they are drawn, and drawing takes longer than measuring: no gnuplot to be found.
sweep() { exec env PATH=/nowhere "$pjrope" reproduce "${tables[@]}" --profile smoke --quiet --threads 2 "$@" >/dev/null; }
same() {
  for table in "${tables[@]}"; do cmp "$dir/straight/$table/results.csv" "$1/$table/results.csv"; done
}

begun=$(date +%s%N)
(sweep --out "$dir/straight")
took=$(($(date +%s%N) - begun))

kills=0
RANDOM=11
for attempt in $(seq 40); do
  sweep --out "$dir/killed" 2>/dev/null &
  run=$!
  # Between nothing at all and a third of the whole; where a moment falls does not change the outcome.
  sleep "$(printf '%d.%09d' 0 $((took / 3 * (RANDOM % 100) / 100 % 1000000000)))"
  if [ "$kills" -lt 10 ] && kill -KILL "$run" 2>/dev/null; then kills=$((kills + 1)); fi
  if wait "$run" 2>/dev/null; then break; fi
done
same "$dir/killed"

for k in 1 2 3; do (sweep --out "$dir/share$k" --jobs "$k/3") & done
wait
(sweep --out "$dir/merged" --merge "$dir/share1,$dir/share2,$dir/share3")
same "$dir/merged"
echo "the same bytes after $kills kills, and from three shares"
