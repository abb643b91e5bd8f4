// The look of the report: light and dark, for a wide screen and for a phone.

extension ReportPage {
  static let style = #"""
    :root { color-scheme: light dark; --paper: #fff; --ink: #20262e; --pale: #5b6570; --line: #d7dce2; --soft: #f3f5f7;
      --mark: #0a63c9; --fit: #d55e00; --band: rgba(213, 94, 0, .18) }
    @media (prefers-color-scheme: dark) { :root:not([data-look=light]) { --paper: #14181d; --ink: #e8ecf0;
      --pale: #9aa5b1; --line: #333b45; --soft: #1d232a; --mark: #5aa9ff; --fit: #ff9d4d; --band: rgba(255, 157, 77, .2) } }
    :root[data-look=dark] { color-scheme: dark; --paper: #14181d; --ink: #e8ecf0; --pale: #9aa5b1; --line: #333b45;
      --soft: #1d232a; --mark: #5aa9ff; --fit: #ff9d4d; --band: rgba(255, 157, 77, .2) }
    :root[data-look=light] { color-scheme: light }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif }
    header { display: flex; gap: 1em; align-items: baseline; padding: .7em 1em; border-bottom: 1px solid var(--line) }
    h1 { font-size: 1.15em; margin: 0; overflow-wrap: anywhere } h2 { font-size: 1em; margin: 1.2em 0 .4em }
    header p { margin: 0; color: var(--pale); flex: 1 }
    main { display: grid; grid-template: 'film list' auto 'details list' 1fr / minmax(0, 1fr) 25em; gap: 0 1em; padding: 1em; max-width: 110em; margin: auto }
    #film { grid-area: film } #list { grid-area: list } #details { grid-area: details }
    button, select, input { font: inherit; color: inherit }
    button { background: var(--soft); border: 1px solid var(--line); border-radius: .4em; padding: .25em .7em; cursor: pointer }
    button[aria-pressed=true] { border-color: var(--mark); color: var(--mark) }
    #stage { position: relative; background: #000; line-height: 0; border-radius: .4em; overflow: hidden }
    #stage video { width: 100%; max-height: 75vh; object-fit: contain; background: #000 }
    #stage canvas { position: absolute; pointer-events: none }
    #missing { line-height: 1.4; color: #fff; padding: 2em; text-align: center }
    #bar { display: flex; flex-wrap: wrap; gap: .5em; align-items: center; padding: .5em 0 }
    #bar input[type=range] { flex: 1; min-width: 8em } #clock { font-variant-numeric: tabular-nums; min-width: 6em }
    #filters { display: grid; grid-template-columns: auto 1fr auto; gap: .3em .6em; align-items: center }
    #flights { list-style: none; margin: .6em 0 0; padding: 0; max-height: 60vh; overflow: auto; border: 1px solid var(--line);
      border-radius: .4em }
    #flights button { display: grid; grid-template-columns: 2.6em 1fr auto; gap: 0 .6em; width: 100%; text-align: left;
      border: 0; border-bottom: 1px solid var(--line); border-radius: 0; background: none; padding: .5em .7em }
    #flights li:last-child button { border-bottom: 0 }
    #flights button:hover { background: var(--soft) } #flights [aria-current=true] { background: var(--soft);
      box-shadow: inset 3px 0 var(--mark) }
    #flights small { color: var(--pale); grid-column: 2 / 4 } .number { font-weight: 600 } .speed { font-variant-numeric: tabular-nums }
    table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .2em .6em .2em 0;
      border-bottom: 1px solid var(--line); font-weight: normal } td { font-variant-numeric: tabular-nums }
    #plots { display: grid; grid-template-columns: 1fr 1fr; gap: 1em } #plots svg { width: 100%; height: auto; display: block }
    svg text { fill: var(--pale); font: 11px system-ui, sans-serif } svg .axis { stroke: var(--line) }
    svg .fit { stroke: var(--fit); fill: none; stroke-width: 1.6 } svg .band { fill: var(--band) }
    svg .point { fill: var(--ink) } svg .now { stroke: var(--mark) }
    #strobe { max-width: 100%; border: 1px solid var(--line); border-radius: .4em; background: #fff }
    .pale { color: var(--pale) } kbd { border: 1px solid var(--line); border-radius: .25em; padding: 0 .35em; font: inherit }
    :focus-visible { outline: 2px solid var(--mark); outline-offset: 1px }
    @media (max-width: 60em) { main { grid-template: 'film' 'list' 'details' / minmax(0, 1fr); padding: .6em } #plots { grid-template-columns: 1fr }
      header { flex-wrap: wrap } #flights { max-height: 40vh } }
    """#
}
