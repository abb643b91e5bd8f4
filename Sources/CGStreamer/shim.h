// The system headers, and static inline functions for just what Swift cannot import (macros, variadic functions, casts).
#pragma once
#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>
#include <gst/video/navigation.h>
#include <gst/video/video-overlay-composition.h>
#include <string.h>

// Casts.
static inline GstElement *fc_element(gpointer object) { return (GstElement *)object; }
static inline GstObject *fc_object(gpointer object) { return (GstObject *)object; }
static inline gboolean fc_is_app_sink(GstElement *element) { return GST_IS_APP_SINK(element); }
static inline gboolean fc_is_app_source(GstElement *element) { return GST_IS_APP_SRC(element); }
static inline gboolean fc_is_bin(gpointer object) { return GST_IS_BIN(object); }
static inline gboolean fc_is_element(gpointer object) { return GST_IS_ELEMENT(object); }
static inline gboolean fc_is_sink(GstElement *element) { return GST_OBJECT_FLAG_IS_SET(element, GST_ELEMENT_FLAG_SINK); }
static inline gboolean fc_is_source(GstElement *element) {
  return GST_OBJECT_FLAG_IS_SET(element, GST_ELEMENT_FLAG_SOURCE);
}
/* Whether it is linked to nothing before it because there is nothing to link: it has no sink pad. */
static inline gboolean fc_has_no_sink_pad(GstElement *element) {
  GST_OBJECT_LOCK(element);
  gboolean none = element->numsinkpads == 0;
  GST_OBJECT_UNLOCK(element);
  return none;
}
/* Whether a pad takes nothing any more, as when its element is being stopped. */
static inline gboolean fc_pad_is_flushing(GstPad *pad) {
  GST_OBJECT_LOCK(pad);
  gboolean is_flushing = GST_PAD_IS_FLUSHING(pad);
  GST_OBJECT_UNLOCK(pad);
  return is_flushing;
}
/* Whether it is in the state NULL, and on its way to no other. */
static inline gboolean fc_is_stopped(GstElement *element) {
  GST_OBJECT_LOCK(element);
  gboolean is_stopped = GST_STATE(element) == GST_STATE_NULL && GST_STATE_PENDING(element) == GST_STATE_VOID_PENDING;
  GST_OBJECT_UNLOCK(element);
  return is_stopped;
}
/* Whether it makes source pads only when it has seen its input, as demuxers do. */
static inline gboolean fc_makes_pads_later(GstElement *element) {
  for (GList *link = gst_element_class_get_pad_template_list(GST_ELEMENT_GET_CLASS(element)); link; link = link->next) {
    GstPadTemplate *pads = (GstPadTemplate *)link->data;
    if (GST_PAD_TEMPLATE_DIRECTION(pads) == GST_PAD_SRC && GST_PAD_TEMPLATE_PRESENCE(pads) == GST_PAD_SOMETIMES)
      return TRUE;
  }
  return FALSE;
}
static inline GstIterator *fc_children(GstElement *bin) { return gst_bin_iterate_elements(GST_BIN_CAST(bin)); }
/* Whether a demuxer pulled its input, stopped, and has nothing to show for it. It pauses its task then; a task that has been made and not
   been started yet is in the stopped state, and says nothing. */
static inline gboolean fc_has_given_up(GstElement *element) {
  gboolean stopped = FALSE;
  GST_OBJECT_LOCK(element);
  if (element->numsrcpads == 0) {
    for (GList *link = element->sinkpads; link; link = link->next) {
      GstPad *pad = GST_PAD_CAST(link->data);
      GST_OBJECT_LOCK(pad);
      GstTask *task = GST_PAD_TASK(pad);
      stopped |= task && GST_TASK_STATE(task) == GST_TASK_PAUSED;
      GST_OBJECT_UNLOCK(pad);
    }
  }
  GST_OBJECT_UNLOCK(element);
  return stopped;
}
/* Counts the threads that move buffers through an element's pads: those that run, and those that have paused. */
static inline void fc_count_tasks(GstElement *element, guint *running, guint *paused) {
  GST_OBJECT_LOCK(element);
  for (GList *link = element->pads; link; link = link->next) {
    GstPad *pad = GST_PAD_CAST(link->data);
    GST_OBJECT_LOCK(pad);
    GstTask *task = GST_PAD_TASK(pad);
    if (task && GST_TASK_STATE(task) == GST_TASK_STARTED) ++*running;
    if (task && GST_TASK_STATE(task) == GST_TASK_PAUSED) ++*paused;
    GST_OBJECT_UNLOCK(pad);
  }
  GST_OBJECT_UNLOCK(element);
}
/* Whether it writes MP4 or QuickTime files. */
static inline gboolean fc_is_qt_muxer(GstElement *element) {
  GType type = g_type_from_name("GstBaseQTMux");
  return type != 0 && g_type_is_a(G_OBJECT_TYPE(element), type);
}
static inline GstElement *fc_child(GstElement *bin, const gchar *name) {
  return gst_bin_get_by_name(GST_BIN_CAST(bin), name);
}
static inline const gchar *fc_factory_name(GstElement *element) {
  GstElementFactory *factory = gst_element_get_factory(element);
  return factory ? GST_OBJECT_NAME(factory) : NULL;
}

