// Throws a ball through a running pipeline and reads what trajectorydetect attached, as an application in C would.
// Argument: a description with `appsrc name=in` and `fakesink name=out`.
#include <gst/app/gstappsrc.h>

#include "scene.h"

typedef struct {
  int frames, began, boxes;
  double worst;
  gboolean converts;
} Seen;

static GstPadProbeReturn look(GstPad *pad, GstPadProbeInfo *probe, gpointer data) {
  Seen *seen = data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(probe);
  const GstStructure *report = meta_of(buffer);
  if (!report) return GST_PAD_PROBE_OK;
  guint64 frame = 0;
  gint64 time = 0;
  REQUIRE(gst_structure_get_uint64(report, "frame", &frame) && frame == (guint64)seen->frames, "frame");
  REQUIRE(gst_structure_get_int64(report, "time", &time) && time == (gint64)GST_BUFFER_PTS(buffer), "time");
  seen->frames++;
  int began = observations(report, "began", WIDTH, &seen->worst);
  int updated = observations(report, "updated", WIDTH, &seen->worst);
  seen->began += began;
  GstVideoRegionOfInterestMeta *box = gst_buffer_get_video_region_of_interest_meta_id(buffer, 0);
  REQUIRE((box != NULL) == (began + updated > 0), "frame %d: a box for every flight seen", (int)frame);
  if (box) {
    seen->boxes++;
    REQUIRE(box->roi_type == g_quark_from_static_string("trajectory"), "%s", g_quark_to_string(box->roi_type));
    REQUIRE(fabs(box->x + box->w / 2.0 - ball_x(frame)) < 2 && fabs(box->y + box->h / 2.0 - ball_y(frame)) < 2,
            "frame %d: the box at %u,%u %ux%u is around %g,%g", (int)frame, box->x, box->y, box->w, box->h,
            ball_x(frame), ball_y(frame));
    GstStructure *fields = gst_video_region_of_interest_meta_get_param(box, "trajectory");
    gdouble confidence = 0;
    // Elements that change the format copy a box without its parameters.
    REQUIRE(fields || seen->converts, "parameters");
    REQUIRE(!fields || (gst_structure_get_double(fields, "confidence", &confidence) && confidence >= 0.5), "%g", confidence);
  }
  (void)pad;
  return GST_PAD_PROBE_OK;
}

int main(int count, char **arguments) {
  gst_init(&count, &arguments);
  REQUIRE(count > 1, "a description");
  GstElement *pipeline = gst_parse_launch(arguments[1], NULL);
  GstElement *source = gst_bin_get_by_name(GST_BIN(pipeline), "in"), *sink = gst_bin_get_by_name(GST_BIN(pipeline), "out");
  GstPad *pad = gst_element_get_static_pad(sink, "sink");
  Seen seen = {.converts = strstr(arguments[1], "videoconvert") != NULL};
  gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, look, &seen, NULL);
  GstCaps *caps = scene_caps("I420", WIDTH, HEIGHT);
  g_object_set(source, "format", GST_FORMAT_TIME, "caps", caps, NULL);
  gst_caps_unref(caps);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  for (int frame = 0; frame < FRAMES; frame++)
    gst_app_src_push_buffer(GST_APP_SRC(source), scene_buffer("I420", WIDTH, HEIGHT, frame, 0));
  gst_app_src_end_of_stream(GST_APP_SRC(source));
  GstBus *bus = gst_element_get_bus(pipeline);
  GstMessage *message = gst_bus_timed_pop_filtered(bus, 30 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  REQUIRE(message && GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS, "the end");
  gst_message_unref(message);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  REQUIRE(seen.frames == FRAMES && seen.began == 1 && seen.boxes > 20 && seen.worst < 1,
          "%d frames, %d flights, %d boxes, %g px off", seen.frames, seen.began, seen.boxes, seen.worst);
  gst_object_unref(bus);
  gst_object_unref(pad);
  gst_object_unref(source);
  gst_object_unref(sink);
  gst_object_unref(pipeline);
  gst_deinit();
  return 0;
}
