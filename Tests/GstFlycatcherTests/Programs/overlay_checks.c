// Checks of `trackoverlay` and `trackpublish` through GstHarness. One argument: which.
#include <unistd.h>
#include <sys/stat.h>
#include <fcntl.h>

#include "scene.h"

static guint8 luma(GstBuffer *buffer, int x, int y) {
  guint8 value = 0;
  gst_buffer_extract(buffer, y * WIDTH + x, &value, 1);
  return value;
}

static GstHarness *harness(const char *description) {
  GstHarness *h = gst_harness_new_parse(description);
  gst_harness_set_src_caps(h, scene_caps("I420", WIDTH, HEIGHT));
  return h;
}

// How many samples of luma differ from what the frame was.
static int changed(GstBuffer *buffer, int frame) {
  int count = 0;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) count += luma(buffer, x, y) != sample(frame, x, y, WIDTH);
  return count;
}

static void blending(void) {
  GstHarness *h = harness("trajectorydetect ! trackoverlay");
  int drawn = 0;
  for (int frame = 0; frame < FRAMES; frame++) {
    GstBuffer *held = scene_buffer("I420", WIDTH, HEIGHT, frame, 0);
    REQUIRE(gst_harness_push(h, gst_buffer_ref(held)) == GST_FLOW_OK, "frame %d", frame);
    GstBuffer *seen = gst_harness_pull(h);
    REQUIRE(changed(held, frame) == 0, "frame %d was changed for its other holder", frame);
    REQUIRE(!gst_buffer_get_video_overlay_composition_meta(seen), "nothing is left to be drawn");
    if (frame < FIRST) REQUIRE(changed(seen, frame) == 0, "frame %d shows nothing to be drawn", frame);
    if (changed(seen, frame) > 0) drawn++;
    else REQUIRE(gst_buffer_peek_memory(seen, 0) == gst_buffer_peek_memory(held, 0), "no copy without drawing");
    gst_buffer_unref(seen);
    gst_buffer_unref(held);
  }
  REQUIRE(drawn > 20, "drawn on %d frames", drawn);
  gst_harness_teardown(h);
}

static void attaching(void) {
  GstHarness *h = gst_harness_new_parse("trajectorydetect ! trackoverlay");
  GstCaps *caps = scene_caps("I420", WIDTH, HEIGHT);
  gst_caps_set_features(caps, 0, gst_caps_features_new("memory:SystemMemory", "meta:GstVideoOverlayComposition", NULL));
  gst_caps_append(caps, scene_caps("I420", WIDTH, HEIGHT));
  gst_harness_set_sink_caps(h, caps);
  gst_harness_add_propose_allocation_meta(h, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, NULL);
  gst_harness_set_src_caps(h, scene_caps("I420", WIDTH, HEIGHT));
  int attached = 0;
  for (int frame = 0; frame < FRAMES; frame++) {
    gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, frame, 0));
    GstBuffer *seen = gst_harness_pull(h);
    REQUIRE(changed(seen, frame) == 0, "frame %d is drawn into although downstream draws", frame);
    if (gst_buffer_get_video_overlay_composition_meta(seen)) attached++;
    gst_buffer_unref(seen);
  }
  REQUIRE(attached > 20, "attached to %d frames", attached);
  gst_harness_teardown(h);
}

// Downstream names the feature, but nobody draws: then the picture is drawn into.
static void not_drawn_downstream(void) {
  GstHarness *h = gst_harness_new_parse("trajectorydetect ! trackoverlay");
  gst_harness_set_sink_caps_str(h, "video/x-raw(ANY)");
  gst_harness_set_src_caps(h, scene_caps("I420", WIDTH, HEIGHT));
  int drawn = 0;
  for (int frame = 0; frame < FRAMES; frame++) {
    gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, frame, 0));
    GstBuffer *seen = gst_harness_pull(h);
    drawn += changed(seen, frame) > 0;
    gst_buffer_unref(seen);
  }
  REQUIRE(drawn > 20, "drawn on %d frames", drawn);
  gst_harness_teardown(h);
}

