#!/usr/bin/python3
"""Opens a recording with its WebVTT in Chromium without a window, as the <track> of a <video>.

Arguments: the folder of both, the name of the video, the name of the WebVTT. Prints as JSON the observations that the cues hold, each with the
times of its cue, and the picture's time and the active observations after a jump to the middle of a cue.
"""
import json
import pathlib
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

folder, video, cues = sys.argv[1:4]
page = pathlib.Path(folder).resolve() / "page.html"
page.write_text(f"""<!doctype html><video id="video" muted preload="auto" src="{video}">
<track id="track" kind="metadata" src="{cues}" default></video>""")
options = Options()
for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--allow-file-access-from-files"]:
    options.add_argument(argument)
driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
driver.set_script_timeout(30)


def wait(condition):
    deadline = time.time() + 30
    while not driver.execute_script(f"return {condition}"):
        assert time.time() < deadline, condition
        time.sleep(0.1)


try:
    driver.get(page.as_uri())
    # Read, which is 2; an error would be 3.
    wait("track.readyState >= 2 && video.readyState >= 2")
    assert driver.execute_script("return track.readyState") == 2, "the browser cannot read the track"
    rows = driver.execute_script(
        "return [...track.track.cues].map(cue => [cue.startTime, cue.endTime, cue.text])")
    observations = [{"start": start, "end": end, "lines": [json.loads(line) for line in text.splitlines()]}
                    for start, end, text in rows]
    middle = observations[len(observations) // 2]
    driver.execute_script("video.currentTime = arguments[0]", (middle["start"] + middle["end"]) / 2)
    wait("!video.seeking && track.track.activeCues.length > 0")
    time.sleep(0.3)
    active = driver.execute_script("return [video.currentTime, [...track.track.activeCues].map(cue => cue.text)]")
    print(json.dumps({"cues": observations, "duration": driver.execute_script("return video.duration"),
                      "now": active[0], "active": [json.loads(line) for text in active[1] for line in text.splitlines()]}))
finally:
    driver.quit()
