// GLib's default main loop, in which some elements do their work.
import CGStreamer

/// Runs GLib's default main loop on a thread of its own, as gst-launch-1.0 does on its first one: gtksink draws its window there.
package final class MainLoop: Sendable {
  private enum State { case starting, running, stopping, ended }

  private let state = Monitor(State.starting)
  /// What a callback may take, when the loop starts or is to stop.
  private static let timeout = Duration.seconds(2)

  /// Starts the loop, unless another thread runs it.
  package init() {
    let state = state
    let hasThread = StreamThread.start("fc-main") {
      // What is invoked in the loop runs on this thread from here on.
      let isOwner = g_main_context_acquire(nil) != 0
      // It may have been stopped already.
      state.change { if $0 == .starting { $0 = .running } }
      while isOwner, state.read({ $0 == .running }) { _ = g_main_context_iteration(nil, 1) }
      if isOwner { g_main_context_release(nil) }
      state.change { $0 = .ended }
    }
    if !hasThread { state.change { $0 = .ended } }
    _ = state.wait(until: .now + Self.timeout) { $0 == .starting ? nil : true }
  }

  package func stop() {
    state.change { if $0 != .ended { $0 = .stopping } }
    g_main_context_wakeup(nil)
    _ = state.wait(until: .now + Self.timeout) { $0 == .ended ? true : nil }
  }
}
