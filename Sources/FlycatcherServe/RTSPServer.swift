// The RTSP server, and a mount in it.
import CRTSPServer
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport
import Glibc

/// A server of H.264 streams, on a thread of its own until the end of its life.
///
/// Sendable although unchecked: the C side locks what its threads share, and frees itself when nobody holds this any more.
@safe package final class RTSPServer: @unchecked Sendable {
  fileprivate let pointer: OpaquePointer

  /// Who is let in, and how.
  package struct Access: Sendable {
    /// The file of those who are let in, in the format of `htdigest`; `nil` lets everybody in.
    package var passwords: String?
    /// The realm in that file.
    package var realm = "flycatcher"
    /// The PEM file of the certificate and key for TLS; `nil` is none.
    package var certificate: String?

    package init() {}
  }

  /// Begins to listen.
  ///
  /// - Parameter port: The port; 0 lets the system choose one.
  /// - Throws: `ServeError` where it cannot, or a file of `access` cannot be used.
  package init(address: String, port: Int, access: Access) throws(ServeError) {
    do throws(GStreamerError) {
      try GStreamer.start()
    } catch {
      throw ServeError(error.description)
    }
    scheme = access.certificate == nil ? "rtsp" : "rtsps"
    unsafe pointer = rtsp_server_new(address, Int32(clamping: port))
    try admit(access)
    if let reason = unsafe Self.take(rtsp_server_start(pointer)) {
      throw ServeError(
        "The server cannot listen at \(host(address)):\(port): \(reason). Choose another port, or end what uses it.")
    }
  }

  deinit { unsafe rtsp_server_free(pointer) }

  /// Lets others in than before, from the next connection on. TLS begins and ends with the server.
  ///
  /// - Throws: `ServeError` where a file cannot be used; nothing is changed then.
  package func admit(_ access: Access) throws(ServeError) {
    unsafe rtsp_server_begin_access(pointer)
    if let path = access.passwords {
      switch unsafe rtsp_server_require_password(pointer, path, access.realm) {
      case -2:
        throw ServeError(
          "The lines of \(path) end with carriage returns, as on Windows. Write it with: htdigest \(path) \(access.realm) NAME"
        )
      case ..<0: throw ServeError("The passwords in \(path) cannot be read.")
      case 0:
        throw ServeError(
          "\(path) names nobody in the realm \(access.realm). Write a line with: htdigest \(path) \(access.realm) NAME")
      default: break
      }
    }
    if let path = access.certificate, let reason = unsafe Self.take(rtsp_server_set_certificate(pointer, path)) {
      throw ServeError("The certificate in \(path) cannot be used: \(reason).")
    }
    unsafe rtsp_server_end_access(pointer)
  }

  private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// The port that it listens at.
  package var port: Int { unsafe Int(rtsp_server_port(pointer)) }

  /// The scheme of its addresses.
  let scheme: String

  /// The number of its clients.
  var clients: Int { unsafe Int(rtsp_server_clients(pointer)) }

  /// The number of clients that were closed because they had fallen ten seconds behind.
  var slowClients: Int { unsafe Int(rtsp_server_slow_clients(pointer)) }
}

/// Returns an address as a URI writes it: that of IPv6 in brackets.
func host(_ address: String) -> String { address.contains(":") ? "[\(address)]" : address }

/// One stream of a server, at a path. Its clients share one media, so that what they watch is packed once.
///
/// Sendable although unchecked: the C side locks what its threads share.
@safe final class RTSPMount: CodedSubscriber, @unchecked Sendable {
  private let pointer: OpaquePointer
  /// A mount ends before its server does.
  private let server: RTSPServer
  /// `nil` where clients get the video alone.
  private let metadata: Monitor<MetadataEncoder>?

  private final class Wish {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// - Parameter wantsKeyFrame: Called, on any thread, when a client has come.
  init(
    _ server: RTSPServer, path: String, metadata: MountMetadata?, wantsKeyFrame: @escaping @Sendable () -> Void
  ) {
    self.server = server
    self.metadata = metadata.map { Monitor(MetadataEncoder($0.format)) }
    let kind =
      switch metadata {
      case nil: RTSP_METADATA_NONE
      case .klv: RTSP_METADATA_KLV
      case .onvif: RTSP_METADATA_ONVIF
      }
    unsafe pointer = rtsp_mount_new(
      server.pointer, path, kind,
      { context in
        if let context = unsafe context { unsafe Unmanaged<Wish>.fromOpaque(context).takeUnretainedValue().body() }
      }, Unmanaged.passRetained(Wish(wantsKeyFrame)).toOpaque(),
      { context in
        if let context = unsafe context { unsafe Unmanaged<Wish>.fromOpaque(context).release() }
      })
  }

  deinit { unsafe rtsp_mount_free(pointer) }

  func take(_ unit: borrowing VideoBuffer, _ facts: PictureFacts?) {
    let bytes: [UInt8] =
      if let metadata, let facts {
        metadata.read {
          $0.bytes(facts.observations, width: facts.width, height: facts.height, time: facts.time)
        }
      } else {
        []
      }
    unsafe unit.withRawPointer { buffer in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe rtsp_mount_push(pointer, buffer, bytes.baseAddress, bytes.count)
      }
    }
  }
}
