import CPango

/// A text in lines, at the reference size of its context; all lengths are in pixels of that size.
final class TextLayout {
  /// Where a line may end.
  enum Wrapping { case betweenWords, anywhere }

  struct Box: Equatable {
    var x, y, width, height: Double

    init(_ rectangle: PangoRectangle) {
      func pixels(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
      (x, y) = (pixels(rectangle.x), pixels(rectangle.y))
      (width, height) = (pixels(rectangle.width), pixels(rectangle.height))
    }
  }

  private(set) var text: String
  private let handle: OpaquePointer

  init(_ text: String, in context: TextContext) {
    self.text = text
    handle = pango_layout_new(context.handle)
    // The direction is the language's, whatever the text begins with; so is the side it begins at.
    pango_layout_set_auto_dir(handle, 0)
    pango_layout_set_alignment(handle, context.isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
    set(text)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

  func set(_ text: String) {
    self.text = text
    pango_layout_set_text(handle, text, Int32(clamping: text.utf8.count))
  }

  func wrap(at width: Double, _ wrapping: Wrapping) {
    pango_layout_set_width(handle, Self.units(width))
    switch wrapping {
    case .betweenWords:
      pango_layout_set_wrap(handle, PANGO_WRAP_WORD)
      pango_layout_set_attributes(handle, nil)
    case .anywhere:
      pango_layout_set_wrap(handle, PANGO_WRAP_WORD_CHAR)
      // Pango would add hyphens wherever it breaks a word.
      let attributes = pango_attr_list_new()
      pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
      pango_layout_set_attributes(handle, attributes)
      pango_attr_list_unref(attributes)
    }
  }

  /// Takes back what was cut.
  func showAll() {
    pango_layout_set_height(handle, -1)
    pango_layout_set_ellipsize(handle, PANGO_ELLIPSIZE_NONE)
  }

  /// Cuts what is below so many pixels, with an ellipsis.
  func cut(below height: Double) {
    pango_layout_set_height(handle, Self.units(height))
    pango_layout_set_ellipsize(handle, PANGO_ELLIPSIZE_END)
  }

  /// Cuts what is behind so many lines, with an ellipsis.
  func cut(afterLines count: Int) {
    pango_layout_set_height(handle, -Int32(count))
    pango_layout_set_ellipsize(handle, PANGO_ELLIPSIZE_END)
  }

  /// What the lines take up.
  var extent: Box {
    var logical = PangoRectangle()
    pango_layout_get_extents(handle, nil, &logical)
    return Box(logical)
  }

  /// What is drawn on; it may reach beyond the lines.
  var ink: Box {
    var ink = PangoRectangle()
    pango_layout_get_extents(handle, &ink, nil)
    return Box(ink)
  }

  var lineCount: Int { Int(pango_layout_get_line_count(handle)) }
  var isEllipsized: Bool { pango_layout_is_ellipsized(handle) != 0 }
  var unknownGlyphCount: Int { Int(pango_layout_get_unknown_glyphs_count(handle)) }

  /// The places in the text, as offsets in UTF-8, where a line begins within a word.
  var brokenWords: [Int] {
    var count: Int32 = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(handle, &count) else { return [] }
    var broken: [Int] = []
    var (offset, index) = (0, 0)
    var scalars = text.unicodeScalars.makeIterator()
    for start in lineStarts {
      while offset < start, let scalar = scalars.next() {
        offset += UTF8.width(scalar)
        index += 1
      }
      if index > 0, index < count, attributes[index].is_line_break == 0 { broken.append(start) }
    }
    return broken
  }

  private var lineStarts: [Int] {
    guard let lines = pango_layout_get_iter(handle) else { return [] }
    defer { pango_layout_iter_free(lines) }
    var starts: [Int] = []
    repeat {
      if let line = pango_layout_iter_get_line_readonly(lines) {
        starts.append(Int(line.pointee.start_index))
      }
    } while pango_layout_iter_next_line(lines) != 0
    return starts
  }

  /// Draws the text with its upper left corner at the origin of `cairo`, in its colour and scale.
  func draw(on cairo: OpaquePointer) { pango_cairo_show_layout(cairo, handle) }

  private static func units(_ pixels: Double) -> Int32 {
    Int32(clamping: Int((pixels * Double(PANGO_SCALE)).rounded()))
  }
}
