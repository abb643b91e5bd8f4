// Who is let in: digest authentication that lets nobody try passwords as fast as he can.
#include "rtsp_private.h"

// The number of wrong passwords that an address may try in a second; further ones are refused without a look at them.
#define MOST_FAILURES 10
#define FAILURE_SPAN G_USEC_PER_SEC
// The number of addresses beyond which those that have done nothing lately are forgotten.
#define MOST_ADDRESSES 1024

typedef struct {
  GstRTSPAuth base;
  GMutex lock;
  // The newest failures of each address.
  GHashTable *addresses;
} FlycatcherAuth;

typedef struct {
  GstRTSPAuthClass base;
} FlycatcherAuthClass;

typedef struct {
  // Moments, as a ring; 0 is none.
  gint64 moments[MOST_FAILURES];
  guint next;
} failures;

GType flycatcher_auth_get_type(void);
G_DEFINE_TYPE(FlycatcherAuth, flycatcher_auth, GST_TYPE_RTSP_AUTH)

static gboolean is_old(gpointer address, gpointer value, gpointer now) {
  failures *one = value;
  gint64 newest = one->moments[(one->next + MOST_FAILURES - 1) % MOST_FAILURES];
  return *(gint64 *)now - newest >= FAILURE_SPAN;
}

static gboolean may_try(FlycatcherAuth *auth, const char *address) {
  g_mutex_lock(&auth->lock);
  failures *one = g_hash_table_lookup(auth->addresses, address);
  gint64 oldest = one ? one->moments[one->next] : 0;
  g_mutex_unlock(&auth->lock);
  return oldest == 0 || g_get_monotonic_time() - oldest >= FAILURE_SPAN;
}

static void count_failure(FlycatcherAuth *auth, const char *address) {
  gint64 now = g_get_monotonic_time();
  g_mutex_lock(&auth->lock);
  failures *one = g_hash_table_lookup(auth->addresses, address);
  if (one == NULL) {
    if (g_hash_table_size(auth->addresses) >= MOST_ADDRESSES) g_hash_table_foreach_remove(auth->addresses, is_old, &now);
    one = g_new0(failures, 1);
    g_hash_table_insert(auth->addresses, g_strdup(address), one);
  }
  one->moments[one->next] = now;
  one->next = (one->next + 1) % MOST_FAILURES;
  g_mutex_unlock(&auth->lock);
}

static gboolean authenticate(GstRTSPAuth *base, GstRTSPContext *context) {
  FlycatcherAuth *auth = (FlycatcherAuth *)base;
  gchar *credentials = NULL;
  gboolean tries =
      gst_rtsp_message_get_header(context->request, GST_RTSP_HDR_AUTHORIZATION, &credentials, 0) == GST_RTSP_OK;
  const char *address = context->conn ? gst_rtsp_connection_get_ip(context->conn) : NULL;
  if (!tries || address == NULL) return GST_RTSP_AUTH_CLASS(flycatcher_auth_parent_class)->authenticate(base, context);
  // Without a token the answer is that to a wrong password.
  if (!may_try(auth, address)) return TRUE;
  gboolean result = GST_RTSP_AUTH_CLASS(flycatcher_auth_parent_class)->authenticate(base, context);
  if (context->token == NULL) count_failure(auth, address);
  return result;
}

static void finalize(GObject *object) {
  FlycatcherAuth *auth = (FlycatcherAuth *)object;
  g_hash_table_unref(auth->addresses);
  g_mutex_clear(&auth->lock);
  G_OBJECT_CLASS(flycatcher_auth_parent_class)->finalize(object);
}

static void flycatcher_auth_class_init(FlycatcherAuthClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->base.authenticate = authenticate;
}

static void flycatcher_auth_init(FlycatcherAuth *auth) {
  g_mutex_init(&auth->lock);
  auth->addresses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

GstRTSPAuth *rtsp_auth_new(void) { return g_object_new(flycatcher_auth_get_type(), NULL); }
