import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { modes } from "../../proofs/plugin";
import { freePort } from "../support/free-port";
import { noCli, notTried } from "../support/not-tried";
import { openProject, openWithCli } from "../support/project";
import { cliOnPath } from "./run-cli";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 200 });
});
afterAll(() => emulator.close());

const version = cliOnPath();
const image = 'image: "registry.example.com/public/x:1"';
const inOneLine = (said: string) => said.replace(/\s+/g, " ");

/** What is known of these arguments before anything is asked for. */
const unlisted = '"L40" is not in the catalog; did you mean "NVIDIA L40S"?';
const unlistedPod = `new compute.Pod("p", { ${image}, gpu: { id: "L40" } });`;

describe.each(modes)("the local engine and the form %s", (mode) => {
  it("CH-14: refuse in the preview an id that does not exist, and say the same in up", async () => {
    const { preview, up } = await openProject(emulator, mode);
    const previewed = await preview(unlistedPod);
    expect(previewed.said).toMatch(/^error: .*gpu\.id/m);
    expect(previewed.said).toContain(unlisted);
    expect(previewed.result).toBe("failed");
    const done = await up(unlistedPod);
    expect(done.said).toContain(`Pod p: gpu.id ${unlisted} Those that exist: NVIDIA L40S,`);
    expect(done.result).toBe("failed");
  }, 60_000);
});

describe.each(modes)(`the CLI (${version ?? "none on the PATH"}) and the form %s`, (mode) => {
  if (version === undefined) return notTried("what a preview says that the platform would refuse, with the CLI", noCli);

  it("CH-14: refuse in the preview an id that does not exist, before an up changes anything", async () => {
    const project = openWithCli(emulator, mode);
    const preview = await project.preview(unlistedPod);
    expect(inOneLine(preview.said)).toContain(unlisted);
    expect(preview.code).not.toBe(0);
    emulator.requests.clear();
    // With the preview that belongs to an up: `--skip-preview` would leave it out.
    const up = await project.run(unlistedPod, ["up", "--yes"]);
    expect(inOneLine(up.said)).toContain(unlisted);
    expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(up.code).not.toBe(0);
  }, 400_000);

  it("A-21: warn once, also of a stack without pods, that nobody listens or that the key is refused", async () => {
    const program = `for (const name of ["a", "b"]) new compute.Template(name, { ${image} });`;
    const preview = async (env: NodeJS.ProcessEnv) => {
      const { code, said } = await openWithCli(emulator, mode).preview(program, env);
      expect(code).toBe(0);
      return inOneLine(said);
    };
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const unreached = await preview({ COMPUTE_API_URL: nobody });
    expect(unreached.split("Is the emulator running?")).toHaveLength(2);
    expect(unreached).toContain(
      `warning: The preview could not reach ${nobody} (connection refused), so \`up\` will fail`,
    );
    const refused = await preview({ COMPUTE_API_KEY: "wrong" });
    expect(refused.split("warning: The platform refuses the API key (401), so `up` will fail")).toHaveLength(2);
  }, 400_000);
});
