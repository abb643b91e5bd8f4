// The report at work: the video with what was seen drawn over it in step, and the list of flights.

extension ReportPage {
  static let script = #"""
    'use strict';
    const data = JSON.parse(document.getElementById('data').textContent);
    const $ = id => document.getElementById(id);
    const video = $('video'), overlay = $('overlay'), stage = $('stage');
    const palette = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7'];
    const colorOf = flight => palette[(flight.number - 1) % palette.length];
    const state = { flight: null, showsAll: false, time: 0, drawn: [], shown: data.flights };
    const fixed = (value, digits) => Number.isFinite(value) ? value.toFixed(digits) : '–';
    // As many digits as the deviation leaves.
    const digitsOf = e => e.standardDeviation < 0.005 ? 3 : e.standardDeviation < 0.05 ? 2 : 1;
    const withError = (e, unit) =>
      e ? fixed(e.value, digitsOf(e)) + ' ± ' + fixed(e.standardDeviation, digitsOf(e)) + (unit ? ' ' + unit : '') : '–';
    const speedOf = flight => flight.speed ? flight.speed.value : 0;
    const frameTime = 1 / (data.framesPerSecond || 30);

    // The video: beside the page, or wherever the reader finds it.
    function videoIsMissing() {
      if ($('missing')) return;
      const box = document.createElement('div');
      box.id = 'missing';
      box.textContent = data.video ? 'The video ' + data.name + ' cannot be played from here. Choose it: ' : 'The film was no file. ';
      const input = document.createElement('input');
      input.type = 'file'; input.accept = 'video/*';
      input.onchange = () => {
        if (!input.files.length) return;
        box.remove(); video.hidden = false;
        video.src = URL.createObjectURL(input.files[0]);
      };
      if (data.video) box.append(input);
      video.hidden = true;
      stage.prepend(box);
    }
    video.onerror = videoIsMissing;
    if (data.video) video.src = data.video; else videoIsMissing();

    // Where the picture lies inside the element, which may be wider or higher.
    function place() {
      const box = video.getBoundingClientRect(), outer = stage.getBoundingClientRect();
      const width = video.videoWidth || data.width, height = video.videoHeight || data.height;
      const scale = Math.min(box.width / width, box.height / height) || 1;
      const [w, h] = [width * scale, height * scale];
      overlay.style.left = box.left - outer.left + (box.width - w) / 2 + 'px';
      overlay.style.top = box.top - outer.top + (box.height - h) / 2 + 'px';
      overlay.style.width = w + 'px';
      overlay.style.height = h + 'px';
      const ratio = window.devicePixelRatio || 1;
      overlay.width = Math.max(Math.round(w * ratio), 1);
      overlay.height = Math.max(Math.round(h * ratio), 1);
      draw();
    }

    // The newest point at a time, to half a frame: players round the times of frames.
    function pointAt(flight, time) {
      let found = -1;
      for (let i = 0; i < flight.points.length && flight.points[i][0] <= time + frameTime / 2; i++) found = i;
      return found;
    }

    function draw() {
      const context = overlay.getContext('2d');
      const [w, h] = [overlay.width, overlay.height], size = Math.min(w, h);
      context.clearRect(0, 0, w, h);
      state.drawn = [];
      for (const flight of state.shown) {
        if (state.flight && flight !== state.flight && !state.showsAll) continue;
        const last = flight.points.length - 1, newest = pointAt(flight, state.time);
        const isUnderWay = newest >= 0 && state.time <= flight.end + 0.5;
        if (!isUnderWay && !state.showsAll) continue;
        const end = state.showsAll ? last : newest, color = colorOf(flight);
        context.lineJoin = context.lineCap = 'round';
        for (const [style, width] of [['rgba(0,0,0,.5)', size * 0.008], [color, size * 0.004]]) {
          context.beginPath();
          for (let i = 0; i <= end; i++) {
            const [, x, y] = flight.points[i];
            if (i) context.lineTo(x * w, y * h); else context.moveTo(x * w, y * h);
          }
          context.strokeStyle = style; context.lineWidth = width; context.stroke();
        }
        if (!isUnderWay || newest < 0) continue;
        const [time, x, y, radius] = flight.points[newest];
        context.beginPath();
        context.arc(x * w, y * h, Math.max(radius * w, size * 0.008), 0, 7);
        context.strokeStyle = color; context.lineWidth = size * 0.004; context.stroke();
        context.font = '600 ' + Math.max(size * 0.028, 11) + 'px system-ui, sans-serif';
        const label = flight.number + (flight.speed ? '  ' + flight.bound + fixed(flight.speed.value, 1) + ' ' + data.speedUnit : '');
        context.lineWidth = size * 0.006; context.strokeStyle = 'rgba(0,0,0,.7)'; context.fillStyle = color;
        const [tx, ty] = [x * w + size * 0.02, y * h - size * 0.02];
        context.strokeText(label, tx, ty); context.fillText(label, tx, ty);
        state.drawn.push({ number: flight.number, time, x, y });
      }
      $('clock').textContent = fixed(state.time, 2) + ' s';
      for (const line of document.querySelectorAll('.now')) {
        const { start, end, left, right } = line.dataset;
        const x = +left + (state.time - start) / (end - start) * (right - left);
        line.setAttribute('x1', x); line.setAttribute('x2', x);
        line.style.display = x >= +left && x <= +right ? '' : 'none';
      }
    }

