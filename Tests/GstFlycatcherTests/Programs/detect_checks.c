// Checks of `trajectorydetect` through GstHarness. One argument: which.
#include "scene.h"

static GstHarness *harness(const char *description, const char *format, int width, int height) {
  GstHarness *h = gst_harness_new_parse(description);
  gst_harness_set_src_caps(h, scene_caps(format, width, height));
  return h;
}

// Pushes the scene; returns how many frames said "began", and the largest distance to the truth in pixels.
static int throw_ball(GstHarness *h, const char *format, int width, int height, int padding, GstClockTime start,
                      double *worst) {
  int began = 0;
  for (int frame = 0; frame < FRAMES; frame++) {
    GstBuffer *buffer = scene_buffer(format, width, height, frame, padding);
    GST_BUFFER_PTS(buffer) += start;
    REQUIRE(gst_harness_push(h, buffer) == GST_FLOW_OK, "frame %d", frame);
    GstBuffer *seen = gst_harness_pull(h);
    REQUIRE(seen && meta_of(seen), "frame %d of %s carries no report", frame, format);
    began += observations(meta_of(seen), "began", width, start ? NULL : worst);
    observations(meta_of(seen), "updated", width, start ? NULL : worst);
    gst_buffer_unref(seen);
  }
  return began;
}

static void formats(void) {
  const char *all[] = {"I420", "YV12", "NV12", "NV21", "Y42B", "Y444", "GRAY8"};
  for (guint i = 0; i < G_N_ELEMENTS(all); i++)
    for (int padding = i % 2 ? 0 : 24; padding <= 24; padding += 24) {
      GstHarness *h = harness("trajectorydetect", all[i], WIDTH, HEIGHT);
      double worst = 0;
      int began = throw_ball(h, all[i], WIDTH, HEIGHT, padding, 0, &worst);
      REQUIRE(began == 1 && worst < 1, "%s with %d: %d flights, %g px off", all[i], padding, began, worst);
      gst_harness_teardown(h);
    }
}

static void sharing(void) {
  GstHarness *h = harness("trajectorydetect", "I420", WIDTH, HEIGHT);
  GstBuffer *own = scene_buffer("I420", WIDTH, HEIGHT, 0, 0);
  gst_harness_push(h, own);
  GstBuffer *seen = gst_harness_pull(h);
  REQUIRE(seen == own, "a buffer of ours alone goes on as it is");
  gst_buffer_unref(seen);
  GstBuffer *shared = scene_buffer("I420", WIDTH, HEIGHT, 1, 0);
  gst_harness_push(h, gst_buffer_ref(shared));
  seen = gst_harness_pull(h);
  REQUIRE(seen != shared && meta_of(seen) && !meta_of(shared), "another holder's buffer is left alone");
  REQUIRE(gst_buffer_peek_memory(seen, 0) == gst_buffer_peek_memory(shared, 0), "the pixels are not copied");
  gst_buffer_unref(seen);
  gst_buffer_unref(shared);
  gst_harness_teardown(h);
}

static void flush(void) {
  GstHarness *h = harness("trajectorydetect", "GRAY8", WIDTH, HEIGHT);
  for (int frame = 0; frame < FIRST + 12; frame++) {
    gst_harness_push(h, scene_buffer("GRAY8", WIDTH, HEIGHT, frame, 0));
    gst_buffer_unref(gst_harness_pull(h));
  }
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  REQUIRE(gst_harness_push_event(h, gst_event_new_flush_start()), "flush start");
  REQUIRE(gst_harness_push_event(h, gst_event_new_flush_stop(TRUE)), "flush stop");
  REQUIRE(gst_harness_push_event(h, gst_event_new_segment(&segment)), "segment");
  for (int frame = 0; frame < FRAMES; frame++) {
    gst_harness_push(h, scene_buffer("GRAY8", WIDTH, HEIGHT, frame, 0));
    GstBuffer *seen = gst_harness_pull(h);
    REQUIRE(observations(meta_of(seen), "ended", WIDTH, NULL) == 0 || frame > LAST, "frame %d: what was flushed ended",
            frame);
    gboolean analyzed = FALSE;
    REQUIRE(gst_structure_get_boolean(meta_of(seen), "analyzed", &analyzed) && analyzed, "frame %d", frame);
    gst_buffer_unref(seen);
  }
  gst_harness_teardown(h);
}

