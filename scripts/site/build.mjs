// `npm run docs:site`: builds the site in dist-docs, and fails at a link or an anchor that leads nowhere.
//
//   npm run docs:site                 DOCS_BASE=/path/ for a site below a path
//   npm run docs:site -- --serve      and serves it on this machine
//
// The generator is a package of its own: the first run installs it, and later ones need no network.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { npm } from "../release/npm.mjs";
import { lostReferences, wrongLinks } from "./check.mjs";
import { pages, root } from "./pages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const staged = join(here, "staged");
const out = join(root, "dist-docs");

function install() {
  const lock = (file) => (existsSync(join(here, file)) ? readFileSync(join(here, file), "utf8") : "");
  const installed = join("node_modules", ".package-lock.copy.json");
  if (lock(installed) === lock("package-lock.json")) return;
  npm(["ci", "--no-audit", "--no-fund"], { cwd: here });
  writeFileSync(join(here, installed), lock("package-lock.json"));
}

/** Writes the pages where the generator reads them. */
function stage() {
  rmSync(staged, { recursive: true, force: true });
  for (const [page, text] of pages()) {
    mkdirSync(dirname(join(staged, page)), { recursive: true });
    writeFileSync(join(staged, page), text);
  }
  const open = join(staged, "public");
  cpSync(join(root, ".github", "pictures"), join(open, "pictures"), { recursive: true });
  cpSync(join(here, "favicon.svg"), join(open, "favicon.svg"));
}

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

/** Serves what was built, to this machine alone. */
async function serve() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://site").pathname));
    const found = [path, join(path, "index.html"), `${path}.html`]
      .map((name) => join(out, name))
      .find((file) => file.startsWith(out) && statSync(file, { throwIfNoEntry: false })?.isFile());
    response.writeHead(found ? 200 : 404, { "content-type": types[extname(found ?? "404.html")] ?? "text/plain" });
    response.end(readFileSync(found ?? join(out, "404.html")));
  });
  await once(server.listen(Number(process.env.PORT ?? 0), "127.0.0.1"), "listening");
  console.log(`http://127.0.0.1:${server.address().port}/ until Ctrl-C`);
}

install();
stage();
const vitepress = join(here, "node_modules", "vitepress", "bin", "vitepress.js");
const { status } = spawnSync(process.execPath, [vitepress, "build", here], { cwd: here, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
const problems = [...wrongLinks(out, process.env.DOCS_BASE ?? "/"), ...lostReferences(pages())];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exit(1);
console.log(`dist-docs has ${pages().size} pages, and each link and anchor leads somewhere`);
if (process.argv.includes("--serve")) await serve();
