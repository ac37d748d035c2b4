# Sourced by scripts that call the program wrongly: a folder that is removed at the end, and a check of one command.
# shellcheck shell=bash
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

# fail TEXT: tells it and goes on; the script ends by `exit "$failed"`
fail() {
  printf 'FAILED: %s\n' "$*"
  failed=1
}

# expect STATUS TEXT COMMAND...: the status, and standard error holding the text
expect() {
  local status=$1 text=$2 got
  shift 2
  "$@" >"$dir/out" 2>"$dir/err" </dev/null
  got=$?
  if [ "$got" -ne "$status" ] || ! grep -qF -- "$text" "$dir/err"; then
    fail "$*: wanted $status and '$text', got $got and: $(cat "$dir/err")"
  fi
}
