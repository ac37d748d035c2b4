#!/usr/bin/env bash
# Fetches the paper's corpora from where they are published, checks that they are the ones measured, and
# unpacks the archives. A file that is there already, fetched before or placed by hand, is checked and kept.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: tools/fetch_corpora.sh [--only NAME] [--dir DIR]

  --only NAME  one of tinyshakespeare, wikitext2, warpeace, maestro, musicnet; may be repeated
               (default: all of them)
  --dir DIR    where to put them, a folder each (default: data/corpora, which git ignores)

Exit status: 0 all asked for are there and checked, 1 some are not, 2 wrong usage.
TEXT
}

fail_usage() {
  printf 'fetch_corpora: %s\n' "$1" >&2
  usage >&2
  exit 2
}

# What is being written; removed however this ends.
part=
trap 'if [ -n "$part" ]; then rm -rf "$part"; fi' EXIT
trap 'exit 130' INT TERM

root=$(cd "$(dirname "$0")/.." && pwd)
dir=$root/data/corpora
names=()
while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --only | --dir)
      if [ $# -lt 2 ] || [ -z "$2" ]; then fail_usage "$1 needs a value"; fi
      if [ "$1" = --dir ]; then dir=$2; else names+=("$2"); fi
      shift 2
      ;;
    *) fail_usage "unknown argument '$1'" ;;
  esac
done

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }

size_of() { wc -c <"$1" | tr -d ' '; }

# sum KIND FILE: SHA-256, MD5, or git's blob id (SHA-1 of "blob SIZE\0" and the content).
sum() {
  case $1 in
    sha256) if command -v sha256sum >/dev/null; then sha256sum <"$2"; else shasum -a 256 <"$2"; fi ;;
    md5) if command -v md5sum >/dev/null; then md5sum <"$2"; else md5 -q <"$2"; fi ;;
    blob) { printf 'blob %s\0' "$(size_of "$2")" && cat "$2"; } |
      if command -v sha1sum >/dev/null; then sha1sum; else shasum -a 1; fi ;;
  esac | cut -d ' ' -f 1
}

download() {
  if command -v curl >/dev/null; then
    curl --fail --location --silent --show-error --retry 2 --connect-timeout 20 \
      --speed-limit 1000 --speed-time 60 --output "$2" "$1"
  elif command -v wget >/dev/null; then
    wget --quiet --tries=3 --timeout=20 --output-document="$2" "$1"
  else
    warn "neither curl nor wget is installed"
    return 1
  fi
}

# acceptable FILE KIND HASH: whether it is the file; `atleast:BYTES:HASH` takes another revision with a
# warning as long as it has that many bytes.
acceptable() {
  local file=$1 kind=$2 hash=$3 found least
  if [ "$kind" = atleast ]; then
    least=${hash%%:*} hash=${hash#*:}
    found=$(sum sha256 "$file")
    if [ "$found" = "$hash" ]; then return 0; fi
    if [ "$(size_of "$file")" -lt "$least" ]; then
      warn "$file: must have at least $least bytes, got $(size_of "$file")"
      return 1
    fi
    warn "$file: another revision than the one measured here (SHA-256 $found); results will differ a little"
    return 0
  fi
  found=$(sum "$kind" "$file")
  if [ "$found" = "$hash" ]; then return 0; fi
  warn "$file: must have $kind $hash, got $found"
  return 1
}

# What a person needs to do it by hand.
explain() {
  local file=$1 url=$2 kind=$3 hash=$4 what
  case $kind in
    sha256) what="SHA-256 $hash" ;;
    md5) what="MD5 $hash" ;;
    blob) what="git blob id (git hash-object) $hash" ;;
    atleast) what="SHA-256 ${hash#*:} (or a later revision of at least ${hash%%:*} bytes)" ;;
  esac
  cat >&2 <<TEXT
fetch_corpora: could not get $(basename "$file")
  from      $url
  expected  $what
  put it    $file
  and run this again: it will be checked and used.
TEXT
}