static inline GObject *fc_g_object(gpointer object) { return (GObject *)object; }
static inline void fc_object_unref(GstElementFactory *object) { gst_object_unref(object); }
static inline guint fc_rank(GstElementFactory *factory) { return gst_plugin_feature_get_rank(GST_PLUGIN_FEATURE(factory)); }
static inline void fc_set_rank(GstElementFactory *factory, guint rank) {
  gst_plugin_feature_set_rank(GST_PLUGIN_FEATURE(factory), rank);
}
static inline GType fc_type(gpointer object) { return G_OBJECT_TYPE(object); }
static inline void fc_unfloat(gpointer object) {
  if (g_object_is_floating(object)) gst_object_ref_sink(object);
}
static inline gboolean fc_bin_add(GstElement *bin, GstElement *child) { return gst_bin_add(GST_BIN_CAST(bin), child); }
/* Unlinks the child as well, and brings it to a stop. */
static inline void fc_bin_remove(GstElement *bin, GstElement *child) {
  gst_element_set_state(child, GST_STATE_NULL);
  gst_bin_remove(GST_BIN_CAST(bin), child);
}
static inline gboolean fc_recalculate_latency(GstElement *bin) { return gst_bin_recalculate_latency(GST_BIN_CAST(bin)); }

// Properties.
static inline gboolean fc_has_property(GstElement *element, const gchar *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(element), name) != NULL;
}
static inline gboolean fc_has_string_property(GstElement *element, const gchar *name) {
  GParamSpec *spec = g_object_class_find_property(G_OBJECT_GET_CLASS(element), name);
  return spec != NULL && spec->value_type == G_TYPE_STRING && (spec->flags & G_PARAM_READABLE) != 0;
}
/* Whether an element's pads are active, or about to be. */
static inline gboolean fc_has_active_pads(GstElement *element) {
  return GST_STATE(element) >= GST_STATE_PAUSED || GST_STATE_NEXT(element) >= GST_STATE_PAUSED;
}
static inline gint fc_get_int(GstElement *element, const gchar *name) {
  gint value = -1;
  g_object_get(element, name, &value, NULL);
  return value;
}
static inline gchar *fc_get_string(GstElement *element, const gchar *name) {
  gchar *value = NULL;
  g_object_get(element, name, &value, NULL);
  return value;
}
static inline void fc_set_bool(GstElement *element, const gchar *name, gboolean value) {
  g_object_set(element, name, value, NULL);
}
static inline void fc_set_int(GstElement *element, const gchar *name, gint value) {
  g_object_set(element, name, value, NULL);
}
static inline void fc_set_string(GstElement *element, const gchar *name, const gchar *value) {
  g_object_set(element, name, value, NULL);
}
static inline void fc_set_uint64(GstElement *element, const gchar *name, guint64 value) {
  g_object_set(element, name, value, NULL);
}
static inline GstCaps *fc_app_sink_caps(GstElement *sink) { return gst_app_sink_get_caps((GstAppSink *)sink); }
static inline void fc_app_sink_set_caps(GstElement *sink, GstCaps *caps) {
  gst_app_sink_set_caps((GstAppSink *)sink, caps);
}

// Sets the caps of a capsfilter to these without what may change from picture to picture.
static inline void fc_keep_looks(GstElement *filter, GstCaps *caps) {
  GstCaps *kept = gst_caps_copy(caps);
  gst_structure_remove_fields(
      gst_caps_get_structure(kept, 0), "framerate", "max-framerate", "interlace-mode", "field-order", NULL);
  g_object_set(filter, "caps", kept, NULL);
  gst_caps_unref(kept);
}

