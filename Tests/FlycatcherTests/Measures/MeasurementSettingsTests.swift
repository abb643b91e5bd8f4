import Flycatcher
import Testing

@Suite struct MeasurementSettingsTests {
  private func scale(_ text: String = "", court: String = "", ball: Double? = nil) throws -> MeasurementSettings.Scale {
    var settings = MeasurementSettings()
    try settings.chooseScale(scale: text, court: court, ballDiameter: ball)
    try settings.validate()
    return settings.scale
  }

  @Test func theScaleIsReadAsUsersWriteIt() throws {
    #expect(try scale() == .gravity)
    #expect(try scale("none") == .none)
    #expect(
      try scale("0.1,0.9,0.3,0.9=180cm") == .length(from: Point(x: 0.1, y: 0.9), to: Point(x: 0.3, y: 0.9), meters: 1.8)
    )
    #expect(try scale(ball: 0.067) == .ballDiameter(0.067))
    #expect(try scale(court: "15x28m") == .court(corners: nil, size: .init(width: 15, length: 28)))
    let feet = try scale(court: "0.2,0.3,0.8,0.3,1,0.9,0,0.9=50ftx94ft")
    guard case .court(let corners?, let size) = feet else {
      Issue.record("\(feet)")
      return
    }
    #expect(corners.bottomRight == Point(x: 1, y: 0.9) && abs(size.length - 28.6512) < 1e-9)
    #expect(MeasurementSettings.focalLength("27mm") == 0.75)
    #expect(MeasurementSettings.focalLength("0.8") == 0.8)
    #expect(MeasurementSettings.focalLength("wide") == nil)
  }

  @Test(arguments: [
    "0.1,0.9,0.3,0.9=0m", "0.1,0.9,0.1,0.9=2m", "0.1,0.9,0.3,0.9=2", "0.1,0.9,0.3=2m", "0.1,0.9,0.3,0.9=-1m", "big",
    "nan,0.9,0.3,0.9=1m", "=", "0.1,0.9,0.3,0.9=1m=2m",
  ])
  func aScaleThatCannotBeIsRefused(_ text: String) {
    #expect(throws: FlycatcherError.self) { try scale(text) }
  }

  @Test(arguments: [
    "15", "0x28m", "15x28", "x", "0.2,0.3,0.8,0.3,1,0.9=15x28m",
    // A corner inside the others, and corners that cross.
    "0.2,0.3,0.8,0.3,0.5,0.4,0,0.9=15x28m", "0.2,0.3,1,0.9,0.8,0.3,0,0.9=15x28m",
    // Counterclockwise.
    "0.2,0.3,0,0.9,1,0.9,0.8,0.3=15x28m",
  ])
  func aCourtThatCannotBeIsRefused(_ text: String) {
    #expect(throws: FlycatcherError.self) { try scale(court: text) }
  }

  @Test func twoScalesAreOneTooMany() {
    #expect(throws: FlycatcherError.self) { try scale("none", court: "15x28m") }
    #expect(throws: FlycatcherError.self) { try scale("gravity", ball: 0.2) }
  }

  @Test func settingsOutsideTheirRangeAreNamed() {
    var settings = MeasurementSettings()
    settings.gravity = 0
    #expect(throws: FlycatcherError.self) { try settings.validate() }
    settings = MeasurementSettings()
    settings.captureRate = .nan
    #expect(throws: FlycatcherError.self) { try settings.validate() }
    settings = MeasurementSettings()
    settings.focalLength = 0
    #expect(throws: FlycatcherError.self) { try settings.validate() }
  }
}
