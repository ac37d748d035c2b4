#!/usr/bin/env bash
# A sweep killed with SIGKILL ten times at random moments and started again must end in the results of one that
# was never stopped, byte for byte; so must one divided among three processes and merged.
#
#   reproduce_after_kill.sh PJROPE
set -euo pipefail
pjrope=$1
. "$(dirname "$0")/kill_until_done.sh"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

tables=(fixed-kernel adaptive grape closure stability retrieval cache resolution query-support)
# Figures are the same whenever they are drawn, and drawing takes longer than measuring: no gnuplot to be found.
sweep=(env PATH=/nowhere "$pjrope" reproduce "${tables[@]}" --profile smoke --quiet --threads 2)
same() {
  for table in "${tables[@]}"; do cmp "$dir/straight/$table/results.csv" "$1/$table/results.csv"; done
}

begun=$(date +%s%3N)
"${sweep[@]}" --out "$dir/straight" >/dev/null
took=$(($(date +%s%3N) - begun))

RANDOM=11
kill_until_done 10 $((took / 3 + 1)) "${sweep[@]}" --out "$dir/killed"
same "$dir/killed"

for k in 1 2 3; do "${sweep[@]}" --out "$dir/share$k" --jobs "$k/3" >/dev/null & done
wait
"${sweep[@]}" --out "$dir/merged" --merge "$dir/share1,$dir/share2,$dir/share3" >/dev/null
same "$dir/merged"
echo "the same bytes after $kills kills, and from three shares"