// Signals.
static inline gulong fc_connect(
    GstElement *element, const gchar *signal, void (*callback)(GstElement *, gpointer), gpointer data,
    void (*destroy)(gpointer, GClosure *)) {
  return g_signal_connect_data(element, signal, G_CALLBACK(callback), data, destroy, (GConnectFlags)0);
}
// What bins make by themselves, as decodebin does, and the pads that demuxers make.
static inline gulong fc_on_deep_element_added(
    GstElement *bin, void (*callback)(GstElement *, GstElement *, GstElement *, gpointer)) {
  return g_signal_connect(bin, "deep-element-added", G_CALLBACK(callback), NULL);
}
static inline gulong fc_on_pad_added(GstElement *element, void (*callback)(GstElement *, GstPad *, gpointer)) {
  return g_signal_connect(element, "pad-added", G_CALLBACK(callback), NULL);
}

// App source.
static inline GstFlowReturn fc_app_source_push(GstElement *source, GstBuffer *buffer) {
  return gst_app_src_push_buffer((GstAppSrc *)source, buffer);
}
static inline GstFlowReturn fc_app_source_push_sample(GstElement *source, GstSample *sample) {
  return gst_app_src_push_sample((GstAppSrc *)source, sample);
}
static inline void fc_app_source_set_caps(GstElement *source, GstCaps *caps) {
  gst_app_src_set_caps((GstAppSrc *)source, caps);
}
static inline GstFlowReturn fc_app_source_end(GstElement *source) {
  return gst_app_src_end_of_stream((GstAppSrc *)source);
}

// Reference counts.
static inline void fc_mini_object_unref(gpointer object) { gst_mini_object_unref((GstMiniObject *)object); }
static inline gpointer fc_mini_object_ref(gpointer object) { return gst_mini_object_ref((GstMiniObject *)object); }

// Buffers.
static inline GstClockTime fc_buffer_pts(GstBuffer *buffer) { return GST_BUFFER_PTS(buffer); }
static inline GstClockTime fc_buffer_dts(GstBuffer *buffer) { return GST_BUFFER_DTS(buffer); }
static inline gboolean fc_buffer_is_key(GstBuffer *buffer) {
  return !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
}
static inline GstClockTime fc_buffer_duration(GstBuffer *buffer) { return GST_BUFFER_DURATION(buffer); }
static inline void fc_buffer_set_times(GstBuffer *buffer, GstClockTime pts, GstClockTime duration) {
  GST_BUFFER_PTS(buffer) = pts;
  GST_BUFFER_DTS(buffer) = GST_CLOCK_TIME_NONE;
  GST_BUFFER_DURATION(buffer) = duration;
}
static inline gboolean fc_buffer_is_discontinuity(GstBuffer *buffer) {
  return GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DISCONT);
}
// Nanoseconds since 1970 by the clock of the source, or -1. NTP counts from 1900.
static inline gint64 fc_buffer_reference_time(GstBuffer *buffer) {
  gpointer state = NULL;
  GstMeta *meta;
  while ((meta = gst_buffer_iterate_meta_filtered(buffer, &state, GST_REFERENCE_TIMESTAMP_META_API_TYPE))) {
    GstReferenceTimestampMeta *reference = (GstReferenceTimestampMeta *)meta;
    const gchar *name = gst_structure_get_name(gst_caps_get_structure(reference->reference, 0));
    const guint64 century = G_GUINT64_CONSTANT(2208988800) * GST_SECOND;
    if (g_str_equal(name, "timestamp/x-ntp") && reference->timestamp > century) return reference->timestamp - century;
    if (g_str_equal(name, "timestamp/x-unix")) return reference->timestamp;
  }
  return -1;
}
static inline GstBuffer *fc_buffer_make_writable(GstBuffer *buffer) { return gst_buffer_make_writable(buffer); }
static inline GstVideoOverlayCompositionMeta *fc_buffer_composition(GstBuffer *buffer) {
  return gst_buffer_get_video_overlay_composition_meta(buffer);
}
static inline GstVideoMeta *fc_buffer_video_meta(GstBuffer *buffer) { return gst_buffer_get_video_meta(buffer); }

