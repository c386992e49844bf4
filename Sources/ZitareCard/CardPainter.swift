import CPango
import ZitareCorpus

/// Draws what has been laid out.
struct CardPainter {
  let layout: CardLayout
  let form: CardForm

  /// The bytes of the picture.
  func picture() throws(CanvasError) -> [UInt8] {
    let size = form.size
    switch form.image {
    case .png:
      let canvas = try ImageCanvas(width: size.width, height: size.height)
      try canvas.draw(paint)
      return try canvas.png(isGrey: size.isGrey)
    case .svg: return try DrawingCanvas.svg(width: size.width, height: size.height, paint)
    }
  }

  private func paint(on cairo: OpaquePointer) {
    let palette = CardPalette(form.theme, isGrey: form.size.isGrey)
    set(palette.ground, on: cairo)
    cairo_paint(cairo)
    if let rule = layout.rule {
      set(palette.rule, on: cairo)
      cairo_rectangle(cairo, rule.x, rule.y, rule.width, rule.height)
      cairo_fill(cairo)
    }
    draw(layout.quotation, palette.ink, on: cairo)
    // A source without an author stands in the author's place.
    for (block, colour) in zip(layout.attribution, [palette.ink, palette.dim]) {
      draw(block, colour, on: cairo)
    }
  }

  private func draw(
    _ block: CardLayout.Block, _ colour: CardPalette.Colour, on cairo: OpaquePointer
  ) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    set(colour, on: cairo)
    cairo_translate(cairo, block.x, block.y)
    cairo_scale(cairo, block.scale, block.scale)
    block.layout.draw(on: cairo)
  }

  private func set(_ colour: CardPalette.Colour, on cairo: OpaquePointer) {
    cairo_set_source_rgb(
      cairo, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
  }
}
