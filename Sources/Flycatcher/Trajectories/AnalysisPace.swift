// Keeps the analysis of a frame within the time it may take, by looking at a coarser picture when it does not.

/// How coarse the next frames are looked at.
struct AnalysisPace: Sendable {
  /// How often the picture is halved beyond what the settings ask for: 0 to 3.
  private(set) var level = 0
  private let target: Duration
  private var start = ContinuousClock.now
  private var slow = 0
  private var fast = 0

  init(target: Duration) {
    self.target = target
  }

  mutating func begin() {
    if target > .zero { start = ContinuousClock.now }
  }

  /// Half the size takes about a quarter of the time: a step back is taken when that leaves room, and only after a
  /// while, so that the
  /// level does not swing.
  mutating func end() {
    guard target > .zero else { return }
    record(ContinuousClock.now - start)
  }

  mutating func record(_ elapsed: Duration) {
    slow = elapsed > target ? slow + 1 : 0
    fast = elapsed * 5 < target ? fast + 1 : 0
    if slow >= 3 && level < 3 {
      level += 1
      slow = 0
    } else if fast >= 30 && level > 0 {
      level -= 1
      fast = 0
    }
  }
}