static inline gboolean fc_buffer_is_exclusive(GstBuffer *buffer) {
  return gst_buffer_is_writable(buffer) && gst_buffer_is_all_memory_writable(buffer);
}
static inline void fc_buffer_remove_meta(GstBuffer *buffer, gpointer meta) {
  gst_buffer_remove_meta(buffer, (GstMeta *)meta);
}
static inline gboolean fc_video_meta_is_usual(GstVideoMeta *meta, GstVideoInfo *info) {
  for (guint plane = 0; plane < meta->n_planes; plane++) {
    if (meta->offset[plane] != info->offset[plane] || meta->stride[plane] != info->stride[plane]) return FALSE;
  }
  return TRUE;
}
// Times, flags and metas; not the layout of the picture, which is the target's own.
static inline void fc_buffer_copy_metadata(GstBuffer *target, GstBuffer *source) {
  gst_buffer_copy_into(
      target, source,
      (GstBufferCopyFlags)(GST_BUFFER_COPY_FLAGS | GST_BUFFER_COPY_TIMESTAMPS | GST_BUFFER_COPY_META), 0, -1);
  GstVideoMeta *meta = gst_buffer_get_video_meta(target);
  if (meta) gst_buffer_remove_meta(target, (GstMeta *)meta);
}

// Composition.
static inline GstVideoOverlayComposition *fc_composition_copy(GstVideoOverlayComposition *composition) {
  return gst_video_overlay_composition_copy(composition);
}
static inline void fc_composition_unref(GstVideoOverlayComposition *composition) {
  gst_video_overlay_composition_unref(composition);
}
// An ARGB picture over part of a frame; takes `pixels`.
static inline GstVideoOverlayRectangle *fc_overlay_rectangle(GstBuffer *pixels, gint x, gint y, guint width, guint height) {
  gst_buffer_add_video_meta(
      pixels, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, width, height);
  GstVideoOverlayRectangle *rectangle = gst_video_overlay_rectangle_new_raw(
      pixels, x, y, width, height, GST_VIDEO_OVERLAY_FORMAT_FLAG_PREMULTIPLIED_ALPHA);
  gst_buffer_unref(pixels);
  return rectangle;
}

// Events, queries, messages.
static inline GstEventType fc_event_type(GstEvent *event) { return GST_EVENT_TYPE(event); }
static inline gboolean fc_event_is_serialized(GstEvent *event) { return GST_EVENT_IS_SERIALIZED(event); }
static inline guint32 fc_event_seqnum(GstEvent *event) { return gst_event_get_seqnum(event); }
static inline GstQueryType fc_query_type(GstQuery *query) { return GST_QUERY_TYPE(query); }
static inline GstMessageType fc_message_type(GstMessage *message) { return GST_MESSAGE_TYPE(message); }
static inline GstObject *fc_message_source(GstMessage *message) { return GST_MESSAGE_SRC(message); }
static inline gboolean fc_message_is_forwarded(GstMessage *message) {
  return gst_message_has_name(message, "GstBinForwarded");
}
static inline GstMessage *fc_message_forwarded(GstMessage *message) {
  GstMessage *inner = NULL;
  gst_structure_get(gst_message_get_structure(message), "message", GST_TYPE_MESSAGE, &inner, NULL);
  return inner;
}

/* The one source pad of an element with one sink pad, with a reference; NULL where it has more or fewer. */
static inline GstPad *fc_through_pad(GstElement *element) {
  GST_OBJECT_LOCK(element);
  GstPad *pad = element->numsinkpads == 1 && element->numsrcpads == 1 ? (GstPad *)gst_object_ref(element->srcpads->data) : NULL;
  GST_OBJECT_UNLOCK(element);
  return pad;
}
static inline gboolean fc_joins_streams(GstElement *element) {
  GST_OBJECT_LOCK(element);
  gboolean joins = element->numsinkpads > 1;
  GST_OBJECT_UNLOCK(element);
  return joins;
}

/* Whether a thread is in the pad: a muxer holds it there until it has taken the buffer that the thread brought. */
static inline gboolean fc_pad_is_busy(GstPad *pad) {
  if (!g_rec_mutex_trylock(GST_PAD_GET_STREAM_LOCK(pad))) return TRUE;
  g_rec_mutex_unlock(GST_PAD_GET_STREAM_LOCK(pad));
  return FALSE;
}

