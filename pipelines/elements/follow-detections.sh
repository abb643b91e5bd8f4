#!/bin/sh
# Follows what a detector marks with regions of interest, faces by default: follow-detections.sh INPUT OUTPUT.mkv ['DETECTOR']
# DETECTOR is any element that attaches GstVideoRegionOfInterestMeta, such as gvadetect. Its boxes are taken twice a second.
# facedetect is in Debian's gstreamer1.0-opencv, what it looks for in opencv-data.
exec gst-launch-1.0 filesrc location="$1" ! decodebin ! videoconvert ! videoflip video-direction=auto \
  ! ${3:-facedetect display=false updates=none} \
  ! videoconvert ! objecttrack ! trackoverlay ! videoconvert ! x264enc ! matroskamux ! filesink location="$2"
