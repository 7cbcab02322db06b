import { Deployment } from "./deployment";
import type { Operation } from "./operation";
import { type Outcome, outcomeOf, stackOutputs } from "./outcome";
import type { UpOptions } from "./options";
import { rebuild, refreshAll } from "./refresh";
import type { PendingOperation } from "./resource-state";
import { openProgramRun } from "./run-program";
import { isProviderType } from "./urn";
import type { Work } from "./work";

/** An `up` or its preview: refreshes if asked, runs the program, deletes what is left over, stores the outputs. */
export async function deploy(work: Work, options: UpOptions): Promise<Outcome> {
  const { session, project, stack, dryRun, parallel, proto, env, ambient, program } = work.options;
  let base = session.resources;
  if (options.refresh) {
    const operation = work.operation(base);
    base = rebuild(base, await refreshAll(operation, base));
    await operation.idle();
    await work.save(base, work.lostCreates());
    if (operation.failed) return outcomeOf(operation, stackOutputs(base));
  }
  const deployment = new Deployment(work.operationOptions(base), session.config);
  const operation = work.watch(deployment.operation);
  warnOfLost(operation, work.lostCreates());
  const { config } = session;
  const run = await openProgramRun({
    ...{ deployment, proto, project, stack, dryRun, parallel, config, env, ambient, program },
  });
  work.engineAddress = run.address;
  work.onTerminate(() => run.kill());
  if (base.length === 0 || base.some(({ type }) => isProviderType(type))) work.warmUp();
  try {
    await run.run();
    await operation.idle();
    await deployment.storeOutputs();
    await operation.options.journal.settle();
  } finally {
    run.close();
  }
  const outcome = outcomeOf(operation, deployment.outputs, options.expectNoChanges);
  return deployment.failed ? { ...outcome, result: "failed" } : outcome;
}

function warnOfLost(operation: Operation, lost: readonly PendingOperation[]): void {
  if (lost.length === 0) return;
  const list = lost.map(({ resource }) => `  * ${resource.urn}, interrupted while creating`).join("\n");
  operation.log(
    "warning",
    `Attempting to deploy or update resources with ${lost.length} pending operations from previous deployment.\n${list}\n` +
      "These resources are in an unknown state because the engine was interrupted while waiting for changes to complete. " +
      "They are created anew; look for what the interrupted call left on the platform, then clear the records with a " +
      "refresh (pulumi refresh --clear-pending-creates).",
  );
}
