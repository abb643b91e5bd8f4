// The common part of the asynchronous requests: pictures in, values out, awaited.
public import Foundation

/// A picture of any kind that an asynchronous request takes.
///
/// Made by the functions of ``ImageProcessingRequest``; programs have no use for it.
public struct RequestImage: Sendable {
  enum Content: Sendable {
    case buffer(CVPixelBuffer)
    case sample(CMSampleBuffer)
    case file(URL)
    case data(Data)
  }

  let content: Content
  let orientation: CGImagePropertyOrientation?

  /// Reads or decodes the picture where that has to be done.
  func picture() throws(VNError) -> RequestedPicture {
    switch content {
    case .buffer(let buffer): RequestedPicture(buffer, orientation: orientation)
    case .sample(let sample): try RequestedPicture(sample, orientation: orientation)
    case .file(let url): try RequestedPicture(file: url, orientation: orientation)
    case .data(let data): try RequestedPicture(data: data, orientation: orientation)
    }
  }
}

/// A request that is awaited.
///
/// The analysis runs on the threads of Swift's concurrency; results are values that may go anywhere. A task that is
/// canceled gets `requestCancelled`. Errors are ``VNError``, as those of the older classes; Apple's newer API has another
/// type.
public protocol ImageProcessingRequest: Sendable {
  /// The results of one picture.
  associatedtype Result: Sendable

  /// Performs the request on a picture of any kind.
  func perform(on image: RequestImage) async throws(VNError) -> Result
}

extension ImageProcessingRequest {
  /// Performs the request on a picture.
  ///
  /// - Parameters:
  ///   - pixelBuffer: The picture.
  ///   - orientation: The orientation of the stored picture; default `nil`, upright.
  public func perform(
    on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil
  ) async throws(VNError) -> Result {
    try await perform(on: RequestImage(content: .buffer(pixelBuffer), orientation: orientation))
  }

  /// Performs the request on a sample.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The picture with its time.
  ///   - orientation: The orientation of the stored picture; default `nil`, upright.
  public func perform(
    on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil
  ) async throws(VNError) -> Result {
    try await perform(on: RequestImage(content: .sample(sampleBuffer), orientation: orientation))
  }

  /// Performs the request on a picture in a file.
  ///
  /// - Parameters:
  ///   - url: The address of the file.
  ///   - orientation: The orientation of the stored picture; default `nil`, that which the file tells.
  public func perform(
    on url: URL, orientation: CGImagePropertyOrientation? = nil
  ) async throws(VNError) -> Result {
    try await perform(on: RequestImage(content: .file(url), orientation: orientation))
  }

  /// Performs the request on the content of a picture file.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - orientation: The orientation of the stored picture; default `nil`, that which the content tells.
  public func perform(
    on data: Data, orientation: CGImagePropertyOrientation? = nil
  ) async throws(VNError) -> Result {
    try await perform(on: RequestImage(content: .data(data), orientation: orientation))
  }
}

/// One of the older requests with its tracks, worked by one task at a time.
actor RequestWorker<Request: VNRequest> {
  private let request: Request
  private let tracks = TrackSequence()

  init(_ make: @Sendable () -> Request) { request = make() }

  /// - Parameters:
  ///   - configure: Sets the properties of the request before it is performed.
  ///   - read: Makes values of its results.
  func perform<Value: Sendable>(
    on image: RequestImage, _ configure: @Sendable (Request) -> Void, _ read: @Sendable (Request) -> Value
  ) throws(VNError) -> Value {
    guard !Task.isCancelled else {
      throw VNError(.requestCancelled, "The task in which \(Request.self) was awaited was canceled.")
    }
    configure(request)
    let picture = try image.picture()
    tracks.begin(picture)
    try request.perform(on: picture, tracks: tracks)
    return read(request)
  }
}
