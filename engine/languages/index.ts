import { getOrMake } from "../../values/many";
import { EngineError } from "../errors";
import type { Project } from "../project/project";
import type { Language, Toolchain } from "./language";
import { nodejs } from "./nodejs";
import { python } from "./python";

/** The languages whose programs the engine runs. */
const languages: readonly Language[] = [nodejs, python];

/** The toolchains of a project: a stack may contain resources of an earlier program in another language. */
export class Toolchains {
  private readonly opened = new Map<string, Toolchain | undefined>();

  constructor(
    private readonly project: Project,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** The toolchain of the program; undefined for a language that only the CLI runs. */
  get own(): Toolchain | undefined {
    return this.of(this.project.runtime);
  }

  of(runtime: string): Toolchain | undefined {
    const language = languages.find((each) => each.runtime === runtime);
    return getOrMake(this.opened, runtime, () => language?.open(this.project, this.env));
  }

  /** The toolchain that runs the program. @throws EngineError `unsupported` if only the CLI can, `project` for a missing part. */
  toRun(): Toolchain {
    checkRuntime(this.project);
    const toolchain = this.own!;
    toolchain.check();
    return toolchain;
  }
}

export const isRunHere = (runtime: string): boolean => languages.some((language) => language.runtime === runtime);

/** @throws EngineError `unsupported` for a program that only the CLI can run. */
export function checkRuntime({ runtime }: Pick<Project, "runtime">): void {
  if (isRunHere(runtime)) return;
  throw new EngineError(
    "unsupported",
    `The local engine runs programs for ${languages.map(({ title }) => title).join(" and ")} only, and the runtime in Pulumi.yaml is ${runtime}. Use the Pulumi CLI, ` +
      "`pulumi` in place of `compute`, which works on the same state. Nothing was changed.",
  );
}
