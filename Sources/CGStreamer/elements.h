// What it takes to write elements in Swift: casts, flags, type numbers and class slots that are macros in C.
#pragma once
#include "shim.h"
#include <gst/base/gstbasetransform.h>

// Casts.
static inline GstElement *fc_transform_element(GstBaseTransform *base) { return GST_ELEMENT_CAST(base); }
static inline GstElementClass *fc_element_class(gpointer type) { return (GstElementClass *)type; }
static inline GObjectClass *fc_object_class(gpointer type) { return (GObjectClass *)type; }
static inline GType fc_type_of_class(gpointer type) { return G_TYPE_FROM_CLASS(type); }

// Type numbers.
static inline GType fc_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType fc_type_int64(void) { return G_TYPE_INT64; }
static inline GType fc_type_uint64(void) { return G_TYPE_UINT64; }
static inline GType fc_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType fc_type_string(void) { return G_TYPE_STRING; }
static inline GType fc_type_structure(void) { return GST_TYPE_STRUCTURE; }
static inline GType fc_type_array(void) { return GST_TYPE_ARRAY; }
static inline GType fc_value_type(const GValue *value) { return G_VALUE_TYPE(value); }

// Properties.
static inline GParamSpec *fc_property(GObject *object, const gchar *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
}
static inline GParamFlags fc_flags_playing(void) {
  return (GParamFlags)(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING | GST_PARAM_CONTROLLABLE);
}
static inline GParamFlags fc_flags_playing_uncontrolled(void) {
  return (GParamFlags)(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING);
}
static inline GParamFlags fc_flags_ready(void) {
  return (GParamFlags)(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);
}
static inline GParamFlags fc_flags_readable(void) {
  return (GParamFlags)(G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

// Meta.
static inline GstCustomMeta *fc_next_custom_meta(GstBuffer *buffer, const GstMetaInfo *info, gpointer *state) {
  GstMeta *meta;
  while ((meta = gst_buffer_iterate_meta(buffer, state))) {
    if (meta->info == info) return (GstCustomMeta *)meta;
  }
  return NULL;
}
static inline GstVideoRegionOfInterestMeta *fc_region(GstMeta *meta) { return (GstVideoRegionOfInterestMeta *)meta; }
static inline GstStructure *fc_structure_of_event(GstEvent *event) {
  return (GstStructure *)gst_event_get_structure(event);
}
static inline GstBuffer *fc_buffer_ref(GstBuffer *buffer) { return gst_buffer_ref(buffer); }
static inline GstBuffer *fc_buffer_copy(GstBuffer *buffer) { return gst_buffer_copy(buffer); }
static inline gboolean fc_buffer_is_writable(GstBuffer *buffer) { return gst_buffer_is_writable(buffer); }
static inline GstEvent *fc_event_ref(GstEvent *event) { return gst_event_ref(event); }

// Composition.
static inline guint fc_composition_count(GstVideoOverlayComposition *composition) {
  return gst_video_overlay_composition_n_rectangles(composition);
}
static inline void fc_composition_meta_replace(
    GstVideoOverlayCompositionMeta *meta, GstVideoOverlayComposition *composition) {
  gst_video_overlay_composition_unref(meta->overlay);
  meta->overlay = composition;
}

// A pad with a thread of its own.
static inline GstPadMode fc_pad_mode_push(void) { return GST_PAD_MODE_PUSH; }
static inline void fc_pad_set_activate_mode(
    GstPad *pad, gboolean (*activate)(GstPad *, GstObject *, GstPadMode, gboolean), gpointer data,
    GDestroyNotify destroy) {
  gst_pad_set_activatemode_function_full(pad, activate, data, destroy);
}
static inline gpointer fc_pad_activate_data(GstPad *pad) { return pad->activatemodedata; }

// Debugging output.
static inline GstDebugCategory *fc_debug_category(const gchar *name, const gchar *description) {
  return _gst_debug_category_new(name, 0, description);
}
static inline gboolean fc_debug_is_heard(GstDebugCategory *category, GstDebugLevel level) {
  return level <= _gst_debug_min && level <= gst_debug_category_get_threshold(category);
}
static inline void fc_debug(GstDebugCategory *category, GstDebugLevel level, gpointer object, const gchar *text) {
  gst_debug_log(category, level, "flycatcher", "", 0, (GObject *)object, "%s", text);
}
