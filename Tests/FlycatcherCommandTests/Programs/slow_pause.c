// A library that is loaded before others, in which gst-rtsp-server takes seconds for the answer to a PAUSE; as on a loaded machine.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gst/rtsp/gstrtspmessage.h>

// Several of the looks of the server for slow clients.
#define ANSWERING (7 * G_USEC_PER_SEC)

GstRTSPResult gst_rtsp_message_init_response(
    GstRTSPMessage *message, GstRTSPStatusCode code, const gchar *reason, const GstRTSPMessage *request) {
  GstRTSPResult (*next)(GstRTSPMessage *, GstRTSPStatusCode, const gchar *, const GstRTSPMessage *) =
      dlsym(RTLD_NEXT, "gst_rtsp_message_init_response");
  if (request && request->type_data.request.method == GST_RTSP_PAUSE) g_usleep(ANSWERING);
  return next(message, code, reason, request);
}
