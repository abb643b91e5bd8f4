// A stream through one of the plugin's elements: buffers of hostile layout, properties, navigation, seeks and metas in any order.
#include "ElementStream.h"

#include <gst/check/gstharness.h>
#include <gst/video/navigation.h>
#include <gst/video/video.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const uint8_t *data;
  size_t left;
} Input;

static guint8 next(Input *input) {
  if (!input->left) return 0;
  input->left--;
  return *input->data++;
}

static guint64 word(Input *input) {
  guint64 value = 0;
  for (int i = 0; i < 8; i++) value = value << 8 | next(input);
  return value;
}

static gdouble number(Input *input) {
  static const gdouble awkward[] = {0, -0.0, 1, -1, G_MAXDOUBLE, -G_MAXDOUBLE, 5e-324, 1 + 1e-9, 1e19, -1e19, 0.9995, 5e-4};
  guint8 kind = next(input);
  if (kind < 208) return next(input) / 255.0;
  if (kind < 240) return awkward[next(input) % G_N_ELEMENTS(awkward)];
  if (kind < 244) return (gdouble)NAN;
  if (kind < 248) return (gdouble)INFINITY;
  gdouble value;
  guint64 bits = word(input);
  memcpy(&value, &bits, sizeof value);
  return value;
}

static guint64 integer(Input *input) {
  static const guint64 awkward[] = {0, 1, 255, 65535, G_MAXINT32, G_MAXUINT32, G_MAXINT64, G_MAXUINT64, (guint64)G_MININT64};
  guint8 kind = next(input);
  if (kind < 208) return next(input);
  return kind < 248 ? awkward[next(input) % G_N_ELEMENTS(awkward)] : word(input);
}

// Any text without a zero in it, such as properties and fields hold; to be freed.
static gchar *text(Input *input) {
  static const gchar *const known[] = {"0.2,0.2,0.4,0.4,a", "0,0,1,1", "*", "0.1,0.1,0.8,0.1,0.8,0.8,0.1,0.8", "face",
                                       "began", "updated", "ended", "tracked", "lost", "nominated",
                                       "01234567-89ab-4cde-8f01-23456789abcd"};
  guint8 kind = next(input);
  if (kind < 160) return g_strdup(known[kind % G_N_ELEMENTS(known)]);
  gchar *raw = g_malloc0(25);
  for (int i = 0, count = kind % 24; i < count; i++) raw[i] = (gchar)MAX(next(input), 1);
  gchar *valid = g_utf8_make_valid(raw, -1);
  g_free(raw);
  return valid;
}

// MARK: Properties, by what the element says of them

static void set_property(GstElement *element, Input *input) {
  guint count = 0;
  GParamSpec **all = g_object_class_list_properties(G_OBJECT_GET_CLASS(element), &count);
  GParamSpec *spec = all[next(input) % count];
  g_free(all);
  // Where it writes to is not for the fuzzer to choose.
  static const gchar *const own[] = {"name", "parent", "location", "fd"};
  for (guint i = 0; i < G_N_ELEMENTS(own); i++)
    if (!strcmp(spec->name, own[i])) return;
  GValue value = G_VALUE_INIT;
  if (!(spec->flags & G_PARAM_WRITABLE)) {
    g_value_init(&value, spec->value_type);
    g_object_get_property(G_OBJECT(element), spec->name, &value);
    g_value_unset(&value);
    return;
  }
  g_value_init(&value, spec->value_type);
  if (G_VALUE_HOLDS_BOOLEAN(&value)) g_value_set_boolean(&value, next(input) & 1);
  else if (G_VALUE_HOLDS_UINT(&value)) g_value_set_uint(&value, (guint)integer(input));
  else if (G_VALUE_HOLDS_INT(&value)) g_value_set_int(&value, (gint)integer(input));
  else if (G_VALUE_HOLDS_UINT64(&value)) g_value_set_uint64(&value, integer(input));
  else if (G_VALUE_HOLDS_DOUBLE(&value)) g_value_set_double(&value, number(input));
  else if (G_VALUE_HOLDS_ENUM(&value)) g_value_set_enum(&value, (gint)next(input) % 12);
  else if (G_VALUE_HOLDS_STRING(&value)) g_value_take_string(&value, text(input));
  // As g_object_set does with what is out of range.
  g_param_value_validate(spec, &value);
  g_object_set_property(G_OBJECT(element), spec->name, &value);
  g_value_unset(&value);
}

// MARK: Metas

static void append(GValue *array, GType type, Input *input) {
  GValue value = G_VALUE_INIT;
  g_value_init(&value, type);
  if (type == G_TYPE_DOUBLE) g_value_set_double(&value, number(input));
  else if (type == G_TYPE_INT64) g_value_set_int64(&value, (gint64)integer(input));
  else g_value_take_string(&value, text(input));
  gst_value_array_append_and_take_value(array, &value);
}

