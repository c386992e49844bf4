import CPango
import ZitareCorpus

/// The fonts, language and direction that the texts of a card share.
///
/// Metrics and outlines are not fitted to pixels: a text is laid out once at `referenceSize`, and
/// scaled it is what it would be at another size. So fontconfig is asked once and not at every step of
/// a search, which would cost more than all the rest.
final class TextContext {
  /// Pixels.
  static let referenceSize = 64.0

  let handle: OpaquePointer
  let isRightToLeft: Bool

  init(_ text: CardText) {
    isRightToLeft = text.direction == .rtl
    // The map is the calling thread's and is not ours to release.
    handle = pango_font_map_create_context(pango_cairo_font_map_get_default())
    pango_context_set_language(handle, pango_language_from_string(text.language))
    pango_context_set_base_dir(
      handle, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    pango_context_set_round_glyph_positions(handle, 0)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(handle, options)
    let font = pango_font_description_from_string(CardFonts.families(for: text))
    defer { pango_font_description_free(font) }
    pango_font_description_set_absolute_size(font, Self.referenceSize * Double(PANGO_SCALE))
    pango_context_set_font_description(handle, font)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }
}
