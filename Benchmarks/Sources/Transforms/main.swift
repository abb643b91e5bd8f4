// How long the object tracker's own transforms take: run beside what transforms.c prints for two libraries.
import Glibc

/// Microseconds of this thread's processor time for the spectra of `groups * 16` real channels of `side * side`, the best of many.
func measure(side: Int, groups: Int) -> Double? {
  guard let grid = SpectralGrid(side: side) else { return nil }
  var values = [ComplexLanes](repeating: .zero, count: side * side * groups)
  for index in values.indices { values[index].real[index % 8] = Float(index % 17) }
  let fresh = values
  var scratch = [ComplexLanes](repeating: .zero, count: side * side)
  var best = Double.infinity
  for _ in 0..<300 {
    for index in values.indices { values[index] = fresh[index] }
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    grid.forward(&values, groups: groups, scratch: &scratch)
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    best = min(best, Double(end.tv_sec - start.tv_sec) * 1e6 + Double(end.tv_nsec - start.tv_nsec) * 1e-3)
  }
  return best
}

for (side, groups) in [(48, 3), (32, 1)] {
  print("own, \(groups * 16) channels of \(side) x \(side): \(measure(side: side, groups: groups) ?? .nan) us")
}
