// Work on several clips at once, and words about what went wrong.
import Foundation
import Synchronization

/// Does something with each element, some at a time, and returns the results in their order.
public func concurrently<Element: Sendable, Result: Sendable>(
  _ elements: [Element], jobs: Int, _ work: @Sendable @escaping (Element) -> Result
) -> [Result] {
  let results = Mutex<[Int: Result]>([:])
  let next = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: min(jobs, elements.count)) { _ in
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < elements.count else { return }
      let result = work(elements[index])
      results.withLock { $0[index] = result }
    }
  }
  return results.withLock { results in elements.indices.compactMap { results[$0] } }
}

public func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

/// An error with a sentence for the user.
public struct EvaluationError: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }
}
