#!/bin/sh
# Draws the flights on a video and writes it to another file: annotate-file.sh INPUT OUTPUT.mkv
exec gst-launch-1.0 filesrc location="$1" ! decodebin ! videoconvert ! videoflip video-direction=auto \
  ! trajectorydetect ! trackoverlay ! videoconvert ! x264enc ! matroskamux ! filesink location="$2"
