/** Plain tables that read well in light and dark. */
export const style = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { margin: 0 auto; max-width: 75rem; padding: 1rem 1.5rem 3rem; }
h1 { font-size: 1.25rem; margin: 0 0 .75rem; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
h3 { font-size: .9rem; font-weight: 600; margin: 1rem 0 .25rem; }
header dl { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 0; }
dt { font-size: .8rem; opacity: .7; }
dd { margin: 0; font-variant-numeric: tabular-nums; font-size: 1.1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
th { font-size: .8rem; font-weight: 600; opacity: .7; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.id { font-family: ui-monospace, monospace; font-size: .85rem; }
.good { color: light-dark(#116329, #57d364); }
.busy { color: light-dark(#7d4e00, #e3b341); }
.bad { color: light-dark(#a40e26, #ff7b72); }
.none { opacity: .6; }
#notice:empty { display: none; }
#notice { color: light-dark(#a40e26, #ff7b72); }
#requests { max-height: 24rem; overflow: auto; }
`;
