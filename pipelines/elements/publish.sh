#!/bin/sh
# Writes what flies through a video as JSON Lines, as fast as it can be read: publish.sh INPUT OUTPUT.jsonl
exec gst-launch-1.0 filesrc location="$1" ! decodebin ! videoconvert ! trajectorydetect orientation=auto \
  ! trackpublish location="$2" ! fakesink sync=false