    // In step with the frames shown, not with the clock.
    function step(_, frame) {
      state.time = frame.mediaTime;
      const flight = state.flight;
      if (flight && !video.paused && (state.time > flight.end + 0.4 || state.time < flight.start - 1)) {
        video.currentTime = Math.max(flight.start - 0.3, 0);
      }
      if (document.activeElement !== $('seek')) $('seek').value = state.time;
      draw();
      video.requestVideoFrameCallback(step);
    }
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(step);
    else video.ontimeupdate = () => { state.time = video.currentTime; draw(); };

    function choose(flight, plays = true) {
      state.flight = flight;
      for (const button of document.querySelectorAll('#flights button')) {
        button.setAttribute('aria-current', flight !== null && +button.dataset.number === flight.number);
      }
      showMeasures(flight);
      if (!flight) return draw();
      video.currentTime = Math.max(flight.start - 0.3, 0);
      if (plays) video.play().catch(() => {});
      draw();
    }

    function list() {
      const [confidence, least, direction] = [+$('confidence').value, +$('least').value, $('direction').value];
      $('confidence-value').textContent = fixed(confidence, 2);
      $('least-value').textContent = fixed(least, 1);
      state.shown = data.flights.filter(flight => flight.confidence >= confidence && speedOf(flight) >= least
        && (!direction || flight.direction === direction));
      $('flights').replaceChildren(...state.shown.map(flight => {
        const item = document.createElement('li'), button = document.createElement('button');
        button.dataset.number = flight.number;
        const cell = (name, text) => { const s = document.createElement('span'); s.className = name; s.textContent = text; return s; };
        const small = document.createElement('small');
        small.textContent = fixed(flight.start, 2) + '–' + fixed(flight.end, 2) + ' s, confidence ' + fixed(flight.confidence, 2);
        const number = cell('number', flight.number);
        number.style.borderLeft = '.5em solid ' + colorOf(flight); number.style.paddingLeft = '.4em';
        button.append(number,
          cell('speed', flight.speed ? flight.bound + withError(flight.speed, data.speedUnit) : 'no speed'),
          cell('', flight.angle ? fixed(flight.angle.value, 0) + '°' : ''), small);
        button.onclick = () => choose(flight);
        item.append(button);
        return item;
      }));
      if (state.flight && !state.shown.includes(state.flight)) choose(null); else draw();
      if (!state.shown.length) $('flights').textContent = data.flights.length ? ' No flight passes the filters.' : ' No flights.';
    }

    function toggle() { if (video.paused) video.play().catch(() => {}); else video.pause(); }
    function frames(count) {
      video.pause();
      video.currentTime = Math.max(state.time + (count + 0.5) * frameTime, 0);
    }
    function speed(factor) {
      video.playbackRate = Math.min(Math.max(video.playbackRate * factor, 1 / 16), 4);
      $('rate').textContent = video.playbackRate + '×';
    }
    function showAll() {
      state.showsAll = !state.showsAll;
      $('all').setAttribute('aria-pressed', state.showsAll);
      draw();
    }
    function changeLook() {
      const root = document.documentElement;
      const isDark = root.dataset.look ? root.dataset.look === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
      root.dataset.look = isDark ? 'light' : 'dark';
    }
    function neighbor(by) {
      const index = state.shown.indexOf(state.flight);
      const next = state.shown[index < 0 ? 0 : Math.min(Math.max(index + by, 0), state.shown.length - 1)];
      if (next) { choose(next); document.querySelector('#flights [aria-current=true]')?.scrollIntoView({ block: 'nearest' }); }
    }
    $('play').onclick = toggle; $('back').onclick = () => frames(-1); $('on').onclick = () => frames(1);
    $('slow').onclick = () => speed(0.5); $('fast').onclick = () => speed(2); $('all').onclick = showAll;
    $('look').onclick = changeLook;
    $('seek').oninput = () => { video.currentTime = +$('seek').value; };
    video.onplay = () => { $('play').textContent = '❚❚'; };
    video.onpause = () => { $('play').textContent = '▶'; };
    video.onended = () => { if (state.flight) choose(state.flight); };
    video.onloadedmetadata = () => { $('seek').max = video.duration || data.duration; place(); };
    new ResizeObserver(place).observe(stage);
    for (const id of ['confidence', 'least', 'direction']) $(id).oninput = list;
    addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isField = ['INPUT', 'SELECT'].includes(event.target.tagName);
      const keys = { ' ': toggle, ArrowLeft: () => frames(-1), ArrowRight: () => frames(1), ArrowUp: () => neighbor(-1),
        ArrowDown: () => neighbor(1), '-': () => speed(0.5), '+': () => speed(2), a: showAll, t: changeLook,
        Escape: () => choose(null) };
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (!keys[key] || isField && key !== 'Escape') return;
      event.preventDefault();
      keys[key]();
    });

    $('title').textContent = data.name || 'Flights';
    document.title = (data.name ? data.name + ': ' : '') + data.flights.length + ' flights';
    $('summary').textContent = data.flights.length + (data.flights.length === 1 ? ' flight' : ' flights') + ', '
      + data.width + ' × ' + data.height + ' pixels';
    if (data.strobe) $('strobe').src = data.strobe; else $('strobe').hidden = true;
    const fastest = Math.max(0, ...data.flights.map(speedOf));
    $('least').max = Math.ceil(fastest * 10) / 10 || 1;
    $('least').step = 'any';
    if (!fastest) $('least').disabled = true;
    $('least-label').textContent = 'Speed from, ' + data.speedUnit;
    list();
    place();
    window.flycatcher = { data, state, choose, draw };
    """#
}
