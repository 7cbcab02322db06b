import { Deployment } from "./deployment";
import { destroyAll, type Outcome, outcomeOf } from "./end";
import type { Purpose } from "../plan/generate";
import { type Monitor, type MonitorServer, serveMonitor } from "../protocol/monitor-server";
import { checkDeclared } from "../project/declared-settings";
import type { Operation } from "./operation";
import { type ResourceState, stackOutputs } from "../state/resource-state";
import type { DestroyOptions, RefreshOptions, UpOptions } from "../project/options";
import { rebuild, refreshAll } from "./refresh";
import { infoOf, openProgramRun } from "../program/run-program";
import { Selection, type SelectionOptions } from "../plan/selection";
import type { Work } from "./work";

/** An `up` or its preview: refreshes if requested, runs the program, deletes unwanted entries, stores the outputs. */
export async function deploy(work: Work, options: UpOptions): Promise<Outcome> {
  checkProgram(work);
  const { base, refreshing, engine } = await started(work, options, options.refresh);
  if (refreshing?.failed) return outcomeOf(refreshing, stackOutputs(base));
  const { operation, outputs } = await runProgram(work, base, "update", options, engine);
  return after(refreshing, outcomeOf(operation, outputs, options.expectNoChanges));
}

/** The beginning of an operation: the state, possibly after a refresh, which then has already started the server. */
interface Started {
  readonly base: readonly ResourceState[];
  readonly refreshing?: Operation;
  readonly engine?: EarlyEngine | undefined;
}

/** Refreshes if requested, or if Pulumi.yaml says always. */
async function started(work: Work, options: SelectionOptions, isAsked = false): Promise<Started> {
  const { session, project } = work.options;
  if (!isAsked && !project.refreshes) return { base: session.resources };
  const { fresh, operation, engine } = await refreshAlone(work, options);
  return { base: fresh, refreshing: operation, engine };
}

/** Reads every object without the program, and stores what there is. */
async function refreshAlone(work: Work, options: RefreshOptions) {
  const { resources } = work.options.session;
  const operation = work.operation(resources);
  if (!options.clearPendingCreates) warnOfLost(work, operation);
  const engine = await serveWithoutProgram(work, operation);
  const fresh = rebuild(resources, await refreshAll(operation, resources, new Selection(options)));
  await operation.idle();
  await saveRefreshed(work, fresh, options);
  return { operation, fresh, engine };
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

interface EarlyEngine {
  readonly server: MonitorServer;
  monitor: Monitor;
}

/**
 * Serves the engine while no program runs: providers send messages then too, even at their end. Providers that a refresh
 * starts may later create objects, and check whether the engine still runs.
 */
async function serveWithoutProgram(work: Work, operation: Operation): Promise<EarlyEngine | undefined> {
  const { proto, inProcess } = work.options;
  // A provider in this process needs no address.
  if (inProcess) return undefined;
  const server = await serveMonitor(proto, () => engine.monitor, infoOf(work.options));
  const engine: EarlyEngine = { server, monitor: onlyListening(operation) };
  work.engineAddress = server.address;
  work.onProvidersGone(() => server.close());
  return engine;
}

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
  const { base, refreshing, engine } = await started(work, options);
  if (refreshing?.failed) return outcomeOf(refreshing, stackOutputs(base));
  const operation = options.runProgram
    ? (await runProgram(work, base, "destroy", options, engine)).operation
    : await destroyWithoutProgram(work, base, options, engine);
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
  engine: EarlyEngine | undefined,
): Promise<Operation> {
  const operation = work.operation(base, options);
  if (engine) engine.monitor = onlyListening(operation);
  else {
    warnOfLost(work, operation);
    await serveWithoutProgram(work, operation);
  }
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
  early?: EarlyEngine,
): Promise<Deployment> {
  const { config } = work.options.session;
  const deployment = new Deployment(work.operationOptions(base, options), config, new Selection(options), purpose);
  const operation = work.watch(deployment.operation);
  if (!early && !options.clearPendingCreates) warnOfLost(work, operation);
  if (early) early.monitor = deployment;
  const run = await openProgramRun(deployment, work.options, early?.server);
  work.engineAddress = run.address;
  work.onTerminate(() => run.kill());
  work.onProvidersGone(() => run.close());
  work.warmUp(base);
  if (!operation.stopped) await run.run();
  await operation.idle();
  await deployment.storeOutputs();
  await operation.options.journal.flush();
  return deployment;
}

/**
 * Reports creates of a killed run with an unknown outcome. The CLI does so in `up` and `destroy`, and asks about them in a
 * `refresh` at a terminal. This engine never asks, so its `refresh` reports them too. A preview changes nothing.
 */
export function warnOfLost(work: Work, operation: Operation): void {
  const lost = work.lostCreates();
  if (lost.length === 0 || work.options.dryRun) return;
  const list = lost.map(({ resource }) => `  * ${resource.urn}, interrupted while creating`).join("\n");
  operation.log(
    "warning",
    `Attempting to deploy or update resources with ${lost.length} pending operations from previous deployment.\n${list}\n` +
      "These resources are in an unknown state because the engine was interrupted while waiting for changes to complete. " +
      "`up` on the same machine takes over what such a call made, where the program still asks for the resource. Run " +
      "`compute doctor` to see what there is, then clear the records with `refresh --clear-pending-creates`.",
  );
}
