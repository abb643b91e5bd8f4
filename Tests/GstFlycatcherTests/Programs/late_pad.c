// The `metadata` pad of trackpublish: at rest while the element is, and begun with the stream's first line when it is asked for later.
#include "scene.h"

static GstElement *make(const char *description) {
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(description, &error);
  REQUIRE(pipeline && !error, "%s", error ? error->message : description);
  return pipeline;
}

// A thread that runs before the element does would be stopped by nobody.
static void check_rest(void) {
  GstElement *pipeline = make("trackpublish name=p p.metadata ! fakesink");
  GstElement *publish = gst_bin_get_by_name(GST_BIN(pipeline), "p");
  GstPad *pad = gst_element_get_static_pad(publish, "metadata");
  REQUIRE(pad && !GST_PAD_IS_ACTIVE(pad), "a pad at rest");
  REQUIRE(!GST_PAD_TASK(pad), "no thread");
  gst_object_unref(pad);
  gst_object_unref(publish);
  gst_object_unref(pipeline);
}

static GString *text;
static GMutex lock;

static GstPadProbeReturn read_line(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
  (void)pad, (void)data;
  GstMapInfo map;
  REQUIRE(gst_buffer_map(GST_PAD_PROBE_INFO_BUFFER(info), &map, GST_MAP_READ), "a line");
  g_mutex_lock(&lock);
  g_string_append_len(text, (const gchar *)map.data, map.size);
  g_string_append_c(text, '\n');
  g_mutex_unlock(&lock);
  gst_buffer_unmap(GST_PAD_PROBE_INFO_BUFFER(info), &map);
  return GST_PAD_PROBE_OK;
}

static gint frames;

static GstPadProbeReturn count(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
  (void)pad, (void)info, (void)data;
  g_atomic_int_inc(&frames);
  return GST_PAD_PROBE_OK;
}

static void await_frames(gint number) {
  for (int i = 0; i < 6000 && g_atomic_int_get(&frames) < number; i++) g_usleep(10000);
  REQUIRE(g_atomic_int_get(&frames) >= number, "%d frames", number);
}

static void check_late(void) {
  GstElement *pipeline = make(
      "videotestsrc is-live=true pattern=ball ! video/x-raw,format=I420 ! objecttrack objects=0.4,0.4,0.2,0.2 "
      "! trackpublish name=p ! fakesink name=out");
  GstElement *publish = gst_bin_get_by_name(GST_BIN(pipeline), "p"), *out = gst_bin_get_by_name(GST_BIN(pipeline), "out");
  GstPad *video = gst_element_get_static_pad(out, "sink");
  gst_pad_add_probe(video, GST_PAD_PROBE_TYPE_BUFFER, count, NULL, NULL);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  await_frames(5);
  text = g_string_new(NULL);
  GstElement *sink = gst_element_factory_make("fakesink", NULL);
  g_object_set(sink, "async", FALSE, "sync", FALSE, NULL);
  gst_bin_add(GST_BIN(pipeline), sink);
  gst_element_sync_state_with_parent(sink);
  GstPad *entry = gst_element_get_static_pad(sink, "sink");
  gst_pad_add_probe(entry, GST_PAD_PROBE_TYPE_BUFFER, read_line, NULL, NULL);
  GstPad *pad = gst_element_request_pad_simple(publish, "metadata");
  REQUIRE(pad && GST_PAD_IS_ACTIVE(pad), "a pad at work");
  REQUIRE(gst_pad_link(pad, entry) == GST_PAD_LINK_OK, "linked");
  await_frames(g_atomic_int_get(&frames) + 5);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  g_mutex_lock(&lock);
  REQUIRE(g_str_has_prefix(text->str, "{\"type\":\"stream\""), "%s", text->str);
  REQUIRE(strstr(text->str, "\"type\":\"object\""), "%s", text->str);
  g_mutex_unlock(&lock);
  gst_object_unref(pad);
  gst_object_unref(entry);
  gst_object_unref(video);
  gst_object_unref(out);
  gst_object_unref(publish);
  gst_object_unref(pipeline);
}

int main(int count, char **arguments) {
  gst_init(&count, &arguments);
  check_rest();
  check_late();
  return 0;
}
