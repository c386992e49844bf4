import ZitareBase

/// A panel that can show the quotation of the day.
enum Panel: String, CaseIterable, Sendable, Encodable {
  case waybar, polybar, i3blocks, i3status
  case i3statusRust = "i3status-rust"
  case genmon = "xfce4-genmon"
  case argos, plasma, tmux, conky, eww

  /// What a panel leaves behind where it is used; paths are below the folder of configurations, or
  /// the home folder where they begin with `~/`.
  struct Traces {
    /// Files and folders of which one is enough.
    let paths: [String]
    /// The program it is started by.
    let program: String
    /// What the lines go into, the likeliest first; none where a window takes them.
    var files: [String] = []
  }

  var traces: Traces {
    switch self {
    case .waybar:
      Traces(
        paths: ["waybar"], program: "waybar", files: ["waybar/config", "waybar/config.jsonc"])
    case .polybar:
      Traces(
        paths: ["polybar"], program: "polybar", files: ["polybar/config.ini", "polybar/config"])
    case .i3blocks:
      Traces(
        paths: ["i3blocks", "~/.i3blocks.conf"], program: "i3blocks",
        files: ["i3blocks/config", "~/.i3blocks.conf"])
    case .i3status:
      Traces(
        paths: ["i3status", "~/.i3status.conf"], program: "i3status",
        files: ["i3status/config", "~/.i3status.conf"])
    case .i3statusRust:
      Traces(
        paths: ["i3status-rust"], program: "i3status-rs", files: ["i3status-rust/config.toml"])
    case .genmon: Traces(paths: ["xfce4/panel"], program: "xfce4-panel")
    case .argos:
      Traces(paths: ["argos"], program: "gnome-shell", files: ["argos/zitare.1h.sh"])
    case .plasma:
      Traces(paths: ["plasma-org.kde.plasma.desktop-appletsrc"], program: "plasmashell")
    case .tmux:
      Traces(
        paths: ["~/.tmux.conf", "tmux"], program: "tmux",
        files: ["~/.tmux.conf", "tmux/tmux.conf"])
    case .conky:
      Traces(
        paths: ["conky", "~/.conkyrc"], program: "conky",
        files: ["conky/conky.conf", "~/.conkyrc"])
    case .eww: Traces(paths: ["eww"], program: "eww", files: ["eww/eww.yuck"])
    }
  }

  /// What makes the panel show the quotation.
  ///
  /// - Parameters:
  ///   - program: how a shell calls `zitare`.
  ///   - state: the folder of the files that `render` keeps.
  func lines(program: String, state: FilePath) -> String {
    switch self {
    case .waybar:
      """
      "custom/zitare": {
        "exec": "\(program) watch --format waybar",
        "return-type": "json",
        "restart-interval": 60
      }
      """
    case .polybar:
      """
      [module/zitare]
      type = custom/script
      exec = \(program) watch --escape polybar --length short
      tail = true
      """
    case .i3blocks:
      """
      [zitare]
      command=\(program) watch --format i3bar
      interval=persist
      format=json
      """
    case .i3status:
      """
      order += "read_file zitare"
      read_file zitare {
        path = "\(state.appending("today.txt"))"
        format = "%content"
        Max_characters = 4095
      }
      """
    case .i3statusRust:
      """
      [[block]]
      block = "custom"
      command = "\(program) watch --format i3bar"
      persistent = true
      json = true
      """
    case .genmon: "\(program) today --format genmon"
    case .argos:
      """
      #!/bin/sh
      exec \(program) today --format argos
      """
    // The widget takes what looks like HTML for HTML, so that it has to be all of it.
    case .plasma: "printf '<p>%s</p>' \"$(\(program) today --escape html --length short)\""
    case .tmux:
      """
      set -g status-right-length 140
      set -g status-right '#(\(program) today --escape tmux --length short)'
      set -g status-interval 600
      """
    case .conky: "${execi 600 \(program) today --wrap 60}"
    case .eww: "(deflisten zitare \"\(program) watch\")"
    }
  }
}
