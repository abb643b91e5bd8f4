// The elements of the report.

extension ReportPage {
  static let body = #"""
    <header><h1 id="title"></h1><p id="summary"></p>
    <button id="look" title="Light or dark (T)" aria-label="Light or dark">◐</button></header>
    <main>
    <div id="film">
      <div id="stage"><video id="video" playsinline muted preload="auto"></video><canvas id="overlay"></canvas></div>
      <div id="bar">
        <button id="play" title="Play or pause (space)">▶</button>
        <button id="back" title="One frame back (←)" aria-label="One frame back">◂</button>
        <button id="on" title="One frame on (→)" aria-label="One frame on">▸</button>
        <input id="seek" type="range" min="0" max="1" step="0.001" value="0" aria-label="Position">
        <span id="clock"></span>
        <button id="slow" title="Slower (-)">½×</button><span id="rate">1×</span><button id="fast" title="Faster (+)">2×</button>
        <button id="all" aria-pressed="false" title="Every flight drawn whole (A)">All paths</button>
      </div>
    </div>
    <div id="details">
      <h2 id="chosen">Measures</h2>
      <p class="pale" id="note">Choose a flight in the list: it is played in a loop.</p>
      <div id="plots"></div>
      <table id="measures"></table>
      <h2>Picture</h2><img id="strobe" alt="All flights in one picture">
    </div>
    <aside id="list">
      <h2 style="margin-top: 0">Flights</h2>
      <div id="filters">
        <label for="confidence">Confidence from</label><input id="confidence" type="range" min="0" max="1" step="0.01" value="0">
        <span id="confidence-value"></span>
        <label for="least" id="least-label">Speed from</label><input id="least" type="range" min="0" max="1" step="0.01" value="0">
        <span id="least-value"></span>
        <label for="direction">Direction</label><select id="direction"><option value="">any</option><option value="right">to the right</option>
        <option value="left">to the left</option><option value="up">up</option><option value="down">down</option></select><span></span>
      </div>
      <ol id="flights"></ol>
      <p class="pale"><kbd>space</kbd> play, <kbd>←</kbd> <kbd>→</kbd> frame, <kbd>↑</kbd> <kbd>↓</kbd> flight, <kbd>-</kbd> <kbd>+</kbd>
      speed, <kbd>A</kbd> all paths, <kbd>esc</kbd> no flight</p>
    </aside>
    </main>
    """#
}
