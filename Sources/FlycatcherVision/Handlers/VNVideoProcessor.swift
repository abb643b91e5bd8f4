// The processor that performs requests on the pictures of a video file.
import Flycatcher
public import Foundation
import Synchronization

/// A processor that performs requests on the pictures of a video file, each as often as it is to be.
///
/// ```swift
/// let processor = VNVideoProcessor(url: url)
/// try processor.addRequest(request, processingOptions: VNVideoProcessor.RequestProcessingOptions())
/// try processor.analyze(CMTimeRange(start: .zero, duration: .indefinite))
/// ```
///
/// `analyze` returns at the end of the video; results come to the completion handlers of the requests. Used by one
/// thread at a time, but for ``cancel()``.
public final class VNVideoProcessor {
  private struct Task {
    let request: VNRequest
    let cadence: Cadence?
    /// The time from which on the request is performed again.
    var next: CMTime?

    /// Returns a Boolean value indicating whether the request is to be performed on the picture of this time, and plans
    /// the next one.
    mutating func isDue(at time: CMTime) -> Bool {
      guard let interval = cadence?.interval else { return true }
      guard let due = next else {
        next = time + interval
        return true
      }
      // Half a millisecond for timestamps that were rounded on their way.
      guard time + CMTime(value: 1, timescale: 2000) >= due else { return false }
      let following = due + interval
      next = following > time ? following : time + interval
      return true
    }
  }

  private let url: URL
  private var tasks: [Task] = []
  private let reader = Mutex<Running>(Running())

  private struct Running: Sendable {
    var reader: SampleBufferReader?
    var isCanceled = false
  }

  /// Creates a processor of a video file, which is opened when it is analyzed.
  ///
  /// - Parameter videoURL: The address of the file.
  public init(url videoURL: URL) { url = videoURL }

  /// Adds a request, to be performed after those that were added before.
  ///
  /// - Parameters:
  ///   - request: The request. A tracking request is given each result as its next input.
  ///   - processingOptions: How often it is performed.
  /// - Throws: ``VNError``: `missingOption` for a cadence without a rate or interval, `invalidOption` for one that is not
  ///   positive, `invalidArgument` for a request that was added before.
  public func addRequest(
    _ request: VNRequest, processingOptions: RequestProcessingOptions = RequestProcessingOptions()
  ) throws {
    try processingOptions.cadence?.check()
    guard !tasks.contains(where: { $0.request === request }) else {
      throw VNError(.invalidArgument, "The \(type(of: request)) has been added before; remove it first.")
    }
    tasks.append(Task(request: request, cadence: processingOptions.cadence))
  }

  /// Removes a request.
  ///
  /// - Throws: ``VNError`` `invalidArgument` for a request that was not added.
  public func removeRequest(_ request: VNRequest) throws {
    guard let index = tasks.firstIndex(where: { $0.request === request }) else {
      throw VNError(.invalidArgument, "The \(type(of: request)) is not one that was added.")
    }
    tasks.remove(at: index)
  }

  /// Performs the requests on the pictures of a part of the video, in the order of their times. Each call begins anew:
  /// stateful requests keep nothing of the pictures before.
  ///
  /// - Parameter timeRange: The part, in stream time; a length that is indefinite or infinite reaches to the end.
  /// - Throws: ``VNError``: the first error of a request; `invalidArgument` for a range that is none; `outOfBoundsError`
  ///   for one that begins after the end of the video; `dataUnavailable` where no picture lies in it; `requestCancelled`
  ///   after ``cancel()``; those of ``SampleBufferReader``.
  public func analyze(_ timeRange: CMTimeRange) throws {
    self.reader.withLock { $0 = Running() }
    guard timeRange.isValid, timeRange.start.isNumeric else {
      throw VNError(
        .invalidArgument, "The time range is none: its start must be a number of seconds, its length not negative.")
    }
    let reader = try SampleBufferReader(url: url)
    // What was canceled while the file was opened stays so.
    let isCanceled = self.reader.withLock { running in
      running.reader = reader
      return running.isCanceled
    }
    if isCanceled { reader.cancel() }
    defer { self.reader.withLock { $0.reader = nil } }
    for index in tasks.indices {
      tasks[index].next = nil
      tasks[index].request.beginStream()
    }
    let count = try perform(reader, in: timeRange)
    if self.reader.withLock({ $0.isCanceled }) {
      throw VNError(.requestCancelled, "The analysis of \(url.lastPathComponent) was canceled.")
    }
    guard count == 0 else { return }
    throw VNError(
      .dataUnavailable,
      "No picture of \(url.lastPathComponent) lies from \(timeRange.start.seconds) s on for "
        + "\(timeRange.duration.seconds) s.")
  }