static gpointer turn_knobs(gpointer data) {
  GstElement **elements = data;
  for (int i = 0; i < 3000; i++) {
    g_object_set(elements[0], "trajectory-length", 5 + i % 20, "minimum-confidence", (i % 10) / 10.0,
                 "region-of-interest", i % 2 ? "0,0,1,1" : "0.1,0.1,0.8,0.8", NULL);
    g_object_set(elements[1], "trajectory-style", i % 3, "curve-color", 0xFF000000u + i, "line-width", 0.002 + i % 5 * 0.001,
                 "palette", i % 2 ? "FF0000" : "00FF00,0000FF", NULL);
    GstStructure *statistics = NULL;
    g_object_get(elements[0], "statistics", &statistics, NULL);
    gst_structure_free(statistics);
    gchar *palette = NULL;
    g_object_get(elements[1], "palette", &palette, NULL);
    g_free(palette);
  }
  return NULL;
}

static void changes_while_playing(void) {
  GstHarness *h = harness("trajectorydetect ! trackoverlay");
  GstElement *elements[2] = {gst_harness_find_element(h, "trajectorydetect"), gst_harness_find_element(h, "trackoverlay")};
  GThread *thread = g_thread_new("knobs", turn_knobs, elements);
  for (int frame = 0; frame < 3 * FRAMES; frame++) {
    GstBuffer *buffer = scene_buffer("I420", WIDTH, HEIGHT, frame % FRAMES, 0);
    GST_BUFFER_PTS(buffer) = frame * FRAME_TIME;
    REQUIRE(gst_harness_push(h, buffer) == GST_FLOW_OK, "frame %d", frame);
    gst_buffer_unref(gst_harness_pull(h));
  }
  g_thread_join(thread);
  gst_object_unref(elements[0]);
  gst_object_unref(elements[1]);
  gst_harness_teardown(h);
}

static void style_changes(void) {
  GstHarness *h = harness("trackoverlay");
  GstElement *element = gst_harness_find_element(h, "trackoverlay");
  for (int frame = 0; frame < 3; frame++) {
    if (frame == 1) g_object_set(element, "region-of-interest", "0.25,0.25,0.5,0.5", NULL);
    if (frame == 2) g_object_set(element, "opacity", 0.0, NULL);
    gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, frame, 0));
    GstBuffer *seen = gst_harness_pull(h);
    REQUIRE((changed(seen, frame) > 0) == (frame == 1), "frame %d", frame);
    gst_buffer_unref(seen);
  }
  gst_object_unref(element);
  gst_harness_teardown(h);
}

static void publishing(void) {
  // Nameless from the start, so that nothing stays behind however this ends.
  gchar *path = NULL;
  int descriptor = g_file_open_tmp("flycatcher-XXXXXX", &path, NULL);
  unlink(path);
  g_free(path);
  path = g_strdup_printf("/proc/self/fd/%d", descriptor);
  GstHarness *h = harness("trajectorydetect ! trackpublish post-messages=true");
  GstElement *element = gst_harness_find_element(h, "trackpublish");
  GstBus *bus = gst_bus_new();
  gst_element_set_bus(element, bus);
  gst_element_set_state(element, GST_STATE_READY);
  g_object_set(element, "fd", descriptor, NULL);
  gst_element_set_state(element, GST_STATE_PLAYING);
  gst_harness_set_src_caps(h, scene_caps("I420", WIDTH, HEIGHT));
  for (int frame = 0; frame < LAST; frame++) {
    gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, frame, 0));
    gst_buffer_unref(gst_harness_pull(h));
  }
  gst_harness_push_event(h, gst_event_new_eos());
  int began = 0, ended = 0;
  for (GstMessage *message; (message = gst_bus_pop_filtered(bus, GST_MESSAGE_ELEMENT)); gst_message_unref(message)) {
    REQUIRE(gst_message_has_name(message, "FlycatcherMeta"), "what is posted");
    began += observations(gst_message_get_structure(message), "began", WIDTH, NULL);
    ended += observations(gst_message_get_structure(message), "ended", WIDTH, NULL);
  }
  REQUIRE(began == 1 && ended == 1, "%d began, %d ended", began, ended);
  gst_element_set_bus(element, NULL);
  gst_object_unref(bus);
  gst_object_unref(element);
  gst_harness_teardown(h);
  gchar *text = NULL;
  REQUIRE(g_file_get_contents(path, &text, NULL, NULL), "%s", path);
  close(descriptor);
  g_free(path);
  REQUIRE(g_str_has_prefix(text, "{\"type\":\"stream\",\"version\":1,"), "%s", text);
  REQUIRE(strstr(text, "\"width\":320,\"height\":240,\"framerate\":\"30/1\","), "%s", text);
  REQUIRE(strstr(text, "\"state\":\"began\"") && strstr(text, "\"state\":\"ended\""), "%s", text);
  REQUIRE(strstr(text, "{\"type\":\"summary\",\"frames\":44,\"analyzed\":44,\"skipped\":0,"), "%s", text);
  g_free(text);
}