static void set_field(GstStructure *fields, const gchar *name, Input *input) {
  guint8 kind = next(input);
  if (kind < 96) {
    gst_structure_set(fields, name, G_TYPE_DOUBLE, number(input), NULL);
  } else if (kind < 128) {
    gst_structure_set(fields, name, G_TYPE_INT64, (gint64)integer(input), NULL);
  } else if (kind < 144) {
    gst_structure_set(fields, name, G_TYPE_UINT64, integer(input), NULL);
  } else if (kind < 176) {
    gchar *string = text(input);
    gst_structure_set(fields, name, G_TYPE_STRING, string, NULL);
    g_free(string);
  } else {
    GValue array = G_VALUE_INIT;
    g_value_init(&array, GST_TYPE_ARRAY);
    GType type = kind < 240 ? G_TYPE_DOUBLE : kind < 250 ? G_TYPE_INT64 : G_TYPE_STRING;
    for (int i = 0, count = kind < 224 ? 4 : next(input) % 12; i < count; i++) append(&array, type, input);
    gst_structure_take_value(fields, name, &array);
  }
}

static GstStructure *observation(Input *input) {
  static const gchar *const kinds[] = {"trajectory", "object", "rectangle", "other"};
  static const gchar *const fields[] = {"x", "y", "width", "height", "label", "start", "duration", "detected-time", "detected-x",
                                        "detected-y", "detected-radius", "projected-x", "projected-y", "equation-coefficients",
                                        "moving-average-radius", "confidence", "time", "state", "uuid"};
  static const gchar *const states[] = {"began", "updated", "ended", "tracked", "lost", "nominated", "predicted", "recovered"};
  GstStructure *structure = gst_structure_new(
      kinds[next(input) % 4], "uuid", G_TYPE_STRING, "01234567-89ab-4cde-8f01-23456789abcd", "state", G_TYPE_STRING,
      states[next(input) % G_N_ELEMENTS(states)], "time", G_TYPE_INT64, (gint64)integer(input), "confidence", G_TYPE_DOUBLE,
      number(input), "start", G_TYPE_INT64, (gint64)0, "duration", G_TYPE_INT64, (gint64)integer(input), "x", G_TYPE_DOUBLE, 0.2,
      "y", G_TYPE_DOUBLE, 0.2, "width", G_TYPE_DOUBLE, 0.2, "height", G_TYPE_DOUBLE, 0.2, NULL);
  // A flight whose numbers of points agree.
  static const gchar *const lists[] = {"detected-x", "detected-y", "detected-radius", "projected-x", "projected-y"};
  int points = next(input) % 8;
  for (guint i = 0; i <= G_N_ELEMENTS(lists); i++) {
    GValue array = G_VALUE_INIT;
    g_value_init(&array, GST_TYPE_ARRAY);
    gboolean is_time = i == G_N_ELEMENTS(lists);
    for (int j = 0; j < points; j++) append(&array, is_time ? G_TYPE_INT64 : G_TYPE_DOUBLE, input);
    gst_structure_take_value(structure, is_time ? "detected-time" : lists[i], &array);
  }
  for (int i = 0, count = next(input) % 6; i < count; i++)
    set_field(structure, fields[next(input) % G_N_ELEMENTS(fields)], input);
  return structure;
}

static void set_report(GstStructure *fields, Input *input) {
  gst_structure_set(fields, "time", G_TYPE_INT64, (gint64)integer(input), "frame", G_TYPE_UINT64, integer(input), NULL);
  if (next(input) > 200) set_field(fields, "analyzed", input);
  if (next(input) > 240) {
    set_field(fields, "observations", input);
    return;
  }
  GValue array = G_VALUE_INIT;
  g_value_init(&array, GST_TYPE_ARRAY);
  for (int i = 0, count = next(input) % 4; i < count; i++) {
    GValue value = G_VALUE_INIT;
    g_value_init(&value, GST_TYPE_STRUCTURE);
    g_value_take_boxed(&value, observation(input));
    gst_value_array_append_and_take_value(&array, &value);
  }
  gst_structure_take_value(fields, "observations", &array);
}

static void add_metas(GstBuffer *buffer, Input *input) {
  guint8 kinds = next(input);
  for (int i = 0; i < (kinds & 3); i++) {
    gchar *name = text(input);
    GstVideoRegionOfInterestMeta *region = gst_buffer_add_video_region_of_interest_meta(
        buffer, name, (guint)integer(input), (guint)integer(input), (guint)integer(input), (guint)integer(input));
    g_free(name);
    if (next(input) > 200) gst_video_region_of_interest_meta_add_param(region, observation(input));
  }
  if (kinds & 4) {
    GstCustomMeta *meta = gst_buffer_add_custom_meta(buffer, "FlycatcherMeta");
    if (meta) set_report(gst_custom_meta_get_structure(meta), input);
  }
}

