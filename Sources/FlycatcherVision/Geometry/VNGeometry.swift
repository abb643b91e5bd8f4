// Vision's ways between normalized places, from the lower-left corner, and pixels from the same corner.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

public import Foundation

/// Three numbers of single precision.
public typealias simd_float3 = SIMD3<Float>

/// The whole picture: a rectangle of width and height 1 at the lower-left corner.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// Returns a Boolean value indicating whether a normalized rectangle is the whole picture.
public func VNNormalizedRectIsIdentityRect(_ normalizedRect: CGRect) -> Bool {
  normalizedRect == VNNormalizedIdentityRect
}

/// Returns the place in pixels of a normalized place.
///
/// - Parameters:
///   - normalizedPoint: A place from the lower-left corner, 0 to 1.
///   - imageWidth: The width of the picture in pixels.
///   - imageHeight: The height of the picture in pixels.
public func VNImagePointForNormalizedPoint(
  _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
  VNImagePointForNormalizedPointUsingRegionOfInterest(
    normalizedPoint, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// Returns the normalized place of a place in pixels; not finite where the picture has no size.
///
/// - Parameters:
///   - imagePoint: A place in pixels from the lower-left corner.
///   - imageWidth: The width of the picture in pixels.
///   - imageHeight: The height of the picture in pixels.
public func VNNormalizedPointForImagePoint(_ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
  VNNormalizedPointForImagePointUsingRegionOfInterest(imagePoint, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// Returns the rectangle in pixels of a normalized rectangle.
///
/// - Parameters:
///   - normalizedRect: A rectangle from the lower-left corner, 0 to 1.
///   - imageWidth: The width of the picture in pixels.
///   - imageHeight: The height of the picture in pixels.
public func VNImageRectForNormalizedRect(_ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
  VNImageRectForNormalizedRectUsingRegionOfInterest(normalizedRect, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// Returns the normalized rectangle of a rectangle in pixels; not finite where the picture has no size.
///
/// - Parameters:
///   - imageRect: A rectangle in pixels from the lower-left corner.
///   - imageWidth: The width of the picture in pixels.
///   - imageHeight: The height of the picture in pixels.
public func VNNormalizedRectForImageRect(_ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
  VNNormalizedRectForImageRectUsingRegionOfInterest(imageRect, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// Returns the place in pixels of a place that is normalized to a region.
///
/// - Parameters:
///   - normalizedPoint: A place from the lower-left corner of the region, 0 to 1.
///   - imageWidth: The width of the picture in pixels.
///   - imageHeight: The height of the picture in pixels.
///   - roi: The region, normalized to the picture.
public func VNImagePointForNormalizedPointUsingRegionOfInterest(
  _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
  CGPoint(
    x: (roi.origin.x + normalizedPoint.x * roi.size.width) * CGFloat(imageWidth),
    y: (roi.origin.y + normalizedPoint.y * roi.size.height) * CGFloat(imageHeight))
}

/// Returns the place, normalized to a region, of a place in pixels; not finite where the region or the picture has no
/// size.
///
/// - Parameters:
///   - imagePoint: A place in pixels from the lower-left corner of the picture.
///   - imageWidth: The width of the picture in pixels.
///   - imageHeight: The height of the picture in pixels.
///   - roi: The region, normalized to the picture.
public func VNNormalizedPointForImagePointUsingRegionOfInterest(
  _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
  CGPoint(
    x: (imagePoint.x / CGFloat(imageWidth) - roi.origin.x) / roi.size.width,
    y: (imagePoint.y / CGFloat(imageHeight) - roi.origin.y) / roi.size.height)
}

/// Returns the rectangle in pixels of a rectangle that is normalized to a region.
///
/// - Parameters:
///   - normalizedRect: A rectangle from the lower-left corner of the region, 0 to 1.
///   - imageWidth: The width of the picture in pixels.
///   - imageHeight: The height of the picture in pixels.
///   - roi: The region, normalized to the picture.
public func VNImageRectForNormalizedRectUsingRegionOfInterest(
  _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
  let origin = VNImagePointForNormalizedPointUsingRegionOfInterest(normalizedRect.origin, imageWidth, imageHeight, roi)
  return CGRect(
    x: origin.x, y: origin.y, width: normalizedRect.size.width * roi.size.width * CGFloat(imageWidth),
    height: normalizedRect.size.height * roi.size.height * CGFloat(imageHeight))
}

/// Returns the rectangle, normalized to a region, of a rectangle in pixels; not finite where the region or the picture
/// has no size.
///
/// - Parameters:
///   - imageRect: A rectangle in pixels from the lower-left corner of the picture.
///   - imageWidth: The width of the picture in pixels.
///   - imageHeight: The height of the picture in pixels.
///   - roi: The region, normalized to the picture.
public func VNNormalizedRectForImageRectUsingRegionOfInterest(
  _ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
  let origin = VNNormalizedPointForImagePointUsingRegionOfInterest(imageRect.origin, imageWidth, imageHeight, roi)
  return CGRect(
    x: origin.x, y: origin.y, width: imageRect.size.width / CGFloat(imageWidth) / roi.size.width,
    height: imageRect.size.height / CGFloat(imageHeight) / roi.size.height)
}
