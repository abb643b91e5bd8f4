// GstHarness, which runs an element in the calling thread.
#pragma once
#include <gst/check/gstharness.h>
