import ZitareService

/// The texts of `setup` that people read.
enum SetupText: MessageTable {
  case summary, dryRun, noTimer, fileHead, fileWritten, fileWouldBe, fileStays
  case timerEnabled, timerReady, timerNoManager, timerNotInstalled, timerFailed
  case stepFile, stepModules, stepConky, stepGenmon, stepArgos, stepPlasma, stepEww
  case noPanel, next

  var message: Message {
    switch self {
    case .summary:
      Message(
        english: "Writes a first configuration, enables the timer and shows what panels need.",
        german: "Schreibt eine erste Konfiguration, schaltet den Timer ein und zeigt, was Leisten "
          + "brauchen.")
    case .dryRun:
      Message(
        english: "Shows what it would write and enable, and does nothing.",
        german: "Zeigt, was es schreiben und einschalten würde, und tut nichts.")
    case .noTimer:
      Message(
        english: "Leaves the timer as it is, for who runs the worker.",
        german: "Lässt den Timer, wie er ist, für den, der den Arbeiter laufen lässt.")
    case .fileHead:
      Message(
        english: "What differs from the defaults; zitare config --example shows every key.\n"
          + "The languages are those of the session: a timer may not know them.",
        german: "Was von den Vorgaben abweicht; zitare config --example zeigt alle Schlüssel.\n"
          + "Die Sprachen sind die der Sitzung: Ein Timer kennt sie vielleicht nicht.")
    case .fileWritten:
      Message(
        english: "Configuration: {path} is written.",
        german: "Konfiguration: {path} ist geschrieben.")
    case .fileWouldBe:
      Message(
        english: "Configuration: {path} would be written:",
        german: "Konfiguration: {path} würde geschrieben:")
    case .fileStays:
      Message(
        english: "Configuration: {path} is there and stays as it is.",
        german: "Konfiguration: {path} ist da und bleibt, wie sie ist.")
    case .timerEnabled:
      Message(
        english: "Timer: from now on systemd runs zitare every hour, and at midnight.",
        german: "Timer: Von jetzt an startet systemd zitare jede Stunde, auch um Mitternacht.")
    case .timerReady:
      Message(english: "Timer: this would be run:", german: "Timer: Ausgeführt würde:")
    case .timerNoManager:
      Message(
        english: "Timer: systemd does not look after this session; this line in crontab -e does:",
        german: "Timer: systemd betreut diese Sitzung nicht; diese Zeile in crontab -e tut es:")
    case .timerNotInstalled:
      Message(
        english: "Timer: zitare.timer is not installed (make install does it); until then this "
          + "line in crontab -e does its work:",
        german: "Timer: zitare.timer ist nicht installiert (make install tut es); bis dahin "
          + "genügt diese Zeile in crontab -e:")
    case .timerFailed:
      Message(
        english: "Timer: this failed; run it by hand to see why:",
        german: "Timer: Das ist gescheitert; von Hand ausgeführt zeigt es, warum:")
    case .stepFile: Message(english: "into {file}", german: "in {file}")
    case .stepModules:
      Message(
        english: "into {file}, and its name into modules-left, modules-center or modules-right",
        german: "in {file}, und der Name in modules-left, modules-center oder modules-right")
    case .stepConky:
      Message(english: "into conky.text in {file}", german: "in conky.text in {file}")
    case .stepGenmon:
      Message(
        english: "the command of a generic monitor (xfce4-genmon-plugin), every 600 s",
        german: "der Befehl eines allgemeinen Monitors (xfce4-genmon-plugin), alle 600 s")
    case .stepArgos:
      Message(
        english: "the executable file {file}, with the extension Argos",
        german: "die ausführbare Datei {file}, mit der Erweiterung Argos")
    case .stepPlasma:
      Message(
        english: "the command of the widget Command Output, every 600 s",
        german: "der Befehl des Miniprogramms Command Output, alle 600 s")
    case .stepEww:
      Message(
        english: "into {file}, and (label :text zitare) where it is to be seen",
        german: "in {file}, und (label :text zitare), wo es zu sehen sein soll")
    case .noPanel:
      Message(
        english: "No panel was found; zitare today prints the quotation for whatever asks.",
        german: "Keine Leiste gefunden; zitare today gibt das Zitat aus, wer immer fragt.")
    case .next:
      Message(
        english: "zitare run fetches the quotations now.",
        german: "zitare run holt die Zitate jetzt.")
    }
  }
}

extension Panel {
  /// Where its lines go, to follow its name.
  var step: SetupText {
    switch self {
    case .waybar, .polybar: .stepModules
    case .i3blocks, .i3status, .i3statusRust, .tmux: .stepFile
    case .genmon: .stepGenmon
    case .argos: .stepArgos
    case .plasma: .stepPlasma
    case .conky: .stepConky
    case .eww: .stepEww
    }
  }
}
