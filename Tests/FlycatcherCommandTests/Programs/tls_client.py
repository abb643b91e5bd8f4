#!/usr/bin/python3
"""Takes pictures over rtsps:// from a server whose certificate it checks. Arguments: the address, the authority."""
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gio, Gst  # noqa: E402

Gst.init(None)
pipeline = Gst.parse_launch(
    f"rtspsrc name=source location={sys.argv[1]} ! rtph264depay ! h264parse ! fakesink num-buffers=10 name=sink")
source = pipeline.get_by_name("source")
source.set_property("tls-database", Gio.TlsFileDatabase.new(sys.argv[2]))
source.set_property("tls-validation-flags", Gio.TlsCertificateFlags.VALIDATE_ALL)
pipeline.set_state(Gst.State.PLAYING)
message = pipeline.get_bus().timed_pop_filtered(25 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
pipeline.set_state(Gst.State.NULL)
assert message, "no picture has come"
assert message.type == Gst.MessageType.EOS, message.parse_error()
