import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../emulator";
import { type Chromium, type Look, startBrowser } from "./hostile/chromium";
import { deeds } from "./page/deeds";
import { fill } from "./page/fill";
import type { Outcome, Proof } from "./proof";

const looks: readonly Look[] = [420, 1_400].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => ({ width, height: width < 600 ? 2_400 : 1_400, scheme })),
);

/** The emulator's page, driven and photographed in a real browser. */
export const page: Proof = {
  claim: "The emulator's page shows all there is, and what it offers to do it does, on a phone and on a desk.",
  unit: "pods",
  fullSize: 500,
  run: async ({ size }) => {
    const browser = await startBrowser("");
    if (typeof browser === "string") return { counts: { browser }, failures: [] };
    try {
      return await look(browser, size);
    } finally {
      await browser.close();
    }
  },
};

async function look(browser: Chromium, size: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "emulator-page-"));
  const failures: string[] = [];
  let done = 0;
  for (const each of looks) {
    const emulator = await startEmulator({ speed: 0, seed: "page" });
    const named = `${each.width} ${each.scheme}`;
    try {
      await fill(emulator, size);
      const tab = await browser.open(`${emulator.apiUrl}/_emulator/`, each);
      for (const { what, script, isRight, shows } of deeds(size)) {
        const seen = await tab.run(
          `(async () => { ${helpers} ${script} })().catch((error) => "threw " + error.message)`,
        );
        done += 1;
        if (!isRight(seen, emulator)) failures.push(`${named}: ${what}: ${JSON.stringify(seen)?.slice(0, 200)}`);
        const overflow = await tab.run("document.documentElement.scrollWidth > innerWidth");
        if (overflow !== false) failures.push(`${named}: ${what}: the page is wider than its window`);
        if (shows) writeFileSync(join(folder, `${named}, ${shows}.png`.replaceAll(/[ ,]+/g, "-")), await tab.picture());
      }
      await tab.close();
    } finally {
      await emulator.close();
    }
  }
  const counts = { browser: await browser.version(), pods: size, "things done": done, pictures: folder };
  return { counts, failures };
}

/** Helpers of each script: a word for each thing that a person does, and a wait until the page has asked again. */
const helpers = `
const all = (selector) => [...document.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const click = (selector, text) => all(selector).find((each) => !text || each.textContent === text).click();
const type = (selector, text) => { one(selector).value = text; one(selector).dispatchEvent(new Event("input", { bubbles: true })); };
const until = async (is) => { for (let i = 0; i < 400 && !is(); i++) await new Promise((resolve) => setTimeout(resolve, 25)); return is(); };
const part = (title) => all("#resources > div").find((each) => each.firstChild.textContent.startsWith(title + " ("));
const rows = (title) => part(title) ? [...part(title).querySelectorAll("tbody tr")] : [];
const texts = (title, nth) => rows(title).map((row) => row.cells[nth].textContent);
`;
