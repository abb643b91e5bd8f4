#!/usr/bin/python3
"""Drags and clicks with a real pointer in a real window, and checks what the elements make of it.

Arguments: the end of the pipeline from the picture to the window; where in the tracker's picture, as factor and offset
for x and y, a place of the window lies; optionally a file for a picture of the window while a box is dragged.
Runs under an X server of its own, on which the window lies at the top left.
"""
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import GLib, Gst, GstVideo  # noqa: E402

WIDTH, HEIGHT = 640, 480


def check(condition, message):
    if not condition:
        sys.exit(f"{sys.argv[1]}: {message() if callable(message) else message}")


def pointer(*arguments):
    subprocess.run(["xdotool", *map(str, arguments)], check=True)


class Window:
    """The pipeline, the newest report of its trackers, and what arrived at its bus."""

    def __init__(self, end):
        self.pipeline = Gst.parse_launch(
            f"videotestsrc is-live=true pattern=zone-plate kx2=20 ky2=20 ! "
            f"video/x-raw,format=I420,width={WIDTH},height={HEIGHT},framerate=30/1 ! trajectorydetect name=flights ! "
            f"rectangletrack name=cards ! objecttrack name=objects tracking-level=fast ! trackoverlay name=overlay ! "
            f"identity name=after ! {end}")
        self.objects, self.states, self.notified, self.unhandled = {}, [], 0, []
        self.pipeline.get_by_name("after").get_static_pad("src").add_probe(Gst.PadProbeType.BUFFER, self.see)
        self.pipeline.get_by_name("flights").connect("notify::region-of-interest", self.be_told)
        self.pipeline.set_state(Gst.State.PLAYING)

    def see(self, _, info):
        meta = info.get_buffer().get_custom_meta("FlycatcherMeta")
        fields = meta and meta.get_structure()
        # A frame that comes too late for the sink passes unanalyzed, and says nothing about objects.
        if not fields or not fields.get_boolean("analyzed")[1]:
            return Gst.PadProbeReturn.OK
        objects = {}
        for found in fields.get_value("observations") or [] if fields.has_field("observations") else []:
            if found.get_name() == "object":
                self.states.append(found.get_string("state"))
                if found.get_string("state") != "ended":
                    objects[found.get_string("uuid")] = [
                        found.get_value(name) for name in ("x", "y", "width", "height")]
        self.objects = objects
        return Gst.PadProbeReturn.OK

    def be_told(self, *_):
        self.notified += 1

    def listen(self):
        """Reads what is on the bus: errors, and the mouse events that nobody took."""
        bus = self.pipeline.get_bus()
        while message := bus.pop():
            check(message.type != Gst.MessageType.ERROR, message.parse_error)
            # Sinks may complain that this machine is slow.
            own = message.src.get_factory().get_plugin_name() == "flycatcher" if isinstance(
                message.src, Gst.Element) and message.src.get_factory() else False
            check(message.type != Gst.MessageType.WARNING or not own, message.parse_warning)
            if GstVideo.Navigation.message_get_type(message) == GstVideo.NavigationMessageType.EVENT:
                self.unhandled.append(message)

    def await_(self, condition, what):
        for _ in range(100):
            self.listen()
            if condition():
                return
            time.sleep(0.05)
        check(False, f"{what}: {self.objects}, {self.region()}")

    def region(self, name="flights"):
        text = self.pipeline.get_by_name(name).get_property("region-of-interest")
        return [float(part) for part in text.split(",")] if text else None


def screen():
    """What is on the screen: width, height and RGB rows."""
    camera = Gst.parse_launch(
        "ximagesrc num-buffers=1 use-damage=false show-pointer=false ! videoconvert ! video/x-raw,format=RGB ! "
        "appsink name=out sync=false")
    camera.set_state(Gst.State.PLAYING)
    sample = camera.get_by_name("out").emit("pull-sample")
    structure = sample.get_caps().get_structure(0)
    done, mapped = sample.get_buffer().map(Gst.MapFlags.READ)
    width, height = structure.get_value("width"), structure.get_value("height")
    data = bytes(mapped.data)
    sample.get_buffer().unmap(mapped)
    camera.set_state(Gst.State.NULL)
    return width, height, data


def near(found, wanted, slack):
    return found and all(abs(a - b) <= slack for a, b in zip(found, wanted))


def keep(picture):
    """Writes a picture of the screen where one is wanted."""
    if len(sys.argv) > 6:
        with open(sys.argv[6], "wb") as file:
            file.write(b"P6 %d %d 255\n" % picture[:2] + picture[2])


