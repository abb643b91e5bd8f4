// Checks of what applications ask of elements at work, sensible or not, from another thread. One argument: which.
#include "scene.h"

static GstHarness *harness(const char *description) {
  GstHarness *h = gst_harness_new_parse(description);
  gst_harness_set_src_caps(h, scene_caps("I420", WIDTH, HEIGHT));
  return h;
}

static guint push(GstHarness *h, int frame) {
  REQUIRE(gst_harness_push(h, scene_buffer("I420", WIDTH, HEIGHT, frame, 0)) == GST_FLOW_OK, "frame %d", frame);
  GstBuffer *seen = gst_harness_pull(h);
  const GValue *all = gst_structure_get_value(meta_of(seen), "observations");
  guint count = all ? gst_value_array_get_size(all) : 0;
  gst_buffer_unref(seen);
  return count;
}

static void nominate(GstElement *element, double x, double y) {
  gchar *uuid = NULL;
  g_signal_emit_by_name(element, "nominate", x, y, 0.05, 0.05, "thing", &uuid);
  g_free(uuid);
}

static gint has_ended = 0;

// Sets what can be set, and asks for what can be asked for, until the stream has ended.
static gpointer meddle(gpointer data) {
  GstElement **elements = data;
  const char *regions[] = {"0,0,1,1", "0.1,0.1,0.8,0.8", "0.5,0.5,0.2,0.2"};
  for (int i = 0; !g_atomic_int_get(&has_ended); i++) {
    g_object_set(elements[0], "trajectory-length", 5 + i % 6, "region-of-interest", regions[i % 3],
                 "object-minimum-normalized-radius", (i % 5) * 0.001, "target-frame-time", (guint64)(i % 2) * 10000000,
                 NULL);
    g_object_set(elements[1], "maximum-objects", 1 + i % 20, "maximum-lost-duration", (guint64)(i % 3) * GST_SECOND, NULL);
    g_object_set(elements[2], "minimum-size", 0.1 + (i % 5) * 0.1, "region-of-interest", regions[i % 3], NULL);
    g_object_set(elements[3], "line-width", 0.001 + (i % 5) * 0.001, "region-of-interest", regions[i % 3], NULL);
    nominate(elements[1], (i % 10) * 0.09, (i / 10 % 10) * 0.09);
    GstStructure *statistics = NULL;
    g_object_get(elements[i % 3], "statistics", &statistics, NULL);
    gst_structure_free(statistics);
    gst_pad_send_event(elements[3]->srcpads->data, gst_navigation_event_new_mouse_button_press(1 + i % 3, i % WIDTH, i % HEIGHT, i % 2));
    gst_pad_send_event(elements[3]->srcpads->data, gst_navigation_event_new_mouse_button_release(1, (i * 7) % WIDTH, (i * 5) % HEIGHT, 0));
  }
  return NULL;
}

static void from_another_thread(void) {
  GstHarness *h = harness(
      "trajectorydetect ! objecttrack tracking-level=fast ! rectangletrack minimum-aspect-ratio=0.3 ! trackoverlay ! trackpublish");
  const char *names[] = {"trajectorydetect", "objecttrack", "rectangletrack", "trackoverlay"};
  GstElement *elements[4];
  for (int i = 0; i < 4; i++) elements[i] = gst_harness_find_element(h, names[i]);
  g_atomic_int_set(&has_ended, 0);
  GThread *thread = g_thread_new("meddle", meddle, elements);
  for (int frame = 0; frame < 2 * FRAMES; frame++) push(h, frame);
  g_atomic_int_set(&has_ended, 1);
  g_thread_join(thread);
  for (int i = 0; i < 4; i++) gst_object_unref(elements[i]);
  gst_harness_teardown(h);
}

