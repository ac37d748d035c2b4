# Sourced by the scripts that kill a program at random moments.

# kill_until_done KILLS MILLISECONDS COMMAND...: starts the command again and again until it ends by itself, and kills
# it with SIGKILL before that, KILLS times at most, each after less than so many milliseconds. Sets `kills`. Where a
# moment falls does not change the outcome. The command is a program, not a function, so that the kill meets it.
kill_until_done() {
  local most=$1 longest=$2 moment run
  shift 2
  kills=0
  for _ in $(seq 40); do
    "$@" >/dev/null 2>&1 &
    run=$!
    moment=$((RANDOM % longest))
    sleep "$((moment / 1000)).$(printf '%03d' $((moment % 1000)))"
    if [ "$kills" -lt "$most" ] && kill -KILL "$run" 2>/dev/null; then kills=$((kills + 1)); fi
    if wait "$run" 2>/dev/null; then return; fi
  done
}
