#!/usr/bin/env python3
"""The median of the milliseconds of processor time that OpenCV's three-frame difference with contours takes for a frame of a film.

    films.py FILM.y4m

The usual script on luma: two absolute differences, the smaller of both, a fixed threshold, an opening and the outer contours. As many frames are read
before they are looked at as the benchmark itself reads.
"""
import itertools, statistics, sys, time

import cv2
import numpy


def frames(path):
    with open(path, 'rb') as film:
        fields = film.readline().decode().split()
        width, height = (int(next(f[1:] for f in fields if f[0] == key)) for key in 'WH')
        # Rows are padded to four bytes, as GStreamer does.
        stride, chroma, rows = -(-width // 4) * 4, -(-((width + 1) // 2) // 4) * 4, (height + 1) // 2
        size = 2 * rows * (stride + chroma)
        while film.readline():
            data = film.read(size)
            if len(data) < size:
                return
            yield numpy.frombuffer(data, numpy.uint8)[:stride * height].reshape(height, stride)[:, :width].copy()


cv2.setNumThreads(1)
kernel = numpy.ones((3, 3), numpy.uint8)
past, times = [], []
film = frames(sys.argv[1])
for luma in itertools.chain.from_iterable(iter(lambda: list(itertools.islice(film, 32)), [])):
    if len(past) == 2:
        start = time.thread_time()
        moved = cv2.min(cv2.absdiff(luma, past[1]), cv2.absdiff(luma, past[0]))
        _, mask = cv2.threshold(moved, 20, 255, cv2.THRESH_BINARY)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
        for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            cv2.minEnclosingCircle(contour)
        times.append((time.thread_time() - start) * 1e3)
        past.pop(0)
    past.append(luma)
print(statistics.median(times) if times else 'nan')