// Probes.
static inline GstPadProbeType fc_probe_type(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_TYPE(info); }
static inline gpointer fc_probe_data(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_DATA(info); }
static inline void fc_probe_set_data(GstPadProbeInfo *info, gpointer data) { GST_PAD_PROBE_INFO_DATA(info) = data; }
static inline void fc_probe_set_flow(GstPadProbeInfo *info, GstFlowReturn flow) {
  GST_PAD_PROBE_INFO_FLOW_RETURN(info) = flow;
}
static inline gulong fc_pad_add_probe(
    GstPad *pad, guint mask, GstPadProbeCallback callback, gpointer data, GDestroyNotify destroy) {
  return gst_pad_add_probe(pad, (GstPadProbeType)mask, callback, data, destroy);
}

// Video frames.
/* Whether samples lie in rows: not in tiles, and not as numbers of colors that lie in a table. */
static inline gboolean fc_has_rows(const GstVideoInfo *info) {
  return !GST_VIDEO_FORMAT_INFO_IS_TILED(info->finfo) && !GST_VIDEO_FORMAT_INFO_HAS_PALETTE(info->finfo);
}
/* The number of bytes from the beginning of a plane of tiles, whose stride counts them; -1 where they do not cover the picture. */
static inline gint64 fc_tiles_extent(const GstVideoFrame *frame, guint plane, const GstVideoInfo *info) {
  gint stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane), needed = GST_VIDEO_INFO_PLANE_STRIDE(info, plane);
  gint64 columns = GST_VIDEO_TILE_X_TILES(stride), rows = GST_VIDEO_TILE_Y_TILES(stride);
  if (columns < GST_VIDEO_TILE_X_TILES(needed) || rows < GST_VIDEO_TILE_Y_TILES(needed)) return -1;
  return columns * rows * GST_VIDEO_FORMAT_INFO_TILE_SIZE(info->finfo, plane);
}
/* The number of bytes from the beginning of a component to the end of its last sample; -1 where it makes no sense. */
static inline gint64 fc_component_extent(const GstVideoFrame *frame, guint i) {
  enum { colors = 256, bytes_of_color = 4 };
  if (GST_VIDEO_FORMAT_INFO_HAS_PALETTE(frame->info.finfo) && i == GST_VIDEO_COMP_PALETTE) return colors * bytes_of_color;
  gint64 stride = GST_VIDEO_FRAME_COMP_STRIDE(frame, i), step = GST_VIDEO_FRAME_COMP_PSTRIDE(frame, i);
  gint64 width = GST_VIDEO_FRAME_COMP_WIDTH(frame, i), height = GST_VIDEO_FRAME_COMP_HEIGHT(frame, i);
  if (width <= 0 || height <= 0 || stride < 0) return -1;
  return (height - 1) * stride + (width - 1) * step + (GST_VIDEO_FRAME_COMP_DEPTH(frame, i) + 7) / 8;
}
/* Whether the memory holds every component to its last sample: gst_video_frame_map() believes what a GstVideoMeta says. */
static inline gboolean fc_frame_is_held(const GstVideoFrame *frame, const GstVideoInfo *info) {
  gboolean is_tiled = GST_VIDEO_FORMAT_INFO_IS_TILED(info->finfo);
  for (guint i = 0; i < GST_VIDEO_FRAME_N_COMPONENTS(frame); i++) {
    guint plane = GST_VIDEO_FRAME_COMP_PLANE(frame, i);
    const GstMapInfo *map = &frame->map[frame->meta ? plane : 0];
    const guint8 *data = is_tiled ? GST_VIDEO_FRAME_PLANE_DATA(frame, plane) : GST_VIDEO_FRAME_COMP_DATA(frame, i);
    gint64 extent = is_tiled ? fc_tiles_extent(frame, plane, info) : fc_component_extent(frame, i);
    gint64 start = data - map->data;
    if (extent < 0 || start < 0 || start + extent > (gint64)map->size) return FALSE;
  }
  return TRUE;
}
static inline gboolean fc_frame_map(GstVideoFrame *frame, GstVideoInfo *info, GstBuffer *buffer, guint flags) {
  if (!gst_video_frame_map(frame, info, buffer, (GstMapFlags)flags)) return FALSE;
  if (fc_frame_is_held(frame, info)) return TRUE;
  gst_video_frame_unmap(frame);
  return FALSE;
}
static inline guint8 *fc_frame_component(GstVideoFrame *frame, guint component) {
  return GST_VIDEO_FRAME_COMP_DATA(frame, component);
}
static inline gint fc_frame_component_plane(GstVideoFrame *frame, guint component) {
  return GST_VIDEO_FRAME_COMP_PLANE(frame, component);
}
static inline gpointer fc_frame_plane(GstVideoFrame *frame, guint plane) {
  return GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
}
static inline gint fc_frame_plane_stride(GstVideoFrame *frame, guint plane) {
  return GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
}
static inline gint fc_frame_component_stride(GstVideoFrame *frame, guint component) {
  return GST_VIDEO_FRAME_COMP_STRIDE(frame, component);
}
static inline gint fc_frame_component_pixel_stride(GstVideoFrame *frame, guint component) {
  return GST_VIDEO_FRAME_COMP_PSTRIDE(frame, component);
}
static inline gint fc_frame_component_width(GstVideoFrame *frame, guint component) {
  return GST_VIDEO_FRAME_COMP_WIDTH(frame, component);
}
static inline gint fc_frame_component_height(GstVideoFrame *frame, guint component) {
  return GST_VIDEO_FRAME_COMP_HEIGHT(frame, component);
}
static inline gint fc_frame_component_depth(GstVideoFrame *frame, guint component) {
  return GST_VIDEO_FRAME_COMP_DEPTH(frame, component);
}

