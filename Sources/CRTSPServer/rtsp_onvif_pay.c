// The payloader of ONVIF metadata (ONVIF Streaming Specification, 5.1.2.1.1): an XML document in as many RTP packets as it takes, the last one with
// the marker. GStreamer 1.22 has none.
#include "rtsp_private.h"
#include <gst/rtp/gstrtpbasepayload.h>
#include <gst/rtp/gstrtpbuffer.h>

typedef struct {
  GstRTPBasePayload base;
} FlycatcherOnvifPay;

typedef struct {
  GstRTPBasePayloadClass base;
} FlycatcherOnvifPayClass;

GType flycatcher_onvif_pay_get_type(void);
G_DEFINE_TYPE(FlycatcherOnvifPay, flycatcher_onvif_pay, GST_TYPE_RTP_BASE_PAYLOAD)

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE(
    "sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS("application/x-onvif-metadata,parsed=(boolean)true"));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE(
    "src", GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS("application/x-rtp,media=(string)application,payload=(int)[96,127],clock-rate=(int)90000,"
                    "encoding-name=(string)VND.ONVIF.METADATA"));

static gboolean set_caps(GstRTPBasePayload *payload, GstCaps *caps) {
  gst_rtp_base_payload_set_options(payload, "application", TRUE, "VND.ONVIF.METADATA", 90000);
  return gst_rtp_base_payload_set_outcaps(payload, NULL);
}

static GstFlowReturn handle_buffer(GstRTPBasePayload *payload, GstBuffer *buffer) {
  gsize size = gst_buffer_get_size(buffer), offset = 0;
  gsize most = gst_rtp_buffer_calc_payload_len(GST_RTP_BASE_PAYLOAD_MTU(payload), 0, 0);
  GstBufferList *packets = gst_buffer_list_new();
  while (offset < size) {
    gsize count = MIN(most, size - offset);
    GstBuffer *packet = gst_rtp_base_payload_allocate_output_buffer(payload, 0, 0, 0);
    GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
    if (gst_rtp_buffer_map(packet, GST_MAP_WRITE, &rtp)) {
      gst_rtp_buffer_set_marker(&rtp, offset + count == size);
      gst_rtp_buffer_unmap(&rtp);
    }
    GST_BUFFER_PTS(packet) = GST_BUFFER_PTS(buffer);
    GST_BUFFER_DTS(packet) = GST_BUFFER_DTS(buffer);
    packet = gst_buffer_append(packet, gst_buffer_copy_region(buffer, GST_BUFFER_COPY_MEMORY, offset, count));
    gst_buffer_list_add(packets, packet);
    offset += count;
  }
  gst_buffer_unref(buffer);
  return gst_rtp_base_payload_push_list(payload, packets);
}

static void flycatcher_onvif_pay_class_init(FlycatcherOnvifPayClass *class) {
  GstElementClass *element = GST_ELEMENT_CLASS(class);
  gst_element_class_add_static_pad_template(element, &sink_template);
  gst_element_class_add_static_pad_template(element, &src_template);
  gst_element_class_set_static_metadata(
      element, "RTP ONVIF metadata payloader", "Codec/Payloader/Network/RTP", "Payloads ONVIF metadata as RTP packets",
      "Flycatcher");
  class->base.set_caps = set_caps;
  class->base.handle_buffer = handle_buffer;
}

static void flycatcher_onvif_pay_init(FlycatcherOnvifPay *payload) {}

void rtsp_onvif_pay_register(void) {
  gst_element_register(NULL, "flycatcheronvifpay", GST_RANK_NONE, flycatcher_onvif_pay_get_type());
}
