import { EngineError, type EngineEvent, LocalStack } from "../../../engine";
import { firstLine, type Times, readCalls, readState, sorted } from "./normalise";
import type { Observation, Scenario, ScenarioStep } from "./scenario";
import { Workspace } from "./workspace";

const stacks = new WeakMap<Workspace, Map<number, Promise<LocalStack>>>();

/** One stack object for each workspace and limit: deriving its key takes a while, by design. */
export function openStack(workspace: Workspace, parallel = 8): Promise<LocalStack> {
  const known = stacks.get(workspace) ?? new Map<number, Promise<LocalStack>>();
  stacks.set(workspace, known);
  const { dir, stack, backendUrl, passphrase, env } = workspace;
  const opened =
    known.get(parallel) ?? LocalStack.open({ projectDir: dir, stack, backendUrl, passphrase, env, parallel });
  known.set(parallel, opened);
  return opened;
}

/** Runs a scenario with the local engine. */
export async function runLocal(scenario: Scenario): Promise<Observation[]> {
  const workspace = new Workspace();
  try {
    const observations: Observation[] = [];
    let times: Times = new Map();
    for (const step of scenario.steps) {
      const end = await runLocalStep(workspace, step);
      const read = await readState(workspace, times);
      times = read.times;
      const { state, pending } = read;
      observations.push({ ...end, ...readCalls(workspace, scenario), state, pending, cloud: workspace.objects() });
    }
    return observations;
  } finally {
    workspace.remove();
  }
}

export async function runLocalStep(workspace: Workspace, step: ScenarioStep) {
  const stack = await openStack(workspace, step.parallel);
  workspace.prepare(step);
  for (const [key, value] of Object.entries(step.config ?? {})) {
    if (value === null) await stack.removeConfig(key);
    else if (typeof value === "string") await stack.setConfig(key, value);
    else await stack.setConfig(key, value.secret, { secret: true });
  }
  try {
    const started: string[] = [];
    const onEvent = (event: EngineEvent) => {
      if (event.kind === "step-start") started.push(`${event.step.op} ${event.step.name}`);
    };
    const { result, summary, diagnostics } = await operate(stack, step, onEvent);
    return {
      ok: result === "succeeded",
      summary: { ...summary } as Record<string, number>,
      steps: sorted(started),
      errors: sorted(
        diagnostics // The CLI prints this one without making an event of it.
          .filter(({ severity, message }) => severity === "error" && !message.startsWith("no changes were expected"))
          .map(({ message }) => firstLine(message)),
      ),
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ok: false, summary: {}, steps: [], errors: [firstLine(error.message)] };
  }
}

function operate(stack: LocalStack, step: ScenarioStep, onEvent: (event: EngineEvent) => void) {
  const { previewOnly = false, refreshFirst = false, expectNoChanges = false, clearPendingCreates = false } = step;
  switch (step.run) {
    case "up":
      return stack.up({ refresh: refreshFirst, expectNoChanges, onEvent });
    case "preview":
      return stack.preview({ refresh: refreshFirst, expectNoChanges, onEvent });
    case "refresh":
      return stack.refresh({ previewOnly, expectNoChanges, clearPendingCreates, onEvent });
    case "destroy":
      return stack.destroy({ previewOnly, onEvent });
  }
}