static GstPadProbeReturn block(GstPad *pad, GstPadProbeInfo *probe, gpointer data) {
  (void)pad, (void)probe;
  g_atomic_int_set((gint *)data, 1);
  return GST_PAD_PROBE_OK;
}

// What is blocked by the probe is freed by the flush, and not before it.
static void flush(GstHarness *h, GstPad *pad, gulong probe) {
  REQUIRE(gst_harness_push_event(h, gst_event_new_flush_start()), "flush");
  if (probe) gst_pad_remove_probe(pad, probe);
  REQUIRE(gst_harness_push_event(h, gst_event_new_flush_stop(TRUE)), "flush");
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  REQUIRE(gst_harness_push_event(h, gst_event_new_segment(&segment)), "segment");
}

static void require_line(GstHarness *h, const char *type) {
  GstBuffer *buffer = gst_harness_pull(h);
  REQUIRE(buffer, "a line of type %s", type);
  gchar line[4096] = "";
  gst_buffer_extract(buffer, 0, line, sizeof line - 1);
  gchar *beginning = g_strdup_printf("{\"type\":\"%s\"", type);
  REQUIRE(g_str_has_prefix(line, beginning), "%s", line);
  g_free(beginning);
  gst_buffer_unref(buffer);
}

// A seek before the text has gone out throws it away: what comes after has its stream, caps and first line all the same.
static void flushed_text(void) {
  for (int is_held = 0; is_held < 2; is_held++) {
    GstHarness *h = gst_harness_new("trackpublish");
    GstHarness *text = gst_harness_new_with_element(h->element, NULL, "metadata");
    GstPad *pad = gst_element_get_static_pad(h->element, "metadata");
    gint is_blocked = 0;
    gulong probe = is_held ? gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM, block, &is_blocked, NULL) : 0;
    gst_harness_set_src_caps(h, scene_caps("I420", WIDTH, HEIGHT));
    gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, 0, 0));
    gst_buffer_unref(gst_harness_pull(h));
    if (!is_held) require_line(text, "stream");
    for (int i = 0; is_held && !g_atomic_int_get(&is_blocked); i++) {
      REQUIRE(i < 5000, "something comes out of the pad");
      g_usleep(1000);
    }
    flush(h, pad, probe);
    gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, 1, 0));
    gst_buffer_unref(gst_harness_pull(h));
    gst_harness_push_event(h, gst_event_new_eos());
    require_line(text, "stream");
    require_line(text, "summary");
    GstCaps *caps = gst_pad_get_current_caps(text->sinkpad);
    REQUIRE(caps && gst_structure_has_name(gst_caps_get_structure(caps, 0), "text/x-raw"), "caps");
    gst_caps_unref(caps);
    gst_object_unref(pad);
    gst_harness_teardown(text);
    gst_harness_teardown(h);
  }
}

// The first line says what time of day it is at time 0, and by whose clock. A harness is live.
static void time_of_day(void) {
  for (int is_told = 0; is_told < 2; is_told++) {
    gchar *path = NULL;
    int descriptor = g_file_open_tmp("flycatcher-XXXXXX", &path, NULL);
    unlink(path);
    g_free(path);
    path = g_strdup_printf("/proc/self/fd/%d", descriptor);
    GstHarness *h = harness("trajectorydetect ! trackpublish");
    GstElement *element = gst_harness_find_element(h, "trackpublish");
    gst_element_set_state(element, GST_STATE_READY);
    g_object_set(element, "fd", descriptor, NULL);
    gst_element_set_state(element, GST_STATE_PLAYING);
    gst_harness_set_src_caps(h, scene_caps("I420", WIDTH, HEIGHT));
    GstBuffer *buffer = scene_buffer("I420", WIDTH, HEIGHT, 30, 0);
    GstCaps *clock = gst_caps_new_empty_simple("timestamp/x-unix");
    // Time 0 is the beginning of 2027.
    GstClockTime time = 1798761600 * GST_SECOND + 30 * FRAME_TIME;
    if (is_told) gst_buffer_add_reference_timestamp_meta(buffer, clock, time, GST_CLOCK_TIME_NONE);
    gst_caps_unref(clock);
    gst_harness_push(h, buffer);
    gst_object_unref(element);
    gst_harness_teardown(h);
    gchar *text = NULL;
    REQUIRE(g_file_get_contents(path, &text, NULL, NULL), "%s", path);
    const char *says = is_told ? "\"startTime\":\"2027-01-01T00:00:00.000000Z\",\"clock\":\"source\"}\n"
                               : "\"clock\":\"machine\"}\n";
    REQUIRE(strstr(text, says) && strstr(text, "\"startTime\":\"20"), "%s", text);
    close(descriptor);
    g_free(path);
    g_free(text);
  }
}

