// The names that a capture callback is written with, so that it compiles and is called.
public import Dispatch
import Foundation

/// An output of pictures, by AVFoundation's name.
public class AVCaptureOutput {
  /// Creates an output that gives nothing.
  init() {}
}

/// The way from a source of pictures to an output, by AVFoundation's name. It tells nothing here.
public final class AVCaptureConnection {
  /// Creates a connection.
  init() {}
}

/// A delegate that takes pictures as they come.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
  /// Takes a picture.
  ///
  /// - Parameters:
  ///   - output: The output that gives it.
  ///   - sampleBuffer: The picture with its time.
  ///   - connection: The way on which it came.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

/// An output that hands pictures to a delegate.
///
/// AVFoundation's capture sessions are not here. A ``SampleBufferReader`` takes their place, which reads any source that
/// GStreamer reads:
///
/// ```swift
/// let output = AVCaptureVideoDataOutput()
/// output.setSampleBufferDelegate(self, queue: queue)
/// try output.run(SampleBufferReader(pipeline: "v4l2src ! videoconvert ! appsink name=frames"))
/// ```
public final class AVCaptureVideoDataOutput: AVCaptureOutput {
  /// The delegate that takes the pictures.
  public private(set) weak var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
  /// The queue on which the delegate is called; `nil` is the thread that runs the output.
  public private(set) var sampleBufferCallbackQueue: DispatchQueue?
  private let connection = AVCaptureConnection()

  /// Creates an output without a delegate.
  public override init() { super.init() }

  /// Sets the delegate and its queue, before the output runs.
  ///
  /// - Parameters:
  ///   - sampleBufferDelegate: The delegate, which is not held.
  ///   - sampleBufferCallbackQueue: The queue on which it is called; `nil` is the thread that runs the output.
  public func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    self.sampleBufferDelegate = sampleBufferDelegate
    self.sampleBufferCallbackQueue = sampleBufferCallbackQueue
  }

  /// Hands every picture of a reader to the delegate, and returns at the end of the stream.
  ///
  /// The next picture is taken when the delegate returns. On the delegate's own queue, the delegate is called directly.
  ///
  /// - Throws: The ``VNError`` of the reader.
  public func run(_ reader: SampleBufferReader) throws(VNError) {
    while let sample = try reader.nextSampleBuffer() {
      guard let delegate = sampleBufferDelegate else { continue }
      guard let queue = sampleBufferCallbackQueue, !queue.isCurrent else {
        delegate.captureOutput(self, didOutput: sample, from: connection)
        continue
      }
      queue.sync { delegate.captureOutput(self, didOutput: sample, from: connection) }
    }
  }
}

extension DispatchQueue {
  /// A Boolean value indicating whether the calling thread runs on the queue, where it must not wait for it. False for
  /// the system's concurrent queues, which can be waited for, and cannot be marked.
  fileprivate var isCurrent: Bool {
    // The main queue may have gone on to another thread: see `dispatchMain`.
    if label == DispatchQueue.main.label, Thread.isMainThread { return true }
    let qualities: [DispatchQoS.QoSClass] = [.userInteractive, .userInitiated, .default, .utility, .background]
    guard !qualities.contains(where: { DispatchQueue.global(qos: $0).label == label }) else { return false }
    let mark = DispatchSpecificKey<Bool>()
    setSpecific(key: mark, value: true)
    defer { setSpecific(key: mark, value: nil) }
    return DispatchQueue.getSpecific(key: mark) ?? false
  }
}
