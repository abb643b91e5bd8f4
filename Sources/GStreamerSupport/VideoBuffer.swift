// One buffer of the stream, and its pixels mapped in place.
package import CGStreamer

/// A buffer of raw video, owned: one reference, given up at the end of its life or handed on.
@safe package struct VideoBuffer: ~Copyable, @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GstBuffer>

  init(taking pointer: UnsafeMutablePointer<GstBuffer>) {
    unsafe self.pointer = pointer
  }

  /// Keeps a reference of its own.
  package init(lent pointer: UnsafeMutablePointer<GstBuffer>) {
    unsafe self.pointer = fc_buffer_ref(pointer)
  }

  deinit { unsafe fc_mini_object_unref(pointer) }

  consuming func release() -> UnsafeMutablePointer<GstBuffer> {
    let pointer = unsafe pointer
    discard self
    return unsafe pointer
  }

  /// A second reference to the same buffer; nothing is copied.
  package borrowing func share() -> VideoBuffer {
    _ = unsafe fc_mini_object_ref(pointer)
    return unsafe VideoBuffer(taking: pointer)
  }

  /// Raw presentation timestamp in nanoseconds; `nil` where there is none.
  package var timestamp: UInt? { unsafe fc_buffer_pts(pointer).valid }
  /// Raw time of decoding in nanoseconds; `nil` where there is none.
  package var decodingTime: UInt? { unsafe fc_buffer_dts(pointer).valid }
  /// A Boolean value indicating whether it can be decoded without those before it.
  package var isKeyFrame: Bool { unsafe fc_buffer_is_key(pointer) != 0 }
  package var duration: UInt? { unsafe fc_buffer_duration(pointer).valid }
  /// A Boolean value indicating whether something is missing before this buffer.
  package var isDiscontinuity: Bool { unsafe fc_buffer_is_discontinuity(pointer) != 0 }
  /// The time of day that its source says it is of, nanoseconds since the beginning of 1970; `nil` where there is none.
  package var referenceTime: Int64? {
    let time = unsafe fc_buffer_reference_time(pointer)
    return time >= 0 ? Int64(time) : nil
  }
  /// A copy of what it holds.
  package var bytes: [UInt8] {
    let size = unsafe gst_buffer_get_size(pointer)
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
      count = unsafe Int(gst_buffer_extract(pointer, 0, target.baseAddress, size))
    }
  }
  /// Identity of the buffer, for tests.
  package var identity: UInt { unsafe UInt(bitPattern: pointer) }
}

extension UInt {
  /// `nil` for GST_CLOCK_TIME_NONE.
  var valid: UInt? { self == UInt.max ? nil : self }
}

/// The pixels of a buffer, readable in place until the end of this value's life. Strides and offsets of `GstVideoMeta` are honored.
@safe package struct MappedVideoFrame: ~Copyable {
  let frame: GstVideoFrame

  /// - Returns: `nil` if the memory cannot be read, or is smaller than the layout, or holds no rows of samples but tiles, or numbers of colors.
  package init?(_ buffer: borrowing VideoBuffer, _ layout: VideoLayout) {
    var frame = unsafe GstVideoFrame()
    var information = unsafe layout.information
    guard unsafe fc_has_rows(&information) != 0,
      unsafe fc_frame_map(&frame, &information, buffer.pointer, GST_MAP_READ.rawValue) != 0
    else { return nil }
    unsafe self.frame = frame
  }

  deinit {
    var frame = unsafe frame
    unsafe gst_video_frame_unmap(&frame)
  }

  /// One component of the picture: where it lies and how it is laid out.
  package struct Component: ~Escapable {
    package let bytes: Span<UInt8>
    package let width: Int
    package let height: Int
    package let rowStride: Int
    package let pixelStride: Int

    @_lifetime(copy bytes)
    init(bytes: Span<UInt8>, width: Int, height: Int, rowStride: Int, pixelStride: Int) {
      self.bytes = bytes
      self.width = width
      self.height = height
      self.rowStride = rowStride
      self.pixelStride = pixelStride
    }
  }

  /// The width of a pixel in heights of a pixel.
  package var pixelAspectRatio: Double { unsafe VideoLayout(information: frame.info).pixelAspectRatio }

  package var componentCount: Int { unsafe Int(frame.info.finfo.pointee.n_components) }

  /// Component 0 is brightness, 1 blue difference, 2 red difference, whatever their order in memory.
  ///
  /// - Returns: `nil` where there is no such component, its rows run upward, or it is not of 8 bits.
  @_lifetime(borrow self)
  package func component(_ index: Int) -> Component? {
    guard index >= 0, index < componentCount else { return nil }
    var frame = unsafe frame
    let number = UInt32(index)
    let width = unsafe Int(fc_frame_component_width(&frame, number))
    let height = unsafe Int(fc_frame_component_height(&frame, number))
    let rowStride = unsafe Int(fc_frame_component_stride(&frame, number))
    let pixelStride = unsafe Int(fc_frame_component_pixel_stride(&frame, number))
    guard unsafe fc_frame_component_depth(&frame, number) == 8, width > 0, height > 0, pixelStride > 0,
      rowStride >= (width - 1) * pixelStride + 1, let start = unsafe fc_frame_component(&frame, number)
    else { return nil }
    let count = (height - 1) * rowStride + (width - 1) * pixelStride + 1
    // Safe: fc_frame_map has checked that the mapped memory holds every component to its last sample, and it stays
    // mapped until this value's end, which the lifetime of the result cannot pass.
    let bytes = unsafe Span(_unsafeStart: UnsafePointer(start), count: count)
    let span = unsafe _overrideLifetime(bytes, borrowing: self)
    return Component(bytes: span, width: width, height: height, rowStride: rowStride, pixelStride: pixelStride)
  }
}