/* Whether pixels can be written: those of a palette only where it is the one that GStreamer writes them for. */
static inline gboolean fc_can_be_drawn_on(const GstVideoFrame *frame) {
  if (!GST_VIDEO_FORMAT_INFO_HAS_PALETTE(frame->info.finfo)) return TRUE;
  gsize size = 0;
  gconstpointer palette = gst_video_format_get_palette(GST_VIDEO_FRAME_FORMAT(frame), &size);
  return palette && memcmp(GST_VIDEO_FRAME_COMP_DATA(frame, GST_VIDEO_COMP_PALETTE), palette, size) == 0;
}

// Pictures in other formats.
// The same picture in planes of 8 bits. Colors stay what they are; those of red, green and blue become what GStreamer takes for usual.
static inline gboolean fc_plain_info(GstVideoInfo *plain, const GstVideoInfo *info) {
  GstVideoFormat format = GST_VIDEO_INFO_IS_GRAY(info) ? GST_VIDEO_FORMAT_GRAY8 : GST_VIDEO_FORMAT_I420;
  if (!gst_video_info_set_interlaced_format(
          plain, format, GST_VIDEO_INFO_INTERLACE_MODE(info), GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info)))
    return FALSE;
  GST_VIDEO_INFO_FIELD_ORDER(plain) = GST_VIDEO_INFO_FIELD_ORDER(info);
  GST_VIDEO_INFO_FPS_N(plain) = GST_VIDEO_INFO_FPS_N(info);
  GST_VIDEO_INFO_FPS_D(plain) = GST_VIDEO_INFO_FPS_D(info);
  GST_VIDEO_INFO_PAR_N(plain) = GST_VIDEO_INFO_PAR_N(info);
  GST_VIDEO_INFO_PAR_D(plain) = GST_VIDEO_INFO_PAR_D(info);
  if (!GST_VIDEO_INFO_IS_RGB(info)) plain->colorimetry = info->colorimetry;
  return TRUE;
}
static inline GstVideoConverter *fc_converter_new(const GstVideoInfo *from, const GstVideoInfo *to) {
  return gst_video_converter_new(
      from, to,
      gst_structure_new(
          "options", GST_VIDEO_CONVERTER_OPT_DITHER_METHOD, GST_TYPE_VIDEO_DITHER_METHOD, GST_VIDEO_DITHER_NONE, NULL));
}
// Whether the samples are words of 16 bits in planes of the plain picture's sizes, so that taking their upper bits is all there is to do.
static inline gboolean fc_is_wide_plain(const GstVideoInfo *info) {
  const GstVideoFormatInfo *format = info->finfo;
  if (!GST_VIDEO_FORMAT_INFO_IS_LE(format) || GST_VIDEO_FORMAT_INFO_IS_COMPLEX(format) || !fc_has_rows(info)) return FALSE;
  if (GST_VIDEO_FORMAT_INFO_IS_RGB(format) || GST_VIDEO_FORMAT_INFO_HAS_ALPHA(format)) return FALSE;
  for (guint i = 0; i < GST_VIDEO_FORMAT_INFO_N_COMPONENTS(format); i++) {
    guint half = i > 0 ? 1 : 0;
    gint step = GST_VIDEO_FORMAT_INFO_PSTRIDE(format, i);
    if (GST_VIDEO_FORMAT_INFO_DEPTH(format, i) <= 8 || (step != 2 && step != 4) ||
        GST_VIDEO_FORMAT_INFO_W_SUB(format, i) != half || GST_VIDEO_FORMAT_INFO_H_SUB(format, i) != half)
      return FALSE;
  }
  return TRUE;
}
// Colors.
static inline GstVideoTransferFunction fc_transfer(const GstVideoInfo *info) { return info->colorimetry.transfer; }
static inline GstVideoColorMatrix fc_matrix(const GstVideoInfo *info) { return info->colorimetry.matrix; }
static inline GstVideoColorPrimaries fc_primaries(const GstVideoInfo *info) { return info->colorimetry.primaries; }
static inline gboolean fc_is_full_range(const GstVideoInfo *info) {
  return info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
}
// The most light that the content holds, or its mastering display shows, in candela per square meter; 0 where caps do not say.
static inline gdouble fc_peak_light(const GstCaps *caps) {
  GstVideoContentLightLevel content;
  GstVideoMasteringDisplayInfo display;
  if (gst_video_content_light_level_from_caps(&content, caps) && content.max_content_light_level > 0)
    return content.max_content_light_level;
  if (gst_video_mastering_display_info_from_caps(&display, caps)) return display.max_display_mastering_luminance / 10000.0;
  return 0;
}
static inline void fc_set_standard_range(GstCaps *caps, const gchar *colorimetry) {
  gst_caps_set_simple(caps, "format", G_TYPE_STRING, "I420", "colorimetry", G_TYPE_STRING, colorimetry, NULL);
  for (guint i = 0; i < gst_caps_get_size(caps); i++)
    gst_structure_remove_fields(
        gst_caps_get_structure(caps, i), "mastering-display-info", "content-light-level", "chroma-site", NULL);
}
static inline guint fc_depth(const GstVideoInfo *info) { return GST_VIDEO_FORMAT_INFO_DEPTH(info->finfo, 0); }
// Whether samples are bytes, or words of 10 bits and more, in rows of luma and of color differences.
static inline gboolean fc_can_be_mapped(const GstVideoInfo *info) {
  const GstVideoFormatInfo *format = info->finfo;
  guint depth = GST_VIDEO_FORMAT_INFO_DEPTH(format, 0);
  if (GST_VIDEO_FORMAT_INFO_IS_COMPLEX(format) || GST_VIDEO_FORMAT_INFO_IS_RGB(format) || !fc_has_rows(info)) return FALSE;
  if (GST_VIDEO_FORMAT_INFO_N_COMPONENTS(format) != 3 || (depth != 8 && depth < 10)) return FALSE;
  if (depth > 8 && !GST_VIDEO_FORMAT_INFO_IS_LE(format)) return FALSE;
  return GST_VIDEO_FORMAT_INFO_W_SUB(format, 1) <= 1 && GST_VIDEO_FORMAT_INFO_H_SUB(format, 1) <= 1;
}
static inline gint fc_chroma_shift(const GstVideoInfo *info, gboolean vertical) {
  return vertical ? GST_VIDEO_FORMAT_INFO_H_SUB(info->finfo, 1) : GST_VIDEO_FORMAT_INFO_W_SUB(info->finfo, 1);
}

// The words of a component. GStreamer 1.22 puts the third one of P010 and P016 a byte, not a word, after the second.
static inline const guint16 *fc_frame_words(GstVideoFrame *frame, guint component) {
  guint offset = GST_VIDEO_FRAME_COMP_POFFSET(frame, component);
  const guint8 *plane = (const guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, GST_VIDEO_FRAME_COMP_PLANE(frame, component));
  return (const guint16 *)(plane + (offset % 2 ? 2 * offset : offset));
}
// Takes the upper eight bits of each sample.
static inline guint fc_sample_shift(const GstVideoInfo *info, guint component) {
  return GST_VIDEO_FORMAT_INFO_SHIFT(info->finfo, component) + GST_VIDEO_FORMAT_INFO_DEPTH(info->finfo, component) - 8;
}