static void size_change(void) {
  GstHarness *h = harness("trajectorydetect", "I420", WIDTH, HEIGHT);
  for (int frame = 0; frame < FIRST + 14; frame++) {
    gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, frame, 0));
    gst_buffer_unref(gst_harness_pull(h));
  }
  gst_harness_set_src_caps(h, scene_caps("NV12", 2 * WIDTH, 2 * HEIGHT));
  GstBuffer *buffer = scene_buffer("NV12", 2 * WIDTH, 2 * HEIGHT, FIRST + 14, 0);
  gst_harness_push(h, buffer);
  GstBuffer *seen = gst_harness_pull(h);
  REQUIRE(observations(meta_of(seen), "ended", WIDTH, NULL) == 1, "a flight ends with the picture it was seen in");
  gst_buffer_unref(seen);
  REQUIRE(throw_ball(h, "NV12", 2 * WIDTH, 2 * HEIGHT, 0, 5 * GST_SECOND, NULL) == 1, "a flight at the new size");
  gst_harness_teardown(h);
}

static void end_of_stream(void) {
  GstHarness *h = harness("trajectorydetect", "I420", WIDTH, HEIGHT);
  for (int frame = 0; frame < LAST; frame++) {
    gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, frame, 0));
    gst_buffer_unref(gst_harness_pull(h));
  }
  REQUIRE(gst_harness_push_event(h, gst_event_new_eos()), "EOS goes on");
  int ended = 0;
  gboolean eos = FALSE;
  for (GstEvent *event; (event = gst_harness_try_pull_event(h)); gst_event_unref(event)) {
    if (gst_event_has_name(event, "FlycatcherMeta")) {
      REQUIRE(!eos, "the last word comes before the end");
      ended += observations(gst_event_get_structure(event), "ended", WIDTH, NULL);
    }
    eos |= GST_EVENT_TYPE(event) == GST_EVENT_EOS;
  }
  REQUIRE(ended == 1 && eos, "%d flights ended, end %d", ended, eos);
  gst_harness_teardown(h);
}

static void quality_of_service(void) {
  GstHarness *h = harness("trajectorydetect", "GRAY8", WIDTH, HEIGHT);
  gst_harness_push_upstream_event(h, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2, 5 * FRAME_TIME, 5 * FRAME_TIME));
  for (int frame = 0; frame < 20; frame++) {
    REQUIRE(gst_harness_push(h, scene_buffer("GRAY8", WIDTH, HEIGHT, frame, 0)) == GST_FLOW_OK, "frame %d", frame);
    GstBuffer *seen = gst_harness_pull(h);
    gboolean analyzed = FALSE;
    gst_structure_get_boolean(meta_of(seen), "analyzed", &analyzed);
    REQUIRE(analyzed == (frame >= 10), "frame %d: analyzed %d", frame, analyzed);
    gst_buffer_unref(seen);
  }
  GstElement *element = gst_harness_find_element(h, "trajectorydetect");
  guint64 frames = statistic(element, "frames"), skipped = statistic(element, "skipped");
  REQUIRE(frames == 20 && skipped == 10, "%" G_GUINT64_FORMAT " skipped", skipped);
  gst_object_unref(element);
  gst_harness_teardown(h);
}

static void queries(void) {
  GstHarness *h = harness("trajectorydetect ! trackoverlay ! trackpublish", "I420", WIDTH, HEIGHT);
  gst_harness_set_sink_caps(h, scene_caps("I420", WIDTH, HEIGHT));
  gst_harness_add_propose_allocation_meta(h, GST_VIDEO_META_API_TYPE, NULL);
  gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, 0, 0));
  gst_buffer_unref(gst_harness_pull(h));
  REQUIRE(gst_harness_query_latency(h) == 0, "no latency");
  GstCaps *caps = scene_caps("I420", WIDTH, HEIGHT);
  GstQuery *query = gst_query_new_allocation(caps, TRUE);
  REQUIRE(gst_pad_peer_query(h->srcpad, query), "the allocation query is answered");
  REQUIRE(gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL), "by what comes after");
  gst_query_unref(query);
  gst_caps_unref(caps);
  gst_harness_teardown(h);
}

// A sink that crops by itself does not keep videocrop from doing it before an element that looks at pictures.
static void cropping(void) {
  const char *elements[] = {"trajectorydetect", "objecttrack", "rectangletrack", "trackoverlay", "trackpublish"};
  for (guint i = 0; i < G_N_ELEMENTS(elements); i++) {
    GstHarness *h = harness(elements[i], "I420", WIDTH, HEIGHT);
    gst_harness_set_sink_caps(h, scene_caps("I420", WIDTH, HEIGHT));
    gst_harness_add_propose_allocation_meta(h, GST_VIDEO_CROP_META_API_TYPE, NULL);
    gst_harness_add_propose_allocation_meta(h, GST_VIDEO_META_API_TYPE, NULL);
    gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, 0, 0));
    gst_buffer_unref(gst_harness_pull(h));
    GstCaps *caps = scene_caps("I420", WIDTH, HEIGHT);
    GstQuery *query = gst_query_new_allocation(caps, TRUE);
    REQUIRE(gst_pad_peer_query(h->srcpad, query), "%s: the allocation query is answered", elements[i]);
    REQUIRE(gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL), "%s: layouts", elements[i]);
    gboolean crops = gst_query_find_allocation_meta(query, GST_VIDEO_CROP_META_API_TYPE, NULL);
    REQUIRE(crops == (strcmp(elements[i], "trackpublish") == 0), "%s: cropping", elements[i]);
    gst_query_unref(query);
    gst_caps_unref(caps);
    gst_harness_teardown(h);
  }
}

