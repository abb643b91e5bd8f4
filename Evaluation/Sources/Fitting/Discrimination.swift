// How well probabilities tell outcomes apart.
import Foundation
public import Scoring

public enum Discrimination {
  /// The area under the receiver operating characteristic: the probability that a right example is believed more than a wrong one, ties half.
  /// Not a number where one of the two is missing.
  public static func areaUnderCurve(_ forecasts: [Forecast]) -> Double {
    let sorted = forecasts.sorted { $0.confidence < $1.confidence }
    let right = Double(sorted.count { $0.isRight })
    let wrong = Double(sorted.count) - right
    guard right > 0, wrong > 0 else { return .nan }
    // Mann and Whitney's statistic, from ranks that ties share.
    var rankSum = 0.0
    var start = 0
    while start < sorted.count {
      var end = start
      while end < sorted.count, sorted[end].confidence == sorted[start].confidence { end += 1 }
      let rank = Double(start + end + 1) / 2
      rankSum += rank * Double(sorted[start..<end].count { $0.isRight })
      start = end
    }
    return (rankSum - right * (right + 1) / 2) / (right * wrong)
  }

  /// The mean of −ln of the probability of what happened.
  public static func logLoss(_ forecasts: [Forecast]) -> Double {
    mean(forecasts.map { -log(max($0.isRight ? $0.confidence : 1 - $0.confidence, 1e-15)) })
  }
}
