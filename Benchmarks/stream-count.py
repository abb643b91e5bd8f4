#!/usr/bin/python3
"""Measures how many streams of film two cores decode in real time, and how many they decode and analyze with trajectorydetect.

Each film is run by gst-launch-1.0 as fast as it goes, decoding alone and with the element, in turns; processor time is set against the film's length, so
that other work on the machine changes nothing.

Arguments: FILM..., --plugin FOLDER, --turns N (3), --cores N (2).
"""
import argparse
import os
import resource
import statistics
import subprocess

parser = argparse.ArgumentParser()
parser.add_argument("films", nargs="+")
parser.add_argument("--plugin", default=".build/release")
parser.add_argument("--turns", type=int, default=3)
parser.add_argument("--cores", type=int, default=2)
options = parser.parse_args()
environment = dict(os.environ, GST_PLUGIN_PATH=options.plugin)


def seconds(film, element):
    """Seconds of the processor that a film takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        ["gst-launch-1.0", "-q", "filesrc", f"location={film}", "!", "decodebin", "!", *element, "fakesink"], check=True,
        env=environment, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def length(film):
    fields = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries", "stream=nb_read_packets",
         "-of", "csv=p=0", film], capture_output=True, text=True, check=True).stdout
    # Each film as if it had 30 frames a second.
    return int(fields.strip().strip(",")) / 30


rows = []
for film in options.films:
    duration = length(film)
    alone, analyzed = [], []
    for _ in range(options.turns):
        alone.append(seconds(film, []) / duration)
        analyzed.append(seconds(film, ["trajectorydetect", "!"]) / duration)
    rows.append((statistics.median(alone), statistics.median(analyzed)))
    print(f"{os.path.basename(film):28} decoding {100 * rows[-1][0]:5.1f} % of a core, with trajectorydetect "
          f"{100 * rows[-1][1]:5.1f} %: {options.cores / rows[-1][0]:4.1f} and {options.cores / rows[-1][1]:4.1f} streams",
          flush=True)
decoding, both = (statistics.mean(row[index] for row in rows) for index in (0, 1))
print(f"all together: {options.cores / decoding:.1f} streams of 30 frames a second decoded on {options.cores} cores, "
      f"{options.cores / both:.1f} decoded and analyzed")
