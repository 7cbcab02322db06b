import { script } from "./script";
import { style } from "./style";

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
<div><dt>Cost per hour</dt><dd id="rate">…</dd></div>
<div><dt>Cost so far</dt><dd id="spent">…</dd></div>
<div><dt>Balance</dt><dd id="balance">…</dd></div>
</dl>
</header>
<p id="notice" role="status"></p>
<main>
<section id="resources-section" aria-labelledby="resources-title"><h2 id="resources-title">Resources</h2><div id="resources"></div></section>
<section aria-labelledby="windows-title"><h2 id="windows-title">Rate windows</h2><div id="windows"></div></section>
<section aria-labelledby="requests-title"><h2 id="requests-title">Requests, newest first</h2><div id="requests"></div></section>
</main>
<script>${script}</script>
</body>
</html>
`;
