// What others see of this process.
import CRTSPServer

/// The arguments of this process, which others see.
package enum ProcessTitle {
  /// Overwrites the user and password of every address in them. Whoever needs the arguments must have read them.
  package static func hidePasswords() { process_title_hide_passwords() }
}
