// A mount: one media, shared by its clients, that is fed from outside while it is there.
#include "rtsp_private.h"
#include <string.h>

// What may wait in front of a media that takes nothing, bytes: about a second of a good stream.
#define MOST_WAITING 4000000
#define NOTHING_WAITING 0
// A stream that no client has set up leads nowhere, which would be an error of the whole media.
#define OPTIONAL "! tee allow-not-linked=true ! "
#define SOURCE "is-live=true format=time do-timestamp=true block=false leaky-type=downstream "
// Parameter sets come with each key frame from the encoder: the payloader would put them before every slice of one, and a picture is then two.
#define VIDEO                                                                                                          \
  "appsrc name=coded " SOURCE "caps=video/x-h264,stream-format=byte-stream,alignment=au ! h264parse " OPTIONAL         \
  "rtph264pay name=pay0 pt=96 config-interval=0 aggregate-mode=zero-latency "
#define KLV "appsrc name=facts " SOURCE "caps=meta/x-klv,parsed=true " OPTIONAL "rtpklvpay name=pay1 pt=97 "
#define ONVIF                                                                                                          \
  "appsrc name=facts " SOURCE "caps=application/x-onvif-metadata,parsed=true " OPTIONAL                                \
  "flycatcheronvifpay name=pay1 pt=97 "

typedef struct {
  GstAppSrc *source;
  GstAppSrc *facts;
  GstRTSPMedia *media;
  // Whether it has got a key frame, and whether one has been asked for.
  gboolean has_begun, has_asked;
  GstClockTime now;
} feed;

struct rtsp_mount {
  GstRTSPMountPoints *mounts;
  GstRTSPMediaFactory *factory;
  gchar *path;
  GMutex lock;
  GSList *feeds;
  void (*wants_key_frame)(void *);
  void (*release)(void *);
  void *context;
  gint references;
};

static void unref_mount(rtsp_mount *mount) {
  if (!g_atomic_int_dec_and_test(&mount->references)) return;
  mount->release(mount->context);
  g_object_unref(mount->factory);
  g_object_unref(mount->mounts);
  g_free(mount->path);
  g_mutex_clear(&mount->lock);
  g_free(mount);
}

static void unref_closure(gpointer data, GClosure *closure) { unref_mount(data); }

static void free_feed(feed *one) {
  gst_object_unref(one->source);
  if (one->facts) gst_object_unref(one->facts);
  g_free(one);
}

static void media_gone(GstRTSPMedia *media, gpointer data) {
  rtsp_mount *mount = data;
  feed *found = NULL;
  g_mutex_lock(&mount->lock);
  for (GSList *link = mount->feeds; link; link = link->next) {
    if (((feed *)link->data)->media == media) found = link->data;
  }
  if (found) mount->feeds = g_slist_remove(mount->feeds, found);
  g_mutex_unlock(&mount->lock);
  if (found) free_feed(found);
}

static void media_made(GstRTSPMediaFactory *factory, GstRTSPMedia *media, gpointer data) {
  rtsp_mount *mount = data;
  GstElement *bin = gst_rtsp_media_get_element(media);
  GstElement *source = gst_bin_get_by_name_recurse_up(GST_BIN(bin), "coded");
  GstElement *facts = gst_bin_get_by_name_recurse_up(GST_BIN(bin), "facts");
  gst_object_unref(bin);
  if (source == NULL) return;
  if (facts) g_object_set(facts, "max-bytes", (guint64)MOST_WAITING / 4, NULL);
  g_object_set(source, "max-bytes", (guint64)MOST_WAITING, NULL);
  feed *one = g_new0(feed, 1);
  one->source = GST_APP_SRC(source);
  one->facts = facts ? GST_APP_SRC(facts) : NULL;
  one->media = media;
  g_atomic_int_inc(&mount->references);
  g_signal_connect_data(media, "unprepared", G_CALLBACK(media_gone), mount, unref_closure, 0);
  g_mutex_lock(&mount->lock);
  mount->feeds = g_slist_prepend(mount->feeds, one);
  g_mutex_unlock(&mount->lock);
}

