#!/usr/bin/env python3
"""OpenCV's trackers beside flycatcher on the same clips, in the same run: a table of accuracy and time.

    pip install opencv-contrib-python-headless==4.11.*
    objects.py FOLDER [--flycatcher ../.build/release/flycatcher] [--trackers CSRT,KCF,MedianFlow,MIL,accurate,fast]

FOLDER holds NAME.mp4 with NAME.json beside it: "width" and "height" of the picture in pixels, and "boxes", one entry a frame:
[x, y, width, height] in pixels from the top left corner, or null where the object cannot be seen. Each tracker gets the first box and
nothing else.

AUC is the success of OTB: the share of frames whose overlap (intersection over union) exceeds t, averaged over t = 0, 0.05 .. 1; a frame in
which a tracker reports nothing has overlap 0, and frames without truth are left out. ms is the median time of one update, for OpenCV around
`update` with the frame decoded; for flycatcher the processor time of the whole command divided by the frames, so that starting and decoding
are in it, and the tracker's own time is less. One object, so one thread, each.
"""
import argparse, json, os, pathlib, resource, statistics, subprocess, sys, tempfile, time

import cv2


def overlap(a, b):
    if not a or not b:
        return 0.0
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / (a[2] * a[3] + b[2] * b[3] - width * height)


def success(boxes, truth):
    values = [overlap(box, true) for box, true in zip(boxes, truth) if true]
    return sum(sum(v > k / 20 for v in values) / max(len(values), 1) for k in range(21)) / 21


def kcf():
    parameters = cv2.TrackerKCF.Params()
    parameters.detect_thresh = 0.1  # the default gives up within a few frames on small objects
    return cv2.TrackerKCF.create(parameters)


PEERS = {
    'CSRT': lambda: cv2.TrackerCSRT.create(), 'KCF': kcf,
    'MedianFlow': lambda: cv2.legacy.TrackerMedianFlow.create(), 'MIL': lambda: cv2.TrackerMIL.create(),
}


def decoded(video):
    capture, frames = cv2.VideoCapture(str(video)), []
    while True:
        isRead, frame = capture.read()
        if not isRead:
            return frames
        frames.append(frame)


def follow(make, frames, first):
    """Boxes and milliseconds of one of OpenCV's trackers."""
    tracker, boxes, times = make(), [first], []
    whole = tuple(round(v) for v in first)
    tracker.init(frames[0], whole)
    for frame in frames[1:]:
        start = time.perf_counter()
        isFound, box = tracker.update(frame)
        times.append((time.perf_counter() - start) * 1000)
        boxes.append(list(box) if isFound else None)
    return boxes, statistics.median(times)


def processorTime(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(c) for c in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=600)
    if done.returncode:
        sys.exit(f'{" ".join(map(str, command))}: {done.stderr.decode(errors="replace").strip()}')
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def analyze(tool, level, video, truth):
    """Boxes and milliseconds of flycatcher."""
    x, y, w, h = truth['boxes'][0]
    W, H = truth['width'], truth['height']
    box = f'{x / W:.6f},{y / H:.6f},{w / W:.6f},{h / H:.6f}'
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / 'observations.jsonl'
        command = [tool, 'analyze', video, '--object', box, '--tracking-level', level, '--json', out]
        took = min(processorTime(command) for _ in range(2))
        boxes = [None] * len(truth['boxes'])
        for line in out.read_text().splitlines():
            seen = json.loads(line)
            if seen['type'] != 'object' or seen['frame'] >= len(boxes) or seen['state'] in ('lost', 'ended'):
                continue
            b = seen['boundingBox']
            boxes[seen['frame']] = [b['x'] * W, b['y'] * H, b['width'] * W, b['height'] * H]
    return boxes, took * 1000 / len(boxes)


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--flycatcher', default=here.parent / '.build/release/flycatcher', type=pathlib.Path)
    parser.add_argument('--trackers', default='CSRT,KCF,MedianFlow,MIL,accurate,fast')
    arguments = parser.parse_args()
    names = arguments.trackers.split(',')
    if unknown := [n for n in names if n not in PEERS and n not in ('accurate', 'fast')]:
        parser.error(f'no tracker called {", ".join(unknown)}; there are {", ".join(PEERS)}, accurate and fast')
    clips = [(t.with_suffix('.mp4'), json.loads(t.read_text())) for t in sorted(arguments.folder.glob('*.json'))]
    clips = [(video, truth) for video, truth in clips if video.exists() and truth.get('boxes')]
    if not clips:
        parser.error(f'{arguments.folder} holds no NAME.mp4 with NAME.json beside it')
    cv2.setNumThreads(1)
    print('load', ' '.join(f'{v:.1f}' for v in os.getloadavg()))
    print(f'{"clip":<20}' + ''.join(f'{name:>18}' for name in names))
    columns = {name: [] for name in names}
    for video, truth in clips:
        frames = decoded(video) if any(name in PEERS for name in names) else []
        row = f'{video.stem:<20}'
        for name in names:
            if name in PEERS:
                boxes, ms = follow(PEERS[name], frames, truth['boxes'][0])
            else:
                boxes, ms = analyze(arguments.flycatcher, name, video, truth)
            columns[name].append((success(boxes, truth['boxes']), ms))
            row += f'{columns[name][-1][0]:>8.3f}{ms:>7.2f} ms'
        print(row, flush=True)
    row = f'{"mean":<20}'
    for name in names:
        row += ''.join(f'{statistics.mean(v):>{n}}' for v, n in zip(zip(*columns[name]), ('8.3f', '7.2f'))) + ' ms'
    print(row)


if __name__ == '__main__':
    main()
