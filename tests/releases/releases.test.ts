import { describe, expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { startEmulator } from "../../emulator";
import { Project } from "../support/project";
import { openServed } from "../support/served-stack";

/** What `npm run release -- state` kept of a user of that release. */
interface Recorded {
  readonly release: string;
  readonly project: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly program: string;
  readonly state: { readonly version: number; readonly deployment: { readonly resources: readonly object[] } };
  readonly platform: Readonly<Record<string, unknown>>;
}

const files = readdirSync(__dirname).filter((file) => file.endsWith(".json"));
const readRecorded = (file: string) => JSON.parse(readFileSync(join(__dirname, file), "utf8")) as Recorded;

/** The stack and the platform as that release left them, worked on by the code of today. */
async function takeOver({ project, settings, program, state, platform }: Recorded) {
  const emulator = await startEmulator({ speed: 500, rateLimit: false });
  emulator.load(platform);
  const about = { name: project, stack: "test", yaml: "runtime: nodejs\n", files: { "index.ts": program } };
  const { options } = new Project(emulator, about);
  // The passphrase with which that release wrote the state.
  const stack = await openServed({ ...options, passphrase: "test" });
  await stack.importState(state);
  for (const [key, value] of Object.entries(settings)) await stack.setConfig(key, value, { secret: true });
  return { emulator, stack };
}

describe.each(files)("a stack of %s", (file) => {
  const recorded = readRecorded(file);

  it("is named after its release and holds each of the kinds that the release had", () => {
    expect(recorded.release).toBe(basename(file, ".json"));
    const types = recorded.state.deployment.resources.map((resource) => (resource as { type: string }).type);
    for (const kind of ["Pod", "Cluster", "NetworkVolume", "RegistryCredential"]) {
      expect(types).toContain(`pulumi-nodejs:dynamic/compute:${kind}`);
    }
  });

  it("has nothing to change, before a refresh and after it, and is destroyed without a rest", async () => {
    const { emulator, stack } = await takeOver(recorded);
    try {
      expect(await stack.preview({ expectNoChanges: true })).toMatchObject({ result: "succeeded", diagnostics: [] });
      expect(await stack.refresh({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
      expect(await stack.up({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
      const writes = () => emulator.requests.list().filter(({ method }) => method !== "GET");
      expect(writes()).toEqual([]);
      expect(await stack.destroy()).toMatchObject({ result: "succeeded" });
      expect(writes().map(({ method }) => method)).toEqual(["DELETE", "DELETE", "DELETE", "DELETE"]);
      expect([...emulator.store.pods.values(), ...emulator.store.volumes.values()]).toEqual([]);
    } finally {
      await emulator.close();
    }
  }, 60_000);

  it.each([{ first: "a refresh" }, { first: "nothing" }])(
    "is updated in place after $first, and nothing is replaced or made twice",
    async ({ first }) => {
      const { emulator, stack } = await takeOver(recorded);
      try {
        if (first === "a refresh") expect(await stack.refresh()).toMatchObject({ result: "succeeded" });
        await stack.setConfig("stage", "production");
        await stack.setConfig("volumeSize", "120");
        const summary = { same: 3, update: 2 };
        expect(await stack.up()).toMatchObject({ result: "succeeded", diagnostics: [], summary });
        const pods = [...emulator.store.pods.values()].filter(({ cluster }) => cluster === undefined);
        expect(pods).toMatchObject([{ status: "RUNNING", env: { STAGE: "production" } }]);
        expect([...emulator.store.volumes.values()]).toMatchObject([{ size: 120 }]);
        const writes = emulator.requests.list().filter(({ method }) => method !== "GET");
        expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
          expect.stringMatching("^PATCH /v2/network-volumes/"),
          expect.stringMatching("^PATCH /v2/pods/"),
        ]);
        expect(await stack.up({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
        expect(await stack.destroy()).toMatchObject({ result: "succeeded" });
        expect([...emulator.store.pods.values(), ...emulator.store.volumes.values()]).toEqual([]);
      } finally {
        await emulator.close();
      }
    },
    60_000,
  );
});
