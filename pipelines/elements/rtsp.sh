#!/bin/sh
# Takes an RTSP stream, draws the flights on it and publishes it again: rtsp.sh rtsp://camera/path rtsp://server/path
# The server must take streams (RECORD), as MediaMTX and gst-rtsp-server do. Ctrl-C ends the session with TEARDOWN; with -e,
# gst-launch-1.0 would first wait for the end of the stream, which on a busy machine may never arrive (GStreamer 1.22).
exec gst-launch-1.0 rtspsrc location="$1" latency=200 protocols=tcp ! rtph264depay ! h264parse ! avdec_h264 \
  ! trajectorydetect ! trackoverlay ! videoconvert ! video/x-raw,format=I420 \
  ! x264enc tune=zerolatency speed-preset=veryfast key-int-max=30 ! h264parse \
  ! rtspclientsink location="$2" protocols=tcp
