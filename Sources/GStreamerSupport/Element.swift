// One element of a pipeline: its name, its properties, its neighbors.
import CGStreamer

/// An element, kept by reference.
///
/// Sendable although unchecked: GstElement locks its own state, and what is called here may be called from any thread.
@safe package final class Element: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GstElement>

  init(taking pointer: UnsafeMutablePointer<GstElement>) {
    unsafe self.pointer = pointer
  }

  init(lent pointer: UnsafeMutablePointer<GstElement>) {
    unsafe self.pointer = pointer
    unsafe gst_object_ref(pointer)
  }

  deinit { unsafe gst_object_unref(pointer) }

  package var name: String { unsafe take(gst_object_get_name(fc_object(pointer))) ?? "" }
  /// The kind of element, as a description names it: `filesrc`.
  package var factoryName: String { unsafe lent(fc_factory_name(pointer)) ?? "" }
  package var isAppSink: Bool { unsafe fc_is_app_sink(pointer) != 0 }
  package var isAppSource: Bool { unsafe fc_is_app_source(pointer) != 0 }
  package var isSink: Bool { unsafe fc_is_sink(pointer) != 0 }
  package var isSource: Bool { unsafe fc_is_source(pointer) != 0 }
  /// A Boolean value indicating whether a stream can begin here: a source, or what has no input to link.
  package var isOrigin: Bool { unsafe isSource || fc_has_no_sink_pad(pointer) != 0 }
  /// A Boolean value indicating whether it makes its source pads only when it has seen its input, as demuxers do.
  package var makesPadsLater: Bool { unsafe fc_makes_pads_later(pointer) != 0 }
  package var isBin: Bool { unsafe fc_is_bin(pointer) != 0 }

  /// The text of a property; `nil` where there is no such property, it is no text, or unset.
  package func text(of property: String) -> String? {
    guard unsafe fc_has_string_property(pointer, property) != 0 else { return nil }
    return unsafe take(fc_get_string(pointer, property))
  }

  /// The file descriptor that an `fdsrc` reads; `nil` for every other element.
  package var descriptor: Int32? { factoryName == "fdsrc" ? unsafe fc_get_int(pointer, "fd") : nil }

  func set(_ property: String, _ value: Bool) {
    guard unsafe fc_has_property(pointer, property) != 0 else { return }
    unsafe fc_set_bool(pointer, property, value ? 1 : 0)
  }

  func set(_ property: String, int value: Int32) {
    guard unsafe fc_has_property(pointer, property) != 0 else { return }
    unsafe fc_set_int(pointer, property, value)
  }

  func set(_ property: String, _ value: UInt) {
    guard unsafe fc_has_property(pointer, property) != 0 else { return }
    unsafe fc_set_uint64(pointer, property, value)
  }

  /// The bin that holds this element.
  package var parent: Element? {
    guard let parent = unsafe gst_object_get_parent(fc_object(pointer)) else { return nil }
    guard unsafe fc_is_element(parent) != 0 else {
      unsafe gst_object_unref(parent)
      return nil
    }
    return unsafe Element(taking: fc_element(parent))
  }

  /// The elements directly inside a bin.
  package var children: [Element] {
    guard isBin, let iterator = unsafe fc_children(pointer) else { return [] }
    return unsafe collect(iterator).map { unsafe Element(taking: $0.assumingMemoryBound(to: GstElement.self)) }
  }

  /// A Boolean value indicating whether this element, or one inside it, has stopped reading its input without making a
  /// pad of it. Such a demuxer has posted an error; but `decodebin` and `parsebin` lose it where it comes while they
  /// are still bringing the demuxer to its state.
  package var hasGivenUp: Bool {
    unsafe fc_has_given_up(pointer) != 0 || children.contains { $0.hasGivenUp }
  }

  /// A Boolean value indicating whether these elements, and those inside them, have stopped moving buffers: each of their threads has
  /// paused. After an error that was lost, nothing comes of them any more.
  package static func haveComeToRest(_ elements: [Element]) -> Bool {
    var (running, paused): (UInt32, UInt32) = (0, 0)
    var open = elements
    while let next = open.popLast() {
      unsafe fc_count_tasks(next.pointer, &running, &paused)
      open += next.children
    }
    return running == 0 && paused > 0
  }

  /// The elements that this one's pads are linked to, on the same level.
  package func neighbors(downstream: Bool) -> [Element] {
    let iterator = unsafe downstream ? gst_element_iterate_src_pads(pointer) : gst_element_iterate_sink_pads(pointer)
    guard let iterator = unsafe iterator else { return [] }
    var found: [Element] = []
    let pads = unsafe collect(iterator)
    for index in unsafe pads.indices {
      let pad = unsafe pads[index].assumingMemoryBound(to: GstPad.self)
      defer { unsafe gst_object_unref(pad) }
      guard let peer = unsafe gst_pad_get_peer(pad) else { continue }
      defer { unsafe gst_object_unref(peer) }
      if let parent = unsafe gst_pad_get_parent_element(peer) { unsafe found.append(Element(taking: parent)) }
    }
    return found
  }

  /// Calls `body`, on a thread of the pipeline, when the element has made all the pads that its stream asks for.
  package func whenPadsAreComplete(_ body: @escaping @Sendable () -> Void) {
    final class Box {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    _ = unsafe fc_connect(
      pointer, "no-more-pads",
      { _, data in
        if let data = unsafe data { unsafe Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().body() }
      }, Unmanaged.passRetained(Box(body)).toOpaque(),
      { data, _ in
        if let data = unsafe data { unsafe Unmanaged<Box>.fromOpaque(data).release() }
      })
  }

  /// These elements and all that comes after them, or before them, on the same level.
  package static func reachable(from elements: [Element], downstream: Bool = true) -> Set<Element> {
    var found = Set(elements)
    var open = elements
    while let next = open.popLast() {
      for neighbor in next.neighbors(downstream: downstream) where found.insert(neighbor).inserted {
        open.append(neighbor)
      }
    }
    return found
  }

  /// Sends the end of the stream into a source; it goes down the pipeline after what is under way.
  @discardableResult
  package func sendEndOfStream() -> Bool {
    unsafe gst_element_send_event(pointer, gst_event_new_eos()) != 0
  }

  func pad(_ name: String) -> UnsafeMutablePointer<GstPad>? {
    unsafe gst_element_get_static_pad(pointer, name)
  }

  /// Every object of an iterator, each with a reference for the caller. Ends the iterator's life.
  private func collect(_ iterator: UnsafeMutablePointer<GstIterator>) -> [UnsafeMutableRawPointer] {
    defer { unsafe gst_iterator_free(iterator) }
    var found: [UnsafeMutableRawPointer] = unsafe []
    var value = GValue()
    while true {
      switch unsafe gst_iterator_next(iterator, &value) {
      case GST_ITERATOR_OK:
        if let object = unsafe g_value_get_object(&value) {
          unsafe gst_object_ref(object)
          unsafe found.append(object)
        }
        unsafe g_value_reset(&value)
      case GST_ITERATOR_RESYNC:
        for index in unsafe found.indices { unsafe gst_object_unref(found[index]) }
        unsafe found.removeAll()
        unsafe gst_iterator_resync(iterator)
      default:
        if value.g_type != 0 { unsafe g_value_unset(&value) }
        return unsafe found
      }
    }
  }
}

extension Element: Hashable {
  package static func == (left: Element, right: Element) -> Bool { unsafe left.pointer == right.pointer }
  package func hash(into hasher: inout Hasher) { unsafe hasher.combine(pointer) }
}
