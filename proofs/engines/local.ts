import { EngineError, type EngineEvent, type InlineProgram, LocalStack, type OperationResult } from "../../engine";
import { type Ambient, systemAmbient } from "../../engine/ambient";
import { isDefaultProvider } from "../../engine/protocol/urn";
import type { Step } from "./life";
import { passphrase, stackName, type Told } from "./story";

/** One operation of one stack. */
export interface Work {
  readonly step: Step;
  readonly program: InlineProgram;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly parallel: number;
}

/** URNs of a logical name, whatever its type and its parents. */
export const patternOf = (name: string): string => `**::${name}`;

export class LocalDriver {
  private program: InlineProgram = () => undefined;
  private readonly stack: Promise<LocalStack>;

  constructor({ folder, env, parallel, start }: Pick<Work, "folder" | "env" | "parallel"> & Pick<Ambient, "start">) {
    this.stack = LocalStack.open({
      projectDir: folder,
      stack: stackName,
      passphrase,
      backendUrl: `file://${folder}/state`,
      env,
      parallel,
      ambient: { ...systemAmbient, start },
      program: () => this.program(),
    });
  }

  async run({ step, program }: Work): Promise<Told> {
    this.program = program;
    const steps: string[] = [];
    const onEvent = (event: EngineEvent) => {
      if (event.kind !== "step-start" && event.kind !== "step-failed") return;
      const { op, urn, detailedDiff = {} } = event.step;
      if (isDefaultProvider(urn) || op === "refresh") return;
      const failed = event.kind === "step-failed" ? ["failed"] : [];
      steps.push(line(op, urn, failed.length > 0 ? {} : detailedDiff, failed));
    };
    try {
      const { result, diagnostics } = await operate(await this.stack, step, onEvent);
      const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
      return { result, steps, errors };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { result: "failed", steps, errors: [error.message] };
    }
  }
}

export const line = (
  op: string,
  urn: string,
  detailed: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): string => {
  const paths = Object.entries(detailed).map(([path, kind]) => `${path} ${kind}`);
  return [op, urn, ...paths.sort(), ...more].join(" ");
};

function operate(stack: LocalStack, step: Step, onEvent: (event: EngineEvent) => void): Promise<OperationResult> {
  const { target = [], exclude = [], replace = [] } = step;
  const { targetDependents = false, excludeDependents = false, continueOnError = false, runProgram = false } = step;
  const options = {
    target: target.map(patternOf),
    exclude: exclude.map(patternOf),
    targetDependents,
    excludeDependents,
    onEvent,
  };
  const replaced = replace.map(patternOf);
  switch (step.do) {
    case "preview":
      return stack.preview({ ...options, replace: replaced });
    case "up":
    case "up --refresh":
      return stack.up({ ...options, replace: replaced, continueOnError, refresh: step.do === "up --refresh" });
    case "refresh":
      return stack.refresh({ ...options, runProgram });
    case "destroy":
      return stack.destroy({ ...options, continueOnError, runProgram });
  }
}
