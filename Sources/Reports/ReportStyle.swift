/// How the report looks, in light and dark.
enum ReportStyle {
  static let css = #"""

    :root { --ground: #f6f6f4; --sheet: #fff; --ink: #1d1f21; --pale: #5c6166; --line: #d5d5d0; --link: #0a58a8; --bad: #b3261e; --mark: #d0006f;
      --bad-ground: #fbe9e7; --chosen: #dce9f7; }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #17191b; --sheet: #212427; --ink: #e8e8e6; --pale: #a4abb2; --line: #3a3f44; --link: #7fb8f0; --bad: #ff8a80; --mark: #ff2f92;
        --bad-ground: #3a1f1d; --chosen: #1f3a57; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.45 system-ui, sans-serif;
      display: grid; grid-template: auto 1fr / minmax(12rem, 17rem) minmax(0, 1fr); grid-template-areas: "header header" "nav main"; }
    a { color: var(--link); }
    header { grid-area: header; position: sticky; top: 0; z-index: 5; background: var(--sheet); border-bottom: 1px solid var(--line); padding: .6rem 1rem; }
    h1 { font-size: 1.15rem; margin: 0; }
    header p { margin: .1rem 0 .4rem; color: var(--pale); }
    header .different, header .failed, header .missing { color: var(--bad); font-weight: 600; }
    .tools { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; }
    button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: .2rem .6rem; cursor: pointer; }
    button:hover { border-color: var(--link); }
    button[aria-pressed="true"] { background: var(--chosen); border-color: var(--link); }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    .keys { color: var(--pale); font-size: .85rem; margin-left: auto; }
    kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3em; font: .85em ui-monospace, monospace; }
    nav { grid-area: nav; border-right: 1px solid var(--line); padding: 1rem; overflow-wrap: anywhere; }
    nav ol { list-style: none; margin: 0; padding: 0; position: sticky; top: 7rem; max-height: calc(100vh - 8rem); overflow: auto; }
    nav li { padding: .2rem 0; }
    nav small { color: var(--pale); display: block; line-height: 1.2; }
    nav .same, nav .recorded { color: var(--pale); }
    nav .different small, nav .failed small, nav .missing small { color: var(--bad); }
    main { grid-area: main; padding: 1rem 1.25rem 4rem; min-width: 0; }
    section { border-bottom: 1px solid var(--line); padding-bottom: 1.5rem; margin-bottom: 1.5rem; scroll-margin-top: 8rem; }
    section:focus, figure:focus { outline: none; }
    h2 { font-size: 1.25rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
    .common ul { margin: 0; padding-left: 1.1rem; max-width: 80ch; }
    .common small { color: var(--pale); }
    .causes .details { color: inherit; list-style: none; padding-left: .2rem; margin: .2rem 0; }
    .details > li { border-left: 3px solid var(--line); padding: .1rem .6rem; margin: .15rem 0; overflow-wrap: anywhere; }
    .details > li.chosen { background: var(--chosen); border-left-color: var(--link); }
    .problem { background: var(--bad-ground); border-left: 4px solid var(--bad); padding: .5rem .75rem; max-width: 75ch; }
    .causes { max-width: 80ch; padding-left: 1.6rem; margin: 0 0 .3rem; }
    .causes > li { padding: .2rem .3rem; border-radius: 6px; overflow-wrap: anywhere; }
    .causes > li.chosen { background: var(--chosen); }
    .causes ul { color: var(--pale); padding-left: 1.1rem; margin: 0; }
    .kind { display: inline-block; font-size: .78rem; border: 1px solid var(--line); border-radius: 99px; padding: 0 .55em; color: var(--pale); }
    .place { font: .9em ui-monospace, monospace; }
    .closing, .pages { color: var(--pale); margin: .2rem 0; }
    .accept code { background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .5rem; overflow-wrap: anywhere; user-select: all; }
    figure { margin: 1.2rem 0 0; scroll-margin-top: 8rem; }
    figure.current figcaption { color: var(--link); }
    figcaption { font-weight: 600; margin-bottom: .4rem; }
    .stage { display: grid; gap: 1rem; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; max-width: 1700px; }
    .pane { position: relative; min-width: 0; }
    .side { color: var(--pale); font-size: .85rem; }
    .sheet { position: relative; box-shadow: 0 0 0 1px var(--line), 0 2px 8px #0003; background: #fff; }
    .sheet img, .half { display: block; width: 100%; }
    .half { background: var(--pair) 0 0 / 200% 100% no-repeat; print-color-adjust: exact; }
    .after .half { background-position-x: 100%; }
    figure.page { content-visibility: auto; contain-intrinsic-size: auto 60rem; }
    .sheet i { position: absolute; outline: 2px solid var(--mark); outline-offset: 2px; background: color-mix(in srgb, var(--mark) 12%, transparent); }
    [data-mode="overlay"] .sheet i { background: none; outline-width: 1px; }
    .sheet i.chosen { outline-width: 4px; }
    .none { border: 1px dashed var(--line); color: var(--pale); padding: 3rem 1rem; text-align: center; }
    .no-outlines .sheet i { display: none; }
    .cut { display: none; width: min(100%, 60rem); }
    body:not([data-mode="side"]) .stage { grid-template-columns: minmax(0, 60rem); }
    body:not([data-mode="side"]) .pane { grid-area: 1 / 1; }
    [data-mode="before"] .after, [data-mode="after"] .before { visibility: hidden; }
    [data-mode="overlay"] .sheet { isolation: isolate; }
    [data-mode="overlay"] .after .side { visibility: hidden; }
    [data-mode="overlay"] .before .sheet { background: #e5004d; }
    [data-mode="overlay"] .after .sheet { background: #00a0c8; }
    [data-mode="overlay"] .sheet img, [data-mode="overlay"] .half { mix-blend-mode: screen; }
    [data-mode="overlay"] .after { mix-blend-mode: multiply; }
    [data-mode="blink"] .after { animation: blink 1.2s steps(1) infinite; }
    [data-mode="blink"] .side, [data-mode="slider"] .side { background: var(--ground); }
    @keyframes blink { 50% { visibility: hidden; } }
    @media (prefers-reduced-motion: reduce) { [data-mode="blink"] .after { animation-duration: 6s; } }
    [data-mode="slider"] .cut { display: block; }
    [data-mode="slider"] .after { clip-path: inset(0 0 0 var(--cut, 50%)); }
    [data-mode="slider"] .after .side { visibility: hidden; }
    #said { position: fixed; right: 1rem; bottom: 1rem; margin: 0; background: var(--ink); color: var(--ground); border-radius: 6px; padding: .3rem .7rem; }
    #said:empty { display: none; }
    @media (max-width: 60rem) {
      body { grid-template: auto auto 1fr / minmax(0, 1fr); grid-template-areas: "header" "nav" "main"; }
      nav { border-right: 0; border-bottom: 1px solid var(--line); padding: .5rem 1rem; }
      nav ol { position: static; max-height: 9rem; }
      .keys { display: none; }
    }
    @media (max-width: 40rem) {
      header { position: static; }
      main { padding: .75rem; }
      [data-mode="side"] .stage { grid-template-columns: minmax(0, 1fr); }
    }
    @media print { header .tools, nav, .accept { display: none; } body { display: block; } }

    """#
}
