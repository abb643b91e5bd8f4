// Clients that take less than is sent to them. What waits for one over TCP is kept for ten seconds (rtsp-stream-transport.c, MAX_BACKLOG_DURATION); then
// gst-rtsp-server sends it nothing any more, and says so to nobody. Such a client is closed.
#include "rtsp_private.h"

// The number of looks in a row that find a client without its stream before it is closed: one may come between two steps of a request.
#define LOOKS 2
#define LOOKS_NAME "flycatcher-looks"
// Set at a client whose PAUSE is being answered.
#define PAUSING_NAME "flycatcher-pausing"

static GstRTSPStatusCode pause_asked_for(GstRTSPClient *client, GstRTSPContext *context, gpointer data) {
  // Where nothing plays, the request is refused, and no word comes that it has been answered.
  if (gst_rtsp_session_media_get_rtsp_state(context->sessmedia) == GST_RTSP_STATE_PLAYING)
    g_object_set_data(G_OBJECT(client), PAUSING_NAME, GINT_TO_POINTER(TRUE));
  return GST_RTSP_STS_OK;
}

static void paused(GstRTSPClient *client, GstRTSPContext *context, gpointer data) {
  g_object_set_data(G_OBJECT(client), PAUSING_NAME, NULL);
}

void rtsp_server_notice_pauses(GstRTSPClient *client) {
  g_signal_connect(client, "pre-pause-request", G_CALLBACK(pause_asked_for), NULL);
  g_signal_connect(client, "pause-request", G_CALLBACK(paused), NULL);
}

static gboolean is_sent(GstRTSPStream *stream, GstRTSPStreamTransport *transport) {
  GList *active = gst_rtsp_stream_transport_filter(stream, NULL, NULL);
  gboolean is_there = g_list_find(active, transport) != NULL;
  g_list_free_full(active, g_object_unref);
  return is_there;
}

static gboolean is_over_tcp(GstRTSPStreamTransport *transport) {
  return gst_rtsp_stream_transport_get_transport(transport)->lower_transport == GST_RTSP_LOWER_TRANS_TCP;
}

// Whether something that the client plays over TCP is not sent to it. What goes over UDP waits for nobody.
static gboolean misses(GstRTSPSessionMedia *watched) {
  GstRTSPMedia *media = gst_rtsp_session_media_get_media(watched);
  if (gst_rtsp_session_media_get_rtsp_state(watched) != GST_RTSP_STATE_PLAYING) return FALSE;
  if (gst_rtsp_media_get_status(media) != GST_RTSP_MEDIA_STATUS_PREPARED) return FALSE;
  for (guint index = 0; index < gst_rtsp_media_n_streams(media); index++) {
    GstRTSPStreamTransport *transport = gst_rtsp_session_media_get_transport(watched, index);
    if (transport && is_over_tcp(transport) && !is_sent(gst_rtsp_media_get_stream(media, index), transport)) return TRUE;
  }
  return FALSE;
}

// A client that pauses is sent nothing from the middle of its request on, and has paused only at the end of it: seconds later on a loaded machine.
static gboolean is_slow(GstRTSPClient *client) {
  if (g_object_get_data(G_OBJECT(client), PAUSING_NAME)) return FALSE;
  gboolean found = FALSE;
  GList *sessions = gst_rtsp_client_session_filter(client, NULL, NULL);
  for (GList *session = sessions; session; session = session->next) {
    GList *all = gst_rtsp_session_filter(session->data, NULL, NULL);
    for (GList *watched = all; watched; watched = watched->next) found = found || misses(watched->data);
    g_list_free_full(all, g_object_unref);
  }
  g_list_free_full(sessions, g_object_unref);
  return found;
}

void rtsp_server_close_slow(rtsp_server *server) {
  GList *clients = gst_rtsp_server_client_filter(server->gst, NULL, NULL);
  for (GList *client = clients; client; client = client->next) {
    gint looks = is_slow(client->data) ? GPOINTER_TO_INT(g_object_get_data(client->data, LOOKS_NAME)) + 1 : 0;
    g_object_set_data(client->data, LOOKS_NAME, GINT_TO_POINTER(looks));
    if (looks != LOOKS) continue;
    g_atomic_int_inc(&server->slow_clients);
    gst_rtsp_client_close(client->data);
  }
  g_list_free_full(clients, g_object_unref);
}

int rtsp_server_slow_clients(rtsp_server *server) { return g_atomic_int_get(&server->slow_clients); }
