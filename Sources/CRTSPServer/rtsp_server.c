// The server: its thread, its sessions, who is let in.
#include "rtsp_private.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Sessions that nobody keeps alive and clients that are behind are looked for this often, seconds.
#define CLEANUP_INTERVAL 2
// No more connections than these at a time: more are closed as they come.
#define MOST_CLIENTS 512
// The role of those who are let in; without passwords everybody has it.
#define ROLE "viewer"

static gpointer run(gpointer data) {
  rtsp_server *server = data;
  g_main_context_push_thread_default(server->context);
  g_main_loop_run(server->loop);
  g_main_context_pop_thread_default(server->context);
  return NULL;
}

static gboolean clean_up(gpointer data) {
  rtsp_server *server = data;
  gst_rtsp_session_pool_cleanup(server->sessions);
  rtsp_server_close_slow(server);
  return G_SOURCE_CONTINUE;
}

static void client_closed(GstRTSPClient *client, gpointer data) { g_atomic_int_add(&((rtsp_server *)data)->clients, -1); }

static void client_connected(GstRTSPServer *gst, GstRTSPClient *client, gpointer data) {
  rtsp_server *server = data;
  g_atomic_int_inc(&server->clients);
  g_signal_connect(client, "closed", G_CALLBACK(client_closed), server);
  rtsp_server_notice_pauses(client);
  if (g_atomic_int_get(&server->clients) > MOST_CLIENTS) gst_rtsp_client_close(client);
}

rtsp_server *rtsp_server_new(const char *address, int port) {
  rtsp_server *server = g_new0(rtsp_server, 1);
  server->context = g_main_context_new();
  server->loop = g_main_loop_new(server->context, FALSE);
  server->gst = gst_rtsp_server_new();
  server->mounts = gst_rtsp_server_get_mount_points(server->gst);
  server->sessions = gst_rtsp_server_get_session_pool(server->gst);
  gst_rtsp_session_pool_set_max_sessions(server->sessions, MOST_CLIENTS);
  // A thread for each client: whoever asks for a stream that has no pictures yet waits for them, and keeps nobody else waiting.
  GstRTSPThreadPool *threads = gst_rtsp_server_get_thread_pool(server->gst);
  gst_rtsp_thread_pool_set_max_threads(threads, -1);
  g_object_unref(threads);
  gchar *service = g_strdup_printf("%d", port);
  gst_rtsp_server_set_address(server->gst, address);
  gst_rtsp_server_set_service(server->gst, service);
  g_free(service);
  g_signal_connect(server->gst, "client-connected", G_CALLBACK(client_connected), server);
  return server;
}

void rtsp_server_begin_access(rtsp_server *server) {
  g_clear_object(&server->next);
  server->has_passwords = FALSE;
}

void rtsp_server_end_access(rtsp_server *server) {
  gst_rtsp_server_set_auth(server->gst, server->next);
  g_clear_object(&server->next);
}

static GstRTSPAuth *auth_of(rtsp_server *server) {
  if (server->next == NULL) server->next = rtsp_auth_new();
  return server->next;
}

static GstRTSPToken *viewer(void) {
  return gst_rtsp_token_new(GST_RTSP_TOKEN_MEDIA_FACTORY_ROLE, G_TYPE_STRING, ROLE, NULL);
}

// Without passwords, TLS alone asks for a token, too.
static void let_everybody_in(GstRTSPAuth *auth) {
  GstRTSPToken *token = viewer();
  gst_rtsp_auth_set_default_token(auth, token);
  gst_rtsp_token_unref(token);
}

int rtsp_server_require_password(rtsp_server *server, const char *path, const char *realm) {
  FILE *file = fopen(path, "r");
  if (file == NULL) return -1;
  char line[1024];
  int users = 0;
  gboolean is_foreign = FALSE;
  while (fgets(line, sizeof line, file)) {
    is_foreign = is_foreign || strchr(line, '\r') != NULL;
    const char *first = strchr(line, ':');
    const char *second = first ? strchr(first + 1, ':') : NULL;
    if (second && (size_t)(second - first - 1) == strlen(realm) && strncmp(first + 1, realm, strlen(realm)) == 0) users++;
  }
  fclose(file);
  if (is_foreign) return -2;
  if (users == 0) return 0;
  GstRTSPAuth *auth = auth_of(server);
  GstRTSPToken *token = viewer();
  gst_rtsp_auth_set_supported_methods(auth, GST_RTSP_AUTH_DIGEST);
  gst_rtsp_auth_set_realm(auth, realm);
  gst_rtsp_auth_set_default_token(auth, NULL);
  gboolean is_read = gst_rtsp_auth_parse_htdigest(auth, path, token);
  gst_rtsp_token_unref(token);
  server->has_passwords = is_read;
  return is_read ? users : -1;
}

