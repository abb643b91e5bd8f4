// A ball thrown over a gray ground, frame by frame, and what the checks share.
#pragma once
#include <gst/check/gstharness.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 240, FIRST = 12, LAST = 44, FRAMES = 56 };
#define FRAME_TIME (GST_SECOND / 30)

#define REQUIRE(condition, ...) \
  do { \
    if (!(condition)) { \
      g_printerr("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
      g_printerr(__VA_ARGS__); \
      g_printerr("\n"); \
      exit(1); \
    } \
  } while (0)

static inline double ball_x(int frame) { return 30.0 + 6.0 * (frame - FIRST); }
static inline double ball_y(int frame) { return 200.0 - 11.0 * (frame - FIRST) + 0.3 * (frame - FIRST) * (frame - FIRST); }

static inline guint8 sample(int frame, int x, int y, int width) {
  guint8 ground = 60 + ((x * 7 + y * 13) % 5);
  if (frame < FIRST || frame > LAST) return ground;
  double scale = (double)width / WIDTH;
  double distance = hypot(x - ball_x(frame) * scale, y - ball_y(frame) * scale);
  double share = CLAMP(5.0 * scale - distance + 0.5, 0.0, 1.0);
  return (guint8)(ground + share * (225 - ground));
}

static inline void paint(GstVideoFrame *video, int frame) {
  int width = GST_VIDEO_FRAME_WIDTH(video), height = GST_VIDEO_FRAME_HEIGHT(video);
  for (guint component = 0; component < GST_VIDEO_FRAME_N_COMPONENTS(video); component++) {
    guint8 *data = GST_VIDEO_FRAME_COMP_DATA(video, component);
    int stride = GST_VIDEO_FRAME_COMP_STRIDE(video, component), step = GST_VIDEO_FRAME_COMP_PSTRIDE(video, component);
    for (int y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT(video, component); y++)
      for (int x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH(video, component); x++)
        data[y * stride + x * step] = component == 0 ? sample(frame, x, y, width) : 128;
  }
  (void)height;
}

static inline GstCaps *scene_caps(const char *format, int width, int height) {
  return gst_caps_new_simple(
      "video/x-raw", "format", G_TYPE_STRING, format, "width", G_TYPE_INT, width, "height", G_TYPE_INT, height,
      "framerate", GST_TYPE_FRACTION, 30, 1, NULL);
}

// `padding` bytes more in each row, and before the first one, told by a GstVideoMeta.
static inline GstBuffer *scene_buffer(const char *format, int width, int height, int frame, int padding) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, gst_video_format_from_string(format), width, height);
  gsize offset[GST_VIDEO_MAX_PLANES];
  gint stride[GST_VIDEO_MAX_PLANES];
  gsize size = padding;
  for (guint plane = 0; plane < GST_VIDEO_INFO_N_PLANES(&info); plane++) {
    stride[plane] = GST_VIDEO_INFO_PLANE_STRIDE(&info, plane) + padding;
    offset[plane] = size;
    size += (gsize)stride[plane] * GST_VIDEO_INFO_COMP_HEIGHT(&info, plane == 0 ? 0 : 1) + padding;
  }
  GstBuffer *buffer = gst_buffer_new_allocate(NULL, padding ? size : info.size, NULL);
  gst_buffer_memset(buffer, 0, 255, -1);
  if (padding)
    gst_buffer_add_video_meta_full(
        buffer, 0, info.finfo->format, width, height, GST_VIDEO_INFO_N_PLANES(&info), offset, stride);
  GstVideoFrame video;
  REQUIRE(gst_video_frame_map(&video, &info, buffer, GST_MAP_WRITE), "%s", format);
  paint(&video, frame);
  gst_video_frame_unmap(&video);
  GST_BUFFER_PTS(buffer) = frame * FRAME_TIME;
  GST_BUFFER_DURATION(buffer) = FRAME_TIME;
  return buffer;
}

static inline const GstStructure *meta_of(GstBuffer *buffer) {
  GstCustomMeta *meta = gst_buffer_get_custom_meta(buffer, "FlycatcherMeta");
  return meta ? gst_custom_meta_get_structure(meta) : NULL;
}

// How many observations of a state a report holds; checks each newest point against the truth and counts it.
static inline int observations(const GstStructure *report, const char *state, int width, double *worst) {
  int count = 0;
  const GValue *all = gst_structure_get_value(report, "observations");
  for (guint i = 0; all && i < gst_value_array_get_size(all); i++) {
    const GstStructure *one = gst_value_get_structure(gst_value_array_get_value(all, i));
    REQUIRE(gst_structure_has_name(one, "trajectory"), "%s", gst_structure_get_name(one));
    if (strcmp(gst_structure_get_string(one, "state"), state) != 0) continue;
    count++;
    const GValue *x = gst_structure_get_value(one, "detected-x"), *y = gst_structure_get_value(one, "detected-y");
    const GValue *time = gst_structure_get_value(one, "detected-time");
    REQUIRE(x && y && time && gst_value_array_get_size(x) == gst_value_array_get_size(time), "arrays of one length");
    double scale = (double)width / WIDTH;
    for (guint k = 0; worst && k < gst_value_array_get_size(x); k++) {
      int frame = (int)((g_value_get_int64(gst_value_array_get_value(time, k)) + FRAME_TIME / 2) / FRAME_TIME);
      double dx = g_value_get_double(gst_value_array_get_value(x, k)) * width - ball_x(frame) * scale;
      double dy = g_value_get_double(gst_value_array_get_value(y, k)) * width * HEIGHT / WIDTH - ball_y(frame) * scale;
      *worst = MAX(*worst, hypot(dx, dy));
    }
  }
  return count;
}

static inline gchar *next_message(GstBus *bus, GstMessageType type) {
  GstMessage *message = gst_bus_pop_filtered(bus, type);
  if (!message) return NULL;
  GError *error = NULL;
  if (type == GST_MESSAGE_WARNING) gst_message_parse_warning(message, &error, NULL);
  else gst_message_parse_error(message, &error, NULL);
  gchar *text = g_strdup(error->message);
  g_error_free(error);
  gst_message_unref(message);
  return text;
}

/* One of the numbers that an element counts. */
static inline guint64 statistic(GstElement *element, const char *name) {
  GstStructure *statistics = NULL;
  g_object_get(element, "statistics", &statistics, NULL);
  guint64 value = 0;
  REQUIRE(gst_structure_get_uint64(statistics, name, &value), "%s is counted", name);
  gst_structure_free(statistics);
  return value;
}
