// Checks of `objecttrack` and `rectangletrack` through GstHarness. One argument: which.
#include "scene.h"

// A checkered patch that moves over a mottled ground, or a bright card with a dark rim.
static GstBuffer *patch(int frame, int size, gboolean card) {
  GstBuffer *buffer = gst_buffer_new_allocate(NULL, WIDTH * HEIGHT, NULL);
  GstMapInfo map;
  gst_buffer_map(buffer, &map, GST_MAP_WRITE);
  int left = 60 + 2 * frame, top = 70 + frame;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      gboolean inside = x >= left && x < left + size * (card ? 3 : 2) / 2 && y >= top && y < top + size;
      guint8 ground = 70 + (card ? 0 : ((x / 9 * 37 + y / 7 * 53) % 40));
      guint8 mark = card ? 220 : ((x - left) / 8 + (y - top) / 8) % 2 ? 230 : 20 + (x - left) * 2;
      map.data[y * WIDTH + x] = inside ? mark : ground;
    }
  gst_buffer_unmap(buffer, &map);
  GST_BUFFER_PTS(buffer) = frame * FRAME_TIME;
  GST_BUFFER_DURATION(buffer) = FRAME_TIME;
  return buffer;
}

static GstHarness *harness(const char *description) {
  GstHarness *h = gst_harness_new_parse(description);
  gst_harness_set_src_caps(h, scene_caps("GRAY8", WIDTH, HEIGHT));
  return h;
}

static const GstStructure *one(GstBuffer *buffer, guint index) {
  const GValue *all = meta_of(buffer) ? gst_structure_get_value(meta_of(buffer), "observations") : NULL;
  return all && gst_value_array_get_size(all) > index ? gst_value_get_structure(gst_value_array_get_value(all, index))
                                                      : NULL;
}

static guint count_of(GstBuffer *buffer) {
  const GValue *all = gst_structure_get_value(meta_of(buffer), "observations");
  return all ? gst_value_array_get_size(all) : 0;
}

static void require_place(GstBuffer *buffer, int frame, const char *label) {
  const GstStructure *object = one(buffer, 0);
  gdouble x = 0, y = 0, width = 0;
  REQUIRE(object && gst_structure_has_name(object, "object"), "frame %d", frame);
  REQUIRE(strcmp(gst_structure_get_string(object, "label"), label) == 0, "%s", gst_structure_get_string(object, "label"));
  gst_structure_get_double(object, "x", &x);
  gst_structure_get_double(object, "y", &y);
  gst_structure_get_double(object, "width", &width);
  REQUIRE(fabs(x * WIDTH - (60 + 2 * frame)) < 4 && fabs(y * HEIGHT - (70 + frame)) < 4, "frame %d: %g,%g", frame,
          x * WIDTH, y * HEIGHT);
  GstVideoRegionOfInterestMeta *box = NULL;
  gpointer state = NULL;
  for (GstMeta *meta; (meta = gst_buffer_iterate_meta_filtered(buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE));)
    if (gst_video_region_of_interest_meta_get_param((GstVideoRegionOfInterestMeta *)meta, "object"))
      box = (GstVideoRegionOfInterestMeta *)meta;
  REQUIRE(box && fabs(box->x - x * WIDTH) <= 1 && fabs(box->w - width * WIDTH) <= 2, "frame %d: the box", frame);
}

static void objects(void) {
  GstHarness *h = harness("objecttrack name=t objects=0.1875,0.2917,0.1875,0.1667,patch");
  for (int frame = 0; frame < 40; frame++) {
    gst_harness_push(h, patch(frame, 40, FALSE));
    GstBuffer *seen = gst_harness_pull(h);
    require_place(seen, frame, "patch");
    gst_buffer_unref(seen);
  }
  gst_harness_teardown(h);
}