char *rtsp_server_set_certificate(rtsp_server *server, const char *path) {
  GError *error = NULL;
  GTlsCertificate *certificate = g_tls_certificate_new_from_file(path, &error);
  if (certificate == NULL) {
    char *text = strdup(error->message);
    g_error_free(error);
    return text;
  }
  // GnuTLS would fall over a certificate without its key, when the first client comes.
  gchar *key = NULL;
  g_object_get(certificate, "private-key-pem", &key, NULL);
  gboolean has_key = key != NULL;
  g_free(key);
  if (has_key) {
    GstRTSPAuth *auth = auth_of(server);
    gst_rtsp_auth_set_tls_certificate(auth, certificate);
    if (!server->has_passwords) let_everybody_in(auth);
  }
  g_object_unref(certificate);
  return has_key ? NULL : strdup("it holds no private key; write the certificate and its key into one file");
}

char *rtsp_server_start(rtsp_server *server) {
  GError *error = NULL;
  GSource *source = gst_rtsp_server_create_source(server->gst, NULL, &error);
  if (source == NULL) {
    char *text = strdup(error ? error->message : "no reason given");
    g_clear_error(&error);
    return text;
  }
  server->listening = source;
  g_source_attach(source, server->context);
  server->cleaning = g_timeout_source_new_seconds(CLEANUP_INTERVAL);
  g_source_set_callback(server->cleaning, clean_up, server, NULL);
  g_source_attach(server->cleaning, server->context);
  server->thread = g_thread_try_new("fc-rtsp", run, server, &error);
  if (server->thread != NULL) return NULL;
  g_clear_error(&error);
  return strdup("the system grants no further thread");
}

int rtsp_server_port(rtsp_server *server) { return gst_rtsp_server_get_bound_port(server->gst); }

int rtsp_server_clients(rtsp_server *server) { return g_atomic_int_get(&server->clients); }

static GstRTSPFilterResult remove_client(GstRTSPServer *gst, GstRTSPClient *client, gpointer data) {
  return GST_RTSP_FILTER_REMOVE;
}

static gboolean quit(gpointer data) {
  g_main_loop_quit(((rtsp_server *)data)->loop);
  return G_SOURCE_REMOVE;
}

void rtsp_server_free(rtsp_server *server) {
  GList *clients = gst_rtsp_server_client_filter(server->gst, remove_client, NULL);
  g_list_free_full(clients, g_object_unref);
  if (server->thread != NULL) {
    GSource *source = g_idle_source_new();
    g_source_set_callback(source, quit, server, NULL);
    g_source_attach(source, server->context);
    g_source_unref(source);
    g_thread_join(server->thread);
  }
  GSource *sources[] = {server->listening, server->cleaning};
  for (int i = 0; i < 2; i++) {
    if (sources[i] == NULL) continue;
    g_source_destroy(sources[i]);
    g_source_unref(sources[i]);
  }
  g_clear_object(&server->next);
  g_object_unref(server->sessions);
  g_object_unref(server->mounts);
  g_object_unref(server->gst);
  g_main_loop_unref(server->loop);
  g_main_context_unref(server->context);
  g_free(server);
}

void rtsp_server_permit(GstRTSPMediaFactory *factory) {
  gst_rtsp_media_factory_add_role(
      factory, ROLE, GST_RTSP_PERM_MEDIA_FACTORY_ACCESS, G_TYPE_BOOLEAN, TRUE, GST_RTSP_PERM_MEDIA_FACTORY_CONSTRUCT,
      G_TYPE_BOOLEAN, TRUE, NULL);
}