rtsp_mount *rtsp_mount_new(
    rtsp_server *server, const char *path, rtsp_metadata metadata, void (*wants_key_frame)(void *), void *context, void (*release)(void *)) {
  rtsp_mount *mount = g_new0(rtsp_mount, 1);
  mount->references = 1;
  mount->wants_key_frame = wants_key_frame;
  mount->release = release;
  mount->context = context;
  mount->path = g_strdup(path);
  mount->mounts = g_object_ref(server->mounts);
  g_mutex_init(&mount->lock);
  mount->factory = gst_rtsp_media_factory_new();
  const char *launches[] = {"( " VIDEO ")", "( " VIDEO KLV ")", "( " VIDEO ONVIF ")"};
  if (metadata == RTSP_METADATA_ONVIF) rtsp_onvif_pay_register();
  gst_rtsp_media_factory_set_launch(mount->factory, launches[metadata]);
  gst_rtsp_media_factory_set_media_gtype(mount->factory, rtsp_media_type());
  gst_rtsp_media_factory_set_shared(mount->factory, TRUE);
  gst_rtsp_media_factory_set_suspend_mode(mount->factory, GST_RTSP_SUSPEND_MODE_NONE);
  gst_rtsp_media_factory_set_latency(mount->factory, NOTHING_WAITING);
  rtsp_server_permit(mount->factory);
  g_atomic_int_inc(&mount->references);
  g_signal_connect_data(mount->factory, "media-configure", G_CALLBACK(media_made), mount, unref_closure, 0);
  gst_rtsp_mount_points_add_factory(mount->mounts, path, g_object_ref(mount->factory));
  return mount;
}

// The time that do-timestamp would give a buffer now; none before the media plays. A source has its clock a moment before it has its base time:
// what was given a time then would have that since the machine was started, and everything would wait until it had come.
static GstClockTime present(GstAppSrc *source) {
  GstElement *element = GST_ELEMENT(source);
  GST_OBJECT_LOCK(element);
  GstClock *clock = GST_STATE(element) == GST_STATE_PLAYING ? GST_ELEMENT_CLOCK(element) : NULL;
  GstClockTime base = element->base_time;
  if (clock) gst_object_ref(clock);
  GST_OBJECT_UNLOCK(element);
  if (clock == NULL) return GST_CLOCK_TIME_NONE;
  GstClockTime now = gst_clock_get_time(clock);
  gst_object_unref(clock);
  return now > base ? now - base : 0;
}

void rtsp_mount_push(rtsp_mount *mount, void *data, const unsigned char *bytes, size_t count) {
  GstBuffer *buffer = data;
  gboolean is_key = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  gboolean wants_key = FALSE;
  GSList *targets = NULL;
  g_mutex_lock(&mount->lock);
  for (GSList *link = mount->feeds; link; link = link->next) {
    feed *one = link->data;
    // The media's clock is its own: picture and metadata get one time, that at which they come.
    GstClockTime now = present(one->source);
    if (now == GST_CLOCK_TIME_NONE) continue;
    one->has_begun = one->has_begun || is_key;
    if (!one->has_begun) {
      wants_key = wants_key || !one->has_asked;
      one->has_asked = TRUE;
      continue;
    }
    feed *target = g_new0(feed, 1);
    target->now = now;
    target->source = gst_object_ref(one->source);
    target->facts = one->facts ? gst_object_ref(one->facts) : NULL;
    targets = g_slist_prepend(targets, target);
  }
  g_mutex_unlock(&mount->lock);
  if (wants_key) mount->wants_key_frame(mount->context);
  for (GSList *link = targets; link; link = link->next) {
    feed *one = link->data;
    GstClockTime now = one->now;
    GstBuffer *copy = gst_buffer_copy(buffer);
    GST_BUFFER_PTS(copy) = GST_BUFFER_DTS(copy) = now;
    if (one->facts && count > 0) {
      GstBuffer *facts = gst_buffer_new_memdup(bytes, count);
      GST_BUFFER_PTS(facts) = GST_BUFFER_DTS(facts) = now;
      gst_app_src_push_buffer(one->facts, facts);
    }
    gst_app_src_push_buffer(one->source, copy);
    free_feed(one);
  }
  g_slist_free(targets);
}

void rtsp_mount_free(rtsp_mount *mount) {
  // Another mount may have taken the path since.
  GstRTSPMediaFactory *present = gst_rtsp_mount_points_match(mount->mounts, mount->path, NULL);
  if (present == mount->factory) gst_rtsp_mount_points_remove_factory(mount->mounts, mount->path);
  if (present) g_object_unref(present);
  g_mutex_lock(&mount->lock);
  GSList *feeds = mount->feeds;
  mount->feeds = NULL;
  g_mutex_unlock(&mount->lock);
  for (GSList *link = feeds; link; link = link->next) {
    feed *one = link->data;
    gst_app_src_end_of_stream(one->source);
    if (one->facts) gst_app_src_end_of_stream(one->facts);
    free_feed(link->data);
  }
  g_slist_free(feeds);
  g_signal_handlers_disconnect_by_data(mount->factory, mount);
  unref_mount(mount);
}
