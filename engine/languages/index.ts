import { EngineError } from "../errors";
import type { Project } from "../project/project";
import type { Language, Toolchain } from "./language";
import { nodejs } from "./nodejs";
import { python } from "./python";

/** The languages whose programs the engine runs. */
const languages: readonly Language[] = [nodejs, python];

/** What a project has for each language: a stack may hold what an earlier program in another one made. */
export class Toolchains {
  private readonly opened = new Map<string, Toolchain>();

  constructor(
    private readonly project: Project,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** The one of the project's program; undefined for a language whose programs only the CLI runs. */
  get own(): Toolchain | undefined {
    return this.of(this.project.runtime);
  }

  of(runtime: string): Toolchain | undefined {
    const known = this.opened.get(runtime);
    if (known) return known;
    const opened = languages.find((language) => language.runtime === runtime)?.open(this.project, this.env);
    if (opened) this.opened.set(runtime, opened);
    return opened;
  }

  /** The one that runs the program. @throws EngineError `unsupported` where only the CLI can, `project` for what is missing. */
  toRun(): Toolchain {
    checkRuntime(this.project);
    const toolchain = this.own!;
    toolchain.check();
    return toolchain;
  }
}

/** @throws EngineError `unsupported` for a program that only the CLI can run. */
export function checkRuntime({ runtime }: Pick<Project, "runtime">): void {
  if (languages.some((language) => language.runtime === runtime)) return;
  throw new EngineError(
    "unsupported",
    `The local engine runs programs for ${languages.map(({ title }) => title).join(" and ")} only, and the runtime in Pulumi.yaml is ${runtime}. Install the Pulumi CLI, ` +
      "which works on the same state. Nothing was changed.",
  );
}
