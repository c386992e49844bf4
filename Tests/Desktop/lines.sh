# Panels and programs that show text, and whose output can be read.

readonly shown='kennt beide Dämmerungen' dangerous='Gefahr <b>lauert</b> &amp; </txt><txtclick>'

check_i3blocks() {
  local user text
  for user in plain hostile; do
    text=$shown
    # i3bar reads Pango markup.
    [ "$user" = plain ] || text='Gefahr &lt;b&gt;lauert&lt;/b&gt; &amp;amp; &lt;/txt&gt;'
    setup_lines "$user" i3blocks >"$work/i3blocks.conf"
    start_in_home "$user" "$work/i3blocks.out" i3blocks -c "$work/i3blocks.conf"
    wait_until holds "$work/i3blocks.out" "$text" '"markup":"pango"' ||
      fail "i3blocks does not show $user: $(cat "$work/i3blocks.out")"
    end_processes
    tail -n 1 "$work/i3blocks.out" | sed 's/^,//' | jq -e '.[0].full_text' >/dev/null ||
      fail "i3blocks prints what is no JSON"
    refuse_obedience i3blocks
  done
}

check_i3status() {
  local user text
  for user in plain hostile; do
    text=$shown
    [ "$user" = plain ] || text=$dangerous
    { printf 'general {\n output_format = "none"\n interval = 1\n}\n'; setup_lines "$user" i3status; } \
      >"$work/i3status.conf"
    start_in_home "$user" "$work/i3status.out" i3status -c "$work/i3status.conf"
    wait_until holds "$work/i3status.out" "$text" ||
      fail "i3status does not show $user: $(cat "$work/i3status.out")"
    end_processes
    refuse_obedience i3status
  done
}

check_tmux() {
  local user text
  for user in plain hostile; do
    text=$shown
    [ "$user" = plain ] || text=$dangerous
    setup_lines "$user" tmux >"$work/tmux.conf"
    # One in the other, since only what is within a window can be read.
    in_home "$user" tmux -S "$work/tmux.outer" -f /dev/null new-session -d -x 300 -y 8 \
      "env -u TMUX tmux -S '$work/tmux.inner' -f '$work/tmux.conf' new-session cat"
    wait_until tmux_shows "$text" || fail "tmux does not show $user: $(cat "$work/tmux.out")"
    tmux -S "$work/tmux.inner" kill-server
    tmux -S "$work/tmux.outer" kill-server 2>/dev/null || true
    refuse_obedience tmux
  done
}

tmux_shows() {
  tmux -S "$work/tmux.outer" capture-pane -p >"$work/tmux.out" 2>&1 && holds "$work/tmux.out" "$1"
}

check_conky() {
  run_conky plain "$(setup_lines plain conky)"
  holds "$work/conky.out" 'geht, kennt beide' || fail "conky does not show it: $(cat "$work/conky.out")"
  run_conky hostile "$(setup_lines hostile conky)"
  holds "$work/conky.out" 'Gefahr <b>lauert</b>' || fail "conky changes the text"
  refuse_obedience conky
  run_conky hostile "\${execpi 600 $program today --escape conky}"
  holds "$work/conky.out" "$dangerous" "\${exec touch $mark}" ||
    fail "conky changes the text for execpi: $(cat "$work/conky.out")"
  refuse_obedience conky
  run_conky hostile "\${execpi 600 $program today}"
  require_obedience conky
}

run_conky() {
  printf 'conky.config = { out_to_console = true, out_to_x = false, update_interval = 1 }
conky.text = [[\n%s\n]]\n' "$2" >"$work/conky.conf"
  in_home "$1" conky -c "$work/conky.conf" -i 2 >"$work/conky.out" 2>&1
}

check_fortune() {
  local user text
  for user in plain hostile; do
    text=$shown
    [ "$user" = plain ] || text=$dangerous
    in_home "$user" "$program" --set daily.formats=payload --set daily.formats=text \
      --set daily.formats=fortune render --quiet >/dev/null
    in_home "$user" /usr/games/fortune "$work/$user/.local/state/zitare/fortune" >"$work/fortune.out"
    holds "$work/fortune.out" "$text" || fail "fortune does not show $user: $(cat "$work/fortune.out")"
  done
}
