import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../../emulator";
import { fastClock, ServedProviders } from "../../../proofs/engines/served";
import { programsHere } from "../../support/program-here";
import { inForm, Project } from "../../support/project";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
});
afterEach(() => emulator.close());

const volume = (called: string, more = "") =>
  `new compute.NetworkVolume("${called}", { size: 10, dataCenter: "EU-XX-1"${more} });\n`;

it("operations send the requests that docs/guides/rate-limits.md says", async () => {
  const env = { COMPUTE_API_URL: emulator.apiUrl, COMPUTE_API_KEY: emulator.apiKey };
  const project = new Project(emulator, { env: { PULUMI_STACK: "dev" } });
  const states = join(project.backend, ".pulumi", "stacks");
  const backend = { key: "here", id: () => "here", isShared: false, states };
  const sent = async (program: string, ...args: string[]) => {
    const { start } = new ServedProviders("dynamic", { clock: fastClock(100), env, listener: "engine", backend });
    Object.assign(project.io, { ambient: { ...programsHere, start } });
    project.write(inForm("dynamic", program));
    emulator.requests.clear();
    await project.run(...args);
    return emulator.requests.list().map(({ method, path }) => `${method} ${path.replace(/^\/v2\//, "")}`);
  };
  const go = ["--yes", "--skip-preview"];
  const five = (first = "") => volume("v0", first) + [1, 2, 3, 4].map((at) => volume(`v${at}`)).join("");
  const own = five(', name: "own"');
  /** Reads that come at once share a list; how many do depends on the machine. */
  const expectBetween = (least: number, most: number, asked: readonly string[]) => {
    expect(asked.length).toBeGreaterThanOrEqual(least);
    expect(asked.length).toBeLessThanOrEqual(most);
  };
  const created = await sent(five(), "up", ...go);
  expect(created.filter((request) => request === "POST network-volumes")).toHaveLength(5);
  expectBetween(6, 10, created);
  expect(await sent(five(), "up", "--yes")).toEqual([]);
  const update = await sent(own, "up", ...go);
  expect(update.filter((request) => request.startsWith("PATCH network-volumes/"))).toHaveLength(1);
  expectBetween(2, 5, update);
  expectBetween(1, 2, await sent(own, "refresh", ...go));
  expectBetween(2, 4, await sent(own, "refresh", "--yes"));
  expect(await sent(own, "drift")).toEqual(["GET network-volumes"]);
  expect(await sent(own, "doctor")).toHaveLength(9);
  const deleted = await sent("", "up", ...go);
  expect(deleted.filter((request) => request.startsWith("DELETE network-volumes/"))).toEqual(deleted);
  const patch = expect.stringMatching(/^PATCH network-volumes\/\w+$/) as unknown;
  const named = ["GET network-volumes", "POST network-volumes", patch];
  expect(await sent(volume("x", ', name: "x"'), "up", ...go)).toEqual(named);
}, 120_000);
