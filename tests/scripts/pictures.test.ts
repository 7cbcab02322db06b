import { expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemAmbient } from "../../engine/ambient";
import { chanceFrom } from "../../proofs/chance";
import { fastClock, ServedProviders } from "../../proofs/engines/served";
import { drawEnds, drawMoments, type Studio } from "../../scripts/screens/screens";
import { drawSession } from "../../scripts/screens/session";
import { programHere } from "../support/program-here";
import { temporaryFolder } from "../support/temporary-folder";
import { root } from "./checkout";

const folder = join(root, ".github", "pictures");

/** What a picture says, but for what no two runs share: times, amounts, and how long a line is that holds some. */
function saidBy(svg: string): string {
  const texts = svg.slice(svg.indexOf("</style>")).replace(/<[^>]*>/g, "");
  const times = texts
    .replace(/\b(?:\d+ (?:d|h|min|s)\b *)+/g, "0 s ")
    // Told of what took a second or more.
    .replace(/ within 0 s| \(0 s \)|Duration: 0 s/g, "");
  return times
    .replace(/\d+/g, "0")
    .replace(/[█▏▎▍▌▋▊▉░]+/g, "█")
    .replace(/\s+/g, " ");
}

/** The same of a moment, where the plan, the names and the phases count, and not how far each resource is. */
const saidAtMoment = (svg: string): string =>
  saidBy(svg)
    .replace(/(?:\b0 )?\b(?:creating|created|create|not started|to create)\b(?: \(0 s \))?,? ?/g, "PHASE ")
    .replace(/(?:PHASE )+(?:\+0\.0 USD\/h )?/g, "PHASE ")
    .replace(/(?<=PHASE : ).*?(?= Duration| Now running)/, "NAMES");

it("the pictures of the docs say what the commands say today", async () => {
  const drawn: Record<string, string> = {};
  const studio = (speed: number): Studio => ({
    root,
    speed,
    ambient: (env) => {
      const providers = new ServedProviders(
        ...(["dynamic", join(temporaryFolder("pictures"), "providers")] as const),
        ...([fastClock(100), chanceFrom(1), env, "engine"] as const),
      );
      return { ...systemAmbient, start: providers.start, startProgram: programHere };
    },
    keep: (name, svg) => (drawn[name] = svg),
  });
  await drawEnds(studio(1_000));
  await drawSession(studio(1_000));
  await drawMoments(studio(20));
  const names = readdirSync(folder).map((file) => file.replace(/\.svg$/, ""));
  expect(Object.keys(drawn).sort()).toEqual(names.sort());
  for (const [name, svg] of Object.entries(drawn)) {
    const said = ["up", "stopped"].includes(name) ? saidAtMoment : saidBy;
    const stored = readFileSync(join(folder, `${name}.svg`), "utf8");
    expect({ name, said: said(svg) }).toEqual({ name, said: said(stored) });
  }
}, 120_000);