static void unwritable(void) {
  const struct {
    const char *location, *says;
    gboolean begins;
  } places[] = {{"/nowhere/at/all.jsonl", "/nowhere/at/all.jsonl", FALSE}, {"/dev/full", "disk is full", TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
    GstHarness *h = gst_harness_new("identity");
    GstElement *element = gst_element_factory_make("trackpublish", NULL);
    GstBus *bus = gst_bus_new();
    gst_object_ref_sink(element);
    gst_element_set_bus(element, bus);
    g_object_set(element, "location", places[i].location, NULL);
    GstStateChangeReturn change = gst_element_set_state(element, GST_STATE_PAUSED);
    REQUIRE((change != GST_STATE_CHANGE_FAILURE) == places[i].begins, "%s", places[i].location);
    if (places[i].begins) {
      GstHarness *publisher = gst_harness_new_with_element(element, "sink", "src");
      gst_element_set_bus(element, bus);
      gst_harness_set_src_caps(publisher, scene_caps("I420", WIDTH, HEIGHT));
      REQUIRE(gst_harness_push(publisher, scene_buffer("I420", WIDTH, HEIGHT, 0, 0)) == GST_FLOW_ERROR, "stops");
      gst_harness_teardown(publisher);
    }
    gchar *text = next_message(bus, GST_MESSAGE_ERROR);
    REQUIRE(text && strstr(text, places[i].says), "%s", text);
    g_free(text);
    gst_element_set_bus(element, NULL);
    gst_element_set_state(element, GST_STATE_NULL);
    gst_object_unref(element);
    gst_object_unref(bus);
    gst_harness_teardown(h);
  }
}

// Up and down a hundred times, with buffers in between, and a pad asked for and given back.
static void states(void) {
  for (int i = 0; i < 100; i++) {
    GstElement *pipeline = gst_parse_launch(
        "videotestsrc num-buffers=2 pattern=ball ! video/x-raw,width=64,height=48 ! trajectorydetect ! "
        "objecttrack objects=0.1,0.1,0.5,0.5 ! rectangletrack ! trackoverlay ! "
        "trackpublish name=p ! fakesink  p.metadata ! queue ! fakesink async=false", NULL);
    GstBus *bus = gst_element_get_bus(pipeline);
    for (int round = 0; round < 2; round++) {
      gst_element_set_state(pipeline, GST_STATE_PLAYING);
      GstMessage *message = gst_bus_timed_pop_filtered(bus, 10 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
      REQUIRE(message && GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS, "round %d.%d", i, round);
      gst_message_unref(message);
      gst_element_set_state(pipeline, round ? GST_STATE_NULL : GST_STATE_READY);
    }
    gst_object_unref(bus);
    gst_object_unref(pipeline);
  }
}

int main(int count, char **arguments) {
  gst_init(&count, &arguments);
  const struct {
    const char *name;
    void (*run)(void);
  } checks[] = {
      {"blending", blending},
      {"attaching", attaching},
      {"not_drawn_downstream", not_drawn_downstream},
      {"changes_while_playing", changes_while_playing},
      {"style_changes", style_changes},
      {"publishing", publishing},
      {"flushed_text", flushed_text},
      {"time_of_day", time_of_day},
      {"unwritable", unwritable},
      {"states", states},
  };
  for (guint i = 0; i < G_N_ELEMENTS(checks); i++) {
    if (count > 1 && strcmp(arguments[1], checks[i].name) != 0) continue;
    checks[i].run();
    g_print("%s\n", checks[i].name);
  }
  gst_deinit();
  return 0;
}
