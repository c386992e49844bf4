/// The largest size at which a text fits its place.
struct TextFit {
  /// Pixels.
  let size: Double
  let isHyphenated: Bool
}

/// A place for a text, and the sizes that it may have there.
///
/// Sizes are counted in half pixels.
struct TextPlace {
  let width: Double
  let height: Double
  /// How far ink may reach beyond the place.
  let slack: Double
  let smallest: Int
  let largest: Int

  /// Words may be set so much smaller than the height would allow before they are hyphenated.
  private static let tolerance = 0.75

  /// Sets the text at the largest size at which it fits, and cuts it where none does.
  ///
  /// A word that is wider than a line makes the whole text smaller, if not by much; else it is
  /// hyphenated, and broken anywhere where its language knows no place for it.
  func fit(_ layout: TextLayout, _ hyphens: Hyphens) -> TextFit {
    layout.showAll()
    guard let broken = largest(layout, .anywhere) else { return cut(layout) }
    set(layout, broken, .anywhere)
    let places = layout.brokenWords
    if places.isEmpty { return TextFit(size: Double(broken) / 2, isHyphenated: false) }

    let whole = largest(layout, .betweenWords, through: min(broken, widest(layout)))
    if let whole, Double(whole) >= Self.tolerance * Double(broken) {
      return settle(layout, whole, isHyphenated: false)
    }
    let text = layout.text
    if let hyphenated = hyphens.hyphenator?.hyphenated(text, at: places), hyphenated != text {
      layout.set(hyphenated)
      let size = largest(layout, .betweenWords, through: min(largest, widest(layout)))
      if let size, size > whole ?? 0 { return settle(layout, size, isHyphenated: true) }
      layout.set(text)
    }
    if let whole, 2 * whole >= broken { return settle(layout, whole, isHyphenated: false) }
    set(layout, broken, .anywhere)
    return TextFit(size: Double(broken) / 2, isHyphenated: false)
  }

  /// The largest of the sizes that fits, taken that a smaller one does where a larger one does.
  static func largest(from low: Int, through high: Int, fits: (Int) -> Bool) -> Int? {
    guard low <= high, fits(low) else { return nil }
    var (fitting, tooLarge) = (low, high + 1)
    while tooLarge - fitting > 1 {
      let middle = (fitting + tooLarge) / 2
      if fits(middle) { fitting = middle } else { tooLarge = middle }
    }
    return fitting
  }

  private func largest(
    _ layout: TextLayout, _ wrapping: TextLayout.Wrapping, through high: Int? = nil
  ) -> Int? {
    Self.largest(from: smallest, through: high ?? largest) { size in
      set(layout, size, wrapping)
      return holds(layout, size)
    }
  }

  private func set(_ layout: TextLayout, _ size: Int, _ wrapping: TextLayout.Wrapping) {
    layout.wrap(at: width / scale(size), wrapping)
  }

  private func settle(_ layout: TextLayout, _ size: Int, isHyphenated: Bool) -> TextFit {
    set(layout, size, .betweenWords)
    return TextFit(size: Double(size) / 2, isHyphenated: isHyphenated)
  }

  private func holds(_ layout: TextLayout, _ size: Int) -> Bool {
    let scale = scale(size)
    let (extent, ink) = (layout.extent, layout.ink)
    let rounding = 0.01
    return extent.height * scale <= height + rounding && extent.x * scale >= -rounding
      && (extent.x + extent.width) * scale <= width + rounding
      && ink.y * scale >= -slack && (ink.y + ink.height) * scale <= height + slack
      && ink.x * scale >= -slack && (ink.x + ink.width) * scale <= width + slack
  }

  /// The size at which the widest of the parts that are not broken is as wide as the place.
  private func widest(_ layout: TextLayout) -> Int {
    layout.wrap(at: 0, .betweenWords)
    return Int(2 * TextContext.referenceSize * width / max(1, layout.extent.width))
  }

  /// The beginning of the text at the smallest size.
  private func cut(_ layout: TextLayout) -> TextFit {
    set(layout, smallest, .anywhere)
    let line = layout.extent.height / Double(max(1, layout.lineCount))
    var limit = height / scale(smallest)
    repeat {
      layout.cut(below: limit)
      limit -= line
    } while !holds(layout, smallest) && limit > 0
    return TextFit(size: Double(smallest) / 2, isHyphenated: false)
  }

  private func scale(_ size: Int) -> Double { Double(size) / 2 / TextContext.referenceSize }
}
