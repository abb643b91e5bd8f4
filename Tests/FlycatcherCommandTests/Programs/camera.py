#!/usr/bin/python3
"""A camera on the network: an RTSP server of a moving ball, in a process that a test may stop, kill and start again.

Arguments: port, width, height, codec (h264 or h265), the seconds by which its clock is ahead (0). Says "ready" when it listens.
"""
import signal
import sys
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, GObject, Gst, GstRtspServer  # noqa: E402

port, width, height, codec, ahead = (sys.argv[1:] + ["0"])[:5]
# The tests' threads block signals, which this program would inherit.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
Gst.init(None)
encode = {
    "h264": "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=15 ! rtph264pay name=pay0 config-interval=1",
    "h265": "x265enc tune=zerolatency speed-preset=ultrafast key-int-max=15 ! rtph265pay name=pay0 config-interval=1",
}[codec]
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    f"( videotestsrc is-live=true pattern=ball ! video/x-raw,format=I420,width={width},height={height},framerate=15/1 "
    f"! {encode} pt=96 )")
factory.set_shared(True)


class Media(GstRtspServer.RTSPMedia):
    """Tells in its sender reports what its own clock says."""

    def do_setup_rtpbin(self, rtpbin):
        rtpbin.set_property("ntp-time-source", 3)
        return True


if int(ahead):
    # NTP counts from 1900.
    clock, now = GObject.new(Gst.SystemClock, clock_type=Gst.ClockType.REALTIME), time.time_ns()
    clock.set_calibration(now, now + (int(ahead) + 2208988800) * Gst.SECOND, 1, 1)
    factory.set_clock(clock)
    factory.set_media_gtype(Media)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(port)
server.get_mount_points().add_factory("/camera", factory)
if not server.attach(None):
    sys.exit(f"cannot listen at {port}")
print("ready", flush=True)
GLib.MainLoop().run()
