#!/bin/sh
# Follows what a detector before it marks with regions of interest: follow-detections.sh INPUT OUTPUT.mkv 'DETECTOR'
# DETECTOR is any element that attaches GstVideoRegionOfInterestMeta, such as gvadetect. Its boxes are taken twice a second.
exec gst-launch-1.0 filesrc location="$1" ! decodebin ! videoconvert ! ${3:-identity} ! videoconvert \
  ! objecttrack renominate-interval=500000000 ! trackoverlay ! videoconvert ! x264enc ! matroskamux \
  ! filesink location="$2"
