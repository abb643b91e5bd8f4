// A detector for the tests, as a plugin: `testboxes` attaches a box to every buffer, or to every `every`th; each
// `back`th buffer is told to be from before the one before it.
#include <gst/video/video.h>
#include <stdio.h>

typedef struct {
  GstBaseTransform base;
  guint every, back, count;
  guint x, y, width, height;
  gint dx, dy;
} TestBoxes;
typedef GstBaseTransformClass TestBoxesClass;
static GType test_boxes_get_type(void);
G_DEFINE_TYPE(TestBoxes, test_boxes, GST_TYPE_BASE_TRANSFORM)

static void set(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  TestBoxes *boxes = (TestBoxes *)object;
  (void)spec;
  if (id == 1) boxes->every = g_value_get_uint(value);
  else if (id == 3) boxes->back = g_value_get_uint(value);
  // Left, top, width and height in pixels, and how far it moves in a frame.
  else if (sscanf(g_value_get_string(value), "%u,%u,%u,%u,%d,%d", &boxes->x, &boxes->y, &boxes->width, &boxes->height,
                  &boxes->dx, &boxes->dy) != 6)
    g_warning("no box: %s", g_value_get_string(value));
}

static GstFlowReturn transform(GstBaseTransform *base, GstBuffer *buffer) {
  TestBoxes *boxes = (TestBoxes *)base;
  guint frame = boxes->count++;
  if (boxes->back > 0 && frame % boxes->back == boxes->back - 1) GST_BUFFER_PTS(buffer) -= 100 * GST_MSECOND;
  if (boxes->width > 0 && frame % MAX(boxes->every, 1) == 0)
    gst_buffer_add_video_region_of_interest_meta(buffer, "card", boxes->x + frame * boxes->dx,
                                                 boxes->y + frame * boxes->dy, boxes->width, boxes->height);
  return GST_FLOW_OK;
}

static void test_boxes_init(TestBoxes *boxes) { gst_base_transform_set_in_place(GST_BASE_TRANSFORM(boxes), TRUE); }

static void test_boxes_class_init(TestBoxesClass *class) {
  GstElementClass *element = GST_ELEMENT_CLASS(class);
  G_OBJECT_CLASS(class)->set_property = set;
  g_object_class_install_property(
      G_OBJECT_CLASS(class), 1, g_param_spec_uint("every", "every", "every", 1, 1000, 1, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property(
      G_OBJECT_CLASS(class), 2, g_param_spec_string("box", "box", "box", NULL, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property(
      G_OBJECT_CLASS(class), 3, g_param_spec_uint("back", "back", "back", 0, 1000, 0, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  gst_element_class_set_static_metadata(element, "boxes", "Filter", "Attaches boxes", "the tests");
  gst_element_class_add_pad_template(element, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_CAPS_ANY));
  gst_element_class_add_pad_template(element, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_CAPS_ANY));
  class->transform_ip = transform;
}

static gboolean start(GstPlugin *plugin) {
  return gst_element_register(plugin, "testboxes", GST_RANK_NONE, test_boxes_get_type());
}

#define PACKAGE "boxes"
GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, boxes, "boxes for tests", start, "1", "LGPL", "tests", "tests")
