// The film's clock: frames that were lost, and those that were repeated.
import Testing

@testable import Flycatcher

@Suite struct FilmClockTests {
  private let interval = 1.0 / 30

  private func counts(_ steps: [FilmStep], repeats: Bool = false) -> StepCounts {
    var counts = StepCounts()
    for step in steps { counts.add(step, isAfterRepeat: repeats) }
    return counts
  }

  @Test func filmsLoseFramesOftenOrNever() {
    var clock = FilmClock()
    clock.begin(interval: interval, repeats: 0, irregular: 0.05)
    #expect(!clock.isUsual(.lost))
    clock.learn(counts(Array(repeating: .regular, count: 40) + [.lost]))
    clock.begin(interval: interval, repeats: 0, irregular: 0.05)
    #expect(!clock.isUsual(.lost), "one in forty may be chance")
    clock = FilmClock()
    clock.learn(counts([.regular, .lost, .regular, .regular, .lost, .regular, .regular, .lost]))
    clock.begin(interval: interval, repeats: 0, irregular: 0.05)
    #expect(clock.isUsual(.lost))
    #expect(clock.likeliest == .regular)
    #expect(clock.offset(.lost) == interval)
  }

  @Test func theFilmMayChange() {
    var clock = FilmClock()
    for _ in 0..<100 { clock.learn(counts([.regular, .lost, .regular])) }
    clock.begin(interval: interval, repeats: 0, irregular: 0.05)
    #expect(clock.isUsual(.lost))
    for _ in 0..<3000 { clock.learn(counts([.regular])) }
    clock.begin(interval: interval, repeats: 0, irregular: 0.05)
    #expect(!clock.isUsual(.lost))
  }

  @Test func whetherTimeGoesByInRepeatsIsLearned() {
    var clock = FilmClock()
    clock.begin(interval: interval, repeats: 0, irregular: 0.05)
    #expect(!clock.isUsual(.padded), "nothing was repeated")
    clock.begin(interval: 2 * interval, repeats: 1, irregular: 0.05)
    #expect(clock.isUsual(.padded) && clock.likeliest == .regular)
    #expect(abs(clock.offset(.padded) + interval) < 1e-12)
    #expect(abs(clock.offset(.lost) - interval) < 1e-12)
    clock.learn(counts([.padded, .padded], repeats: true))
    clock.begin(interval: 2 * interval, repeats: 1, irregular: 0.05)
    #expect(clock.likeliest == .padded)
    clock.learn(counts(Array(repeating: .regular, count: 9), repeats: true))
    clock.begin(interval: 2 * interval, repeats: 1, irregular: 0.05)
    #expect(clock.likeliest == .regular)
  }
}
