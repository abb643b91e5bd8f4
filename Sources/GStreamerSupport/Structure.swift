// A GstStructure: named fields of plain types, which C, Python and Rust read as well.
package import CGStreamer

/// Named fields, owned.
@safe package struct Structure: ~Copyable {
  private let pointer: OpaqueStructure

  /// - Parameter name: letters, digits and `-_`, beginning with a letter; anything else makes an empty structure of another name.
  package init(_ name: StaticString) {
    let chosen =
      unsafe name.hasPointerRepresentation
      ? gst_structure_new_empty(
        name.utf8Start.withMemoryRebound(
          to: CChar.self, capacity: name.utf8CodeUnitCount + 1
        ) { unsafe $0 }) : nil
    unsafe pointer = chosen ?? gst_structure_new_empty("invalid")
  }

  package init(taking pointer: UnsafeMutablePointer<GstStructure>) {
    unsafe self.pointer = pointer
  }

  package typealias OpaqueStructure = UnsafeMutablePointer<GstStructure>

  deinit { unsafe gst_structure_free(pointer) }

  /// Gives the fields away.
  package consuming func release() -> UnsafeMutablePointer<GstStructure> {
    let pointer = unsafe pointer
    discard self
    return unsafe pointer
  }

  /// The fields, to be read or changed.
  package var fields: Fields { unsafe Fields(pointer) }
}

/// The fields of a structure that someone else owns, valid as long as that is.
@safe package struct Fields {
  package let pointer: UnsafeMutablePointer<GstStructure>

  package init(_ pointer: UnsafeMutablePointer<GstStructure>) {
    unsafe self.pointer = pointer
  }

  package var name: String { unsafe lent(gst_structure_get_name(pointer)) ?? "" }

  // MARK: Writing

  package func set(_ name: String, _ value: Bool) {
    set(name, fc_type_boolean()) { unsafe g_value_set_boolean(&$0, value ? 1 : 0) }
  }
  package func set(_ name: String, _ value: Int64) {
    set(name, fc_type_int64()) { unsafe g_value_set_int64(&$0, Int(value)) }
  }
  package func set(_ name: String, unsigned value: UInt64) {
    set(name, fc_type_uint64()) { unsafe g_value_set_uint64(&$0, UInt(value)) }
  }
  package func set(_ name: String, _ value: Double) {
    set(name, fc_type_double()) { unsafe g_value_set_double(&$0, value) }
  }
  package func set(_ name: String, _ value: String) {
    set(name, fc_type_string()) { unsafe g_value_set_string(&$0, value) }
  }
  package func set(_ name: String, _ values: [Double]) {
    set(name, array: values.count) { array in
      for value in values {
        Self.append(fc_type_double(), to: &array) { unsafe g_value_set_double(&$0, value) }
      }
    }
  }
  package func set(_ name: String, _ values: [Int64]) {
    set(name, array: values.count) { array in
      for value in values {
        Self.append(fc_type_int64(), to: &array) { unsafe g_value_set_int64(&$0, Int(value)) }
      }
    }
  }
  /// Adds `count` structures to the array of this name, which is made where there is none, or where what has the name holds anything else.
  package func append(_ count: Int, to name: String, _ structure: (Int) -> Structure) {
    guard count > 0 else { return }
    if !holdsStructures(name) { set(name, array: count) { _ in } }
    // In place: a copy of the array would copy every structure in it.
    guard let array = unsafe value(name, fc_type_array()).map({ unsafe UnsafeMutablePointer(mutating: $0) }) else {
      return
    }
    for index in 0..<count {
      let owned = unsafe structure(index).release()
      unsafe Self.append(fc_type_structure(), to: &array.pointee) { unsafe g_value_take_boxed(&$0, owned) }
    }
  }

  /// Whether the field is an array to which a structure can be added: the elements of one array are of one type.
  private func holdsStructures(_ name: String) -> Bool {
    guard let array = unsafe value(name, fc_type_array()) else { return false }
    guard unsafe gst_value_array_get_size(array) > 0, let first = unsafe gst_value_array_get_value(array, 0) else {
      return true
    }
    return unsafe fc_value_type(first) == fc_type_structure()
  }

  private func set(_ name: String, array count: Int, _ fill: (inout GValue) -> Void) {
    var value = GValue()
    unsafe gst_value_array_init(&value, UInt32(clamping: count))
    fill(&value)
    unsafe gst_structure_take_value(pointer, name, &value)
  }

  private func set(_ name: String, _ type: GType, _ fill: (inout GValue) -> Void) {
    var value = GValue()
    unsafe g_value_init(&value, type)
    fill(&value)
    unsafe gst_structure_take_value(pointer, name, &value)
  }

  private static func append(_ type: GType, to array: inout GValue, _ fill: (inout GValue) -> Void) {
    var value = GValue()
    unsafe g_value_init(&value, type)
    fill(&value)
    unsafe gst_value_array_append_and_take_value(&array, &value)
  }

  // MARK: Reading: `nil` where there is no such field, or it is of another type.

  package func boolean(_ name: String) -> Bool? {
    unsafe value(name, fc_type_boolean()).map { unsafe g_value_get_boolean($0) != 0 }
  }
  package func integer(_ name: String) -> Int64? {
    unsafe value(name, fc_type_int64()).map { unsafe Int64(g_value_get_int64($0)) }
  }
  package func unsigned(_ name: String) -> UInt64? {
    unsafe value(name, fc_type_uint64()).map { unsafe UInt64(g_value_get_uint64($0)) }
  }
  package func number(_ name: String) -> Double? {
    unsafe value(name, fc_type_double()).map { unsafe g_value_get_double($0) }
  }
  package func text(_ name: String) -> String? {
    unsafe value(name, fc_type_string()).flatMap { unsafe lent(g_value_get_string($0)) }
  }
  package func numbers(_ name: String) -> [Double] {
    unsafe elements(name, fc_type_double()) { unsafe g_value_get_double($0) }
  }
  package func integers(_ name: String) -> [Int64] {
    unsafe elements(name, fc_type_int64()) { unsafe Int64(g_value_get_int64($0)) }
  }
  /// Calls `body` with each structure of an array.
  package func forEachStructure(in name: String, _ body: (Fields) -> Void) {
    _ = unsafe elements(name, fc_type_structure()) { value in
      guard let structure = unsafe gst_value_get_structure(value) else { return }
      body(unsafe Fields(UnsafeMutablePointer(mutating: structure)))
    }
  }

  private func value(_ name: String, _ type: GType) -> UnsafePointer<GValue>? {
    guard let value = unsafe gst_structure_get_value(pointer, name), unsafe fc_value_type(value) == type else {
      return nil
    }
    return unsafe value
  }

  private func elements<Element>(
    _ name: String, _ type: GType, _ read: (UnsafePointer<GValue>) -> Element
  ) -> [Element] {
    guard let array = unsafe value(name, fc_type_array()) else { return [] }
    return unsafe (0..<gst_value_array_get_size(array)).compactMap { index in
      guard let value = unsafe gst_value_array_get_value(array, index), unsafe fc_value_type(value) == type else {
        return nil
      }
      return unsafe read(value)
    }
  }
}
