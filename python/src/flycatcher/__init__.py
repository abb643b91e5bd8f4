"""Trajectories, objects and rectangles in video, as the command `flycatcher` finds them.

Read what the command has written, as typed rows or as DataFrames:

```python
import flycatcher

film = flycatcher.read("toss.jsonl")
for flight in film.trajectories:
    print(flight.start, flight.duration, flight.confidence, len(flight.points))
    if flight.measures and "launch_speed" in flight.measures.meters:
        speed = flight.measures.meters["launch_speed"]
        print(f"{speed.value:.1f} ± {speed.standard_deviation:.1f} m/s")
film.trajectories.to_pandas()
film.points.to_pandas()
```

Run the command, and take the observations as they come:

```python
for observation in flycatcher.analyze("toss.mp4", trajectory_length=8):
    print(observation.state, observation.time)
```

Read a whole folder of `flycatcher analyze films/ --output results` into one table:

```python
flycatcher.read_folder("results").trajectories.to_pandas()
```

Places are fractions of the upright picture from its top left corner, x to the right and y down: (0, 0) is the outer corner of the first
pixel, (1, 1) that of the last. Times are seconds of stream time. Radii are fractions of the picture's width.

`flycatcher.convert` writes what other tools read; `flycatcher.probe` reads what the GStreamer elements attach to buffers.
"""

from . import convert, probe
from .command import Analysis, analyze
from .errors import CutOffWarning, FlycatcherError, UnusableInputError, UsageError, VersionWarning
from .observations import (
    BoundingBox,
    Estimate,
    Measures,
    Observation,
    ObjectObservation,
    Point,
    RectangleObservation,
    Stream,
    Summary,
    TrajectoryObservation,
)
from .results import Results, read, read_folder
from .tables import Table

__all__ = [
    "Analysis",
    "BoundingBox",
    "CutOffWarning",
    "Estimate",
    "FlycatcherError",
    "Measures",
    "ObjectObservation",
    "Observation",
    "Point",
    "RectangleObservation",
    "Results",
    "Stream",
    "Summary",
    "Table",
    "TrajectoryObservation",
    "UnusableInputError",
    "UsageError",
    "VersionWarning",
    "analyze",
    "convert",
    "probe",
    "read",
    "read_folder",
]

__version__ = "0.1.0"
