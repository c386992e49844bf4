/// How many of something a command is to show.
struct Count: ArgumentValue {
  static let largest = 1_000_000
  let number: Int

  init?(argument: String) {
    guard let number = Int(argument), (1...Self.largest).contains(number) else { return nil }
    self.number = number
  }

  static var argumentForm: Message { ServiceText.formCount.message }
}