static void signals(void) {
  GstHarness *h = harness("objecttrack");
  GstElement *element = gst_harness_find_element(h, "objecttrack");
  gchar *uuid = NULL, *again = NULL;
  for (int frame = 0; frame < 20; frame++) {
    if (frame == 5)
      g_signal_emit_by_name(element, "nominate", (60.0 + 10) / WIDTH, (70.0 + 5) / HEIGHT, 60.0 / WIDTH, 40.0 / HEIGHT,
                            "player 7", &uuid);
    gboolean dropped = FALSE;
    if (frame == 15) {
      g_signal_emit_by_name(element, "drop", uuid, &dropped);
      REQUIRE(dropped, "%s is known", uuid);
      g_signal_emit_by_name(element, "drop", "no such thing", &dropped);
      REQUIRE(!dropped, "what is not known");
    }
    gst_harness_push(h, patch(frame, 40, FALSE));
    GstBuffer *seen = gst_harness_pull(h);
    if (frame >= 5 && frame < 15) {
      require_place(seen, frame, "player 7");
      REQUIRE(strcmp(gst_structure_get_string(one(seen, 0), "uuid"), uuid) == 0, "%s", uuid);
    } else if (frame == 15) {
      REQUIRE(strcmp(gst_structure_get_string(one(seen, 0), "state"), "ended") == 0, "ended");
    } else {
      REQUIRE(count_of(seen) == 0, "frame %d: nothing to follow", frame);
    }
    gst_buffer_unref(seen);
  }
  GstBus *bus = gst_bus_new();
  gst_element_set_bus(element, bus);
  const double bad[][4] = {{2, 2, 0.1, 0.1}, {0.1, 0.1, 0, 0.1}, {NAN, 0, 0.1, 0.1}, {0.1, 0.1, INFINITY, 0.1}, {0, 0, -1, 1}};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_signal_emit_by_name(element, "nominate", bad[i][0], bad[i][1], bad[i][2], bad[i][3], NULL, &again);
    REQUIRE(again == NULL, "box %u is refused", i);
    gchar *text = next_message(bus, GST_MESSAGE_WARNING);
    REQUIRE(text && strstr(text, "must be"), "%s", text);
    g_free(text);
  }
  gst_element_set_bus(element, NULL);
  gst_object_unref(bus);
  g_free(uuid);
  gst_object_unref(element);
  gst_harness_teardown(h);
}

static void regions(void) {
  const char *settings[] = {"", "region-types=face,car", "region-types=face", "region-types=\"\""};
  for (guint i = 0; i < G_N_ELEMENTS(settings); i++) {
    gchar *description = g_strdup_printf("objecttrack %s", settings[i]);
    GstHarness *h = harness(description);
    for (int frame = 0; frame < 20; frame++) {
      GstBuffer *buffer = patch(frame, 40, FALSE);
      if (frame == 3)
        gst_buffer_add_video_region_of_interest_meta(buffer, "car", 60 + 2 * frame, 70 + frame, 60, 40);
      gst_harness_push(h, buffer);
      GstBuffer *seen = gst_harness_pull(h);
      if (frame >= 3 && i < 2) require_place(seen, frame, "car");
      else REQUIRE(count_of(seen) == 0, "%s: frame %d", settings[i], frame);
      gst_buffer_unref(seen);
    }
    gst_harness_teardown(h);
    g_free(description);
  }
}

static void far_too_many(void) {
  GstHarness *h = harness("objecttrack tracking-level=fast maximum-objects=3");
  GstElement *element = gst_harness_find_element(h, "objecttrack");
  GstBus *bus = gst_bus_new();
  gst_element_set_bus(element, bus);
  GstBuffer *buffer = patch(0, 40, FALSE);
  for (int i = 0; i < 10000; i++)
    gst_buffer_add_video_region_of_interest_meta(buffer, "box", (i * 37) % 900, (i * 53) % 700, 20, 20);
  gst_buffer_add_video_region_of_interest_meta(buffer, "box", G_MAXUINT - 1, G_MAXUINT - 1, G_MAXUINT, G_MAXUINT);
  REQUIRE(gst_harness_push(h, buffer) == GST_FLOW_OK, "passes");
  GstBuffer *seen = gst_harness_pull(h);
  REQUIRE(count_of(seen) == 3, "%u objects", count_of(seen));
  gst_buffer_unref(seen);
  gchar *text = next_message(bus, GST_MESSAGE_WARNING);
  REQUIRE(text && strstr(text, "must be"), "%s", text);
  g_free(text);
  gst_element_set_bus(element, NULL);
  gst_object_unref(bus);
  gst_object_unref(element);
  gst_harness_teardown(h);
}