def share(before, after, box, is_color):
    """How much of a box's outline shows a color that it did not show before."""
    width, _, old = before
    new = after[2]
    left, top, right, bottom = box
    edge = [(x, y) for x in range(left, right) for y in (top, bottom)]
    edge += [(x, y) for y in range(top, bottom) for x in (left, right)]
    hits = 0
    for x, y in edge:
        around = [((y + dy) * width + x + dx) * 3 for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        hits += any(is_color(*new[at:at + 3]) and new[at:at + 3] != old[at:at + 3] for at in around)
    return hits / len(edge)


def await_outline(before, box, is_color, least, what):
    """Looks at the screen until the outline of a box is there; a busy machine draws late."""
    for _ in range(50):
        during = screen()
        if share(before, during, box, is_color) > least:
            return during
        time.sleep(0.1)
    keep(during)
    check(False, what)


def is_white(red, green, blue):
    return min(red, green, blue) > 140


def is_blue(red, green, blue):
    return blue > red + 50


def main():
    Gst.init(None)
    # gtksink shows its window from the program's main loop.
    threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
    end, scale_x, offset_x, scale_y, offset_y = sys.argv[1], *map(float, sys.argv[2:6])
    window = Window(end)
    check(window.pipeline.get_state(10 * Gst.SECOND)[0] != Gst.StateChangeReturn.FAILURE, "no window")
    time.sleep(1)

    def normalized(left, top, right, bottom):
        x = sorted(((left * scale_x + offset_x) / WIDTH, (right * scale_x + offset_x) / WIDTH))
        y = sorted(((top * scale_y + offset_y) / HEIGHT, (bottom * scale_y + offset_y) / HEIGHT))
        return [x[0], y[0], x[1] - x[0], y[1] - y[0]]

    def drag(left, top, right, bottom):
        pointer("mousemove", left, top, "mousedown", 1)
        for step in range(1, 5):
            pointer("mousemove", left + (right - left) * step // 4, top + (bottom - top) * step // 4)
            time.sleep(0.06)
        time.sleep(0.3)

    # A box that is dragged nominates, and is drawn meanwhile.
    box = (110, 90, 190, 160)
    before = screen()
    drag(*box)
    keep(await_outline(before, box, is_white, 0.3, "the box is not to be seen"))
    check(not window.objects, "nominated before the button was released")
    pointer("mouseup", 1)
    window.await_(lambda: any(near(place, normalized(*box), 0.012) for place in window.objects.values()), "nominated")

    # A click on nothing goes by, and one on the box drops it.
    window.listen()
    window.unhandled.clear()
    pointer("mousemove", 30, 200, "click", 3)
    window.await_(lambda: len(window.unhandled) >= 2, "a click that nobody took")
    check(len(window.objects) == 1, "dropped by a click elsewhere")
    pointer("mousemove", 150, 120, "click", 3)
    window.await_(lambda: not window.objects and window.states[-1] == "ended", "dropped")

    # The other button breaks off; a click is no box.
    drag(60, 60, 100, 100)
    pointer("click", 3, "mouseup", 1)
    pointer("click", 1)
    time.sleep(0.3)
    check(not window.objects, "nominated although broken off")

    # With Shift the box is the region of interest, for every tracker that has one, and it is outlined.
    window.notified = 0
    before = screen()
    pointer("keydown", "shift")
    drag(*box)
    await_outline(before, box, is_blue, 0.3, "the region is not to be seen")
    pointer("mouseup", 1, "keyup", "shift")
    for name in ("flights", "cards", "overlay"):
        window.await_(lambda: near(window.region(name), normalized(*box), 0.004), f"the region of {name}")
    check(window.notified == 1 and not window.objects, "told of the region once")
    await_outline(before, box, is_blue, 0.8, "the region is not outlined")

    # A click with Shift takes it back.
    pointer("keydown", "shift")
    pointer("click", 1)
    window.await_(lambda: window.region() == [0, 0, 1, 1] and window.region("overlay") is None, "the whole picture")
    pointer("keyup", "shift")

    # Who does not want it switches it off.
    window.pipeline.get_by_name("objects").set_property("navigation", False)
    drag(*box)
    pointer("mouseup", 1)
    time.sleep(0.3)
    check(not window.objects, "nominated although switched off")
    window.listen()
    window.pipeline.set_state(Gst.State.NULL)


main()
