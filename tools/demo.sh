#!/usr/bin/env bash
# Trains three positions on real English and real music and shows what the position space chose on each.
# Uses what the distribution ships (bible-kjv, openttd-openmsx); without them a text file named by TEXT
# and generated music. Everything is kept in demo/ (or DEMO_DIR); a second call goes on where one stopped.
set -euo pipefail
cd "$(dirname "$0")/.."

pjrope=build/pjrope
dir=${DEMO_DIR:-demo}
openmsx=/usr/share/games/openttd/baseset/openmsx
methods=(rope_ntk_affine lc_affine full)

# Each part is made under another name and renamed, so that a stop never leaves half a corpus.
pack() {
  local out=$1
  shift
  [ -d "$out" ] && return
  rm -rf "$out.part"
  "$pjrope" data "$@" | sed 's/^/  /'
  mv "$out.part" "$out"
}

make_text() {
  if [ -n "${TEXT:-}" ]; then
    pack "$dir/text" pack "$dir/text.part" "$TEXT"
  elif command -v bible >/dev/null 2>&1; then
    [ -s "$dir/kjv.txt" ] || { bible -f gen1:1-rev22:21 >"$dir/kjv.txt.part" && mv "$dir/kjv.txt.part" "$dir/kjv.txt"; }
    pack "$dir/text" pack "$dir/text.part" "$dir/kjv.txt"
  else
    echo "demo: no English text: install bible-kjv, or name a text of a megabyte or more: TEXT=book.txt make demo" >&2
    exit 1
  fi
}

make_music() {
  if [ -d "$openmsx" ]; then
    pack "$dir/music" pack "$dir/music.part" "$openmsx" --tokenizer midi-text --programs
  else
    echo "demo: openttd-openmsx is not installed, so the music is generated" >&2
    pack "$dir/generated" synth motif "$dir/generated.part"
    [ -d "$dir/music" ] || cp -r "$dir/generated/motif_variation" "$dir/music"
  fi
}

mass_of_full() { awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "high_order_mass") at = i } END { print $at }' "$dir/runs/$1/full/eval.csv"; }

mkdir -p "$dir"
echo "demo: corpora"
make_text
make_music

runs=()
for corpus in text music; do
  for method in "${methods[@]}"; do
    run=$dir/runs/$corpus/$method
    runs+=("$run")
    echo "demo: $method on $corpus" >&2
    "$pjrope" train --data "$dir/$corpus" --method "$method" --train-len 512 --batch 8 --steps 300 \
      --eval-lens 512,2048,8192 --eval-windows 4 --out "$run" --resume >/dev/null
  done
done

printf '\n'
"$pjrope" compare "${runs[@]}"
printf '\nHow to read it: trained on 512 tokens, a method that holds has about the same loss at 8192; and the
high-order mass (Fourier-jet and light-cone orders 2 and up) that "full" keeps on music is'
awk -v text="$(mass_of_full text)" -v music="$(mass_of_full music)" \
  'BEGIN { printf " %.1f times that on text.\n", music / text }'
