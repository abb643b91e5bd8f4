#!/usr/bin/env python3
"""Rectangles beside OpenCV's usual recipes, on the same pictures in the same run, one core each.

    rectangles.py [DATA]

Without DATA, a card that moves over clutter, rendered at 1280x720. DATA holds, each optional:
    rectangles/*.jpg + truth.json    photos: {"file.jpg": [[x, y] x 4]}
    quads/NAME.mp4 + NAME.json       clips: "quads": four corners [x, y] a frame, or null

Photos: Canny and adaptive threshold, contours, approxPolyDP (the largest quad counts as the most confident) beside the detector.
Clips: corners tracked by pyramidal Lucas and Kanade with a forward-backward check and a RANSAC homography beside the tracker, both from
the true quad of the first frame; and both detectors on every tenth frame.
Needs numpy and opencv-python. Times are milliseconds of processor time a frame, medians; "at most" is what the project promises.
"""
import json, pathlib, subprocess, sys, tempfile, time
import cv2
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def flycatcher(jobs):
    """The lines of the benchmark for the jobs (frames, corners or None), one a frame."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = []
        for number, (frames, corners) in enumerate(jobs):
            path = pathlib.Path(folder) / f'{number}.y'
            with open(path, 'wb') as file:
                for frame in frames:
                    file.write(frame.tobytes())
            height, width = frames[0].shape
            arguments.append(f'{path}:{width}x{height}' + (':' + ','.join(f'{c:.3f}' for c in np.ravel(corners)) if corners else ''))
        command = ['swift', 'run', '-c', 'release', 'Benchmarks', 'rectangles', *arguments]
        text = subprocess.run(command, cwd=HERE, stdout=subprocess.PIPE, check=True).stdout
    return [json.loads(line) for line in text.splitlines() if line.startswith(b'{')]


def contours(gray):
    """OpenCV's usual recipe; the largest first."""
    quads = []
    blurred = cv2.GaussianBlur(gray, (5, 5), 0)
    edges = cv2.dilate(cv2.Canny(blurred, 50, 150), None)
    block = max(11, min(gray.shape) // 20 | 1)
    light = cv2.adaptiveThreshold(blurred, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, 7)
    for binary in (edges, light):
        for contour in cv2.findContours(binary, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
            quad = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
            if len(quad) == 4 and cv2.isContourConvex(quad) and cv2.contourArea(quad) > 0.02 * gray.size:
                quads.append(quad[:, 0].astype(float))
    return sorted(quads, key=lambda q: -cv2.contourArea(q.astype(np.float32)))


class LucasKanade:
    """Features within the quad, followed from frame to frame; the homography moves the corners."""
    def __init__(self, gray, quad):
        self.quad, self.last = np.array(quad, np.float32), gray

    def follow(self, gray):
        mask = np.zeros_like(self.last)
        cv2.fillConvexPoly(mask, self.quad.astype(np.int32), 255)
        points = cv2.goodFeaturesToTrack(self.last, 200, 0.01, 7, mask=mask)
        if points is not None and len(points) >= 4:
            there, seen, _ = cv2.calcOpticalFlowPyrLK(self.last, gray, points, None, winSize=(21, 21), maxLevel=3)
            back, again, _ = cv2.calcOpticalFlowPyrLK(gray, self.last, there, None, winSize=(21, 21), maxLevel=3)
            good = (seen[:, 0] > 0) & (again[:, 0] > 0) & (np.linalg.norm(back - points, axis=2)[:, 0] < 1)
            if good.sum() >= 4:
                matrix, _ = cv2.findHomography(points[good], there[good], cv2.RANSAC, 3)
                if matrix is not None:
                    self.quad = cv2.perspectiveTransform(self.quad[None], matrix)[0].astype(np.float32)
        self.last = gray
        return self.quad


def overlap(a, b):
    a, b = np.float32(a), np.float32(b)
    if not (cv2.isContourConvex(a) and cv2.isContourConvex(b)):
        return 0.0
    common = cv2.intersectConvexConvex(a, b)[0]
    return common / max(cv2.contourArea(a) + cv2.contourArea(b) - common, 1e-9)


def distance(a, b, anyfirst):
    a, b = np.array(a), np.array(b)
    ways = [np.roll(way, k, 0) for way in (a, a[::-1]) for k in range(4)] if anyfirst else [a]
    return min(np.linalg.norm(way - b, axis=1).mean() for way in ways)


def timed(body):
    start = time.process_time()
    result = body()
    return result, 1e3 * (time.process_time() - start)


def photo_scores(found, truths):
    best = [max((overlap(q, t) for q in quads), default=0) for quads, t in zip(found, truths)]
    first = [overlap(quads[0], t) if quads else 0 for quads, t in zip(found, truths)]
    near = [min((distance(q, t, True) for q in quads), default=np.inf) <= 5 for quads, t in zip(found, truths)]
    return [np.mean(np.array(best) >= 0.9), np.mean(np.array(first) >= 0.9), np.mean(near), np.mean([len(q) for q in found])]


def show(what, ours, theirs, limit=''):
    print(f'{what:<58} {ours:>11.3g} {theirs:>11.3g}  {limit}')


def photos(folder):
    truth = json.loads((folder / 'truth.json').read_text())
    pictures = [cv2.imread(str(folder / name), cv2.IMREAD_GRAYSCALE) for name in truth]
    lines = flycatcher([([picture], None) for picture in pictures])
    theirs = [timed(lambda: contours(picture)) for picture in pictures]
    truths = list(truth.values())
    ours, other = photo_scores([l['quads'] for l in lines], truths), photo_scores([t[0] for t in theirs], truths)
    limits = ['1', 'at least 0.97', 'at least 0.9', 'at most 8']
    names = ['best candidate of IoU 0.9', 'most confident of IoU 0.9', 'best candidate within 5 px', 'candidates a photo']
    for name, a, b, limit in zip(names, ours, other, limits):
        show(f'{len(truths)} photos: {name}', a, b, limit)
    show('photos: detection, ms', np.median([l['milliseconds'] for l in lines]), np.median([t[1] for t in theirs]))


def rendered(count=60):
    """A card with something on it, in perspective, moving over shapes of many grays: frames and true quads."""
    random = np.random.default_rng(1)
    board = np.full((720, 1280), 100, np.uint8)
    for _ in range(60):
        place, size = random.uniform((0, 0), (1280, 720)), random.uniform(20, 120, 2)
        box = cv2.boxPoints((place, size, random.uniform(0, 180))) if random.random() < 0.5 else None
        gray = int(random.uniform(20, 230))
        if box is None:
            cv2.ellipse(board, (place, size, random.uniform(0, 180)), gray, -1, cv2.LINE_AA)
        else:
            cv2.fillConvexPoly(board, box.astype(np.int32), gray, cv2.LINE_AA)
    card = np.full((300, 420), 225, np.uint8)
    for _ in range(40):
        cv2.circle(card, random.integers((20, 20), (400, 280)).tolist(), int(random.uniform(3, 16)), int(random.uniform(20, 200)), -1, cv2.LINE_AA)
    frames, quads = [], []
    for n in range(count):
        t = n / 25
        middle = np.array([640 + 120 * np.sin(t), 360 + 60 * np.sin(1.7 * t)])
        quad = middle + np.array([[-230, -160], [210, -150 - 20 * np.sin(t)], [235, 165], [-215, 150 + 15 * np.sin(2 * t)]])
        # Corners of pixels are counted here, middles by OpenCV.
        matrix = cv2.getPerspectiveTransform(np.float32([[-.5, -.5], [419.5, -.5], [419.5, 299.5], [-.5, 299.5]]), np.float32(quad - 0.5))
        cover = cv2.warpPerspective(np.full(card.shape, 255, np.uint8), matrix, (1280, 720)) / 255
        seen = cv2.warpPerspective(card, matrix, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        noisy = board * (1 - cover) + seen * cover + random.normal(0, 2, board.shape)
        frames.append(np.clip(noisy + 0.5, 0, 255).astype(np.uint8))
        quads.append(quad.tolist())
    return frames, quads


def clip(path):
    truth = json.loads(path.with_suffix('.json').read_text())['quads']
    film, frames = cv2.VideoCapture(str(path)), []
    while len(frames) < len(truth):
        more, frame = film.read()
        if not more:
            break
        frames.append(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    if frames and truth[0] is not None:
        beside(path.stem, frames, truth)


def beside(name, frames, truth):
    some = frames[::10]
    lines = flycatcher([(frames, truth[0]), (some, None)])
    ours, detections = lines[:len(frames)], lines[len(frames):]
    other = LucasKanade(frames[0], truth[0])
    theirs = [timed(lambda: other.follow(frame).copy()) for frame in frames[1:]]
    share = lambda quads: np.mean([q is not None and distance(q, t, False) <= 5 for q, t in zip(quads, truth[1:]) if t])
    own = [l['quads'][0] if l['quads'] else None for l in ours[1:]]
    show(f'{name}: corners within 5 px', share(own), share([t[0] for t in theirs]), 'at least 0.95, mean 0.99')
    show(f'{name}: following, ms', np.median([l['milliseconds'] for l in ours[1:]]), np.median([t[1] for t in theirs]), 'at most 2')
    recipe = [timed(lambda: contours(frame))[1] for frame in some]
    size = f'{frames[0].shape[1]}x{frames[0].shape[0]}'
    show(f'{name}: detection, {size}, ms', np.median([l['milliseconds'] for l in detections]), np.median(recipe), 'at most 5')


def main():
    if len(sys.argv) > 2:
        raise SystemExit(__doc__)
    cv2.setNumThreads(1)
    print(f'{"rectangles":<58} {"flycatcher":>11} {"OpenCV":>11}')
    if len(sys.argv) < 2:
        return beside('rendered card', *rendered())
    data = pathlib.Path(sys.argv[1])
    if (data / 'rectangles' / 'truth.json').exists():
        photos(data / 'rectangles')
    for path in sorted((data / 'quads').glob('*.mp4')):
        if path.with_suffix('.json').exists():
            clip(path)


if __name__ == '__main__':
    main()
