import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { modes } from "../../../proofs/plugin";
import { inForm, Project } from "../../support/project";

let emulator: Emulator;
beforeAll(async () => void (emulator = await startEmulator({ speed: 1_000, rateLimit: false })));
afterAll(() => emulator.close());

const endpoint = (more = "") =>
  `new compute.Endpoint("echo", { type: "QUEUE", image: "echo:1", gpu: { pools: ["ADA_24"] }, waitFor: "none",
    scaling: { type: "QUEUE_DELAY", queueDelay: 4 }, workers: { min: 0, max: 0 }${more} });`;

describe.each(modes)("a preview of what deletes an endpoint, in the form %s", (mode) => {
  /** Deploys the endpoint and gives it a job, which waits, since it has no workers. */
  const busy = async (more?: string) => {
    const project = new Project(emulator, { program: inForm(mode, endpoint(more)) });
    const stack = await project.here({ mode });
    const { steps } = await stack.up();
    const id = steps.find(({ name }) => name === "echo")!.new!.id!;
    const client = createClient(emulator);
    await client.queue(id).run({ input: {} });
    await client.close();
    return project;
  };
  const previewed = async (project: Project) => (await project.run("destroy", "--preview-only")).replace(/\s+/g, " ");

  it("E-5: warns of an endpoint whose jobs will keep it from being deleted", async () => {
    const project = await busy();
    expect(await previewed(project)).toContain(
      "warning: Endpoint echo has 1 job in its queue and 0 running, so its deletion will be refused. Wait until they are done; or set jobLoss:",
    );
    const document = JSON.parse(await project.run("destroy", "--preview-only", "--json")) as { diagnostics: object[] };
    expect(document.diagnostics).toMatchObject([{ severity: "warning", urn: expect.stringMatching(/::echo$/) }]);
  }, 60_000);

  it("E-5: says that they are lost where the program allows it", async () => {
    expect(await previewed(await busy(', jobLoss: "allow"'))).toContain(
      "warning: Endpoint echo has 1 job in its queue and 0 running, and its deletion cancels them.",
    );
  }, 60_000);

  it("E-5: says so of a replacement that the user asks for, which is refused before another one is made", async () => {
    const project = await busy();
    const asked = async () => {
      const { result, diagnostics } = await (await project.here({ mode, notify: "engine" })).preview({
        replace: ["**::echo"],
      });
      return [result, ...diagnostics.map(({ message }) => message)];
    };
    expect(await asked()).toEqual([
      "failed",
      expect.stringMatching(/Endpoint \w+ has 1 job in its queue and 0 running, which deleting it would cancel/),
    ]);
    project.write(inForm(mode, endpoint(', jobLoss: "allow"')));
    expect(await asked()).toEqual([
      "succeeded",
      "Endpoint echo has 1 job in its queue and 0 running, which its deletion cancels.",
    ]);
  }, 60_000);
});
