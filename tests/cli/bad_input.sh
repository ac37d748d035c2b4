#!/usr/bin/env bash
# What a user may get wrong gives one clear line, the right exit status, and leaves nothing behind.
#
#   bad_input.sh PJROPE
set -uo pipefail
pjrope=$1
. "$(dirname "$0")/expect.sh"

seq 4000 >"$dir/text"
"$pjrope" data pack "$dir/corpus" "$dir/text" >/dev/null
train=("$pjrope" train --data "$dir/corpus" --train-len 32 --batch 2 --steps 3 --embed 16 --eval-lens 32 --quiet)

expect 2 "did you mean" "$pjrope" trian
expect 2 "--stepz; did you mean 'steps'" "${train[@]}" --out "$dir/r" --stepz 3
expect 2 "--lr must be a number, got 'nan'" "${train[@]}" --out "$dir/r" --lr nan
expect 2 "--batch must" "${train[@]}" --out "$dir/r" --batch 10abc
expect 2 "--clip must" "${train[@]}" --out "$dir/r" --clip 1e
expect 2 "--eval-windows must be at least 1, got 0" "${train[@]}" --out "$dir/r" --eval-windows 0
expect 2 "--eval-lens" "$pjrope" train --data "$dir/corpus" --out "$dir/r" --eval-lens 32,,64
expect 2 "--out" "${train[@]}"
expect 2 "rope_ntk" "${train[@]}" --out "$dir/r" --method rope_nkt
expect 2 "--method must stand alone" "${train[@]}" --out "$dir/r" --method rope --sectors lc
expect 1 "$dir/none" "$pjrope" train --data "$dir/none" --out "$dir/r"
expect 1 "$dir/text" "$pjrope" train --data "$dir/text" --out "$dir/r"
expect 1 "tokens" "$pjrope" train --data "$dir/corpus" --out "$dir/r" --train-len 100000
expect 1 "model" "${train[@]}" --out "$dir/r" --heads 5
expect 1 "$dir/missing: an input must be a file or a folder" "$pjrope" data pack "$dir/new" "$dir/missing"
expect 1 "$dir/text" "$pjrope" inspect "$dir/text"
[ ! -e "$dir/r" ] || { echo "FAILED: a refused run left a folder"; failed=1; }
[ ! -e "$dir/new" ] || { echo "FAILED: a refused pack left a folder"; failed=1; }

"${train[@]}" --out "$dir/run" >/dev/null || failed=1
expect 1 "add --resume" "${train[@]}" --out "$dir/run"
expect 1 "train.lr: checkpoint has 0.003, asked for 1" "${train[@]}" --out "$dir/run" --resume --lr 1
shard=$dir/corpus/tokens-00000.tok.zst
size=$(stat -c %s "$shard")
printf '\377' | dd of="$shard" bs=1 seek=$((size / 2)) conv=notrunc status=none
expect 1 "damaged" "$pjrope" data verify "$dir/corpus"
grep -qE "frame [0-9]+, byte [0-9]+: " "$dir/out" || { echo "FAILED: data verify names the frame"; failed=1; }
truncate -s $((size / 2)) "$shard"
expect 1 "$shard" "$pjrope" data info "$dir/corpus"
truncate -s 100 "$dir/run/checkpoint.safetensors"
expect 1 "checkpoint.safetensors" "$pjrope" inspect "$dir/run/checkpoint.safetensors"

[ "$failed" -eq 0 ] && echo "every mistake was told in one line"
exit "$failed"
