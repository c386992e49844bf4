/// The values of all keys, fixed once read; a changed file makes a new one.
public struct Configuration: Sendable {
  struct Setting: Sendable, Equatable {
    var value: ConfigurationValue
    var source: ConfigurationSource
  }

  let schema: ConfigurationSchema
  var settings: [String: Setting]

  /// The value of a key, which must be one of the schema's.
  public subscript<Value>(key: ConfigurationKey<Value>) -> Value {
    guard let setting = settings[key.field.path], let value = key.read(setting.value) else {
      preconditionFailure("\(key.field.path) is not in the schema, or twice with different types")
    }
    return value
  }

  /// Where a key's value comes from.
  public func source<Value>(of key: ConfigurationKey<Value>) -> ConfigurationSource {
    settings[key.field.path]?.source ?? .standard
  }

  /// All keys in the schema's order with their values as TOML; a key that is unset has none.
  public var effective: [(key: String, value: String, source: ConfigurationSource)] {
    schema.fields.compactMap { field in
      settings[field.path].map { (field.path, $0.value.toml, $0.source) }
    }
  }
}
