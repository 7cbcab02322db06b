/** Calm in light and dark: the resources, and beside them, on a wide screen, the requests. */
export const style = `
:root {
  color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif;
  --ground: light-dark(#f6f7f9, #14171c); --card: light-dark(#fff, #1c2128); --text: light-dark(#1c2430, #dfe5ee);
  --soft: light-dark(#5b6675, #93a0b2); --line: light-dark(#e2e6ec, #2d343f);
  --good: light-dark(#116329, #57d364); --busy: light-dark(#7d4e00, #e3b341); --bad: light-dark(#a40e26, #ff7b72);
  --accent: light-dark(#2f5fd0, #7ea6ff);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 120rem; padding: 1.25rem 1.5rem 3rem; background: var(--ground); color: var(--text); }
h1 { font-size: 1.2rem; margin: 0 0 .75rem; }
h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
section > h2 { margin-bottom: .6rem; }
h3 { font-size: .9rem; font-weight: 600; margin: 1.25rem 0 .25rem; }
#resources > :first-child h3 { margin-top: 0; }
header dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: .75rem; margin: 0 0 1rem; }
header dl > div, section, dialog { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
header dl > div { padding: .6rem 1rem; }
section { padding: 1rem 1.25rem; min-width: 0; }
dt { font-size: .8rem; color: var(--soft); }
dd { margin: 0; font-variant-numeric: tabular-nums; font-size: 1.1rem; }
main { display: grid; gap: 1rem; align-items: start; grid-template-columns: minmax(0, 1fr); }
.controls { display: grid; gap: .75rem 1.5rem; }
@media (min-width: 75rem) {
  main { grid-template-columns: minmax(0, 1fr) 30rem; grid-template-rows: auto auto 1fr; }
  #charts-section, #graph-section, #controls-section { grid-column: 1 / -1; }
  #resources-section { grid-row: 2 / span 2; }
  .controls { grid-template-columns: auto auto; }
  #fault { grid-column: 1 / -1; }
}
.title { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; margin-bottom: .6rem; }
.title input { flex: 1 1 12rem; max-width: 22rem; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { font-size: .8rem; color: var(--soft); padding: 0; margin-bottom: .25rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
label { display: grid; font-size: .75rem; color: var(--soft); min-width: 0; }
input, select, button { font: inherit; font-size: .85rem; color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: .35rem; padding: .25rem .5rem; max-width: 100%; }
input[type=number] { width: 5.5rem; }
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.told { margin: .6rem 0 0; overflow-wrap: anywhere; }
.told:empty { display: none; }
.scroll { overflow: auto; max-height: max(20rem, calc(100dvh - 12rem)); }
#requests .scroll { max-height: max(20rem, calc(100dvh - 26rem)); }
#charts { display: grid; gap: .75rem 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); }
figure { margin: 0; min-width: 0; }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .75rem; font-size: .8rem; color: var(--soft); }
svg { display: block; width: 100%; min-width: 36rem; max-width: 60rem; font-size: 12px; }
rect { fill: var(--ground); stroke: var(--line); } text { fill: var(--text); } path { fill: none; stroke: var(--soft); opacity: .6; }
text.soft { fill: var(--soft); } text.good { fill: var(--good); } text.busy { fill: var(--busy); } text.bad { fill: var(--bad); }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .9rem .3rem 0; text-align: left; vertical-align: top; }
tbody tr:last-child td { border-bottom: 0; }
tbody tr:hover { background: color-mix(in srgb, var(--accent) 7%, transparent); }
tr.opens { cursor: pointer; }
th { position: sticky; top: 0; background: var(--card); white-space: nowrap; }
th button { border: 0; padding: 0; background: none; font-size: .78rem; font-weight: 600; color: var(--soft); }
th[aria-sort=ascending] button::after { content: " ↑"; } th[aria-sort=descending] button::after { content: " ↓"; }
td.number, th.number { text-align: right; padding-right: .25rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.number + td, th.number + th { padding-left: .9rem; }
#requests td.long { max-width: 8rem; }
td.id, td.mono { font-family: ui-monospace, monospace; font-size: .85rem; }
td.id { color: var(--soft); }
td { white-space: nowrap; }
td.long, td.name { white-space: pre; overflow: hidden; text-overflow: ellipsis; max-width: 12rem; }
td.long { max-width: 10rem; }
td.end { direction: rtl; text-align: left; }
td.status { font-size: .85rem; }
td.status::before { content: ""; display: inline-block; width: .55em; height: .55em; margin-right: .45em; border-radius: 50%; background: var(--soft); }
td.act, th.act { padding-right: 0; text-align: right; }
td.act button { padding: 0 .4rem; font-size: .75rem; }
.good { color: var(--good); } .busy { color: var(--busy); } .bad { color: var(--bad); }
td.good::before { background: var(--good); } td.busy::before { background: var(--busy); } td.bad::before { background: var(--bad); }
.none { color: var(--soft); }
#windows div { margin-bottom: .6rem; }
.used { float: right; font-variant-numeric: tabular-nums; color: var(--soft); }
meter { display: block; width: 100%; height: .6rem; }
.busy-bar { display: grid; grid-template-columns: 8rem 1fr 4rem; gap: .75rem; align-items: center; }
.busy-bar .used { text-align: right; }
.bars { display: flex; align-items: flex-end; justify-content: flex-end; gap: 1px; height: 4rem; margin: .25rem 0 0; overflow: hidden; background: var(--ground); border-radius: .35rem; }
.bars i { flex: 0 0 calc((100% - 119px) / 120); background: var(--accent); }
#notice { margin: 0 0 1rem; color: var(--bad); font-weight: 600; }
#notice:empty { display: none; }
dialog { position: fixed; inset: 0 0 0 auto; margin: 0; width: min(46rem, 100vw); max-width: none; height: 100dvh; max-height: none; border-radius: 0; padding: 1.25rem; color: var(--text); overflow: auto; }
dialog::backdrop { background: rgb(0 0 0 / .35); }
dialog > .none { margin: 0 0 .75rem; overflow-wrap: anywhere; }
dialog .scroll { max-height: 16rem; }
pre { margin: 0; padding: .6rem .75rem; background: var(--ground); border-radius: .35rem; font: .8rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.log { max-height: 16rem; overflow: auto; }
`;
