import CSDBus
import ZitareService

/// KRunner's ways to run a match.
private enum Action {
  static let copy = "copy"
}

extension DesktopSearch {
  /// What the bus calls; it must not outlive this object.
  var handlers: csdbus_handlers {
    csdbus_handlers(
      context: Unmanaged.passUnretained(self).toOpaque(),
      find: { context, terms, reply in
        for key in search(context).keys(texts(terms)) { csdbus_add_id(reply, key) }
      },
      narrow: { context, earlier, terms, reply in
        for key in search(context).keys(texts(terms), among: texts(earlier)) {
          csdbus_add_id(reply, key)
        }
      },
      describe: { context, ids, reply in
        for item in search(context).descriptions(of: texts(ids)) {
          csdbus_add_meta(
            reply, item.id, item.name, item.text, item.copied, Description.icon)
        }
      },
      open: { context, id in search(context).open(text(id)) },
      open_all: { context, terms in search(context).openAll(texts(terms)) },
      match: { context, query, reply in search(context).answer(text(query), reply) },
      run: { context, id, action in search(context).run(text(id), action: text(action)) },
      actions: { context, reply in
        csdbus_add_action(
          reply, Action.copy, ProviderText.copy.text(in: search(context).language), "edit-copy")
      },
      least_letters: 3)
  }

  private func answer(_ query: String, _ reply: OpaquePointer?) {
    let category = ProviderText.category.text(in: language)
    for match in matches(query) {
      withCString(match.url) { url in
        withCStrings([
          match.description.id, match.description.name, match.description.text, category,
          Description.icon,
        ]) { parts in
          var match = csdbus_match(
            id: parts[0], text: parts[1], subtext: parts[2], category: parts[3], icon: parts[4],
            url: url, type: match.isExact ? 100 : 30, relevance: match.relevance)
          csdbus_add_match(reply, &match)
        }
      }
    }
  }

  private func run(_ id: String, action: String) {
    guard action == Action.copy else { return open(id) }
    if let text = copied(id) { csdbus_copy_in_plasma(text) }
  }
}

private func search(_ context: UnsafeMutableRawPointer?) -> DesktopSearch {
  guard let context else { preconditionFailure("handlers are called with their context") }
  return Unmanaged<DesktopSearch>.fromOpaque(context).takeUnretainedValue()
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
  pointer.map { String(cString: $0) } ?? ""
}

private func texts(_ list: csdbus_texts) -> [String] {
  (0..<list.count).map { text(list.items[$0]) }
}

private func withCString(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
  guard let text else { return body(nil) }
  text.withCString(body)
}

/// Lends texts one after the other.
private func withCStrings(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Void) {
  func lend(_ rest: ArraySlice<String>, _ lent: [UnsafePointer<CChar>?]) {
    guard let first = rest.first else { return body(lent) }
    first.withCString { lend(rest.dropFirst(), lent + [$0]) }
  }
  lend(texts[...], [])
}
