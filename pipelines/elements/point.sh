#!/bin/sh
# Shows a camera, a file or a stream in a window and follows what a box is dragged over there: point.sh URI
# A click with the right button drops an object. SINK names another sink than the usual one, for example glimagesink.
exec gst-launch-1.0 uridecodebin uri="$1" ! videoconvert ! videoflip video-direction=auto ! queue \
  ! objecttrack ! trackoverlay ! videoconvert ! ${SINK:-autovideosink}
