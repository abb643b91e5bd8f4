"""Opens a report in Chromium without a window, and checks what a reader sees.

Arguments: the page, the truth as JSON (width, height, framesPerSecond, flights: lists of [frame, x, y] in pixels), where
a picture of the page goes, and a page of the same film above a court. Prints what was measured as JSON.
"""
import json
import pathlib
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

page, truth_path, picture, court = sys.argv[1:5]
truth = json.load(open(truth_path))
options = Options()
for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000", "--disable-dev-shm-usage",
                 "--autoplay-policy=no-user-gesture-required", "--allow-file-access-from-files"]:
    options.add_argument(argument)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
driver.set_script_timeout(30)
try:
    # The first page also starts the browser.
    driver.get("about:blank")
    opened = 1e9
    for _ in range(3):
        driver.get(pathlib.Path(page).resolve().as_uri())
        opened = min(opened, driver.execute_script(
            "return performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart"))
    deadline = time.time() + 20
    while driver.execute_script("return document.getElementById('video').readyState") < 2 and time.time() < deadline:
        time.sleep(0.1)
    assert driver.execute_script("return document.getElementById('video').readyState") >= 2, "the video does not load"
    buttons = driver.find_elements(By.CSS_SELECTOR, "#flights button")
    assert len(buttons) == len(truth["flights"]), f"{len(buttons)} flights listed"

    # A click seeks to the flight, and plays it in a loop.
    buttons[-1].click()
    start = driver.execute_script("return flycatcher.state.flight.start")
    time.sleep(0.5)
    now = driver.execute_script("return document.getElementById('video').currentTime")
    assert start - 0.5 <= now <= start + 2, f"the click went to {now} s, the flight begins at {start} s"
    assert not driver.execute_script("return document.getElementById('video').paused"), "the click does not play"
    length = driver.execute_script("return flycatcher.state.flight.end - flycatcher.state.flight.start")
    time.sleep(length + 1.5)
    now = driver.execute_script("return document.getElementById('video').currentTime")
    assert start - 0.7 <= now <= start + length + 1, f"no loop: {now} s"
    assert driver.find_elements(By.CSS_SELECTOR, "#plots svg"), "no plots"
    assert driver.find_elements(By.CSS_SELECTOR, "#measures tr"), "no measures"

    # The drawn point lies on the ball of the frame shown: frame by frame, by the page's own drawing.
    driver.find_element(By.TAG_NAME, "body").send_keys(" ")
    worst, seen = 0.0, 0
    rate, width, height = truth["framesPerSecond"], truth["width"], truth["height"]
    for number, flight in enumerate(truth["flights"], 1):
        for frame, x, y in flight[2:-2:max(len(flight) // 5, 1)]:
            result = driver.execute_async_script("""
                const [number, time, done] = arguments, video = document.getElementById('video');
                video.pause();
                flycatcher.choose(flycatcher.data.flights[number - 1], false);
                const seek = () => video.requestVideoFrameCallback((_, frame) => setTimeout(() => {
                  if (Math.abs(frame.mediaTime - time) > 0.5 / flycatcher.data.framesPerSecond + 0.01) return seek();
                  // The brightest spot of the frame that is really shown, near the drawn point.
                  const point = flycatcher.state.drawn[0];
                  const copy = document.createElement('canvas');
                  copy.width = video.videoWidth; copy.height = video.videoHeight;
                  const context = copy.getContext('2d');
                  context.drawImage(video, 0, 0);
                  let spot = null;
                  if (point) {
                    const reach = 14, left = Math.round(point.x * copy.width) - reach, top = Math.round(point.y * copy.height) - reach;
                    const pixels = context.getImageData(left, top, 2 * reach + 1, 2 * reach + 1).data;
                    let [sum, sx, sy] = [0, 0, 0];
                    for (let i = 0; i < pixels.length / 4; i++) {
                      const weight = Math.max(pixels[4 * i + 1] - 170, 0);
                      sum += weight; sx += weight * (i % (2 * reach + 1)); sy += weight * Math.floor(i / (2 * reach + 1));
                    }
                    if (sum) spot = [left + sx / sum + 0.5, top + sy / sum + 0.5];
                  }
                  clearInterval(again);
                  done([frame.mediaTime, point ? [point.x * copy.width, point.y * copy.height] : null, spot]);
                }, 30));
                seek();
                const go = () => { video.currentTime = time + 0.2 / flycatcher.data.framesPerSecond; };
                // A frame that is shown already is not told again: away from it, and back.
                let turn = 0;
                const again = setInterval(() => { if (turn++ % 2) go(); else video.currentTime = 0; }, 1000);
                go();
                """, number, frame / rate)
            media, drawn, spot = result
            assert abs(media * rate - frame) < 0.5, f"frame {media * rate} is shown and not {frame}"
            assert drawn, f"nothing is drawn at frame {frame}"
            assert spot, f"no ball near the drawn point at frame {frame}"
            for other in [spot, (x, y)]:
                worst = max(worst, ((drawn[0] - other[0]) ** 2 + (drawn[1] - other[1]) ** 2) ** 0.5)
            seen += 1

    # Filters and keys.
    body = driver.find_element(By.TAG_NAME, "body")
    driver.execute_script("const s = document.getElementById('direction'); s.value = 'left'; s.dispatchEvent(new Event('input'))")
    left = len(driver.find_elements(By.CSS_SELECTOR, "#flights button"))
    driver.execute_script("const s = document.getElementById('direction'); s.value = ''; s.dispatchEvent(new Event('input'))")
    body.send_keys(Keys.ESCAPE)
    assert driver.execute_script("return flycatcher.state.flight") is None, "escape keeps the flight"
    body.send_keys(Keys.ARROW_DOWN)
    assert driver.execute_script("return flycatcher.state.flight.number") == 1, "the key does not choose"
    body.send_keys("t")
    assert driver.execute_script("return document.documentElement.dataset.look") in ("dark", "light")
    body.send_keys(" ")
    body.send_keys("a")
    time.sleep(0.3)
    driver.save_screenshot(picture)
    driver.set_window_size(400, 900)
    time.sleep(0.5)
    overflow = driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
    driver.save_screenshot(picture.replace(".png", "-phone.png"))
    errors = [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    # Above a court, the plots are in meters as well.
    driver.get(pathlib.Path(court).resolve().as_uri())
    driver.find_element(By.CSS_SELECTOR, "#flights button").click()
    plots = [plot.get_attribute("aria-label") for plot in driver.find_elements(By.CSS_SELECTOR, "#plots svg")]
    heights = driver.execute_script("const p = flycatcher.state.flight.space; return p.map(q => q[3] - p[0][3])")
    first = driver.execute_script("return flycatcher.state.flight.space[0][0]")
    errors += [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    driver.save_screenshot(picture.replace(".png", "-court.png"))
    print(json.dumps({"opened": opened, "worst": worst, "seen": seen, "left": left, "overflow": overflow,
                      "errors": errors, "plots": plots, "rise": max(heights), "first": first}))
finally:
    driver.quit()