// What the tracker holds on to is bounded by what is set while it works.
static void most_objects(void) {
  GstHarness *h = harness("objecttrack tracking-level=fast maximum-objects=2");
  GstElement *element = gst_harness_find_element(h, "objecttrack");
  push(h, 0);
  for (int i = 0; i < 4; i++) nominate(element, 0.1 + 0.2 * i, 0.1);
  REQUIRE(push(h, 1) == 2, "two objects");
  g_object_set(element, "maximum-objects", 4, NULL);
  push(h, 2);
  for (int i = 0; i < 4; i++) nominate(element, 0.1 + 0.2 * i, 0.7);
  REQUIRE(push(h, 3) == 4, "two more");
  for (int i = 0; i < 10000; i++) nominate(element, (i % 100) * 0.0095, (i / 100) * 0.0095);
  REQUIRE(push(h, 4) == 4, "and no more");
  // For the next stream: an object does not change over.
  g_object_set(element, "tracking-level", 0, NULL);
  REQUIRE(push(h, 5) == 4, "goes on at the level it began with");
  gst_object_unref(element);
  gst_harness_teardown(h);
}

static void refused(void) {
  const struct {
    const char *element, *property, *value, *words;
  } bad[] = {
      {"objecttrack", "objects", "0.1,0.1,0.2", "x,y,width,height"},
      {"objecttrack", "objects", "2,2,0.1,0.1", "2.0,2.0,0.1,0.1"},
      {"objecttrack", "objects", "0.1,0.1,0.2,0.2 wide", "0.2 wide"},
      {"objecttrack", "objects", "0.1,0.1,0,0.1", "above 0"},
      {"objecttrack", "objects", "0.1,nan,0.1,0.1", "nan"},
      {"rectangletrack", "region-of-interest", "0,0,0,0", "region-of-interest is 0.0,0.0,0.0,0.0"},
      {"rectangletrack", "region-of-interest", "0,0,2,2", "0.0,0.0,2.0,2.0"},
      {"trackoverlay", "region-of-interest", "1,2", "x,y,width,height"},
      {"trackoverlay", "palette", "red", "RRGGBB"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    gchar *description = g_strdup_printf("trajectorydetect ! %s", bad[i].element);
    GstHarness *h = harness(description);
    GstElement *element = gst_harness_find_element(h, bad[i].element);
    GstBus *bus = gst_bus_new();
    gst_element_set_bus(element, bus);
    push(h, 0);
    g_object_set(element, bad[i].property, bad[i].value, NULL);
    push(h, 1);
    push(h, 2);
    gchar *text = next_message(bus, GST_MESSAGE_WARNING);
    REQUIRE(text && strstr(text, bad[i].words), "%s=%s: %s", bad[i].property, bad[i].value, text);
    g_free(text);
    gst_element_set_bus(element, NULL);
    gst_object_unref(bus);
    gst_object_unref(element);
    gst_harness_teardown(h);
    g_free(description);
  }
}

// Whether the next frame comes out as it went in.
static gboolean is_untouched(GstHarness *h, int frame) {
  GstBuffer *original = scene_buffer("I420", WIDTH, HEIGHT, frame, 0);
  GstBuffer *seen = gst_harness_push_and_pull(h, scene_buffer("I420", WIDTH, HEIGHT, frame, 0));
  GstMapInfo map;
  REQUIRE(gst_buffer_map(original, &map, GST_MAP_READ), "frame %d", frame);
  gboolean is_same = gst_buffer_memcmp(seen, 0, map.data, map.size) == 0;
  gst_buffer_unmap(original, &map);
  gst_buffer_unref(original);
  gst_buffer_unref(seen);
  return is_same;
}

static void require_text(GstElement *element, const char *property, const char *expected) {
  gchar *text = NULL;
  g_object_get(element, property, &text, NULL);
  REQUIRE(g_strcmp0(text ? text : "", expected) == 0, "%s is %s", property, text);
  g_free(text);
}

// One refused property holds no other up, and goes back to the value it had.
static void after_a_refusal(void) {
  GstHarness *h = harness("objecttrack tracking-level=fast objects=0.4,0.4,0.2,0.2");
  GstElement *element = gst_harness_find_element(h, "objecttrack");
  REQUIRE(push(h, 0) == 1, "one object");
  g_object_set(element, "objects", "nonsense", NULL);
  push(h, 1);
  require_text(element, "objects", "0.4,0.4,0.2,0.2");
  g_object_set(element, "maximum-objects", 2, NULL);
  REQUIRE(push(h, 2) == 1, "is not nominated again");
  for (int i = 0; i < 4; i++) nominate(element, 0.1 + 0.2 * i, 0.1);
  REQUIRE(push(h, 3) == 2, "two objects");
  gst_object_unref(element);
  gst_harness_teardown(h);

  for (int at_once = 0; at_once < 2; at_once++) {
    h = harness("trackoverlay palette=102030 region-of-interest=0.1,0.1,0.8,0.8");
    element = gst_harness_find_element(h, "trackoverlay");
    REQUIRE(!is_untouched(h, 0), "the outline");
    g_object_set(element, "palette", "zz", NULL);
    if (!at_once) REQUIRE(!is_untouched(h, 1), "the outline");
    g_object_set(element, "opacity", 0.0, NULL);
    REQUIRE(is_untouched(h, 2), "nothing is drawn");
    require_text(element, "palette", "102030");
    gst_object_unref(element);
    gst_harness_teardown(h);
  }

  // The maximum must not be below the minimum: both rise, and a third is refused.
  h = harness("rectangletrack minimum-aspect-ratio=0.2 maximum-aspect-ratio=0.3");
  element = gst_harness_find_element(h, "rectangletrack");
  push(h, 0);
  g_object_set(element, "region-of-interest", "none", "minimum-aspect-ratio", 0.5, "maximum-aspect-ratio", 0.6, NULL);
  push(h, 1);
  gdouble minimum = 0, maximum = 0;
  g_object_get(element, "minimum-aspect-ratio", &minimum, "maximum-aspect-ratio", &maximum, NULL);
  REQUIRE(minimum == 0.5 && maximum == 0.6, "%g to %g", minimum, maximum);
  require_text(element, "region-of-interest", "0,0,1,1");
  gst_object_unref(element);
  gst_harness_teardown(h);
}

// What the mouse asks for is done, and its events go on up; numbers that are none do nothing.
static void navigation(void) {
  GstHarness *h = harness("objecttrack tracking-level=fast");
  push(h, 0);
  const double none[][2] = {{NAN, 5}, {INFINITY, 5}, {-1e300, 1e300}, {1e18, 5}};
  for (guint i = 0; i < G_N_ELEMENTS(none); i++) {
    gst_harness_push_upstream_event(h, gst_navigation_event_new_mouse_button_press(1, 50, 50, 0));
    gst_harness_push_upstream_event(h, gst_navigation_event_new_mouse_move(none[i][0], none[i][1], 0));
    gst_harness_push_upstream_event(h, gst_navigation_event_new_mouse_button_press(3, none[i][0], none[i][1], 0));
    gst_harness_push_upstream_event(h, gst_navigation_event_new_mouse_button_release(1, none[i][0], none[i][1], 0));
  }
  gst_harness_push_upstream_event(h, gst_event_new_navigation(gst_structure_new_empty("application/x-gst-navigation")));
  REQUIRE(push(h, 1) == 0, "nothing is nominated");
  gst_harness_push_upstream_event(h, gst_navigation_event_new_mouse_button_press(1, 50, 50, 0));
  gst_harness_push_upstream_event(h, gst_navigation_event_new_mouse_button_release(1, 90, 90, 0));
  REQUIRE(push(h, 2) == 1, "an object");
  guint before = gst_harness_upstream_events_received(h);
  gst_harness_push_upstream_event(h, gst_navigation_event_new_mouse_button_press(3, 70, 70, 0));
  REQUIRE(gst_harness_upstream_events_received(h) == before + 1, "goes on up, for other elements to see");
  push(h, 3);
  REQUIRE(push(h, 4) == 0, "and is dropped");
  gst_harness_teardown(h);
}

// Pushes a frame of the scene at another time; gives the states of the objects on it.
static gchar *push_at(GstHarness *h, int frame, GstClockTime time) {
  GstBuffer *buffer = scene_buffer("I420", WIDTH, HEIGHT, frame, 0);
  GST_BUFFER_PTS(buffer) = time;
  REQUIRE(gst_harness_push(h, buffer) == GST_FLOW_OK, "frame %d", frame);
  GstBuffer *seen = gst_harness_pull(h);
  GString *states = g_string_new("");
  const GValue *all = gst_structure_get_value(meta_of(seen), "observations");
  for (guint i = 0; all && i < gst_value_array_get_size(all); i++) {
    const GstStructure *one = gst_value_get_structure(gst_value_array_get_value(all, i));
    g_string_append_printf(states, "%s ", gst_structure_get_string(one, "state"));
  }
  gst_buffer_unref(seen);
  return g_string_free(states, FALSE);
}

// Time that goes back in mid-stream: what was tracked ends, with a word, and what comes is analyzed.
static void time_that_goes_back(void) {
  const GstClockTime steps[] = {GST_SECOND / 2, GST_SECOND, 3600 * GST_SECOND};
  for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
    GstHarness *h = harness("objecttrack tracking-level=fast objects=0.4,0.4,0.2,0.2");
    GstElement *element = gst_harness_find_element(h, "objecttrack");
    GstBus *bus = gst_bus_new();
    gst_element_set_bus(element, bus);
    GstClockTime start = 3700 * GST_SECOND;
    for (int frame = 0; frame < 30; frame++) g_free(push_at(h, frame, start + frame * FRAME_TIME));
    gchar *states = push_at(h, 30, start + 30 * FRAME_TIME - steps[i]);
    REQUIRE(strstr(states, "ended"), "after %" GST_TIME_FORMAT ": %s", GST_TIME_ARGS(steps[i]), states);
    g_free(states);
    gchar *text = next_message(bus, GST_MESSAGE_WARNING);
    REQUIRE(text && strstr(text, "went back"), "%s", text);
    g_free(text);
    for (int frame = 31; frame < 40; frame++) {
      states = push_at(h, frame, start + frame * FRAME_TIME - steps[i]);
      REQUIRE(*states, "frame %d: nominated again", frame);
      g_free(states);
    }
    REQUIRE(statistic(element, "skipped") == 0, "%d skipped", (int)statistic(element, "skipped"));
    gst_element_set_bus(element, NULL);
    gst_object_unref(bus);
    gst_object_unref(element);
    gst_harness_teardown(h);
  }
}