// MARK: Buffers

typedef struct {
  GstHarness *harness;
  GstElement *element;
  GstVideoInfo video;
  guint64 time;
  guint frame;
} Stream;

static void set_caps(Stream *stream, Input *input) {
  static const gchar *const formats[] = {"I420", "GRAY8", "NV12", "NV21", "YV12", "Y42B", "Y444", "I420_10LE", "P010_10LE", "RGB"};
  static const gint sides[] = {1, 2, 3, 4, 7, 16, 33, 64, 96, 128};
  gint width = sides[next(input) % G_N_ELEMENTS(sides)], height = sides[next(input) % G_N_ELEMENTS(sides)];
  guint8 extreme = next(input);
  if (extreme > 240) width = 1 + next(input) * 50, height = 1 + next(input) % 4;
  else if (extreme > 224) height = 1 + next(input) * 50, width = 1 + next(input) % 4;
  GstCaps *caps = gst_caps_new_simple(
      "video/x-raw", "format", G_TYPE_STRING, formats[next(input) % G_N_ELEMENTS(formats)], "width", G_TYPE_INT, width, "height",
      G_TYPE_INT, height, "framerate", GST_TYPE_FRACTION, next(input) & 1 ? 30 : 0, 1, NULL);
  gst_video_info_from_caps(&stream->video, caps);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  // gst_harness_set_src_caps() ends the process where the caps are refused.
  gst_harness_push_event(stream->harness, gst_event_new_stream_start("stream"));
  gst_harness_push_event(stream->harness, gst_event_new_caps(caps));
  gst_harness_push_event(stream->harness, gst_event_new_segment(&segment));
  gst_caps_unref(caps);
}

static GstBuffer *picture(Stream *stream, Input *input) {
  guint8 layout = next(input);
  gsize size = stream->video.size;
  GstVideoInfo video = stream->video;
  if (layout > 200) {
    // Rows with room behind them, or one that lies about its size.
    GstVideoAlignment alignment;
    gst_video_alignment_reset(&alignment);
    alignment.padding_right = next(input);
    alignment.padding_bottom = next(input) % 16;
    gst_video_info_align(&video, &alignment);
    size = video.size;
  }
  if (layout > 248) size = size ? (gsize)word(input) % size : 0;
  GstBuffer *buffer = gst_buffer_new_allocate(NULL, size, NULL);
  if (layout > 200)
    gst_buffer_add_video_meta_full(
        buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&video), (guint)GST_VIDEO_INFO_WIDTH(&video),
        (guint)GST_VIDEO_INFO_HEIGHT(&video), GST_VIDEO_INFO_N_PLANES(&video), video.offset, video.stride);
  GstMapInfo map;
  if (gst_buffer_map(buffer, &map, GST_MAP_WRITE)) {
    guint8 level = next(input), mark = next(input);
    gint stride = MAX(1, GST_VIDEO_INFO_PLANE_STRIDE(&video, 0));
    for (gsize i = 0; i < map.size; i++) {
      gsize x = i % (gsize)stride, y = i / (gsize)stride, place = stream->frame % 40 + 10;
      map.data[i] = x > place && x < place + 20 && y > 10 && y < 30 ? mark : (guint8)(level + x * y % 7);
    }
    gst_buffer_unmap(buffer, &map);
  }
  return buffer;
}

static void push(Stream *stream, Input *input) {
  GstBuffer *buffer = picture(stream, input);
  guint8 kind = next(input);
  stream->time += 33333333;
  if (kind > 232) stream->time = integer(input) % G_MAXINT64;
  GST_BUFFER_PTS(buffer) = kind > 248 ? GST_CLOCK_TIME_NONE : stream->time;
  if (kind & 1) GST_BUFFER_DURATION(buffer) = kind > 240 ? integer(input) : 33333333;
  if (kind > 244) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
  if (next(input) > 128) add_metas(buffer, input);
  gst_harness_push(stream->harness, buffer);
  stream->frame++;
  for (GstBuffer *seen; (seen = gst_harness_try_pull(stream->harness));) gst_buffer_unref(seen);
}

// MARK: Events

