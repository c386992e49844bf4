/// The texts of this library that people read.
enum ServiceText: MessageTable {
  case formText, formInteger, formPath, formDate, formInstant, formDuration, formChoice,
    formAssignment
  case badValue, missingValue, missingArgument, flagWithValue
  case unknownOption, unknownOptionNear, unexpectedArgument
  case unknownCommand, unknownCommandNear
  case usage, commandPlace, options, everywhere, seeHelp, helpHint
  case optionConfig, optionSet, optionJSON, optionQuiet, optionHelp, optionVersion
  case timeLeft
  case configSummary, configExample

  var message: Message {
    switch self {
    case .formText: Message(english: "a text", german: "einen Text")
    case .formInteger: Message(english: "a whole number", german: "eine ganze Zahl")
    case .formPath: Message(english: "a path", german: "einen Pfad")
    case .formDate:
      Message(english: "a date such as 2026-03-29", german: "ein Datum wie 2026-03-29")
    case .formInstant:
      Message(
        english: "an instant such as 2026-03-29T01:00:00Z",
        german: "einen Zeitpunkt wie 2026-03-29T01:00:00Z")
    case .formDuration:
      Message(english: "a length of time such as 1h30m", german: "eine Dauer wie 1h30m")
    case .formChoice: Message(english: "one of {words}", german: "eines von {words}")
    case .formAssignment: Message(english: "KEY=VALUE", german: "SCHLÜSSEL=WERT")
    case .badValue:
      Message(
        english: "{name} takes {form}, not “{word}”",
        german: "{name} braucht {form}, nicht „{word}“")
    case .missingValue:
      Message(english: "{option} needs a value", german: "{option} braucht einen Wert")
    case .missingArgument: Message(english: "{name} is missing", german: "{name} fehlt")
    case .flagWithValue:
      Message(english: "{option} takes no value", german: "{option} nimmt keinen Wert")
    case .unknownOption:
      Message(english: "unknown option {option}", german: "unbekannte Option {option}")
    case .unknownOptionNear:
      Message(
        english: "unknown option {option}; did you mean {nearest}?",
        german: "unbekannte Option {option}; war {nearest} gemeint?")
    case .unexpectedArgument:
      Message(
        english: "nothing is expected at “{word}”", german: "„{word}“ ist hier nicht vorgesehen")
    case .unknownCommand:
      Message(english: "unknown command “{word}”", german: "unbekannter Befehl „{word}“")
    case .unknownCommandNear:
      Message(
        english: "unknown command “{word}”; did you mean {nearest}?",
        german: "unbekannter Befehl „{word}“; war {nearest} gemeint?")
    case .usage: Message(english: "Usage: {line}", german: "Aufruf: {line}")
    case .commandPlace: Message(english: "COMMAND [OPTIONS]", german: "BEFEHL [OPTIONEN]")
    case .options: Message(english: "Options", german: "Optionen")
    case .everywhere: Message(english: "Everywhere", german: "Überall")
    case .seeHelp: Message(english: "See {command}.", german: "Siehe {command}.")
    case .helpHint:
      Message(
        english: "{program} help COMMAND explains one command.",
        german: "{program} help BEFEHL erklärt einen Befehl.")
    case .optionConfig:
      Message(english: "Reads this configuration file.", german: "Liest diese Konfigurationsdatei.")
    case .optionSet:
      Message(
        english: "Sets one configuration key.", german: "Setzt einen Konfigurationsschlüssel.")
    case .optionJSON:
      Message(english: "Prints JSON for programs.", german: "Gibt JSON für Programme aus.")
    case .optionQuiet:
      Message(english: "Shows warnings and errors only.", german: "Zeigt nur Warnungen und Fehler.")
    case .optionHelp: Message(english: "Shows this help.", german: "Zeigt diese Hilfe.")
    case .optionVersion:
      Message(english: "Shows the version.", german: "Zeigt die Version.")
    case .configSummary:
      Message(
        english: "Shows every configuration key, its value and source.",
        german: "Zeigt alle Konfigurationsschlüssel, ihre Werte und Herkunft.")
    case .configExample:
      Message(
        english: "Prints an example file instead.",
        german: "Gibt stattdessen eine Beispieldatei aus.")
    case .timeLeft: Message(english: "{time} left", german: "noch {time}")
    }
  }
}