// A part of a film that is played again and again without a flush: `objects` are nominated in each round.
static void rounds(void) {
  GstHarness *h = harness("objecttrack tracking-level=fast objects=0.4,0.4,0.2,0.2");
  for (int round = 0; round < 3; round++) {
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    segment.start = segment.time = 5 * GST_SECOND;
    segment.base = round * 10 * FRAME_TIME;
    REQUIRE(gst_harness_push_event(h, gst_event_new_segment(&segment)), "segment");
    for (int frame = 0; frame < 10; frame++) {
      gchar *states = push_at(h, frame, 5 * GST_SECOND + frame * FRAME_TIME);
      REQUIRE((strstr(states, "nominated") != NULL) == (frame == 0), "round %d, frame %d: %s", round, frame, states);
      REQUIRE((strstr(states, "ended") != NULL) == (round > 0 && frame == 0), "round %d, frame %d: %s", round, frame, states);
      REQUIRE(*states, "round %d, frame %d: tracked", round, frame);
      g_free(states);
    }
  }
  gst_harness_teardown(h);
}

int main(int count, char **arguments) {
  gst_init(&count, &arguments);
  const struct {
    const char *name;
    void (*run)(void);
  } checks[] = {
      {"from_another_thread", from_another_thread},
      {"most_objects", most_objects},
      {"refused", refused},
      {"after_a_refusal", after_a_refusal},
      {"navigation", navigation},
      {"time_that_goes_back", time_that_goes_back},
      {"rounds", rounds},
  };
  for (guint i = 0; i < G_N_ELEMENTS(checks); i++) {
    if (count > 1 && strcmp(arguments[1], checks[i].name) != 0) continue;
    checks[i].run();
    g_print("%s\n", checks[i].name);
  }
  gst_deinit();
  return 0;
}
