import ZitareService

/// The texts about accounts that people read.
enum AccountText: MessageTable {
  case formAccount, optionAccount, loginSummary, loginPassword, loginToken, loginWords
  case loginNoTerminal, askEmail, askPassword, loginGivenUp, loggedIn, released, logoutSummary
  case loggedOut, loggedOutHere, notLoggedIn, whoamiSummary, whoamiSignedIn, whoamiExpired
  case wrongPassword, unverifiedEmail, locked, rateLimited, secondFactor, noToken, unreachable
  case serverFault, refused, waitFor, waitAWhile, checkName

  var message: Message {
    switch self {
    case .formAccount:
      Message(
        english: "a name of letters, digits, -, _ and .",
        german: "einen Namen aus Buchstaben, Ziffern, -, _ und .")
    case .optionAccount:
      Message(
        english: "Another account than account.name.",
        german: "Ein anderes Konto als account.name.")
    case .loginSummary:
      Message(
        english: "Logs in, so that submissions are sent under an account.",
        german: "Meldet an, damit Einsendungen unter einem Konto gesendet werden.")
    case .loginPassword:
      Message(
        english: "Reads the password from standard input.",
        german: "Liest das Kennwort von der Standardeingabe.")
    case .loginToken:
      Message(
        english: "Reads a refresh token, a session cookie or a JSON object with both from standard "
          + "input, for accounts with a second factor.",
        german: "Liest ein Refresh-Token, ein Sitzungs-Cookie oder ein JSON-Objekt mit beiden von "
          + "der Standardeingabe, für Konten mit zweitem Faktor.")
    case .loginWords:
      Message(
        english: "give EMAIL with --password-stdin, and none with --token-stdin",
        german: "EMAIL mit --password-stdin angeben, und keine mit --token-stdin")
    case .loginNoTerminal:
      Message(
        english: "where nobody can be asked, the password comes on standard input: "
          + "zitare login EMAIL --password-stdin",
        german: "wo niemand zu fragen ist, kommt das Kennwort über die Standardeingabe: "
          + "zitare login EMAIL --password-stdin")
    case .askEmail: Message(english: "Email:", german: "E-Mail:")
    case .askPassword: Message(english: "Password:", german: "Kennwort:")
    case .loginGivenUp:
      Message(english: "nobody was logged in", german: "niemand wurde angemeldet")
    case .loggedIn: Message(english: "Logged in as {who}.", german: "Angemeldet als {who}.")
    case .released:
      Message(
        english: "{count} pending {count|submission goes|submissions go} out with the next run; "
          + "zitare deliver sends now.",
        german: "{count} wartende {count|Einsendung geht|Einsendungen gehen} mit dem nächsten Lauf "
          + "hinaus; zitare deliver sendet jetzt.")
    case .logoutSummary:
      Message(
        english: "Forgets the login, here and at the server.",
        german: "Vergisst die Anmeldung, hier und auf dem Server.")
    case .loggedOut: Message(english: "Logged out.", german: "Abgemeldet.")
    case .loggedOutHere:
      Message(
        english: "Logged out here; the server could not be told, its session ends by itself.",
        german:
          "Hier abgemeldet; der Server war nicht zu erreichen, seine Sitzung endet von selbst.")
    case .notLoggedIn: Message(english: "not logged in", german: "nicht angemeldet")
    case .whoamiSummary:
      Message(english: "Tells who is logged in.", german: "Sagt, wer angemeldet ist.")
    case .whoamiSignedIn:
      Message(english: "{who} at {server}", german: "{who} bei {server}")
    case .whoamiExpired:
      Message(
        english: "the login has ended ({reason}); zitare login renews it",
        german: "die Anmeldung ist abgelaufen ({reason}); zitare login erneuert sie")
    case .wrongPassword:
      Message(
        english: "email or password is wrong ({detail})",
        german: "E-Mail oder Kennwort ist falsch ({detail})")
    case .unverifiedEmail:
      Message(
        english: "the address is not confirmed yet: open the link in the mail from {server}, then "
          + "log in again",
        german:
          "die Adresse ist noch nicht bestätigt: den Verweis in der Mail von {server} öffnen, "
          + "dann neu anmelden")
    case .locked:
      Message(
        english: "the account is locked after too many attempts: {wait}, or set a new password "
          + "in the browser",
        german: "das Konto ist nach zu vielen Versuchen gesperrt: {wait}, oder im Browser ein "
          + "neues Kennwort setzen")
    case .rateLimited:
      Message(
        english: "too many attempts from here: {wait}",
        german: "zu viele Versuche von hier: {wait}")
    case .secondFactor:
      Message(
        english: "this account has a second factor, which cannot be asked for here: log in in the "
          + "browser and hand its session cookie or refresh token to zitare login --token-stdin",
        german: "dieses Konto hat einen zweiten Faktor, der hier nicht zu erfragen ist: im Browser "
          + "anmelden und dessen Sitzungs-Cookie oder Refresh-Token an zitare login --token-stdin "
          + "geben")
    case .noToken:
      Message(
        english: "the server logged in but gave no token ({detail}); try again later",
        german: "der Server hat angemeldet, aber kein Token gegeben ({detail}); später versuchen")
    case .unreachable:
      Message(
        english: "{server} does not answer: {detail}",
        german: "{server} antwortet nicht: {detail}")
    case .serverFault:
      Message(
        english: "{server} has trouble of its own ({detail}): {wait}",
        german: "{server} hat selbst Probleme ({detail}): {wait}")
    case .refused:
      Message(
        english: "{server} refuses the login: {detail}",
        german: "{server} lehnt die Anmeldung ab: {detail}")
    case .waitFor: Message(english: "wait {time}", german: "{time} warten")
    case .waitAWhile: Message(english: "wait a while", german: "eine Weile warten")
    case .checkName: Message(english: "account", german: "Konto")
    }
  }
}
