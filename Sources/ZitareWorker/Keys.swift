import ZitareBase
import ZitareCorpus
import ZitareJobs
import ZitarePipeline
import ZitareService

/// The configuration keys of `zitare`.
enum Keys {
  static let origins = ConfigurationKey<[String]>.list(
    "origins", default: [Origin.standardAddress],
    help: "Where quotations come from, the most important first: https://…, file:PATH or "
      + "fortune:PATH (fortune-mod files, also for quotations of one's own). Quotations of origins "
      + "that are no longer listed here are removed as soon as one that is has been taken in; "
      + "origins given with --origin or --set hold for that call only and remove nothing.",
    complaint: { text in
      do {
        _ = try Origin(text, relativeTo: "/")
        return nil
      } catch {
        return "\(error)"
      }
    })

  static let refresh = ScheduleKeys(
    "refresh", cron: "0 * * * *", jitter: .seconds(1800),
    help: "When the worker asks the origins for news.")
  static let render = ScheduleKeys(
    "render", cron: "0 0 * * *",
    help: "When the worker makes the panel files for a new day; keep it at the zone's midnight.")
  static let deliver = ScheduleKeys(
    "deliver", cron: "*/15 * * * *", jitter: .seconds(600),
    help: "When the worker looks for submissions that no job delivers.")
  static let index = ScheduleKeys(
    "index", cron: "0 4 * * *", jitter: .seconds(3600),
    help: "When the worker looks after the search index; once a week it reads all of it.")

  static let refreshShrink = ConfigurationKey<Int>.integer(
    "refresh.allowed_shrink", default: 20, in: 0...100, unit: "percent",
    help: "A snapshot that has lost more than this share of an origin's quotations is refused.")

  static let languages = ConfigurationKey<[String]>.list(
    "daily.languages", default: [],
    help: "Languages of the daily quotation; empty: the locale's, German next.")
  static let themes = ConfigurationKey<[String]>.list(
    "daily.themes", default: [],
    help: "Only quotations of one of these themes, named by their slugs; empty: all.")
  static let epochs = ConfigurationKey<[String]>.list(
    "daily.epochs", default: [],
    help: "Only quotations of one of these epochs, named by their slugs; empty: all.")
  static let anniversaries = ConfigurationKey<Bool>.boolean(
    "daily.anniversaries", default: false,
    help: "Whether authors come first on the days on which they were born or died.")
  static let zone = ConfigurationKey<String?>.text(
    "daily.zone", example: "Europe/Berlin",
    help: "The zone in which days begin. Default: the system's.", complaint: zoneComplaint)
  static let formats = ConfigurationKey<[String]>.list(
    "daily.formats", default: PanelFormat.standard.map(\.rawValue),
    help: "The files kept in the state folder: payload (payload.json, always there), "
      + PanelFormat.allCases.dropFirst().filter { $0 != .card }
      .map { "\($0) (\($0.fileName))" }.joined(separator: ", ")
      + "; and card: pictures in the folder cards of the cache.",
    complaint: {
      PanelFormat(rawValue: $0) == nil
        ? "is none of \(PanelFormat.allCases.map(\.rawValue).joined(separator: ", "))" : nil
    })

  static let cards = ConfigurationKey<[String]>.list(
    "daily.cards", default: ["\(CardForm())"],
    help:
      "The cards kept where card is one of the formats, each as SIZE[-dark].png or .svg. SIZE is "
      + CardSize.named.map { "\($0) (\($0.width)x\($0.height))" }.joined(separator: ", ")
      + " or WIDTHxHEIGHT, with -grey for shades of grey. Today's are today-SIZE….png.",
    complaint: { CardForm($0) == nil ? "is no card, such as social.png or 800x480-dark.svg" : nil })

  static let submitOrigin = ConfigurationKey<String?>.text(
    "submit.origin", example: Origin.standardAddress,
    help: "The origin that takes submissions, and searches that find little here. Default: the "
      + "first https origin; without one nothing is sent.",
    complaint: addressComplaint)
  static let api = ConfigurationKey<String?>.text(
    "submit.api", example: Origin.standardAPI,
    help:
      "The server of that origin's API. Default: the origin's own host, and \(Origin.standardAPI) "
      + "for zitare.com.",
    complaint: addressComplaint)
  static let submissionsPath = ConfigurationKey<String>.text(
    "submit.path", default: "/api/v1/submissions",
    help: "Where submissions are posted and looked up (assumed: the API is not published).")
  static let submitTimeout = ConfigurationKey<Duration>.duration(
    "submit.timeout", default: .seconds(30), in: .seconds(1) ... .seconds(600),
    help: "How long one exchange with the server may take.")