static void navigate(Stream *stream, Input *input) {
  gdouble x = number(input) * 300, y = number(input) * 300;
  GstNavigationModifierType held = next(input) & 1 ? GST_NAVIGATION_MODIFIER_SHIFT_MASK : GST_NAVIGATION_MODIFIER_NONE;
  GstEvent *event = NULL;
  switch (next(input) % 6) {
    case 0: event = gst_navigation_event_new_mouse_button_press((gint)next(input) % 5, x, y, held); break;
    case 1: event = gst_navigation_event_new_mouse_button_release((gint)next(input) % 5, x, y, held); break;
    case 2: event = gst_navigation_event_new_mouse_move(x, y, held); break;
    case 3: event = gst_navigation_event_new_key_press("Shift_L", held); break;
    case 4: event = gst_navigation_event_new_key_release("Shift_L", held); break;
    default: {
      GstStructure *odd = gst_structure_new("application/x-gst-navigation", "event", G_TYPE_STRING, "mouse-button-press", NULL);
      set_field(odd, "button", input);
      set_field(odd, "pointer_x", input);
      event = gst_event_new_navigation(odd);
    }
  }
  gst_harness_push_upstream_event(stream->harness, event);
}

static void send(Stream *stream, Input *input) {
  GstHarness *harness = stream->harness;
  switch (next(input) % 8) {
    case 0:
      gst_harness_push_event(harness, gst_event_new_flush_start());
      gst_harness_push_event(harness, gst_event_new_flush_stop(TRUE));
      break;
    case 1: gst_harness_push_event(harness, gst_event_new_gap(stream->time, integer(input))); break;
    case 2: {
      GstSegment segment;
      gst_segment_init(&segment, GST_FORMAT_TIME);
      segment.start = integer(input) % G_MAXINT64;
      segment.time = integer(input) % G_MAXINT64;
      segment.base = integer(input) % G_MAXINT64;
      segment.rate = next(input) > 200 ? -1 : 1;
      // What runs backward runs from its stop, without which GStreamer refuses it.
      if (segment.rate < 0) segment.stop = G_MAXINT64;
      gst_harness_push_event(harness, gst_event_new_segment(&segment));
      break;
    }
    case 3: gst_harness_push_event(harness, gst_event_new_stream_start("other")); break;
    case 4: {
      GstTagList *tags = gst_tag_list_new(GST_TAG_IMAGE_ORIENTATION, next(input) & 1 ? "rotate-90" : "flip-rotate-270", NULL);
      gst_harness_push_event(harness, gst_event_new_tag(tags));
      break;
    }
    case 5: {
      GstStructure *report = gst_structure_new_empty("FlycatcherMeta");
      set_report(report, input);
      gst_harness_push_event(harness, gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, report));
      break;
    }
    case 6: {
      // Nothing can be late by more than its time: GStreamer refuses to make such an event.
      gdouble proportion = number(input);
      gint64 earliest = -(gint64)MIN(stream->time, (GstClockTime)G_MAXINT64);
      gint64 wanted = (gint64)integer(input) / 2;
      gint64 lateness = MAX(wanted, earliest);
      gst_harness_push_upstream_event(
          harness, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, proportion, lateness, stream->time));
      break;
    }
    default: gst_harness_push_event(harness, gst_event_new_eos());
  }
}

static void act(Stream *stream, Input *input) {
  if (!g_signal_lookup("nominate", G_OBJECT_TYPE(stream->element))) return;
  gchar *uuid = NULL, *label = text(input);
  gboolean dropped = FALSE;
  g_signal_emit_by_name(
      stream->element, "nominate", number(input), number(input), number(input), number(input), label, &uuid);
  if (next(input) > 160) g_signal_emit_by_name(stream->element, "drop", uuid ? uuid : label, &dropped);
  g_free(uuid);
  g_free(label);
}

void element_stream_run(const uint8_t *data, size_t size, void (*register_plugin)(void)) {
  static gsize once = 0;
  if (g_once_init_enter(&once)) {
    gst_init(NULL, NULL);
    register_plugin();
    g_once_init_leave(&once, 1);
  }
  static const gchar *const elements[] = {"trajectorydetect", "objecttrack", "rectangletrack", "trackoverlay", "trackpublish"};
  Input input = {data, size};
  Stream stream = {0};
  stream.harness = gst_harness_new(elements[next(&input) % G_N_ELEMENTS(elements)]);
  stream.element = stream.harness->element;
  // Settings of before the stream begins.
  for (int i = 0, count = next(&input) % 4; i < count; i++) set_property(stream.element, &input);
  set_caps(&stream, &input);
  for (int step = 0; step < 48 && input.left; step++) {
    switch (next(&input) & 15) {
      case 0: set_caps(&stream, &input); break;
      case 1:
      case 2: set_property(stream.element, &input); break;
      case 3: navigate(&stream, &input); break;
      case 4: send(&stream, &input); break;
      case 5: act(&stream, &input); break;
      default: push(&stream, &input);
    }
    for (GstEvent *event; (event = gst_harness_try_pull_event(stream.harness));) gst_event_unref(event);
    for (GstEvent *event; (event = gst_harness_try_pull_upstream_event(stream.harness));) gst_event_unref(event);
  }
  gst_harness_teardown(stream.harness);
}
