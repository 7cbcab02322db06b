import { systemAmbient } from "../../../engine/ambient";
import { EngineError, type EngineEvent, type InlineProgram, LocalStack } from "../../../engine";
import { type JsonMap, textOf } from "../../../engine/protocol/wire";
import { run } from "./program/things";
import { detailedLine, firstLine, type Times, readCalls, readState, sorted } from "./normalise";
import { type Observation, type Scenario, type ScenarioStep, urnOf } from "./scenario";
import { startHere } from "./start-here";
import { Workspace } from "./workspace";

const stacks = new WeakMap<Workspace, Map<string, Promise<LocalStack>>>();

interface Opening {
  readonly parallel?: number | undefined;
  /** In place of the workspace's program, in a process of its own. */
  readonly program?: InlineProgram | undefined;
  /** Whether providers are run in this process, and not in processes of their own. */
  readonly providersHere?: boolean;
}

/** What of a step is run in this process: to start one, for a program or for its providers, takes longer than a step. */
export interface Here {
  readonly program: boolean;
  readonly providers: boolean;
}

/** One stack object for each stack of a workspace and limit: deriving its key takes a while, by design. */
export function openStack(
  workspace: Workspace,
  { parallel = 8, program, providersHere = false }: Opening = {},
): Promise<LocalStack> {
  const known = stacks.get(workspace) ?? new Map<string, Promise<LocalStack>>();
  stacks.set(workspace, known);
  const { dir, stack, backendUrl, passphrase, env } = workspace;
  const key = `${stack} ${parallel} ${program ? "program" : ""} ${providersHere ? "providers" : ""}`;
  const ambient = providersHere ? { ...systemAmbient, start: startHere } : systemAmbient;
  const about = { projectDir: dir, stack, backendUrl, passphrase, env, parallel, ambient };
  const opened = known.get(key) ?? LocalStack.open({ ...about, ...(program && { program }) });
  known.set(key, opened);
  return opened;
}

/** Runs a scenario with the local engine. */
export async function runLocal(
  scenario: Scenario,
  whatIsHere: (step: ScenarioStep, index: number) => Here,
): Promise<Observation[]> {
  const workspace = new Workspace();
  const program: InlineProgram = () => run(JSON.parse(workspace.read("program.json")!));
  try {
    const observations: Observation[] = [];
    let times: Times = new Map();
    for (const [index, step] of scenario.steps.entries()) {
      const here = whatIsHere(step, index);
      const end = await runLocalStep(workspace, step, {
        program: here.program ? program : undefined,
        providersHere: here.providers,
      });
      const read = await readState(workspace, times);
      times = read.times;
      observations.push({ ...end, ...readCalls(workspace, scenario), ...read.kept, cloud: workspace.objects() });
    }
    return observations;
  } finally {
    workspace.remove();
  }
}

export async function runLocalStep(workspace: Workspace, step: ScenarioStep, opening: Opening = {}) {
  workspace.prepare(step);
  const stack = await openStack(workspace, { ...opening, parallel: step.parallel });
  for (const [key, value] of Object.entries(step.config ?? {})) {
    if (value === null) await stack.removeConfig(key);
    else if (typeof value === "string") await stack.setConfig(key, value);
    else await stack.setConfig(key, value.secret, { secret: true });
  }
  await mark(stack, step);
  try {
    const started: string[] = [];
    const detailed: string[] = [];
    const onEvent = (event: EngineEvent) => {
      if (event.kind !== "step-start") return;
      const { op, name, urn, type, detailedDiff } = event.step;
      started.push(`${op} ${name}`);
      if (!type.startsWith("test:index:")) return;
      for (const [path, kind] of Object.entries(detailedDiff ?? {})) detailed.push(detailedLine(urn, path, kind));
    };
    const { result, summary, diagnostics } = await operate(stack, step, onEvent);
    return {
      ok: result === "succeeded",
      summary: { ...summary } as Record<string, number>,
      steps: sorted(started),
      ...(detailed.length > 0 && { detailed: sorted(detailed) }),
      errors: sorted(
        diagnostics
          .filter(({ severity, message }) => severity === "error" && !untold(step, message))
          .map(({ message }) => firstLine(message)),
      ),
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ok: false, summary: {}, steps: [], errors: [firstLine(error.message)] };
  }
}

/** What the CLI's `state taint` does to a state. */
async function mark(stack: LocalStack, { taint = [], untaint = [] }: ScenarioStep): Promise<void> {
  if (taint.length + untaint.length === 0) return;
  const state = await stack.exportState();
  const [marked, unmarked] = [taint.map(urnOf), untaint.map(urnOf)];
  const resources = (state.deployment["resources"] as JsonMap[]).map(({ taint: before, ...entry }) => {
    const urn = textOf(entry, "urn");
    const isMarked = marked.includes(urn) || (before === true && !unmarked.includes(urn));
    return isMarked ? { ...entry, taint: true } : entry;
  });
  await stack.importState({ ...state, deployment: { ...state.deployment, resources } });
}

/** The CLI prints these without making an event of them. */
const untold = (step: ScenarioStep, message: string): boolean =>
  message.startsWith("no changes were expected") ||
  (step.run !== "up" && /^Target .* could not be found/.test(message));

function operate(stack: LocalStack, step: ScenarioStep, onEvent: (event: EngineEvent) => void) {
  const { previewOnly = false, refreshFirst = false, expectNoChanges = false, clearPendingCreates = false } = step;
  const { continueOnError = false, runProgram = false } = step;
  const selection = {
    target: (step.target ?? []).map(urnOf),
    targetDependents: step.targetDependents ?? false,
    exclude: (step.exclude ?? []).map(urnOf),
    excludeDependents: step.excludeDependents ?? false,
  };
  const up = {
    ...selection,
    refresh: refreshFirst,
    replace: (step.replace ?? []).map(urnOf),
    expectNoChanges,
    onEvent,
  };
  switch (step.run) {
    case "up":
      return stack.up({ ...up, continueOnError });
    case "preview":
      return stack.preview(up);
    case "refresh":
      return stack.refresh({ ...selection, previewOnly, expectNoChanges, clearPendingCreates, runProgram, onEvent });
    case "destroy":
      return stack.destroy({ ...selection, previewOnly, continueOnError, runProgram, onEvent });
  }
}
