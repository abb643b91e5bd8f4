// Pictures in memory: read where they lie, for as long as they are there.
import CGStreamer
import Flycatcher
import FlycatcherVision
import Foundation
import GStreamerSupport
import Testing

/// Fills the planes of a picture of its own.
func fill(_ buffer: CVPixelBuffer, with pixels: [UInt8]) {
  var offset = 0
  for plane in 0..<max(CVPixelBufferGetPlaneCount(buffer), 1) {
    let count = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
    guard let start = unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { return }
    unsafe pixels[offset..<offset + count].withUnsafeBytes { bytes in
      unsafe start.copyMemory(from: bytes.baseAddress!, byteCount: count)
    }
    offset += count
  }
}

/// A gray picture of its own with pixels, and a time where it is to have one.
func sample(_ pixels: [UInt8], width: Int, height: Int, at time: CMTime = .invalid) throws -> CMSampleBuffer {
  let buffer = try CVPixelBuffer(width: width, height: height, pixelFormatType: kCVPixelFormatType_OneComponent8)
  fill(buffer, with: pixels)
  return CMSampleBuffer(imageBuffer: buffer, presentationTimeStamp: time)
}

@Suite struct BufferTests {
  /// The address of a plane as a number; 0 for none.
  private func address(of picture: CVPixelBuffer, plane: Int = 0) -> UInt {
    unsafe UInt(bitPattern: CVPixelBufferGetBaseAddressOfPlane(picture, plane))
  }

  @Test func viewOfAFrameHasTheFramesOwnMemory() throws {
    let pixels = card(x: 60, y: 30)
    let address = unsafe pixels.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    try frame(pixels, 3) { frame in
      try frame.withSampleBuffer { sample in
        let picture = try #require(CMSampleBufferGetImageBuffer(sample))
        #expect(self.address(of: picture) == address)
        #expect(CVPixelBufferGetWidth(picture) == 240 && CVPixelBufferGetHeight(picture) == 180)
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_OneComponent8)
        #expect(!CVPixelBufferIsPlanar(picture) && CVPixelBufferGetBytesPerRow(picture) == 240)
        #expect(CMSampleBufferGetPresentationTimeStamp(sample) == CMTimeMake(value: 1, timescale: 10))
      }
    }
  }

  @Test func readSampleHasTheMemoryOfItsGStreamerBuffer() throws {
    let caps = try #require(Caps("video/x-raw,format=NV12,width=64,height=48,framerate=30/1"))
    let layout = try #require(VideoLayout(caps))
    let made = try #require(TestBuffer(size: layout.size))
    let sample = try CMSampleBuffer(made.buffer, layout, timestamp: .zero)
    let picture = try #require(sample.imageBuffer)
    #expect(address(of: picture) == made.address)
    #expect(address(of: picture, plane: 1) == made.address + 64 * 48)
    #expect(CVPixelBufferGetPlaneCount(picture) == 2 && CVPixelBufferGetHeightOfPlane(picture, 1) == 24)
    #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    #expect(CVPixelBufferGetWidthOfPlane(picture, 7) == 0)
  }

  /// What a request sees is the memory of the buffer, not a copy of it: each pixel that is changed there changes there.
  @Test func requestsReadThePictureInPlace() throws {
    let sample = try sample(card(x: 60, y: 30), width: 240, height: 180)
    let (picture, request) = (try #require(sample.imageBuffer), VNDetectRectanglesRequest())
    let handler = VNImageRequestHandler(cvPixelBuffer: picture)
    try handler.perform([request])
    #expect(request.results?.count == 1)
    fill(picture, with: [UInt8](repeating: 40, count: 240 * 180))
    try handler.perform([request])
    #expect(request.results?.isEmpty == true)
  }

  @Test func lentPictureIsGoneAfterTheCall() throws {
    var kept: CMSampleBuffer?
    try frame(card(x: 60, y: 30), 0) { frame in frame.withSampleBuffer { kept = $0 } }
    let handler = VNImageRequestHandler(cmSampleBuffer: try #require(kept))
    let error = try #require(failure { try handler.perform([VNDetectRectanglesRequest()]) })
    #expect(error.code == .invalidImage && error.localizedDescription.contains("lent"))
    let picture = try #require(kept?.imageBuffer)
    #expect(CVPixelBufferLockBaseAddress(picture, .readOnly) == kCVReturnInvalidArgument)
    #expect(address(of: picture) == 0)
  }

  @Test func orientationTurnsThePicture() throws {
    // A card in the upper left of a picture that is to be turned clockwise is in the upper right of the upright one.
    let sample = try sample(card(x: 20, y: 10), width: 240, height: 180)
    let picture = try #require(sample.imageBuffer)
    let request = VNDetectRectanglesRequest()
    try VNImageRequestHandler(cvPixelBuffer: picture, orientation: .right).perform([request])
    let box = try #require(request.results?.first?.boundingBox)
    #expect(abs(box.maxX - (1 - 10.0 / 180)) < 0.01 && abs(box.maxY - (1 - 20.0 / 240)) < 0.01)
  }

  @Test(arguments: [
    (kCVPixelFormatType_420YpCbCr8Planar, 3), (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 2),
  ])
  func picturesInColorAreMadeAndRead(format: OSType, planes: Int) throws {
    let buffer = try CVPixelBuffer(width: 241, height: 179, pixelFormatType: format)
    #expect(CVPixelBufferGetPlaneCount(buffer) == planes)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 121 && CVPixelBufferGetHeightOfPlane(buffer, 1) == 90)
    let request = VNTrackObjectRequest(
      detectedObjectObservation: VNDetectedObjectObservation(
        boundingBox: CGRect(x: 0.2, y: 0.2, width: 0.3, height: 0.3)))
    request.trackingLevel = .accurate
    try VNSequenceRequestHandler().perform([request], on: buffer, orientation: .up)
    #expect(request.results?.count == 1)
  }
}

/// A GStreamer buffer whose address is known.
final class TestBuffer {
  let buffer: VideoBuffer
  let address: UInt

  init?(size: Int) {
    guard (try? GStreamer.start()) != nil, let made = unsafe gst_buffer_new_allocate(nil, gsize(size), nil) else {
      return nil
    }
    var map = unsafe GstMapInfo()
    guard unsafe gst_buffer_map(made, &map, GST_MAP_WRITE) != 0 else { return nil }
    address = unsafe UInt(bitPattern: map.data)
    unsafe memset(map.data, 0, size)
    unsafe gst_buffer_unmap(made, &map)
    buffer = unsafe VideoBuffer(lent: made)
    unsafe fc_mini_object_unref(made)
  }
}