  /// Ends `analyze`, which throws `requestCancelled` then; from any thread, or a completion handler. Does nothing where
  /// `analyze` has not begun.
  public func cancel() {
    let current = reader.withLock { running in
      running.isCanceled = true
      return running.reader
    }
    current?.cancel()
  }

  /// - Returns: The number of pictures in the range.
  private func perform(_ reader: SampleBufferReader, in range: CMTimeRange) throws -> Int {
    defer { reader.cancel() }
    let handler = VNSequenceRequestHandler()
    var (count, last) = (0, CMTime.invalid)
    while let sample = try reader.nextSampleBuffer() {
      let time = sample.presentationTimeStamp
      last = sample.duration.isNumeric ? time + sample.duration : time
      guard time >= range.start else { continue }
      guard range.containsTime(time) else { break }
      count += 1
      // A completion handler may add and remove requests.
      for request in tasks.map(\.request) {
        guard let index = tasks.firstIndex(where: { $0.request === request }), tasks[index].isDue(at: time) else {
          continue
        }
        try handler.perform([request], on: sample)
        if let tracking = request as? VNTrackingRequest, let result = tracking.results?.first {
          tracking.inputObservation = result
        }
      }
    }
    guard count == 0, last.isNumeric, range.start > last else { return count }
    throw VNError(
      .outOfBoundsError,
      "The time range begins at \(range.start.seconds) s, after the end of \(url.lastPathComponent) at \(last.seconds) s."
    )
  }
}

extension VNVideoProcessor {
  /// How often a request is performed. A cadence of this class itself tells neither a rate nor an interval, and is
  /// refused with `missingOption`.
  public class Cadence {
    /// Creates a cadence that tells nothing.
    public init() {}

    /// The time between two pictures on which the request is performed.
    var interval: CMTime? { nil }

    func check() throws(VNError) {
      guard let interval else {
        throw VNError(
          .missingOption,
          "The cadence tells neither a rate nor an interval: use FrameRateCadence or TimeIntervalCadence.")
      }
      guard interval.isNumeric, interval > .zero else {
        throw VNError(.invalidOption, "The cadence is \(text); it must be positive.")
      }
    }

    /// The value of the cadence in words.
    fileprivate var text: String { "none" }
  }

  /// A number of pictures in a second, judged on timestamps.
  public final class FrameRateCadence: Cadence {
    /// The number of pictures in a second.
    public let frameRate: Int

    /// Creates a cadence; `addRequest` refuses one that is not positive.
    ///
    /// - Parameter frameRate: The number of pictures in a second, 1 or more.
    public init(_ frameRate: Int) { self.frameRate = frameRate }

    override var interval: CMTime? { CMTime(value: 1, timescale: Int32(clamping: frameRate)) }
    fileprivate override var text: String { "\(frameRate) frames a second" }
  }

  /// A time between two pictures, judged on timestamps.
  public final class TimeIntervalCadence: Cadence {
    /// The time in seconds.
    public let timeInterval: TimeInterval

    /// Creates a cadence; `addRequest` refuses one that is not positive.
    ///
    /// - Parameter timeInterval: The time in seconds, more than 0.
    public init(_ timeInterval: TimeInterval) { self.timeInterval = timeInterval }

    override var interval: CMTime? { CMTime(seconds: timeInterval, preferredTimescale: 1_000_000_000) }
    fileprivate override var text: String { "\(timeInterval) s" }
  }

  /// How a request is performed.
  public final class RequestProcessingOptions {
    /// How often the request is performed; default `nil`, on every picture.
    public var cadence: Cadence?

    /// Creates the default options.
    public init() {}
  }
}
