// The HTTP server of figures and health: /metrics, /healthz, /readyz.
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers at a port until the end of its life.
package final class StatusServer: Sendable {
  /// An answer.
  package struct Answer: Sendable {
    package var isOkay: Bool
    package var text: String

    package init(isOkay: Bool = true, _ text: String) { (self.isOkay, self.text) = (isOkay, text) }
  }

  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel

  /// The time after which a connection that says nothing is closed.
  private static let longestSilence: TimeAmount = .seconds(30)

  /// - Parameter answer: Returns the answer for a path; `nil` is not found.
  /// - Throws: `ServeError` where the port cannot be had.
  package init(
    address: String, port: Int, _ answer: @escaping @Sendable (String) -> Answer?
  ) throws(ServeError) {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      channel = try ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(IdleStateHandler(allTimeout: Self.longestSilence))
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
            try channel.pipeline.syncOperations.addHandler(Responder(answer))
          }
        }
        .bind(host: address, port: port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      throw ServeError("The metrics cannot be served at \(address):\(port): \(error). Choose another --metrics port.")
    }
    self.group = group
  }

  deinit {
    try? channel.close().wait()
    group.shutdownGracefully { _ in }
  }

  package var port: Int { channel.localAddress?.port ?? 0 }

  private final class Responder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let answer: @Sendable (String) -> Answer?
    private var head: HTTPRequestHead?

    init(_ answer: @escaping @Sendable (String) -> Answer?) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): self.head = head
      case .body: break
      case .end: respond(context)
      }
    }

    private func respond(_ context: ChannelHandlerContext) {
      guard let head else { return }
      self.head = nil
      let path = String(head.uri.prefix { $0 != "?" })
      let isRead = head.method == .GET || head.method == .HEAD
      let answer = isRead ? self.answer(path) : nil
      let status: HTTPResponseStatus =
        !isRead ? .methodNotAllowed : answer.map { $0.isOkay ? .ok : .serviceUnavailable } ?? .notFound
      let body = ByteBuffer(string: answer?.text ?? "\(status.code) \(status.reasonPhrase)\n")
      var headers = HTTPHeaders()
      headers.add(name: "Content-Type", value: "text/plain; version=0.0.4; charset=utf-8")
      headers.add(name: "Content-Length", value: "\(body.readableBytes)")
      if !head.isKeepAlive { headers.add(name: "Connection", value: "close") }
      context.write(
        wrapOutboundOut(.head(HTTPResponseHead(version: head.version, status: status, headers: headers))), promise: nil)
      if head.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      if !head.isKeepAlive { context.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
