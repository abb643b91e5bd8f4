// The system headers, and static inline functions for just what Swift cannot import (macros, variadic functions, casts).
#pragma once
#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>
