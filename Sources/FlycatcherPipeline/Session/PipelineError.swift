// The one error of the session: the element, the failure, the remedy.

/// A failure to run a pipeline, or the reason for its early end.
public struct PipelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// The description is not one that GStreamer understands.
    case invalidDescription
    /// The description names an element that is not installed.
    case unknownElement
    /// The description lacks the app sink that gives the frames.
    case missingElement
    /// Two elements have a name that only one may have.
    case duplicateName
    /// An element of this name is of another kind than it must be.
    case wrongElement
    /// Nothing leads to the app sink, or nothing takes what an app source gives.
    case notLinked
    /// A file would be written over the input, or by two elements.
    case sameFile
    /// A property does not exist, or does not take the value.
    case wrongProperty
    /// A file that the pipeline reads does not exist.
    case fileNotFound
    /// The input cannot be read: no permission, a directory, or a server that cannot be reached.
    case fileNotReadable
    /// The input is no video that an installed element can read.
    case notVideo
    /// The input holds no video stream.
    case noVideoStream
    /// The output cannot be written.
    case cannotWrite
    /// The disk has no room for the output.
    case diskFull
    /// Neighbors in the pipeline have no format in common.
    case notNegotiated
    /// A frame has no presentation time.
    case timestampNotFound
    /// The data is damaged or ends too early.
    case damagedStream
    /// The source, as a camera in the network, was there and has gone.
    case connectionLost
    /// A device is in use by someone else.
    case busy
    /// The session has been run before; each runs once.
    case alreadyRun
    /// Something else went wrong in an element.
    case failed
  }

  /// The kind of failure.
  public let code: Code
  /// The name of the element concerned; `nil` where there is none.
  public let element: String?
  /// The failure and its remedy, in one or two sentences for the user.
  public let description: String

  /// Creates an error.
  public init(_ code: Code, element: String? = nil, _ description: String) {
    self.code = code
    self.element = element
    self.description = description
  }
}
