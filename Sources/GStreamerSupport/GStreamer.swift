// Owned Swift handles over GStreamer.
import CGStreamer
