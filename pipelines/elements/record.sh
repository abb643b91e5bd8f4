#!/bin/sh
# Records a camera, a file or a stream with the flights drawn on it, into files of five minutes: record.sh URI PREFIX
# For a camera, URI is v4l2:///dev/video0. Ctrl-C ends the last file properly.
# Without async-handling, splitmuxsink (1.22) may wait for ever at the end of a stream that is shorter than its own start.
exec gst-launch-1.0 -e uridecodebin uri="$1" ! videoconvert ! videoflip video-direction=auto \
  ! trajectorydetect ! trackoverlay ! videoconvert \
  ! x264enc tune=zerolatency speed-preset=veryfast key-int-max=60 ! h264parse \
  ! splitmuxsink async-handling=true max-size-time=300000000000 location="$2-%05d.mp4"
