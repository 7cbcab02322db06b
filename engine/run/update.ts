import { Deployment } from "./deployment";
import { type Outcome, outcomeOf } from "./end";
import type { Purpose } from "../plan/generate";
import { checkDeclared } from "../project/declared-settings";
import type { Operation } from "./operation";
import { type ResourceState, stackOutputs } from "../state/resource-state";
import type { DestroyOptions, RefreshOptions, UpOptions } from "../project/options";
import { openProgramRun } from "../program/run-program";
import { Selection, type SelectionOptions } from "../plan/selection";
import type { Work } from "./work";

/** An `up` or its preview: refreshes if requested, runs the program, deletes unwanted entries, stores the outputs. */
export async function deploy(work: Work, options: UpOptions): Promise<Outcome> {
  checkProgram(work);
  const { base, refreshing } = await started(work, options, options.refresh);
  if (refreshing?.failed) return outcomeOf(refreshing, stackOutputs(base));
  const { operation, outputs } = await carryOut(work, base, "update", options);
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
  const { fresh, operation } = await readAgain(work, { ...options, runProgram: false, replace: [] });
  return { base: fresh, refreshing: operation };
}

/** Reads every object, and stores what there is. */
async function readAgain(work: Work, options: RefreshOptions & SelectionOptions) {
  const { clearPendingCreates, runProgram = false } = options;
  const deployment = await carryOut(work, work.options.session.resources, "refresh", options, runProgram);
  const fresh = deployment.refreshed();
  await work.save(fresh, clearPendingCreates ? [] : work.lostCreates());
  return { operation: deployment.operation, fresh };
}

/** The outcome with the diagnostics of the refresh before it. */
const after = (refreshing: Operation | undefined, outcome: Outcome): Outcome =>
  refreshing ? { ...outcome, diagnostics: [...refreshing.diagnostics, ...outcome.diagnostics] } : outcome;

/** Checks the program and its settings. Operations without a program skip this, so a stack without a required setting can be destroyed. */
function checkProgram({ options: { stack, session, project } }: Work): void {
  checkDeclared(stack, session.config, project.settings);
}

/** A destroy, which runs the program only if asked, for the current settings of its providers. */
export async function destroy(work: Work, options: DestroyOptions): Promise<Outcome> {
  if (options.runProgram) checkProgram(work);
  const { base, refreshing } = await started(work, options);
  if (refreshing?.failed) return outcomeOf(refreshing, stackOutputs(base));
  const { operation } = await carryOut(work, base, "destroy", options, options.runProgram ?? false);
  return after(refreshing, outcomeOf(operation, stackOutputs(operation.options.journal.snapshot.resources()), false));
}

/** A refresh, which runs the program only if asked. */
export async function refresh(work: Work, options: RefreshOptions): Promise<Outcome> {
  if (options.runProgram) checkProgram(work);
  const { operation, fresh } = await readAgain(work, options);
  return outcomeOf(operation, stackOutputs(fresh), options.expectNoChanges);
}

/** Carries out an operation with all its steps, with or without the program. */
async function carryOut(
  work: Work,
  base: readonly ResourceState[],
  purpose: Purpose,
  options: SelectionOptions & { continueOnError?: boolean; clearPendingCreates?: boolean },
  runsProgram = true,
): Promise<Deployment> {
  const { config } = work.options.session;
  const deployment = new Deployment(work.operationOptions(base, options), config, new Selection(options), purpose);
  const operation = work.watch(deployment.operation);
  if (!options.clearPendingCreates) warnOfLost(work, operation);
  // Providers send messages while no program runs too, even at their end.
  await work.serve(deployment);
  if (runsProgram) await runProgram(work, base, deployment);
  else await deployment.withoutProgram();
  await operation.idle();
  await deployment.storeOutputs();
  if (purpose !== "refresh") await operation.options.journal.flush();
  return deployment;
}

async function runProgram(work: Work, base: readonly ResourceState[], deployment: Deployment): Promise<void> {
  const run = openProgramRun(deployment, work.options, work.engineAddress);
  work.onTerminate(() => run.kill());
  work.warmUp(base);
  if (!deployment.operation.stopped) await run.run();
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
