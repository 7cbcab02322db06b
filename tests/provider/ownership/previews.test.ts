import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemAmbient } from "../../../engine/ambient";
import { type Emulator, startEmulator } from "../../../emulator";
import { cliEngine, type Ended, enginesHere, localEngine, type Operation } from "../../../proofs/engines";
import { fastClock, ServedProviders } from "../../../proofs/engines/served";
import { linkedFolder } from "../../examples/linked-folder";
import { runHere } from "../../examples/run-here";
import { temporaryFolder } from "../../support/temporary-folder";

/** What people are told of what earlier runs on this machine made, through the local engine, and through the CLI where it is. */
describe.each(enginesHere())("with the %s engine, a preview", (engine) => {
  let emulator: Emulator;
  let home: string;
  let providers: ServedProviders;
  const settings: Record<string, string> = {};
  const how = { clock: fastClock(100), env: settings, listener: "engine" } as const;
  beforeEach(async () => {
    emulator = await startEmulator({ speed: 10_000, rateLimit: false });
    home = temporaryFolder("previews");
    providers = new ServedProviders("dynamic", join(home, "providers"), how);
  });
  afterEach(() => emulator.close());

  /** A stack of a project, of which several can be on one machine. */
  function stackOf(project: string, stack: string) {
    const folder = linkedFolder({
      "Pulumi.yaml": `name: ${project}\nruntime: { name: nodejs, options: { typescript: false } }\n`,
      "package.json": '{ "private": true, "main": "index.js" }',
    });
    const state = join(home, project);
    mkdirSync(state, { recursive: true });
    return async (operation: Operation, program: string): Promise<Ended & { text: string }> => {
      writeFileSync(join(folder, "index.js"), `const compute = require("pulumi-compute-platform");\n${program}`);
      const operate = await (engine === "local" ? localEngine : cliEngine)({
        projectDir: folder,
        backendUrl: `file://${state}`,
        stack,
        passphrase: "test",
        home,
        // To start a process for a program takes longer than the operation.
        program: () => runHere(join(folder, "index.js"), folder),
        projectName: project,
        ambient: { ...systemAmbient, start: providers.start },
        env: Object.assign(settings, {
          COMPUTE_API_URL: emulator.apiUrl,
          COMPUTE_API_KEY: emulator.apiKey,
          COMPUTE_JOURNAL_DIR: join(home, "journal"),
        }),
      });
      const ended = await operate(operation);
      expect(ended).toMatchObject({ result: "succeeded" });
      return { ...ended, text: ended.diagnostics.map(({ message }) => message).join("\n") };
    };
  }

  describe("U-2: of an SSH key", () => {
    const key =
      'new compute.SshKey("ada", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org" });';
    const shared =
      /SshKey ada: the account has the key ada@example.org .* already: another stack put it there.*dropping it here, or destroying this stack, takes it out of the account for both.*in one of them only/;

    it.each([
      { project: "one", stack: "prod" },
      { project: "other", stack: "dev" },
    ])(
      "warns that the stack $stack of project $project put it there, and says what a destroy does",
      async ({ project, stack }) => {
        const first = stackOf("one", "dev");
        expect((await first("up", key)).text).not.toMatch(/put it there/);
        const second = stackOf(project, stack);
        expect((await second("preview", key)).text).toMatch(shared);
        expect((await second("up", key)).text).toMatch(shared);
        expect((await second("preview", key)).text).not.toMatch(/put it there/);
        expect((await first("preview", key)).text).not.toMatch(/put it there/);
      },
      300_000,
    );

    it("says nothing of one that somebody else put there, or that is not there any more", async () => {
      const line = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org";
      emulator.store.sshKeys = [line];
      const first = stackOf("one", "dev");
      expect((await first("up", key)).text).not.toMatch(/put it there/);
      await first("destroy", key);
      await first("up", key);
      emulator.store.sshKeys = [];
      expect((await stackOf("one", "prod")("preview", key)).text).not.toMatch(/put it there/);
    }, 300_000);
  });

  describe("V-5, P-20: of an object with data", () => {
    const volume = (name: string, more = "size: 20") =>
      `new compute.NetworkVolume("${name}", { dataCenter: "EU-XX-1", ${more} });`;
    const pod = (name: string, more = "") =>
      `new compute.Pod("${name}", { image: "registry.example.com/acme/x:1", gpu: { id: "NVIDIA L40S" }${more} });`;
    /** The CLI tells each thing twice: beside the step, and at the end. */
    const moves = (text: string) => [...new Set(text.match(/An earlier run of this stack made \w+ \w+/g))];

    it("warns that a resource with another name makes an empty one, and says what to do", async () => {
      const run = stackOf("one", "dev");
      await run("up", volume("vol") + pod("pod"));
      await run("up", volume("vol", "size: 30") + pod("pod", ", disk: 60"));
      const ofVolume = [...emulator.store.volumes.newestFirst()][0]!.id;
      const ofPod = [...emulator.store.pods.newestFirst()][0]!.id;
      const renamed = volume("data", "size: 30") + pod("trainer", ", disk: 60");
      const { text } = await run("preview", renamed);
      const warning = (what: string, its: string) =>
        new RegExp(
          `made ${what}, under the name .*"${its}" is new, and has the same name or arguments.*option \`aliases\``,
        );
      expect(text).toMatch(warning(`NetworkVolume ${ofVolume}`, "data"));
      expect(text).toMatch(warning(`Pod ${ofPod}`, "trainer"));
      expect(moves(text)).toHaveLength(2);
      // Only what a preview shows can be put right.
      expect(moves((await run("up", renamed)).text)).toEqual([]);
    }, 300_000);

    it("warns that a program from before an adoption makes an empty one and deletes what was adopted", async () => {
      const run = stackOf("one", "dev");
      await run("up", volume("vol"));
      const { id } = [...emulator.store.volumes.newestFirst()][0]!;
      await run("up", volume("data", `size: 20, adopt: { id: "${id}" }`));
      const { text } = await run("preview", volume("vol"));
      expect(text).toMatch(
        new RegExp(
          `made it for "vol".*${id} stays beside the one that .up. makes; to keep it, give .* .adopt: { id: "${id}" }`,
        ),
      );
    }, 300_000);

    it("warns that a resource gets the name of one that goes with its data, as where a list of names gets shorter", async () => {
      const run = stackOf("one", "dev");
      const list = (...names: string[]) =>
        names.map((name, at) => volume(`vol-${at}`, `size: 20, name: "${name}"`)).join("");
      await run("up", list("alpha", "beta"));
      const idOf = (called: string) => [...emulator.store.volumes.values()].find(({ name }) => name === called)!.id;
      const taken = /(\w+) of "vol-0" gets the name "beta", under which an earlier run made (\w+) for another resource/;
      const { text } = await run("preview", list("beta"));
      expect(taken.exec(text)?.slice(1)).toEqual([idOf("alpha"), idOf("beta")]);
      expect((await run("preview", list("gamma"))).text).not.toContain("gets the name");
      expect((await run("preview", list("gamma", "alpha"))).text).not.toMatch(/gets the name "alpha"/);
    }, 300_000);

    it("says nothing of another one of the same arguments, of one in place of another, or of one with an alias", async () => {
      const run = stackOf("one", "dev");
      await run("up", volume("vol") + pod("pod"));
      for (const program of [
        volume("data") + volume("vol") + pod("trainer") + pod("pod"),
        volume("data", "size: 40") + pod("trainer", ", disk: 90"),
        'new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 20 }, { aliases: [{ name: "vol" }] });' +
          pod("pod"),
      ])
        expect(moves((await run("preview", program)).text)).toEqual([]);
    }, 300_000);
  });
});