# fetch FILE URL KIND HASH: FILE exists and is the right one, or an explanation and a failure.
fetch() {
  local file=$dir/$1 url=$2 kind=$3 hash=$4
  mkdir -p "$(dirname "$file")"
  if [ -e "$file" ]; then
    if acceptable "$file" "$kind" "$hash"; then
      say "$1: here"
      return 0
    fi
    explain "$file" "$url" "$kind" "$hash"
    return 1
  fi
  # Under a temporary name until it is checked, so that a broken download is never taken for the file.
  part=$file.part.$$
  say "$1: downloading $url"
  if download "$url" "$part" && acceptable "$part" "$kind" "$hash"; then
    mv "$part" "$file"
    return 0
  fi
  rm -f "$part"
  explain "$file" "$url" "$kind" "$hash"
  return 1
}

# unpack ARCHIVE FOLDER: once; into a temporary folder first, so that half an archive is never used.
unpack() {
  local archive=$dir/$1 folder=$dir/$2
  part=$folder.part.$$
  if [ -d "$folder" ]; then return 0; fi
  say "$2: unpacking $1"
  rm -rf "$part"
  mkdir -p "$part"
  case $archive in
    *.zip)
      if command -v unzip >/dev/null; then
        unzip -q "$archive" -d "$part"
      else
        python3 -m zipfile -e "$archive" "$part"
      fi ;;
    *.tar.gz) tar -xzf "$archive" -C "$part" ;;
  esac || {
    rm -rf "$part"
    warn "$archive: cannot unpack; zip files need unzip or python3"
    return 1
  }
  mv "$part" "$folder"
}

tinyshakespeare() {
  fetch tinyshakespeare/input.txt \
    https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt \
    sha256 86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed
}

# The word-level files read as bytes, not the raw variant.
wikitext2() {
  local base=https://raw.githubusercontent.com/pytorch/examples/main/word_language_model/data/wikitext-2 ok=0
  fetch wikitext2/train.txt $base/train.txt blob 2d84b35af79e411d73ea7cae83c73964c6ac83b4 || ok=1
  fetch wikitext2/valid.txt $base/valid.txt blob eec944eb2d9e46061cd34a6913528797db6842fc || ok=1
  fetch wikitext2/test.txt $base/test.txt blob 6f3fc88e4cd88456ea892971f9f12243e8428624 || ok=1
  return $ok
}

warpeace() {
  fetch warpeace/2600-0.txt https://www.gutenberg.org/files/2600/2600-0.txt \
    atleast 2000000:3bb73e3f3bdc6b5e46f8ad49f750cc84883d96701d1057e2446b1d27cf8d974c
}

maestro() {
  fetch maestro/maestro-v3.0.0-midi.zip \
    https://storage.googleapis.com/magentadata/datasets/maestro/v3.0.0/maestro-v3.0.0-midi.zip \
    sha256 70470ee253295c8d2c71e6d9d4a815189e35c89624b76d22fce5a019d5dde12c &&
    unpack maestro/maestro-v3.0.0-midi.zip maestro/midi
}

musicnet() {
  local ok=0
  fetch musicnet/musicnet_metadata.csv \
    'https://zenodo.org/records/5120004/files/musicnet_metadata.csv?download=1' \
    md5 1caef62cee9c875235e62aac368b49d8 || ok=1
  fetch musicnet/musicnet_midis.tar.gz \
    'https://zenodo.org/records/5120004/files/musicnet_midis.tar.gz?download=1' \
    md5 b5fa98a113bfc51c8a445def9f24dc7e && unpack musicnet/musicnet_midis.tar.gz musicnet/midi || ok=1
  return $ok
}

all=(tinyshakespeare wikitext2 warpeace maestro musicnet)
[ ${#names[@]} -gt 0 ] || names=("${all[@]}")
for name in "${names[@]}"; do
  [[ " ${all[*]} " == *" $name "* ]] || fail_usage "--only must be one of ${all[*]}, got '$name'"
done

missing=()
for name in "${names[@]}"; do
  "$name" || missing+=("$name")
done
if [ ${#missing[@]} -gt 0 ]; then
  printf 'fetch_corpora: not complete: %s\n' "${missing[*]}" >&2
  exit 1
fi
say "all corpora asked for are in $dir"
