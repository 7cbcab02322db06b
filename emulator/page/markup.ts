import { script } from "./script";
import { style } from "./style";

const options = (values: readonly string[]) => values.map((value) => `<option>${value}</option>`).join("");

/** What can be changed; the script fills in what there is to choose from. */
const controls = `<section id="controls-section" aria-labelledby="controls-title"><h2 id="controls-title">Change something</h2>
<div class="controls">
<fieldset><legend>Move the clock</legend><div id="clock-moves" class="row"></div></fieldset>
<form id="capacity"><fieldset><legend>Take hardware away, or give it back</legend><div class="row">
<label>Type <select name="type" id="capacity-type"></select></label>
<label>Where <select name="dataCenter" id="capacity-place"></select></label>
<label>Free <input name="free" type="number" min="0" max="100000" value="0" required></label>
<button>Set</button></div></fieldset></form>
<form id="fault"><fieldset><legend>Add a fault</legend><div class="row">
<label>Method <select name="method"><option value="">any</option>${options(["GET", "POST", "PUT", "PATCH", "DELETE"])}</select></label>
<label>Path <input name="path" value="/v2/pods*" required maxlength="200" spellcheck="false"></label>
<label>How <select name="phase"><option value="before">refused</option><option value="after">done, answer lost</option><option value="mid-body">answer cut off</option><option value="slow">30 s late</option><option value="reset">connection reset</option></select></label>
<label>Status <select name="status"><option value="">default</option>${options(["400", "401", "403", "404", "409", "429", "500", "503"])}</select></label>
<label>Times <select name="times">${options(["1", "2", "3", "always"])}</select></label>
<button>Add</button> <button type="button" id="faults-clear">Clear all</button></div></fieldset></form>
</div><p id="told" class="told" role="status"></p></section>`;

const details = `<dialog id="details" aria-labelledby="details-title">
<div class="title"><h2 id="details-title"></h2><button type="button" id="details-close">Close</button></div>
<p id="details-kind" class="none"></p>
<div id="details-actions" class="row"></div>
<p id="details-told" class="told" role="status"></p>
<div id="details-busy"></div><div id="details-log"></div><div id="details-requests"></div>
<h3>All that is known</h3><div id="details-record"></div>
</dialog>`;

/** The whole page as one document; the script fills it and keeps it up to date. */
export const markup = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Compute Platform emulator</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<h1>Compute Platform emulator</h1>
<dl>
<div><dt>Emulator's time</dt><dd id="now">…</dd></div>
<div title="The list price of what is running: what compute cost prints"><dt>Compute</dt><dd id="compute">…</dd></div>
<div title="The emulator's own prices for disks, volumes and cluster networks included"><dt>With storage</dt><dd id="rate">…</dd></div>
<div><dt>Cost so far</dt><dd id="spent">…</dd></div>
<div><dt>Balance</dt><dd id="balance">…</dd></div>
</dl>
</header>
<p id="notice" role="status"></p>
<main>
<section id="charts-section" aria-label="Over time"><div id="charts"></div></section>
<section id="resources-section" aria-labelledby="resources-title"><div class="title"><h2 id="resources-title">Resources</h2><input id="filter" type="search" placeholder="Filter by name, status, hardware, …" aria-label="Filter resources"></div><div id="resources"></div></section>
<section id="requests-section" aria-labelledby="requests-title"><div class="title"><h2 id="requests-title">Requests, newest first</h2><input id="request-filter" type="search" placeholder="Filter by path or status" aria-label="Filter requests"></div><div id="requests"></div></section>
<section id="windows-section" aria-labelledby="windows-title"><h2 id="windows-title">Rate windows</h2><div id="windows"></div></section>
<section id="graph-section" aria-labelledby="graph-title"><h2 id="graph-title">What uses what</h2><div id="graph"></div></section>
${controls}
</main>
${details}
<script>${script}</script>
</body>
</html>
`;
