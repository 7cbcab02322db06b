import { join } from "node:path";
import type { Operation } from "../../../cli/documents/operation";
import type { Emulator } from "../../../emulator";
import { fastClock, ServedProviders } from "../../../proofs/engines/served";
import type { Mode } from "../../../proofs/plugin";
import { programsHere } from "../../support/program-here";
import { inForm, Project } from "../../support/project";

/** A stack in a folder whose programs a test gives, and what the commands say of it. */
export function openTold(emulator: Emulator, mode: Mode) {
  const env = { COMPUTE_API_URL: emulator.apiUrl, COMPUTE_API_KEY: emulator.apiKey };
  const project = new Project(emulator, { env: { PULUMI_STACK: "dev" } });
  const states = join(project.backend, ".pulumi", "stacks");
  const backend = { key: "here", id: () => "here", isShared: false, states };
  const { start } = new ServedProviders(mode, { clock: fastClock(100), env, listener: "engine", backend });
  project.installPlugin();
  Object.assign(project.io, { ambient: { ...programsHere, start } });
  const run = async (program: string, ...args: string[]) => {
    project.write(inForm(mode, program));
    project.io.written.err = "";
    const out = await project.run(...args);
    return { out, err: project.io.written.err };
  };
  return {
    up: (program: string, ...flags: string[]) => run(program, "up", "--yes", "--skip-preview", ...flags),
    /** With a preview, which is shown first. */
    previewedUp: (program: string) => run(program, "up", "--yes"),
    screen: async (program: string, ...flags: string[]) => (await run(program, "preview", ...flags)).out,
    markdown: async (program: string, ...flags: string[]) =>
      (await run(program, "preview", "--markdown", ...flags)).out,
    effects: async (program: string, ...flags: string[]) => {
      const { out } = await run(program, "preview", "--json", ...flags);
      return (JSON.parse(out) as Required<Operation>).effects;
    },
    command: (...args: string[]) => project.run(...args),
    /** What a command wrote that has failed. */
    refused: (program: string, ...args: string[]) =>
      run(program, ...args).then(
        () => "",
        () => project.io.written.out + project.io.written.err,
      ),
  };
}
