// Sample buffers one after another, from a file or any pipeline.
import Flycatcher
import FlycatcherPipeline
public import Foundation
import GStreamerSupport

/// A reader of the pictures of a video file, or of any GStreamer pipeline, as sample buffers.
///
/// It stands where code for Apple's systems has a capture output or an asset reader. The pipeline is a description in the
/// language of gst-launch with an `appsink` named `frames`:
///
/// ```swift
/// let reader = try SampleBufferReader(pipeline: "v4l2src ! videoconvert ! appsink name=frames")
/// while let sampleBuffer = try reader.nextSampleBuffer() {
///   try VNImageRequestHandler(cmSampleBuffer: sampleBuffer).perform([request])
/// }
/// ```
///
/// A file is read as fast as its samples are taken, and every picture comes. A live source never waits: pictures that
/// come while two wait are dropped. Pixels are not copied: a sample holds its GStreamer buffer.
public final class SampleBufferReader: Sendable {
  /// The longest time that ``nextSampleBuffer()`` waits; default 30 s.
  public let timeout: Duration
  private let session: Session
  private let queue: SampleQueue

  /// Creates a reader of a pipeline; nothing runs before the first sample is asked for.
  ///
  /// - Parameters:
  ///   - pipeline: The description, with an `appsink` named `frames`.
  ///   - timeout: The longest time to wait for a sample, more than 0; default 30 s.
  /// - Throws: ``VNError``: `invalidArgument` for a mistake in the description, `internalError` for an element that is not
  ///   installed, `ioError` for a file that cannot be read.
  public init(pipeline: String, timeout: Duration = .seconds(30)) throws(VNError) {
    guard timeout > .zero else {
      throw VNError(.invalidArgument, "timeout is \(timeout.seconds) s; it must be more than 0 s.")
    }
    let queue = SampleQueue()
    var options = SessionOptions()
    options.overlay = nil
    do throws(PipelineError) {
      session = try Session(pipeline: pipeline, trackers: [], observers: [queue], options: options)
    } catch {
      throw VNError(error)
    }
    self.timeout = timeout
    self.queue = queue
  }

  /// Creates a reader of a video file. A rotation that the file asks for is carried out.
  ///
  /// - Parameters:
  ///   - url: The address of the file.
  ///   - timeout: The longest time to wait for a sample, more than 0; default 30 s.
  /// - Throws: ``VNError``: `ioError` where the file cannot be read, `notImplemented` where the address is not that of a
  ///   file.
  public convenience init(url: URL, timeout: Duration = .seconds(30)) throws(VNError) {
    let location = try InputFile.location(of: url)
    let turn = RotationTag.isUpright(location: location) ? "" : " ! videoflip video-direction=auto"
    try self.init(
      pipeline:
        "filesrc location=\(location) ! decodebin \(LaunchValue.videoOnly) ! videoconvert\(turn) ! appsink name=frames",
      timeout: timeout)
  }

  deinit { cancel() }

  /// Returns the next sample; `nil` at the end of the stream, and once the reader was canceled.
  ///
  /// - Throws: ``VNError``: `timeout` where no picture came in time, `invalidFormat` where the input is no video,
  ///   `operationFailed` where it is damaged, `timeStampNotFound` for a picture without a time, `unknownError` where an
  ///   element failed for another reason.
  public func nextSampleBuffer() throws(VNError) -> CMSampleBuffer? {
    let (session, queue) = (session, queue)
    let isFirst = queue.begin()
    if isFirst {
      let started = StreamThread.start("fc-reader") {
        do {
          try session.run()
          queue.finish(nil)
        } catch let error as PipelineError {
          queue.finish(VNError(error))
        } catch {
          queue.finish(VNError(.unknownError, "\(error)"))
        }
      }
      if !started { queue.finish(VNError(.internalError, "The system grants no further thread.")) }
    }
    return try queue.next(within: timeout)
  }

  /// Ends the reading, from any thread: samples that wait are dropped.
  public func cancel() {
    queue.close()
    session.stop()
  }

  /// The length of the stream; `nil` before the first sample, and where it is not known, as for cameras.
  public var duration: CMTime? { session.statistics.duration.map { CMTime($0) } }
}

/// The samples between the pipeline's thread and the reader's.
final class SampleQueue: BufferObserver {
  private struct State {
    var samples: [CMSampleBuffer] = []
    var hasBegun = false
    var isClosed = false
    var hasEnded = false
    var failure: VNError?
  }

  private static let capacity = 2
  private let state = Monitor(State())

  /// - Returns: false where the reading has begun already.
  func begin() -> Bool {
    state.read { state in
      defer { state.hasBegun = true }
      return !state.hasBegun && !state.isClosed
    }
  }

  func observe(_ buffer: borrowing VideoBuffer, _ layout: VideoLayout, _ report: FrameReport) {
    do throws(VNError) {
      let sample = try CMSampleBuffer(buffer, layout, timestamp: report.time)
      _ = state.wait { state -> Bool? in
        if state.isClosed { return true }
        guard state.samples.count < Self.capacity else { return nil }
        state.samples.append(sample)
        return true
      }
    } catch {
      finish(error)
    }
  }

  func next(within timeout: Duration) throws(VNError) -> CMSampleBuffer? {
    let outcome: Result<CMSampleBuffer?, VNError>? = state.wait(until: .now + timeout) { state in
      if state.isClosed { return .success(nil) }
      if !state.samples.isEmpty { return .success(state.samples.removeFirst()) }
      if let failure = state.failure { return .failure(failure) }
      return state.hasEnded ? .success(nil) : nil
    }
    guard let outcome else {
      throw VNError(
        .timeout, "No picture came within \(timeout / .seconds(1)) s. Check that the source gives any, or wait longer.")
    }
    return try outcome.get()
  }

  func finish(_ failure: VNError?) {
    state.change { state in
      state.hasEnded = true
      if state.failure == nil { state.failure = failure }
    }
  }

  func close() {
    state.change { state in
      state.isClosed = true
      state.samples.removeAll()
    }
  }
}
