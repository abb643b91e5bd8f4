// An RTSP server whose mounts send H.264 that somebody else has encoded: gst-rtsp-server behind opaque types, so that its importers see
// neither GObject nor its main loop.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct rtsp_server rtsp_server;
typedef struct rtsp_mount rtsp_mount;

/// Texts that a call gives away are to be freed with `free`.
typedef char *rtsp_text;

/// Makes a server that listens at an address, with a thread of its own once it is started. GStreamer must have been started.
rtsp_server *_Nonnull rtsp_server_new(const char *_Nonnull address, int port);

/// Begins to say who is let in: everybody, but for the calls that follow.
void rtsp_server_begin_access(rtsp_server *_Nonnull server);

/// Lets in only those whom a file in the format of htdigest names, by digest authentication.
///
/// @return the number of users, 0 where the file names none in the realm, -1 where it cannot be read, -2 where its lines end as those of Windows.
int rtsp_server_require_password(rtsp_server *_Nonnull server, const char *_Nonnull path, const char *_Nonnull realm);

/// Speaks TLS with the certificate and key of a PEM file.
///
/// @return what is wrong with the file; NULL where nothing is.
rtsp_text _Nullable rtsp_server_set_certificate(rtsp_server *_Nonnull server, const char *_Nonnull path);

/// Lets in whom the calls since rtsp_server_begin_access have said, from the next connection on.
void rtsp_server_end_access(rtsp_server *_Nonnull server);

/// Begins to listen.
///
/// @return why it cannot; NULL where it does.
rtsp_text _Nullable rtsp_server_start(rtsp_server *_Nonnull server);

/// The port that it listens at, which the system has chosen where 0 was wanted.
int rtsp_server_port(rtsp_server *_Nonnull server);

/// The number of its clients.
int rtsp_server_clients(rtsp_server *_Nonnull server);

/// The number of clients that were closed because they had fallen ten seconds behind.
int rtsp_server_slow_clients(rtsp_server *_Nonnull server);

/// Closes every connection, and frees the server. Its mounts must have been freed.
void rtsp_server_free(rtsp_server *_Nonnull server);

/// The second stream of a mount.
typedef enum { RTSP_METADATA_NONE, RTSP_METADATA_KLV, RTSP_METADATA_ONVIF } rtsp_metadata;

/// Adds a mount. All its clients share one media, which is there while anybody watches.
///
/// @param wants_key_frame called, by rtsp_mount_push, when a client has come that cannot begin in the middle of a group of pictures.
rtsp_mount *_Nonnull rtsp_mount_new(
    rtsp_server *_Nonnull server, const char *_Nonnull path, rtsp_metadata metadata, void (*_Nonnull wants_key_frame)(void *_Nullable),
    void *_Nullable context, void (*_Nonnull release)(void *_Nullable));

/// Sends an access unit, a GstBuffer of `video/x-h264,stream-format=byte-stream,alignment=au`, and with it the metadata of the
/// same picture, to whoever watches; never waits.
void rtsp_mount_push(
    rtsp_mount *_Nonnull mount, void *_Nonnull buffer, const unsigned char *_Nullable bytes, size_t count);

/// Overwrites the users and passwords of addresses in the arguments of this process.
void process_title_hide_passwords(void);

/// Takes the mount away: new clients are told that there is none.
void rtsp_mount_free(rtsp_mount *_Nonnull mount);
