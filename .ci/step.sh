# Runs a command, and says how long it took.
step() {
  local started=$SECONDS
  "$@"
  printf '%s: %d s\n' "$*" $((SECONDS - started))
}
