// `npm run docs -- screens`: runs commands against an emulator of its own on a virtual terminal, and draws what stood there, one
// picture for each screen in .github/pictures, and one of a session.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { drawEnds, drawMoments } from "./screens";
import { drawSession } from "./session";

/** dist/scripts/docs/screens/main.js → the repository. */
const root = dirname(dirname(dirname(dirname(__dirname))));
const folder = join(root, ".github", "pictures");

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const keep = (name: string, svg: string) => writeFileSync(join(folder, `${name}.svg`), svg);
  for (const draw of [drawMoments, drawEnds, drawSession]) await draw({ root, speed: 20, keep });
}

void main();