  static let submitSettling = ConfigurationKey<Duration>.duration(
    "submit.settling", default: .seconds(60), in: .zero ... .seconds(3600),
    help:
      "How long after an attempt of unknown outcome a submission may still arrive: only then it "
      + "is sent again if the server has nothing.")

  static let accountName = ConfigurationKey<String>.text(
    "account.name", default: AccountName.standard.text,
    help: "The name under which a login is kept here; it need not be the address.",
    complaint: { AccountName($0) == nil ? "is no name of letters, digits, -, _ and ." : nil })
  static let accountServer = ConfigurationKey<String>.text(
    "account.server", default: AccountSettings.standardServer,
    help: "The server that logs people in; https, or http on this machine.",
    complaint: {
      AccountSettings.isAcceptable(server: $0) ? nil : "is neither https:// nor on this machine"
    })
  static let accountTokenCommand = ConfigurationKey<[String]>.list(
    "account.token_command", default: [],
    help: "A program and its arguments that print a refresh token or a session cookie, for where "
      + "nobody has logged in with zitare login. Its word counts once; later tokens are kept here.")

  /// The page on the web of which `about` tells.
  private static func legal(
    _ name: String, _ what: String, example: String
  ) -> ConfigurationKey<String?> {
    .text(
      "legal.\(name)", example: CorpusAddress.site + example,
      help: "The page with the \(what), for zitare about. Default: on the site of the quotations, "
        + "as \(example) (assumed).",
      complaint: addressComplaint)
  }
  static let imprint = legal("imprint", "imprint", example: "/impressum")
  static let privacy = legal("privacy", "privacy policy", example: "/datenschutz")
  static let terms = legal("terms", "terms of use", example: "/nutzungsbedingungen")

  static let searchRemote = ConfigurationKey<Bool>.boolean(
    "search.remote", default: true,
    help: "Whether a search with fewer than 3 hits here asks the server too; it never does where "
      + "all origins are files.")
  static let searchDeadline = ConfigurationKey<Duration>.duration(
    "search.deadline", default: .seconds(2), in: .milliseconds(100) ... .seconds(60),
    help: "How long such a search waits for the server, and any search for a remote database.")
  static let searchDatabases = ConfigurationKey<String?>.text(
    "search.databases", example: "/etc/zitare/databases",
    help:
      "A Xapian stub file whose databases are searched in place of the index: a line auto PATH or "
      + "remote HOST:PORT for each. Those that do not answer are left out, with a note.",
    complaint: { $0.hasPrefix("/") ? nil : "is no absolute path" })

  /// The folder of an export that follows every change of the corpus.
  static func export(_ target: ExportTarget) -> ConfigurationKey<String?> {
    let help =
      switch target {
      case .xapian: "One Xapian file, for quest, xapian-delve and Xapian's bindings."
      case .recoll: "An external index for Recoll; the file README in it says how to add it."
      case .omega: "A database, a configuration and German templates for the Omega CGI."
      case .html:
        "One page for each quotation, for indexers of files; they will read tens of thousands."
      }
    return .path(
      "export.\(target.rawValue)", example: "~/zitare/\(target.rawValue)",
      help: "A folder that is brought up to date after each change of the corpus. \(help) "
        + "Default: none.")
  }

  static let schema = ConfigurationSchema(
    [
      origins.field, refreshShrink.field, languages.field, themes.field,
      epochs.field, anniversaries.field, zone.field, formats.field, cards.field, submitOrigin.field,
      api.field, submissionsPath.field, submitTimeout.field,
      submitSettling.field, accountName.field, accountServer.field, accountTokenCommand.field,
      searchRemote.field, searchDeadline.field, searchDatabases.field,
      imprint.field, privacy.field, terms.field,
    ] + ExportTarget.allCases.map { export($0).field } + refresh.fields + render.fields
      + deliver.fields + index.fields + ServiceKeys.fields)

  private static func zoneComplaint(_ name: String) -> String? {
    do {
      _ = try TimeZoneRules(identifier: name)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func addressComplaint(_ text: String) -> String? {
    guard text.hasPrefix("https://") || text.hasPrefix("http://") else {
      return "does not begin with https:// or http://"
    }
    do {
      _ = try Origin(text, relativeTo: "/")
      return nil
    } catch {
      return "\(error)"
    }
  }
}
