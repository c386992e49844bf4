# What the checks of all panels share.

work=$(mktemp -d)
# What a quotation that is obeyed would make.
mark=$work/obeyed
processes=()
# The process whose end ends a session bus; dbus-run-session, when told to end, would leave the bus.
session=$work/session
end_processes() {
  local process
  if [ -s "$session" ]; then
    kill "$(cat "$session")" 2>/dev/null || true
    rm "$session"
    has_ended "${processes[-1]}" || true
  fi
  for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
  for process in "${processes[@]}"; do
    # i3blocks waits for its blocks when it is told to end, and they wait for it.
    has_ended "$process" || kill -KILL "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  processes=()
}

# Waits for the end of a process, for 2 s.
has_ended() {
  local look
  for look in $(seq 20); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}
trap 'end_processes; rm -rf "$work"' EXIT
trap 'exit 143' INT TERM

fail() {
  echo "desktop-check: $*" >&2
  exit 1
}

# Runs a command again and again until it succeeds, for 20 s.
wait_until() {
  local end=$((SECONDS + 20))
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}

# start_in_home NAME OUTPUT COMMAND…: starts a program as that user, which end_processes will end.
start_in_home() {
  local output=$2
  set_environment "$1"
  shift 2
  "${environment[@]}" "$@" >"$output" 2>&1 &
  processes+=($!)
}

# make_home NAME TEXT AUTHOR, both as JSON: a user whose only quotation this is.
make_home() {
  local folder=$work/$1
  mkdir -p -m 700 "$folder" "$folder/runtime"
  printf '{"quotes":[{"slug":"spruch","text":%s,"language":"de","authorName":%s,"authorSlug":"beispiel",
    "sourceTitle":"Das Buch der Ränder","year":1908,"url":"https://zitare.com/zitate/spruch"}]}' "$2" "$3" \
    >"$folder/index-full.json"
  in_home "$1" "$program" --origin "file:$folder/index-full.json" setup --no-timer --quiet >/dev/null
  in_home "$1" "$program" run --quiet >/dev/null
}

# in_home NAME COMMAND…: runs a command as that user.
in_home() {
  set_environment "$1"
  shift
  "${environment[@]}" "$@"
}

# No function stands between a shell and the program, so that its process id is the program's.
set_environment() {
  environment=(env -i PATH="$PATH" HOME="$work/$1" XDG_RUNTIME_DIR="$work/$1/runtime" LANG=C.UTF-8
    SHELL=/bin/sh NO_AT_BRIDGE=1 ${DISPLAY:+DISPLAY="$DISPLAY"})
}

# What `zitare setup` tells that user to put into a panel.
setup_lines() {
  in_home "$1" "$program" setup --dry-run --no-timer --json |
    jq -er --arg name "$2" '.panels[] | select(.name == $name) | .lines'
}

refuse_obedience() { [ ! -e "$mark" ] || fail "$1 obeyed the text of a quotation"; }

# The proof that obedience would have been seen.
require_obedience() {
  wait_until [ -e "$mark" ] || fail "$1 does not obey even what it should: this check is blind"
  rm "$mark"
}

# Whether a file holds all of these texts.
holds() {
  local file=$1 text
  shift
  for text in "$@"; do grep -qF -- "$text" "$file" || return 1; done
}
