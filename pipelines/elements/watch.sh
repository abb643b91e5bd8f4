#!/bin/sh
# Shows a camera, a file or a stream in a window with the flights drawn on it: watch.sh URI
# Late frames are shown without being analyzed. SINK names another sink than the usual one.
exec gst-launch-1.0 uridecodebin uri="$1" ! videoconvert ! videoflip video-direction=auto ! queue \
  ! trajectorydetect ! trackoverlay ! videoconvert ! ${SINK:-autovideosink}
