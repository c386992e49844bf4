import CPango

/// Why something could not be drawn, as Cairo says it.
struct CanvasError: Error, CustomStringConvertible {
  let reason: String

  init(_ status: cairo_status_t) { reason = String(cString: cairo_status_to_string(status)) }

  var description: String { "the card cannot be drawn: \(reason)" }

  static func check(_ status: cairo_status_t) throws(CanvasError) {
    if status != CAIRO_STATUS_SUCCESS { throw CanvasError(status) }
  }
}

/// A picture of pixels.
struct ImageCanvas: ~Copyable {
  private let surface: OpaquePointer
  private let width: Int
  private let height: Int

  init(width: Int, height: Int) throws(CanvasError) {
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    self.width = width
    self.height = height
    try CanvasError.check(cairo_surface_status(surface))
  }

  deinit { cairo_surface_destroy(surface) }

  func draw(_ body: (OpaquePointer) -> Void) throws(CanvasError) {
    try paint(surface, body)
  }

  func png(isGrey: Bool) throws(CanvasError) -> [UInt8] {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else {
      throw CanvasError(CAIRO_STATUS_NO_MEMORY)
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let pixels = UnsafeRawBufferPointer(start: data, count: stride * height)
    let picture = PNGPicture(width: width, height: height, isGrey: isGrey)
    guard let bytes = picture.encoded(pixels, stride: stride) else {
      throw CanvasError(CAIRO_STATUS_NO_MEMORY)
    }
    return bytes
  }
}

/// A picture of outlines, which needs no fonts where it is shown.
enum DrawingCanvas {
  static func svg(
    width: Int, height: Int, _ body: (OpaquePointer) -> Void
  ) throws(CanvasError) -> [UInt8] {
    let bytes = Bytes()
    guard
      let surface = cairo_svg_surface_create_for_stream(
        Bytes.append, Unmanaged.passUnretained(bytes).toOpaque(), Double(width), Double(height))
    else { throw CanvasError(CAIRO_STATUS_NO_MEMORY) }
    defer {
      cairo_surface_destroy(surface)
      extendLifetime(bytes)
    }
    try CanvasError.check(cairo_surface_status(surface))
    // Points, the default, would be shown a third larger.
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
    try paint(surface, body)
    cairo_surface_finish(surface)
    try CanvasError.check(cairo_surface_status(surface))
    return bytes.all
  }

  private final class Bytes {
    var all: [UInt8] = []

    static let append: cairo_write_func_t = { context, data, count in
      guard let context else { return CAIRO_STATUS_WRITE_ERROR }
      Unmanaged<Bytes>.fromOpaque(context).takeUnretainedValue().all
        .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
      return CAIRO_STATUS_SUCCESS
    }
  }
}

private func paint(
  _ surface: OpaquePointer, _ body: (OpaquePointer) -> Void
) throws(CanvasError) {
  guard let cairo = cairo_create(surface) else { throw CanvasError(CAIRO_STATUS_NO_MEMORY) }
  defer { cairo_destroy(cairo) }
  body(cairo)
  try CanvasError.check(cairo_status(cairo))
}
