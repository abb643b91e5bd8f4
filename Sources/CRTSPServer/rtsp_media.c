// A media in which a client that takes nothing keeps nobody waiting.
//
// gst-rtsp-server (rtsp-stream.c, any_transport_ready) takes the next packet only when one of the clients over TCP has room: where none has, the
// whole media stands still, and with it the clients over UDP. Here one more client over TCP, which throws away what it gets, always has room.
#include "rtsp_private.h"

typedef struct {
  GstRTSPMedia base;
  // The transports of the client that throws away, one a stream.
  GList *sinks;
} FlycatcherMedia;

typedef struct {
  GstRTSPMediaClass base;
} FlycatcherMediaClass;

GType flycatcher_media_get_type(void);
G_DEFINE_TYPE(FlycatcherMedia, flycatcher_media, GST_TYPE_RTSP_MEDIA)

// The word that a packet has gone out, as a connection gives it: with it the stream's thread looks whether another one waits.
static gboolean ignore(GstBuffer *buffer, guint8 channel, gpointer data) {
  gst_rtsp_stream_transport_message_sent(data);
  return TRUE;
}

static gboolean ignore_list(GstBufferList *list, guint8 channel, gpointer data) {
  gst_rtsp_stream_transport_message_sent(data);
  return TRUE;
}

static void prepared(GstRTSPMedia *base) {
  FlycatcherMedia *media = (FlycatcherMedia *)base;
  if (media->sinks) return;
  for (guint index = 0; index < gst_rtsp_media_n_streams(base); index++) {
    GstRTSPStream *stream = gst_rtsp_media_get_stream(base, index);
    GstRTSPTransport *way = NULL;
    gst_rtsp_transport_new(&way);
    way->lower_transport = GST_RTSP_LOWER_TRANS_TCP;
    way->destination = g_strdup("nobody");
    way->interleaved.min = 0;
    way->interleaved.max = 1;
    GstRTSPStreamTransport *sink = gst_rtsp_stream_transport_new(stream, way);
    gst_rtsp_stream_transport_set_callbacks(sink, ignore, ignore, sink, NULL);
    gst_rtsp_stream_transport_set_list_callbacks(sink, ignore_list, ignore_list, sink, NULL);
    gst_rtsp_stream_add_transport(stream, sink);
    media->sinks = g_list_prepend(media->sinks, sink);
  }
}

static gboolean unprepare(GstRTSPMedia *base) {
  FlycatcherMedia *media = (FlycatcherMedia *)base;
  GList *sinks = media->sinks;
  media->sinks = NULL;
  for (GList *sink = sinks; sink; sink = sink->next) {
    gst_rtsp_stream_remove_transport(gst_rtsp_stream_transport_get_stream(sink->data), sink->data);
  }
  g_list_free_full(sinks, g_object_unref);
  return GST_RTSP_MEDIA_CLASS(flycatcher_media_parent_class)->unprepare(base);
}

static void flycatcher_media_class_init(FlycatcherMediaClass *class) {
  class->base.prepared = prepared;
  class->base.unprepare = unprepare;
}

static void flycatcher_media_init(FlycatcherMedia *media) {}

GType rtsp_media_type(void) { return flycatcher_media_get_type(); }
