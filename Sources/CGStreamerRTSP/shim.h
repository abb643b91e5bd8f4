// The system headers of the RTSP server: for the C target that wraps it, and nobody else.
#pragma once
#include <gst/rtsp-server/rtsp-server.h>
