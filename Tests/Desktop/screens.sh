# Panels with a window: what they show is read from pictures of the screen.

readonly width=1100 height=130

start_screen() {
  local number=$work/display
  rm -f "$number"
  Xvfb -displayfd 3 -screen 0 "${width}x${height}x24" -nolisten tcp -noreset 3>"$number" >/dev/null 2>&1 &
  processes+=($!)
  wait_until [ -s "$number" ] || fail "Xvfb does not start"
  DISPLAY=:$(cat "$number")
  export DISPLAY
}

end_screen() {
  end_processes
  unset DISPLAY
}

# Whether all of these words can be read on the screen, of which a picture is left.
screen_reads() {
  local word
  import -window root "$work/screen.png"
  convert "$work/screen.png" -colorspace Gray -resize 300% "$work/large.png"
  tesseract "$work/large.png" "$work/read" --psm 11 >/dev/null 2>&1
  for word in "$@"; do grep -qF -- "$word" "$work/read.txt" || return 1; done
}

require_words() {
  local panel=$1
  shift
  wait_until screen_reads "$@" && return
  cp "$work/screen.png" "$pictures/$panel-failed.png"
  fail "$panel does not show $*: $(tr -s '\n' ' ' <"$work/read.txt") $(tail -n 5 "$work/log")"
}

# keep NAME ROWS: the upper rows of the last picture, small enough for a document.
keep() {
  convert "$work/screen.png" -crop "${width}x$2+0+0" +repage -strip +dither -colors 48 \
    -define png:compression-level=9 "PNG8:$pictures/$1.png"
}

click_everywhere() {
  local x
  for ((x = 10; x < width; x += 30)); do xdotool mousemove "$x" 14 click 1; done
}

point_at() {
  xdotool mousemove "$1" $((height - 10))
  xdotool mousemove "$1" 14
  xdotool mousemove_relative 4 1
}

# --- Waybar, in a sway that is a window of the screen: only there it has a pointer.

start_waybar() {
  local folder=$work/waybar
  mkdir -p "$folder"
  printf '{ "layer": "top", "height": 30, "modules-center": ["custom/zitare"],\n%s }\n' \
    "$(setup_lines "$1" waybar)" >"$folder/config"
  cat >"$folder/style.css" <<'C'
* { font-family: "Noto Sans"; font-size: 14px; border-radius: 0; }
window#waybar { background: #f6f1e3; color: #2b2620; }
tooltip { background: #23201a; }
tooltip label { color: #ece5d3; }
C
  cat >"$folder/sway" <<S
output X11-1 resolution ${width}x$height position 0 0
output * bg #d8cfb8 solid_color
exec waybar -c $folder/config -s $folder/style.css >$folder/log 2>&1
S
  start_screen
  start_in_home "$1" "$work/log" env WLR_BACKENDS=x11 WLR_RENDERER=pixman sway -c "$folder/sway"
}

check_waybar() {
  start_waybar plain
  require_words waybar 'Wer' '& sp' 'Beispiel'
  point_at $((width / 2))
  # Source and year are in the tooltip alone.
  require_words waybar 'Beispiel' '1908'
  keep waybar 105
  end_screen
  start_waybar hostile
  require_words waybar 'Gefahr <b>lauert</b>'
  point_at $((width / 2))
  # The tooltip, which has all of the text.
  require_words waybar 'hier'
  click_everywhere
  end_screen
  refuse_obedience waybar
  ! grep -q 'Gtk-WARNING.*markup' "$work/waybar/log" || fail "waybar cannot read our markup"
}

# --- Polybar

# $1: user, $2: the module
start_polybar() {
  cat >"$work/polybar.ini" <<I
[bar/top]
width = 100%
height = 28
background = #f6f1e3
foreground = #2b2620
font-0 = "Noto Sans:size=10;2"
modules-center = zitare
$2
I
  start_screen
  start_in_home "$1" "$work/log" polybar -c "$work/polybar.ini" top
}

check_polybar() {
  start_polybar plain "$(setup_lines plain polybar)"
  require_words polybar 'Wer' '& sp' 'Beispiel'
  keep polybar 28
  end_screen
  start_polybar hostile "$(setup_lines hostile polybar)"
  require_words polybar 'Gefahr <b>lauert</b>'
  click_everywhere
  end_screen
  refuse_obedience polybar
  echo "Gefahr %{A1:touch $mark:}Gefahr Gefahr Gefahr Gefahr%{A} Gefahr" >"$work/raw"
  start_polybar hostile "[module/zitare]
type = custom/script
exec = cat $work/raw"
  require_words polybar 'Gefahr'
  click_everywhere
  require_obedience polybar
  end_screen
}

# --- The generic monitor of Xfce's panel, on a session bus of its own

# $1: user, $2: the command
start_genmon() {
  local configuration=$work/$1/.config/xfce4
  mkdir -p "$configuration/panel" "$configuration/xfconf/xfce-perchannel-xml"
  cat >"$configuration/xfconf/xfce-perchannel-xml/xfce4-panel.xml" <<'X'
<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="28"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="genmon"/>
  </property>
</channel>
X
  printf 'Command=%s\nUseLabel=0\nUpdatePeriod=600000\nFont=Noto Sans 10\n' "$2" \
    >"$configuration/panel/genmon-1.rc"
  start_screen
  start_in_home "$1" "$work/log" dbus-run-session -- \
    sh -c "echo \$\$ >'$session'; exec xfce4-panel --disable-wm-check"
}

check_genmon() {
  start_genmon plain "$(setup_lines plain xfce4-genmon)"
  require_words genmon 'Wer' '& sp' 'Beispiel'
  point_at 60
  require_words genmon '1908'
  keep genmon 100
  end_screen
  start_genmon hostile "$(setup_lines hostile xfce4-genmon)"
  require_words genmon 'Gefahr <b>lauert</b>'
  click_everywhere
  end_screen
  refuse_obedience genmon
  printf '<txt>Gefahr Gefahr </txt><txtclick>touch %s</txtclick>\n' "$mark" >"$work/raw"
  start_genmon hostile "cat $work/raw"
  require_words genmon 'Gefahr'
  click_everywhere
  require_obedience genmon
  end_screen
}
