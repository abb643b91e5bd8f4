// Errors as values: their parts, and the one place that makes their text.
import Flycatcher
import Testing

@Suite struct ErrorValueTests {
  @Test func aSettingOutsideItsRangeCarriesItsPartsAndNoSentence() throws {
    var settings = TrajectoryDetector.Settings()
    settings.trajectoryLength = 4
    let error = #expect(throws: FlycatcherError.self) { try settings.validate() }
    #expect(error?.code == .settingOutOfRange && error?.setting == "trajectoryLength" && error?.value == "4")
    #expect(error?.allowed == .range(5...500, .none) && error?.allowed?.bounds == 5...500)
    #expect(error?.description == "trajectoryLength is 4; it must be from 5 to 500.")
  }

  /// The setting's own name and that of another one in the range: both are the names the user knows.
  @Test func settingsAreNamedAsTheUserMetThem() throws {
    var settings = TrajectoryDetector.Settings()
    (settings.objectMinimumNormalizedRadius, settings.objectMaximumNormalizedRadius) = (0.5, 0.25)
    let error = try #require(#expect(throws: FlycatcherError.self) { try settings.validate() })
    let text = error.text { "--" + $0.lowercased() }
    #expect(
      text
        == "--objectminimumnormalizedradius is 0.5; it must be at most --objectmaximumnormalizedradius, which is 0.25."
    )
  }

  @Test func durationsAreToldInSeconds() throws {
    var settings = ObjectTracker.Settings()
    settings.maximumLostDuration = .seconds(-1.5)
    let error = #expect(throws: FlycatcherError.self) { try settings.validate() }
    #expect(error?.description == "maximumLostDuration is -1.5 s; it must be from 0 to 3600 seconds.")
  }

  @Test func everyCodeHasAText() {
    for code in FlycatcherError.Code.allCases {
      let bare = FlycatcherError(code)
      #expect(bare.description.hasSuffix(".") && !bare.description.contains("nil"))
    }
  }

  @Test(arguments: [Double.nan, -.infinity, .infinity, 1.5])
  func numbersThatAreNoneAreRefusedLikeOthers(_ value: Double) throws {
    var settings = RectangleDetector.Settings()
    settings.minimumSize = value
    let error = #expect(throws: FlycatcherError.self) { try settings.validate() }
    #expect(error?.setting == "minimumSize")
  }
}