static void malformed(void) {
  const char *texts[] = {"here", "0.1,0.1,0.2", "0.1,0.1,x,0.2,label", ";;0,0,1", "0.1,,0.1,0.1"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    GstElement *element = gst_element_factory_make("objecttrack", NULL);
    GstBus *bus = gst_bus_new();
    gst_object_ref_sink(element);
    gst_element_set_bus(element, bus);
    g_object_set(element, "objects", texts[i], NULL);
    REQUIRE(gst_element_set_state(element, GST_STATE_PAUSED) == GST_STATE_CHANGE_FAILURE, "%s", texts[i]);
    gchar *text = next_message(bus, GST_MESSAGE_ERROR);
    REQUIRE(text && strstr(text, "x,y,width,height"), "%s", text);
    g_free(text);
    gst_element_set_bus(element, NULL);
    gst_element_set_state(element, GST_STATE_NULL);
    gst_object_unref(bus);
    gst_object_unref(element);
  }
}

static void rectangles(void) {
  GstHarness *h = harness("rectangletrack minimum-aspect-ratio=0.3");
  for (int frame = 0; frame < 30; frame++) {
    gst_harness_push(h, patch(frame, 80, TRUE));
    GstBuffer *seen = gst_harness_pull(h);
    const GstStructure *card = one(seen, 0);
    REQUIRE(card && gst_structure_has_name(card, "rectangle"), "frame %d", frame);
    const GValue *x = gst_structure_get_value(card, "x"), *y = gst_structure_get_value(card, "y");
    REQUIRE(gst_value_array_get_size(x) == 4 && gst_value_array_get_size(y) == 4, "four corners");
    double left = g_value_get_double(gst_value_array_get_value(x, 0)) * WIDTH;
    // A plain card: how it moves is known after some frames.
    REQUIRE(frame < 2 || fabs(left - (60 + 2 * frame)) < 1.5, "frame %d: %g", frame, left);
    gst_buffer_unref(seen);
  }
  gst_harness_teardown(h);
}

// Every tracker in one pipeline: one meta, with what each saw.
static void together(void) {
  GstHarness *h = harness(
      "trajectorydetect ! objecttrack objects=0.1875,0.2917,0.1875,0.1667 ! rectangletrack minimum-aspect-ratio=0.3 ! "
      "trackoverlay ! trackpublish");
  for (int frame = 0; frame < 10; frame++) {
    gst_harness_push(h, patch(frame, 80, TRUE));
    GstBuffer *seen = gst_harness_pull(h);
    REQUIRE(count_of(seen) == 2, "frame %d: %u observations", frame, count_of(seen));
    REQUIRE(gst_structure_has_name(one(seen, 0), "object") && gst_structure_has_name(one(seen, 1), "rectangle"), "in order");
    gst_buffer_unref(seen);
  }
  gst_harness_teardown(h);
}

int main(int count, char **arguments) {
  gst_init(&count, &arguments);
  const struct {
    const char *name;
    void (*run)(void);
  } checks[] = {
      {"objects", objects},           {"signals", signals},     {"regions", regions},   {"far_too_many", far_too_many},
      {"malformed", malformed},       {"rectangles", rectangles}, {"together", together},
  };
  for (guint i = 0; i < G_N_ELEMENTS(checks); i++) {
    if (count > 1 && strcmp(arguments[1], checks[i].name) != 0) continue;
    checks[i].run();
    g_print("%s\n", checks[i].name);
  }
  gst_deinit();
  return 0;
}
