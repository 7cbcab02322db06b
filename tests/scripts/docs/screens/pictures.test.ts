import { expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemAmbient } from "../../../../engine/ambient";
import { fastClock, ServedProviders } from "../../../../proofs/engines/served";
import { drawEnds, type Studio } from "../../../../scripts/docs/screens/screens";
import { drawSession } from "../../../../scripts/docs/screens/session";
import { programHere } from "../../../support/program-here";
import { root } from "../../checkout";

const folder = join(root, ".github", "pictures");

/** What a picture says, but for what no two runs share: times, amounts, ids, which go by the order of creates, and how long a line is that holds some. */
function saidBy(svg: string): string {
  const texts = svg.slice(svg.indexOf("</style>")).replace(/<[^>]*>/g, "");
  const times = texts
    .replace(/\bp[a-z0-9]{9}\b/g, "an id")
    .replace(/\b(?:\d+ (?:d|h|min|s)\b *)+/g, "0 s ")
    // Told of what took a second or more.
    .replace(/ within 0 s| \(0 s \)|Duration: 0 s/g, "");
  return times
    .replace(/\d+/g, "0")
    .replace(/[█▏▎▍▌▋▊▉░]+/g, "█")
    .replace(/\s+/g, " ");
}

/** Moments of a run that goes on: how far it is when it is drawn, no two runs share. */
const moments = ["up", "stopped"];

it("the pictures of the docs say what the commands say today", async () => {
  const drawn: Record<string, string> = {};
  const studio: Studio = {
    root,
    speed: 1_000,
    ambient: (env) => {
      const providers = new ServedProviders("dynamic", {
        clock: fastClock(100),
        env,
        listener: "engine",
      });
      return { ...systemAmbient, start: providers.start, startProgram: programHere };
    },
    keep: (name, svg) => (drawn[name] = svg),
  };
  await drawEnds(studio);
  await drawSession(studio);
  const names = readdirSync(folder).map((file) => file.replace(/\.svg$/, ""));
  expect(Object.keys(drawn).sort()).toEqual(names.filter((name) => !moments.includes(name)).sort());
  for (const [name, svg] of Object.entries(drawn)) {
    const stored = readFileSync(join(folder, `${name}.svg`), "utf8");
    expect({ name, said: saidBy(svg) }).toEqual({ name, said: saidBy(stored) });
  }
}, 120_000);
