// The times of frames: even ones, and those that go backwards, repeat, leap or lie at the ends of what a number holds.
import Flycatcher

struct FuzzClock {
  private(set) var time = Timestamp(nanoseconds: 0)
  /// Of 256 steps, this many are odd.
  private let oddity: UInt8

  init(_ input: inout FuzzInput) {
    oddity = input.element(of: [0, 0, 16, 64, 255])
    if input.byte() < oddity { time = Timestamp(nanoseconds: input.element(of: FuzzInput.awkwardTimes)) }
  }

  mutating func advance(_ input: inout FuzzInput) {
    guard oddity > 0, input.byte() < oddity else {
      time.nanoseconds &+= 33_333_333
      return
    }
    switch input.byte() & 3 {
    case 0: time.nanoseconds &+= input.element(of: FuzzInput.awkwardTimes)
    case 1: time = Timestamp(nanoseconds: input.element(of: FuzzInput.awkwardTimes))
    case 2: time = time + input.duration()
    default: time = Timestamp(seconds: input.number())
    }
  }
}