static void bad_input(void) {
  GstHarness *h = harness("trajectorydetect", "I420", WIDTH, HEIGHT);
  GstBus *bus = gst_bus_new();
  GstElement *element = gst_harness_find_element(h, "trajectorydetect");
  gst_element_set_bus(element, bus);
  GstBuffer *buffer = scene_buffer("I420", WIDTH, HEIGHT, 0, 0);
  GST_BUFFER_PTS(buffer) = GST_CLOCK_TIME_NONE;
  REQUIRE(gst_harness_push(h, buffer) == GST_FLOW_OK, "passes");
  gst_buffer_unref(gst_harness_pull(h));
  gchar *text = next_message(bus, GST_MESSAGE_WARNING);
  REQUIRE(text && strstr(text, "timestamp"), "%s", text);
  g_free(text);
  buffer = gst_buffer_new_allocate(NULL, 1000, NULL);
  GST_BUFFER_PTS(buffer) = FRAME_TIME;
  REQUIRE(gst_harness_push(h, buffer) == GST_FLOW_OK, "a truncated buffer passes");
  gst_buffer_unref(gst_harness_pull(h));
  text = next_message(bus, GST_MESSAGE_WARNING);
  REQUIRE(text && strstr(text, "1000 bytes") && strstr(text, "115200"), "%s", text);
  g_free(text);
  g_object_set(element, "region-of-interest", "0.5,0.5,0,0", NULL);
  for (int frame = 2; frame < 4; frame++) {
    REQUIRE(gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, frame, 0)) == GST_FLOW_OK, "goes on");
    gst_buffer_unref(gst_harness_pull(h));
  }
  text = next_message(bus, GST_MESSAGE_WARNING);
  REQUIRE(text && strstr(text, "region-of-interest is 0.5,0.5,0.0,0.0"), "%s", text);
  g_free(text);
  g_object_set(element, "region-of-interest", "0,0,nan,1", NULL);
  gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, 4, 0));
  gst_buffer_unref(gst_harness_pull(h));
  text = next_message(bus, GST_MESSAGE_WARNING);
  REQUIRE(text && strstr(text, "nan"), "%s", text);
  g_free(text);
  gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, 3, 0));
  gst_buffer_unref(gst_harness_pull(h));
  text = next_message(bus, GST_MESSAGE_WARNING);
  REQUIRE(text && strstr(text, "does not come after"), "%s", text);
  g_free(text);
  gst_element_set_bus(element, NULL);
  gst_object_unref(element);
  gst_harness_teardown(h);
  element = gst_element_factory_make("trajectorydetect", NULL);
  gst_object_ref_sink(element);
  gst_element_set_bus(element, bus);
  g_object_set(element, "region-of-interest", "everywhere", NULL);
  REQUIRE(gst_element_set_state(element, GST_STATE_PAUSED) == GST_STATE_CHANGE_FAILURE, "does not begin");
  text = next_message(bus, GST_MESSAGE_ERROR);
  REQUIRE(text && strstr(text, "everywhere") && strstr(text, "x,y,width,height"), "%s", text);
  g_free(text);
  gst_element_set_bus(element, NULL);
  gst_element_set_state(element, GST_STATE_NULL);
  gst_object_unref(element);
  gst_object_unref(bus);
}

static void no_framerate(void) {
  GstHarness *h = gst_harness_new("trajectorydetect");
  gst_harness_set_src_caps_str(h, "video/x-raw,format=GRAY8,width=320,height=240");
  double worst = 0;
  REQUIRE(throw_ball(h, "GRAY8", WIDTH, HEIGHT, 0, 0, &worst) == 1 && worst < 1, "%g px off", worst);
  gst_harness_teardown(h);
}

static void tiny(void) {
  for (int size = 1; size <= 17; size++) {
    GstHarness *h = harness("trajectorydetect ! trackoverlay", "I420", size, size);
    for (int frame = 0; frame < 8; frame++) {
      REQUIRE(gst_harness_push(h, scene_buffer("I420", size, size, frame, 0)) == GST_FLOW_OK, "%d", size);
      gst_buffer_unref(gst_harness_pull(h));
    }
    gst_harness_teardown(h);
  }
}

