import { Deployment } from "./deployment";
import { destroyAll, type Outcome, outcomeOf } from "./end";
import type { Purpose } from "../plan/generate";
import type { Monitor } from "../protocol/monitor-server";
import { checkDeclared } from "../project/declared-settings";
import type { Operation } from "./operation";
import { type ResourceState, stackOutputs } from "../state/resource-state";
import type { DestroyOptions, RefreshOptions, UpOptions } from "../project/options";
import { rebuild, refreshAll } from "./refresh";
import { openProgramRun } from "../program/run-program";
import { Selection, type SelectionOptions } from "../plan/selection";
import type { Work } from "./work";

/** An `up` or its preview: refreshes if requested, runs the program, deletes unwanted entries, stores the outputs. */
export async function deploy(work: Work, options: UpOptions): Promise<Outcome> {
  checkProgram(work);
  const { base, refreshing } = await started(work, options, options.refresh);
  if (refreshing?.failed) return outcomeOf(refreshing, stackOutputs(base));
  const { operation, outputs } = await runProgram(work, base, "update", options);
  return after(refreshing, outcomeOf(operation, outputs, options.expectNoChanges));
}

/** The beginning of an operation: the state, possibly after a refresh. */
interface Started {
  readonly base: readonly ResourceState[];
  readonly refreshing?: Operation;
}

/** Refreshes if requested, or if Pulumi.yaml says always. */
async function started(work: Work, options: SelectionOptions, isAsked = false): Promise<Started> {
  const { session, project } = work.options;
  if (!isAsked && !project.refreshes) return { base: session.resources };
  const { fresh, operation } = await refreshAlone(work, options);
  return { base: fresh, refreshing: operation };
}

/** Reads every object without the program, and stores what there is. */
async function refreshAlone(work: Work, options: RefreshOptions) {
  const { resources } = work.options.session;
  const operation = work.operation(resources);
  if (!options.clearPendingCreates) warnOfLost(work, operation);
  await work.serve(onlyListening(operation));
  const fresh = rebuild(resources, await refreshAll(operation, resources, new Selection(options)));
  await operation.idle();
  await saveRefreshed(work, fresh, options);
  return { operation, fresh };
}

const saveRefreshed = (work: Work, fresh: readonly ResourceState[], { clearPendingCreates }: RefreshOptions) =>
  work.save(fresh, clearPendingCreates ? [] : work.lostCreates());

/** The outcome with the diagnostics of the refresh before it. */
const after = (refreshing: Operation | undefined, outcome: Outcome): Outcome =>
  refreshing ? { ...outcome, diagnostics: [...refreshing.diagnostics, ...outcome.diagnostics] } : outcome;

/** Checks the program and its settings. Operations without a program skip this, so a stack without a required setting can be destroyed. */
function checkProgram({ options: { stack, session, project } }: Work): void {
  checkDeclared(stack, session.config, project.settings);
}

/** Answers while no program runs: providers send messages then too, even at their end. */
function onlyListening(operation: Operation): Monitor {
  const refuse = () => Promise.reject(new Error("no program runs"));
  return {
    register: refuse,
    construct: refuse,
    read: refuse,
    invoke: refuse,
    registerOutputs: refuse,
    programEnded: refuse,
    log: (severity, message, urn, isPassing) => operation.log(severity, message, urn, isPassing),
    fail: (error, urn) => operation.fail(error, urn),
  };
}

/** A destroy, which runs the program only if asked. */
export async function destroy(work: Work, options: DestroyOptions): Promise<Outcome> {
  if (options.runProgram) checkProgram(work);
  const { base, refreshing } = await started(work, options);
  if (refreshing?.failed) return outcomeOf(refreshing, stackOutputs(base));
  const operation = options.runProgram
    ? (await runProgram(work, base, "destroy", options)).operation
    : await destroyWithoutProgram(work, base, options);
  return after(refreshing, outcomeOf(operation, stackOutputs(operation.options.journal.snapshot.resources()), false));
}

/** A refresh, which runs the program only if asked. */
export async function refresh(work: Work, options: RefreshOptions): Promise<Outcome> {
  const { operation, fresh } = await (options.runProgram ? refreshWithProgram : refreshAlone)(work, options);
  return outcomeOf(operation, stackOutputs(fresh), options.expectNoChanges);
}

async function destroyWithoutProgram(
  work: Work,
  base: readonly ResourceState[],
  options: DestroyOptions,
): Promise<Operation> {
  const operation = work.operation(base, options);
  warnOfLost(work, operation);
  await work.serve(onlyListening(operation));
  await destroyAll(operation, base, new Selection(options));
  await operation.idle();
  await operation.options.journal.flush();
  return operation;
}

/** A refresh that runs the program, so that providers have the current settings. */
async function refreshWithProgram(work: Work, options: RefreshOptions) {
  checkProgram(work);
  const deployment = await runProgram(work, work.options.session.resources, "refresh", options);
  const fresh = deployment.refreshed();
  await saveRefreshed(work, fresh, options);
  return { operation: deployment.operation, fresh };
}

/** Runs the program to its end, with all its steps. */
async function runProgram(
  work: Work,
  base: readonly ResourceState[],
  purpose: Purpose,
  options: SelectionOptions & { continueOnError?: boolean; clearPendingCreates?: boolean },
): Promise<Deployment> {
  const { config } = work.options.session;
  const deployment = new Deployment(work.operationOptions(base, options), config, new Selection(options), purpose);
  const operation = work.watch(deployment.operation);
  if (!options.clearPendingCreates) warnOfLost(work, operation);
  await work.serve(deployment);
  const run = openProgramRun(deployment, work.options, work.engineAddress);
  work.onTerminate(() => run.kill());
  work.warmUp(base);
  if (!operation.stopped) await run.run();
  await operation.idle();
  await deployment.storeOutputs();
  await operation.options.journal.flush();
  return deployment;
}

/**
 * Reports creates of a killed run with an unknown outcome. The CLI does so in `up` and `destroy`, and asks about them in a
 * `refresh` at a terminal. This engine never asks, so its `refresh` reports them too, once. A preview changes nothing.
 */
function warnOfLost(work: Work, operation: Operation): void {
  const lost = work.lostCreates();
  if (lost.length === 0 || work.options.dryRun || work.hasWarned) return;
  work.hasWarned = true;
  const list = lost.map(({ resource }) => `  * ${resource.urn}, interrupted while creating`).join("\n");
  operation.log(
    "warning",
    `Attempting to deploy or update resources with ${lost.length} pending operations from previous deployment.\n${list}\n` +
      "These resources are in an unknown state because the engine was interrupted while waiting for changes to complete. " +
      "`up` on the same machine takes over what such a call made, where the program still asks for the resource. Run " +
      "`compute doctor` to see what there is, then clear the records with `refresh --clear-pending-creates`.",
  );
}
