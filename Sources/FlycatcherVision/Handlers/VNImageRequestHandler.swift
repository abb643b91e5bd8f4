// The handler that performs requests on one picture.
public import Foundation
import Synchronization

/// The name of an option of a handler.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates the name of an option; handlers know those below, and refuse others with `invalidOption`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The properties of the picture, a dictionary; they change nothing here.
  public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
  /// The camera's intrinsic matrix, as `Data`; it changes nothing here.
  public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
}

/// A handler that performs requests on one picture, or on one frame of a stream where the requests are stateful.
///
/// ```swift
/// let handler = VNImageRequestHandler(cmSampleBuffer: sampleBuffer, orientation: .up)
/// try handler.perform([request])
/// ```
///
/// Pixels of buffers are not copied. A file is read, and data decoded, once, when requests are first performed.
/// Tracking requests need a ``VNSequenceRequestHandler`` and are refused with `invalidOperation`.
public final class VNImageRequestHandler: Sendable {
  private enum Source: Sendable {
    case picture(RequestedPicture)
    case failure(VNError)
    case file(URL, CGImagePropertyOrientation?)
    case data(Data, CGImagePropertyOrientation?)
  }

  private let source: Mutex<Source>
  /// The refusal of an option.
  private let refusal: VNError?

  private init(_ source: Source, _ options: [VNImageOption: Any]) {
    self.source = Mutex(source)
    refusal = Self.refusal(of: options)
  }

  /// Creates a handler of a picture.
  ///
  /// - Parameters:
  ///   - pixelBuffer: The picture.
  ///   - options: Options of Vision, which are checked and change nothing.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:]) {
    self.init(.picture(RequestedPicture(pixelBuffer)), options)
  }

  /// Creates a handler of a picture that is stored in an orientation.
  ///
  /// - Parameters:
  ///   - pixelBuffer: The picture.
  ///   - orientation: The orientation of the stored picture. Places are relative to the upright one.
  ///   - options: Options of Vision, which are checked and change nothing.
  public convenience init(
    cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(.picture(RequestedPicture(pixelBuffer, orientation: orientation)), options)
  }

  /// Creates a handler of a sample.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The picture with its time. Without a picture, `perform` throws `dataUnavailable`.
  ///   - options: Options of Vision, which are checked and change nothing.
  public convenience init(cmSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:]) {
    self.init(Self.source(sampleBuffer, nil), options)
  }

  /// Creates a handler of a sample whose picture is stored in an orientation.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The picture with its time. Without a picture, `perform` throws `dataUnavailable`.
  ///   - orientation: The orientation of the stored picture. Places are relative to the upright one.
  ///   - options: Options of Vision, which are checked and change nothing.
  public convenience init(
    cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(Self.source(sampleBuffer, orientation), options)
  }

  /// Creates a handler of a picture file, of which the orientation that it tells is obeyed.
  ///
  /// `perform` throws `ioError` where the file cannot be read, `invalidImage` where it is no picture that an installed
  /// element of GStreamer decodes, and `notImplemented` where the address is not that of a file.
  ///
  /// - Parameters:
  ///   - imageURL: The address of the file.
  ///   - options: Options of Vision, which are checked and change nothing.
  public convenience init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
    self.init(.file(imageURL, nil), options)
  }

  /// Creates a handler of a picture file that is stored in an orientation, whatever the file tells.
  ///
  /// - Parameters:
  ///   - imageURL: The address of the file.
  ///   - orientation: The orientation of the stored picture.
  ///   - options: Options of Vision, which are checked and change nothing.
  public convenience init(
    url imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(.file(imageURL, orientation), options)
  }

  /// Creates a handler of the content of a picture file, of which the orientation that it tells is obeyed.
  ///
  /// - Parameters:
  ///   - imageData: The content of the file.
  ///   - options: Options of Vision, which are checked and change nothing.
  public convenience init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
    self.init(.data(imageData, nil), options)
  }

  /// Creates a handler of the content of a picture file that is stored in an orientation, whatever the content tells.
  ///
  /// - Parameters:
  ///   - imageData: The content of the file.
  ///   - orientation: The orientation of the stored picture.
  ///   - options: Options of Vision, which are checked and change nothing.
  public convenience init(
    data imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(.data(imageData, orientation), options)
  }

  /// Performs the requests in order.
  ///
  /// - Throws: The first error, a ``VNError``; the requests after it are not performed. As in Vision, the function does
  ///   not say so by type.
  public func perform(_ requests: [VNRequest]) throws {
    if let refusal { throw refusal }
    let picture = try picture()
    for request in requests { try request.perform(on: picture, tracks: nil) }
  }

  // MARK: The picture

  private static func source(_ sample: CMSampleBuffer, _ orientation: CGImagePropertyOrientation?) -> Source {
    do throws(VNError) {
      return .picture(try RequestedPicture(sample, orientation: orientation))
    } catch {
      return .failure(error)
    }
  }

  private func picture() throws(VNError) -> RequestedPicture {
    switch source.withLock({ $0 }) {
    case .picture(let picture): return picture
    case .failure(let error): throw error
    case .file(let url, let orientation): return keep(try RequestedPicture(file: url, orientation: orientation))
    case .data(let data, let orientation): return keep(try RequestedPicture(data: data, orientation: orientation))
    }
  }

  private func keep(_ picture: RequestedPicture) -> RequestedPicture {
    source.withLock { $0 = .picture(picture) }
    return picture
  }

  private static func refusal(of options: [VNImageOption: Any]) -> VNError? {
    guard !options.isEmpty else { return nil }
    for (option, value) in options {
      let name = option.rawValue
      switch option {
      case .properties where value is [AnyHashable: Any]: break
      case .properties:
        return VNError(.invalidOption, "The option \(name) is \(type(of: value)); it must be a dictionary.")
      case .cameraIntrinsics where value is Data: break
      case .cameraIntrinsics:
        return VNError(.invalidOption, "The option \(name) is \(type(of: value)); it must be Data.")
      default:
        return VNError(
          .invalidOption, "There is no option \(name); those that are known: properties, cameraIntrinsics.")
      }
    }
    return nil
  }
}
