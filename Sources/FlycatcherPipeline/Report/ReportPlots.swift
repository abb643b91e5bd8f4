// The plots and the table of one flight in the report.

extension ReportPage {
  static let plots = #"""
    // The least-squares parabola through values at times, with the error of the curve (its covariance).
    function parabola(times, values) {
      const m = [[0, 0, 0], [0, 0, 0], [0, 0, 0]], r = [0, 0, 0];
      times.forEach((t, k) => {
        const row = [1, t, t * t];
        row.forEach((a, i) => { r[i] += a * values[k]; row.forEach((b, j) => { m[i][j] += a * b; }); });
      });
      const c = (i, j) => m[(i + 1) % 3][(j + 1) % 3] * m[(i + 2) % 3][(j + 2) % 3] - m[(i + 1) % 3][(j + 2) % 3] * m[(i + 2) % 3][(j + 1) % 3];
      const determinant = m[0][0] * c(0, 0) + m[0][1] * c(0, 1) + m[0][2] * c(0, 2);
      if (!(Math.abs(determinant) > 1e-12)) return null;
      const inverse = [0, 1, 2].map(i => [0, 1, 2].map(j => c(j, i) / determinant));
      const p = inverse.map(row => row.reduce((sum, a, j) => sum + a * r[j], 0));
      const at = t => p[0] + p[1] * t + p[2] * t * t;
      const squares = times.reduce((sum, t, k) => sum + (values[k] - at(t)) ** 2, 0);
      const variance = squares / Math.max(times.length - 3, 1);
      const error = row => Math.sqrt(Math.max(row.reduce((sum, a, i) => sum + row.reduce((s, b, j) => s + a * b * inverse[i][j], 0), 0) * variance, 0));
      return { p, at, slope: t => p[1] + 2 * p[2] * t, error: t => error([1, t, t * t]), slopeError: t => error([0, 1, 2 * t]) };
    }

    function plot(title, flight, points, curve, error) {
      const [w, h, left, right, top, bottom] = [420, 240, 46, 410, 22, 210];
      const end = flight.end - flight.start || 1, count = 60;
      const line = [...Array(count + 1).keys()].map(i => { const t = end * i / count; return [t, curve(t), 2 * error(t)]; });
      const values = [...points.map(p => p[1]), ...line.flatMap(([, v, e]) => [v - e, v + e])].filter(Number.isFinite);
      let [low, high] = [Math.min(...values), Math.max(...values)];
      if (!(high > low)) high = low + 1;
      const x = t => left + t / end * (right - left), y = v => bottom - (v - low) / (high - low) * (bottom - top);
      const d = list => list.map(([a, b], i) => (i ? 'L' : 'M') + a.toFixed(1) + ' ' + b.toFixed(1)).join('');
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      svg.setAttribute('viewBox', `0 0 ${w} ${h}`);
      svg.setAttribute('role', 'img');
      svg.setAttribute('aria-label', title);
      const add = (name, attributes, text) => {
        const e = document.createElementNS('http://www.w3.org/2000/svg', name);
        for (const key in attributes) e.setAttribute(key, attributes[key]);
        if (text !== undefined) e.textContent = text;
        svg.append(e);
        return e;
      };
      add('text', { x: left, y: 13 }, title);
      const step = 10 ** Math.floor(Math.log10((high - low) / 2)), every = (high - low) / step > 8 ? 5 * step : (high - low) / step > 4 ? 2 * step : step;
      for (let v = Math.ceil(low / every) * every; v <= high; v += every) {
        add('line', { class: 'axis', x1: left, x2: right, y1: y(v), y2: y(v) });
        add('text', { x: left - 5, y: y(v) + 4, 'text-anchor': 'end' }, +v.toPrecision(4));
      }
      for (const t of [0, end / 2, end]) add('text', { x: x(t), y: h - 12, 'text-anchor': 'middle' }, t.toFixed(2) + ' s');
      add('path', { class: 'band', d: d([...line.map(([t, v, e]) => [x(t), y(v + e)]), ...line.map(([t, v, e]) => [x(t), y(v - e)]).reverse()]) + 'Z' });
      add('path', { class: 'fit', d: d(line.map(([t, v]) => [x(t), y(v)])) });
      for (const [t, v] of points) if (v >= low && v <= high) add('circle', { class: 'point', cx: x(t), cy: y(v), r: 1.8 });
      const now = add('line', { class: 'now', y1: top, y2: bottom, x1: left, x2: left });
      Object.assign(now.dataset, { start: flight.start, end: flight.end, left, right });
      return svg;
    }

    function showMeasures(flight) {
      $('plots').replaceChildren();
      $('measures').replaceChildren();
      $('chosen').textContent = flight ? 'Flight ' + flight.number : 'Measures';
      $('note').textContent = !flight ? 'Choose a flight in the list: it is played in a loop.'
        : flight.note || 'Points, the fitted curve, and a band of two standard deviations.';
      if (!flight) return;
      for (const [name, inUnits, inPixels] of flight.table) {
        const row = document.createElement('tr');
        for (const text of [name, inUnits, inPixels]) { const cell = document.createElement('td'); cell.textContent = text; row.append(cell); }
        $('measures').append(row);
      }
      const head = document.createElement('tr');
      for (const text of ['', flight.table.some(row => row[1]) ? 'measured' : '', 'in the picture']) {
        const cell = document.createElement('th'); cell.textContent = text; head.append(cell);
      }
      $('measures').prepend(head);
      // Real seconds: slow motion takes less time than it is shown.
      const stretch = data.stretch, perUnit = flight.pixelsPerUnit || 1, isMeasured = flight.space || flight.pixelsPerUnit;
      const unit = isMeasured ? data.lengthUnit : 'px';
      // Time, two places along the ground, and the height: in space where a court tells them, else in the picture.
      const places = flight.space
        || flight.points.map(p => [(p[0] - flight.start) * stretch, p[1] * data.width * data.pixelAspectRatio / perUnit, 0, -p[2] * data.height / perUnit]);
      const t = places.map(p => p[0]);
      const [xs, ys, heights] = [1, 2, 3].map(axis => places.map(p => p[axis] - places[0][axis]));
      const [fx, fy, height] = [xs, ys, heights].map(values => parabola(t, values));
      if (!fx || !fy || !height) return;
      const real = { start: flight.start, end: flight.start + (flight.end - flight.start) * stretch };
      const factor = isMeasured ? data.speedFactor : 1, speedUnit = isMeasured ? data.speedUnit : 'px/s';
      const middle = t[t.length - 1] / 2, along = [fx, fy].map(f => [f.slope(middle), f.slopeError(middle)]);
      const parts = s => [...along, [height.slope(s), height.slopeError(s)]];
      const fit = s => Math.hypot(...parts(s).map(([v]) => v)) * factor;
      const error = s => Math.hypot(...parts(s).map(([v, e]) => v * e)) / Math.max(Math.hypot(...parts(s).map(([v]) => v)), 1e-9) * factor;
      // Speeds from points two apart: of neighbors, the noise would hide all else.
      const speeds = t.slice(2).map((time, i) => [(time + t[i]) / 2, Math.hypot(xs[i + 2] - xs[i], ys[i + 2] - ys[i], heights[i + 2] - heights[i]) / (time - t[i]) * factor]);
      $('plots').append(
        plot('Height above the first point, ' + unit, real, t.map((s, i) => [s, heights[i]]), height.at, height.error),
        plot('Speed, ' + speedUnit, real, speeds, fit, error));
      for (const line of document.querySelectorAll('.now')) line.dataset.end = flight.end;
      draw();
    }
    """#
}
