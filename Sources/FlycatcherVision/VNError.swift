// Vision's error, with its codes by their own names and numbers.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import Flycatcher
package import FlycatcherPipeline
public import Foundation

/// The domain of errors, where one is read as `NSError`.
public let VNErrorDomain = "com.apple.Vision"

/// The kinds of failure, by Vision's names and numbers.
public enum VNErrorCode: Int, Sendable, CaseIterable {
  /// The request was canceled, or the task in which it was awaited.
  case requestCancelled = 1
  /// The sample holds no raw video, or the format of its pixels cannot be read.
  case invalidFormat = 2
  /// The stream is damaged, or breaks off.
  case operationFailed = 3
  /// A box does not lie in the picture, or a stretch of time not in the video.
  case outOfBoundsError = 4
  /// An option is none, or its value is of another type or outside its range.
  case invalidOption = 5
  /// A file or a device cannot be opened or read.
  case ioError = 6
  /// A value that is needed was not given, as the rate of a cadence.
  case missingOption = 7
  /// What was asked for is not built, as reading pictures from a server.
  case notImplemented = 8
  /// A limit inside is reached, as that on the number of trackers, or a part of the installation is missing.
  case internalError = 9
  /// There is no memory for a picture.
  case outOfMemory = 10
  /// An element of a pipeline failed for a reason that has no code here.
  case unknownError = 11
  /// The request cannot be performed here, or not at this time.
  case invalidOperation = 12
  /// The picture cannot be decoded, or its memory is gone.
  case invalidImage = 13
  /// A property of the request lies outside its range.
  case invalidArgument = 14
  /// A model does not fit the request. Nothing here takes a model, so that this error never occurs.
  case invalidModel = 15
  /// The revision of the request is not one of its supported ones.
  case unsupportedRevision = 16
  /// There is no picture in the sample, or in the stretch of time.
  case dataUnavailable = 17
  /// The picture has no presentation time, and the request needs one.
  case timeStampNotFound = 18
  /// The request is of no kind that can be performed.
  case unsupportedRequest = 19
  /// No picture came in time.
  case timeout = 20
}

/// A failure to perform a request, to read pictures, or to make one.
///
/// Errors are told apart by their codes:
///
/// ```swift
/// do {
///   try handler.perform([request])
/// } catch let error as VNError where error.code == .timeStampNotFound {
///   // …
/// }
/// ```
///
/// The description is one sentence that names the value and what would be accepted. Unlike Apple's, which come as
/// `NSError`, the error is a Swift type that functions here throw by name.
public struct VNError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError, CustomNSError {
  /// The kinds of failure.
  public typealias Code = VNErrorCode

  /// The kind of failure.
  public let code: Code
  /// One sentence for the user.
  public let localizedDescription: String

  /// One sentence for the user.
  public var description: String { localizedDescription }
  /// One sentence for the user, where Foundation asks for it.
  public var errorDescription: String? { localizedDescription }
  /// The domain of the error as `NSError`: ``VNErrorDomain``.
  public static var errorDomain: String { VNErrorDomain }
  /// The number of the code.
  public var errorCode: Int { code.rawValue }
  /// The description under Foundation's key.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: localizedDescription] }

  package init(_ code: Code, _ description: String) {
    self.code = code
    localizedDescription = description
  }

  /// Names the failure of a tracker.
  package init(_ error: FlycatcherError) {
    let code: Code =
      switch error.code {
      case .settingOutOfRange: .invalidArgument
      case .nominationRefused: .outOfBoundsError
      case .timestampNotFound: .timeStampNotFound
      case .timestampNotIncreasing: .invalidOperation
      case .limitReached: .internalError
      }
    self.init(code, error.description)
  }

  /// Names the failure of a pipeline.
  package init(_ error: PipelineError) {
    let code: Code =
      switch error.code {
      case .invalidDescription, .missingElement, .duplicateName, .wrongElement, .notLinked, .sameFile, .wrongProperty:
        .invalidArgument
      case .unknownElement: .internalError
      case .fileNotFound, .fileNotReadable, .cannotWrite, .diskFull, .connectionLost, .busy: .ioError
      case .notVideo, .noVideoStream, .notNegotiated: .invalidFormat
      case .timestampNotFound: .timeStampNotFound
      case .damagedStream: .operationFailed
      case .alreadyRun: .invalidOperation
      case .failed: .unknownError
      }
    self.init(code, error.description)
  }
}
