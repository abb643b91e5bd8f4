// What the server and its mounts share.
#pragma once
#include "CRTSPServer.h"
#include <gst/app/gstappsrc.h>
#include <gst/rtsp-server/rtsp-server.h>

struct rtsp_server {
  GstRTSPServer *gst;
  GstRTSPMountPoints *mounts;
  GstRTSPSessionPool *sessions;
  GMainContext *context;
  GMainLoop *loop;
  GThread *thread;
  GSource *listening, *cleaning;
  // Who will be let in, while that is being said; NULL lets everybody in.
  GstRTSPAuth *next;
  gboolean has_passwords;
  gint clients, slow_clients;
};

/// Makes the object that knows the passwords.
GstRTSPAuth *rtsp_auth_new(void);

/// The type of a media in which a client that takes nothing keeps nobody waiting.
GType rtsp_media_type(void);

/// Keeps clients from being taken for slow ones while they pause. To be called once for each.
void rtsp_server_notice_pauses(GstRTSPClient *client);

/// Closes the clients that have fallen too far behind. On the server's thread.
void rtsp_server_close_slow(rtsp_server *server);

/// Lets those in whom the server lets in.
void rtsp_server_permit(GstRTSPMediaFactory *factory);

/// Makes the payloader of ONVIF metadata known to pipelines of this process.
void rtsp_onvif_pay_register(void);
