#!/usr/bin/env bash
# Samples from small models of each tokenizer: what is written where, what is refused, what a signal leaves.
#
#   sample.sh PJROPE
set -uo pipefail
pjrope=$1
. "$(dirname "$0")/expect.sh"

# model NAME CORPUS: a training of a few steps
model() {
  "$pjrope" train --data "$2" --method rope_ntk_affine --train-len 32 --batch 2 --steps 5 --embed 16 --eval-lens 32 \
    --quiet --out "$dir/$1-run" >/dev/null || fail "train $1"
}
sample() {
  local name=$1
  shift
  "$pjrope" sample --checkpoint "$dir/$name-run/checkpoint.safetensors" --quiet "$@"
}

seq 4000 >"$dir/text"
"$pjrope" data pack "$dir/text-corpus" "$dir/text" >/dev/null
"$pjrope" data synth motif "$dir/motif" --bars 60 --midi >/dev/null
for tokenizer in midi-text midi-events; do
  "$pjrope" data pack --tokenizer "$tokenizer" "$dir/$tokenizer-corpus" "$dir/motif" >/dev/null
  model "$tokenizer" "$dir/$tokenizer-corpus"
done
model text "$dir/text-corpus"
piece=$dir/motif/motif_rich/motif_rich.mid

# Text: the prompt and so many bytes, the same for a seed, with the cache as without, beyond the train length.
sample text --prompt 12 --tokens 100 --seed 3 >"$dir/a" || fail "sample of text"
[ "$(wc -c <"$dir/a")" -eq 102 ] && [ "$(head -c 2 "$dir/a")" = 12 ] || fail "prompt and 100 bytes"
sample text --prompt 12 --tokens 100 --seed 3 --threads 1 --out "$dir/b" >/dev/null
cmp "$dir/a" "$dir/b" || fail "a file holds what a pipe gets"
sample text --prompt 12 --tokens 100 --seed 4 | cmp -s - "$dir/a" && fail "seeds differ"
for length in plan so-far; do
  sample text --prompt 12 --tokens 100 --greedy --scaling-len $length >"$dir/c"
  sample text --prompt 12 --tokens 100 --greedy --scaling-len $length --no-cache | cmp - "$dir/c" ||
    fail "cached is uncached, $length"
done
sample text --tokens 50 >"$dir/d"
[ "$(wc -c <"$dir/d")" -eq 50 ] || fail "an empty prompt is not shown"
sample text --prompt "" --tokens 50 | cmp - "$dir/d" || fail "an empty prompt is none"
sample text --prompt-file "$dir/text" --prompt-tokens 9 --tokens 5 >"$dir/e"
[ "$(head -c 9 "$dir/e")" = "$(head -c 9 "$dir/text")" ] || fail "the beginning of a file"
sample text --prompt 1 --tokens 9 --count 3 --out "$dir/many.txt" >/dev/null
sample text --prompt 1 --tokens 9 --out "$dir/first.txt" >/dev/null
cmp "$dir/many-1.txt" "$dir/first.txt" || fail "the first of many is the one"
cmp -s "$dir/many-1.txt" "$dir/many-2.txt" && fail "samples differ"
expect 0 "tokens/s" "$pjrope" sample --checkpoint "$dir/text-run/checkpoint.safetensors" --tokens 3

# Music: a file that a strict reader takes, from either tokenizer, without a flag.
for tokenizer in midi-text midi-events; do
  sample "$tokenizer" --prompt-midi "$piece" --prompt-tokens 400 --tokens 300 --out "$dir/$tokenizer.mid" \
    >/dev/null 2>&1 || fail "sample of $tokenizer"
  "$pjrope" data pack --strict --tokenizer midi-events "$dir/$tokenizer-again" "$dir/$tokenizer.mid" >/dev/null ||
    fail "a strict reader takes $tokenizer.mid"
done
sample midi-events --tokens 20 --count 2 --out "$dir/two.mid" >/dev/null
[ -e "$dir/two-1.mid" ] && [ -e "$dir/two-2.mid" ] || fail "two files"
sample midi-events --tokens 20 --out "$dir/raw" >/dev/null
[ "$(wc -c <"$dir/raw")" -eq 40 ] || fail "raw tokens of two bytes"
sample midi-events --prompt-file "$dir/raw" --tokens 1 | grep -qE '^([0-9]+ ){20}[0-9]+$' || fail "raw tokens as a prompt"

# What is refused.
expect 2 "--checkpoint" "$pjrope" sample
expect 2 "--greedy must stand alone, got it beside --temperature, --top-p" \
  sample text --greedy --temperature 0.5 --top-p 0.9
sample text --greedy --temperature 1 --tokens 2 >/dev/null || fail "greedy beside a default"
expect 2 "--temperature must be at least 0, got -1" sample text --temperature=-1
expect 2 "--top-p must be between" sample text --top-p 1.5
expect 2 "--top-p must be between" sample text --top-p 0
expect 2 "--top-k must be at least 0" sample text --top-k=-1
expect 2 "--tokens must be at least 1" sample text --tokens 0
expect 2 "--count must be at least 1" sample text --count 0
expect 2 "got --prompt and --prompt-midi" sample text --prompt a --prompt-midi "$piece"
expect 2 "--prompt needs a model of bytes" sample midi-events --prompt hello
expect 2 "--prompt-midi needs a model of MIDI tokens" sample text --prompt-midi "$piece"
expect 2 "--out names a MIDI file" sample text --out "$dir/new.mid"
expect 1 "a model of midi-events must have 388 tokens, got 256" sample text --tokenizer midi-events
expect 1 "$dir/missing" sample text --prompt-file "$dir/missing"
expect 1 "$dir/missing.mid" sample midi-text --prompt-midi "$dir/missing.mid"
expect 1 "$dir/text" "$pjrope" sample --checkpoint "$dir/text"
expect 1 "$dir/b: a file for samples must be new" sample text --out "$dir/b"
expect 1 "two-1.mid: a file for samples must be new" sample midi-events --count 5 --out "$dir/two.mid"
[ ! -e "$dir/new.mid" ] && [ ! -e "$dir/two-3.mid" ] || fail "a refused sample left a file"

# A signal: what there is is written.
"$pjrope" sample --checkpoint "$dir/text-run/checkpoint.safetensors" --tokens 100000000 --out "$dir/cut" \
  >/dev/null 2>"$dir/err" &
run=$!
until grep -q "sample: " "$dir/err" || ! kill -0 "$run" 2>/dev/null; do sleep 0.05; done
kill -TERM "$run"
wait "$run"
status=$?
[ "$status" -eq 130 ] || fail "wanted exit status 130, got $status: $(cat "$dir/err")"
grep -q "sample: stopped after [0-9]* of 100000000 tokens" "$dir/err" || fail "the message of a stop"
[ -s "$dir/cut" ] || fail "a stop writes what there is"

[ "$failed" -eq 0 ] && echo "samples are written where they should be, and nowhere else"
exit "$failed"
