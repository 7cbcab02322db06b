/** Calm in light and dark: one column of resources, and beside it, where there is room, what is asked of the platform. */
export const style = `
:root {
  color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif;
  --ground: light-dark(#f6f7f9, #14171c); --card: light-dark(#fff, #1c2128); --text: light-dark(#1c2430, #dfe5ee);
  --soft: light-dark(#5b6675, #93a0b2); --line: light-dark(#e2e6ec, #2d343f);
  --good: light-dark(#116329, #57d364); --busy: light-dark(#7d4e00, #e3b341); --bad: light-dark(#a40e26, #ff7b72);
  --accent: light-dark(#2f5fd0, #7ea6ff);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 100rem; padding: 1.25rem 1.5rem 3rem; background: var(--ground); color: var(--text); }
h1 { font-size: 1.2rem; margin: 0 0 .75rem; }
h2 { font-size: 1rem; margin: 0 0 .75rem; }
h3 { font-size: .9rem; font-weight: 600; margin: 1.25rem 0 .25rem; }
#resources h3:first-child { margin-top: 0; }
header dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; margin: 0 0 1rem; }
header dl > div, section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
header dl > div { padding: .6rem 1rem; }
section { padding: 1rem 1.25rem; min-width: 0; }
dt { font-size: .8rem; color: var(--soft); }
dd { margin: 0; font-variant-numeric: tabular-nums; font-size: 1.15rem; }
main { display: grid; gap: 1rem; align-items: start; }
@media (min-width: 92rem) {
  main { grid-template-columns: minmax(0, 1fr) 28rem; grid-template-rows: auto 1fr; }
  #resources-section { grid-row: 1 / span 2; }
}
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .9rem .3rem 0; text-align: left; vertical-align: top; }
tbody tr:last-child td { border-bottom: 0; }
tbody tr:hover { background: color-mix(in srgb, var(--accent) 7%, transparent); }
th { font-size: .78rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
td.number, th.number { text-align: right; padding-right: .25rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.number + td, th.number + th { padding-left: .9rem; }
td.id, td.mono { font-family: ui-monospace, monospace; font-size: .85rem; }
td.id { color: var(--soft); }
td { white-space: nowrap; }
td.long { white-space: normal; overflow-wrap: anywhere; min-width: 9rem; }
td.name { white-space: pre-wrap; overflow-wrap: break-word; min-width: 7.5rem; max-width: 18rem; }
td.status { white-space: nowrap; font-size: .85rem; }
td.status::before { content: ""; display: inline-block; width: .55em; height: .55em; margin-right: .45em; border-radius: 50%; background: var(--soft); }
.good { color: var(--good); } .busy { color: var(--busy); } .bad { color: var(--bad); }
td.good::before { background: var(--good); } td.busy::before { background: var(--busy); } td.bad::before { background: var(--bad); }
.none, .note { color: var(--soft); }
#windows div { margin-bottom: .6rem; }
#windows .used { float: right; font-variant-numeric: tabular-nums; color: var(--soft); }
meter { display: block; width: 100%; height: .6rem; }
#notice { margin: 0 0 1rem; color: var(--bad); font-weight: 600; }
#notice:empty { display: none; }
#requests { max-height: 40rem; overflow: auto; }
`;
