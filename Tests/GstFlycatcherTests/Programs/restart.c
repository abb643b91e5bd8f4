// Plays one pipeline to its end three times, each time into other files: stopped in between, and then only made ready. Each time it says how
// many probes are on the pads of the muxer.
// Arguments: a description with `trackpublish name=p`, a muxer `name=mux` and `filesink name=out`; a folder for 1.jsonl, 1.movie and so on.
#include "scene.h"

static void set_location(GstBin *pipeline, const char *element, const char *folder, int run, const char *suffix) {
  GstElement *found = gst_bin_get_by_name(pipeline, element);
  gchar *path = g_strdup_printf("%s/%d.%s", folder, run, suffix);
  g_object_set(found, "location", path, NULL);
  g_free(path);
  gst_object_unref(found);
}

// A filesink keeps its file open while it is ready.
static void close_file(GstBin *pipeline) {
  GstElement *sink = gst_bin_get_by_name(pipeline, "out");
  gst_element_set_state(sink, GST_STATE_NULL);
  gst_object_unref(sink);
}

static int probes_at_muxer(GstBin *pipeline) {
  int count = 0;
  GstElement *muxer = gst_bin_get_by_name(pipeline, "mux");
  GST_OBJECT_LOCK(muxer);
  for (GList *pad = muxer->sinkpads; pad; pad = pad->next) {
    GST_OBJECT_LOCK(pad->data);
    count += GST_PAD_CAST(pad->data)->num_probes;
    GST_OBJECT_UNLOCK(pad->data);
  }
  GST_OBJECT_UNLOCK(muxer);
  gst_object_unref(muxer);
  return count;
}

int main(int count, char **arguments) {
  gst_init(&count, &arguments);
  REQUIRE(count > 2, "a description and a folder");
  GstElement *pipeline = gst_parse_launch(arguments[1], NULL);
  GstBus *bus = gst_element_get_bus(pipeline);
  const GstState after[] = {GST_STATE_NULL, GST_STATE_READY, GST_STATE_NULL};
  for (guint run = 0; run < G_N_ELEMENTS(after); run++) {
    set_location(GST_BIN(pipeline), "p", arguments[2], run + 1, "jsonl");
    set_location(GST_BIN(pipeline), "out", arguments[2], run + 1, "movie");
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstMessage *message = gst_bus_timed_pop_filtered(bus, 60 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    REQUIRE(message && GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS, "the end of run %u", run + 1);
    gst_message_unref(message);
    g_print("probes: %d\n", probes_at_muxer(GST_BIN(pipeline)));
    REQUIRE(gst_element_set_state(pipeline, after[run]) == GST_STATE_CHANGE_SUCCESS, "stopped after run %u", run + 1);
    close_file(GST_BIN(pipeline));
  }
  gst_object_unref(bus);
  gst_object_unref(pipeline);
  gst_deinit();
  return 0;
}
