import ZitarePipeline
import ZitareService

extension SubmissionFormError {
  var message: Message {
    let german =
      switch self {
      case .empty: "der Text ist leer: ihn mit --text oder über die Standardeingabe angeben"
      case .tooLong(let field, let length, let limit):
        "\(field) hat \(length) Zeichen, höchstens \(limit) werden angenommen"
      case .badYear(let text): "\(text) ist kein Jahr"
      case .badLanguage(let tag): "\(tag) ist keine Sprache: de, en oder pt-BR schreiben"
      }
    return Message(english: description, german: german)
  }
}