static const GstStructure *push_at(GstHarness *h, int frame, GstClockTime timestamp, gboolean discont) {
  static GstBuffer *seen = NULL;
  GstBuffer *buffer = scene_buffer("I420", WIDTH, HEIGHT, frame, 0);
  GST_BUFFER_PTS(buffer) = timestamp;
  if (discont) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
  REQUIRE(gst_harness_push(h, buffer) == GST_FLOW_OK, "frame %d", frame);
  if (seen) gst_buffer_unref(seen);
  seen = gst_harness_pull(h);
  GstBuffer *kept = seen;
  if (frame == FRAMES - 1) seen = NULL;
  const GstStructure *report = meta_of(kept);
  if (!seen) gst_buffer_unref(kept);
  return seen ? report : NULL;
}

// Times are stream time, whatever the segment's start, base, rate and offset; gaps go by.
static void stream_time(void) {
  GstHarness *h = harness("trajectorydetect", "I420", WIDTH, HEIGHT);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  segment.start = 7 * GST_SECOND;
  segment.time = 2 * GST_SECOND;
  segment.base = 50 * GST_SECOND;
  segment.offset = GST_SECOND / 10;
  segment.rate = 2;
  REQUIRE(gst_harness_push_event(h, gst_event_new_segment(&segment)), "segment");
  for (int frame = 0; frame < 3; frame++) {
    const GstStructure *report = push_at(h, frame, 8 * GST_SECOND + frame * FRAME_TIME, FALSE);
    gint64 time = 0;
    gst_structure_get_int64(report, "time", &time);
    REQUIRE(time == (gint64)(3 * GST_SECOND + frame * FRAME_TIME), "%" G_GINT64_FORMAT, time);
    REQUIRE(gst_harness_push_event(h, gst_event_new_gap(8 * GST_SECOND + frame * FRAME_TIME, FRAME_TIME)), "gap");
  }
  push_at(h, FRAMES - 1, 9 * GST_SECOND, FALSE);
  gst_harness_teardown(h);
}

// Played backward, buffers pass unanalyzed with one warning that says why. A decoder gives groups of pictures, each after a discontinuity.
static void backward(void) {
  GstHarness *h = harness("trajectorydetect", "I420", WIDTH, HEIGHT);
  GstBus *bus = gst_bus_new();
  GstElement *element = gst_harness_find_element(h, "trajectorydetect");
  gst_element_set_bus(element, bus);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  segment.rate = -1;
  segment.stop = 4 * GST_SECOND;
  REQUIRE(gst_harness_push_event(h, gst_event_new_segment(&segment)), "segment");
  for (int frame = 0; frame < FRAMES; frame++) push_at(h, frame, 4 * GST_SECOND - (frame + 1) * FRAME_TIME, frame % 8 == 0);
  gchar *text = next_message(bus, GST_MESSAGE_WARNING);
  REQUIRE(text && strstr(text, "backward"), "%s", text);
  g_free(text);
  REQUIRE(!next_message(bus, GST_MESSAGE_WARNING), "once");
  REQUIRE(statistic(element, "analyzed") == 0, "%d analyzed", (int)statistic(element, "analyzed"));
  gst_element_set_bus(element, NULL);
  gst_object_unref(element);
  gst_object_unref(bus);
  gst_harness_teardown(h);
}

// A frame that was lost on the way, as a network or a leaky queue loses them, ends no flight.
static void lost_frames(void) {
  GstHarness *h = harness("trajectorydetect", "I420", WIDTH, HEIGHT);
  int began = 0, ended = 0;
  for (int frame = 0; frame < FRAMES; frame++) {
    if (frame == 25 || frame == 33) continue;
    const GstStructure *report = push_at(h, frame, frame * FRAME_TIME, frame == 26 || frame == 34);
    began += report ? observations(report, "began", WIDTH, NULL) : 0;
    ended += report ? observations(report, "ended", WIDTH, NULL) : 0;
  }
  REQUIRE(began == 1 && ended <= 1, "%d began, %d ended", began, ended);
  gst_harness_teardown(h);
}

int main(int count, char **arguments) {
  gst_init(&count, &arguments);
  const struct {
    const char *name;
    void (*run)(void);
  } checks[] = {
      {"formats", formats},     {"sharing", sharing},   {"flush", flush},
      {"size_change", size_change}, {"end_of_stream", end_of_stream}, {"quality_of_service", quality_of_service},
      {"queries", queries},     {"cropping", cropping},   {"bad_input", bad_input}, {"no_framerate", no_framerate},
      {"tiny", tiny},           {"stream_time", stream_time}, {"backward", backward}, {"lost_frames", lost_frames},
  };
  for (guint i = 0; i < G_N_ELEMENTS(checks); i++) {
    if (count > 1 && strcmp(arguments[1], checks[i].name) != 0) continue;
    checks[i].run();
    g_print("%s\n", checks[i].name);
  }
  gst_deinit();
  return 0;
}
