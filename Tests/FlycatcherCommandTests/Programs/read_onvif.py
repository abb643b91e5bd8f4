#!/usr/bin/python3
"""Reads ONVIF metadata over RTSP as the streaming specification has it: the packets up to a marker are one document.

Arguments: the address, the number of documents. Prints a line of JSON a document.
"""
import json
import sys
import xml.etree.ElementTree as ElementTree

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtp", "1.0")
from gi.repository import Gst, GstRtp  # noqa: E402

NAMES = {"tt": "http://www.onvif.org/ver10/schema"}
Gst.init(None)
# Both streams are taken: rtspsrc fails where one that leads nowhere comes before the other has a pad.
pipeline = Gst.parse_launch(f"rtspsrc name=source location={sys.argv[1]} protocols=tcp "
                            "fakesink name=others sync=false async=false appsink name=metadata sync=false async=false")
sink = pipeline.get_by_name("metadata")


def take(_, pad):
    """Links the pad in the thread that fills it: what is linked by the text of a pipeline may be half linked when its first packet comes."""
    stream = pad.query_caps(None).get_structure(0)
    is_metadata = stream.get_string("encoding-name") == "VND.ONVIF.METADATA" and stream.get_value("clock-rate") == 90000
    pad.link((sink if is_metadata else pipeline.get_by_name("others")).get_static_pad("sink"))


pipeline.get_by_name("source").connect("pad-added", take)
pipeline.set_state(Gst.State.PLAYING)
document, count = b"", 0
while count < int(sys.argv[2]):
    sample = sink.emit("try-pull-sample", 30 * Gst.SECOND)
    if not sample:
        message, state = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR), pipeline.get_state(0)
        pipeline.set_state(Gst.State.NULL)
        sys.exit(f"no packet has come after {count} documents: {message.parse_error() if message else state}")
    mapped, packet = GstRtp.RTPBuffer.map(sample.get_buffer(), Gst.MapFlags.READ)
    payload = packet.get_payload_buffer()
    document += payload.extract_dup(0, payload.get_size())
    is_last = packet.get_marker()
    packet.unmap()
    if not is_last:
        continue
    frame = ElementTree.fromstring(document).find("tt:VideoAnalytics/tt:Frame", NAMES)
    objects = []
    for item in frame.findall("tt:Object", NAMES):
        box = item.find("tt:Appearance/tt:Shape/tt:BoundingBox", NAMES)
        kind = item.find("tt:Appearance/tt:Class/tt:Type", NAMES)
        objects.append({"id": int(item.get("ObjectId")), "type": kind.text, "likelihood": float(kind.get("Likelihood")),
                        "box": [float(box.get(name)) for name in ("left", "top", "right", "bottom")]})
    print(json.dumps({"time": frame.get("UtcTime"), "clock": frame.get("{urn:flycatcher}clock"), "bytes": len(document), "objects": objects}))
    document, count = b"", count + 1
pipeline.set_state(Gst.State.NULL)
