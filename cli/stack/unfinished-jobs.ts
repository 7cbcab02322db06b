import { counted } from "../../values/many";
import { timeLimit } from "../../client/clock";
import { ConfigurationError } from "../../client/errors/errors";
import type { Client } from "../../client/index";
import type { Diagnostic, LocalStack } from "../../engine/index";
import { spellingOf, warningIn } from "../../plugin/failures";
import type { Io } from "../io";
import { AccountBook } from "../state/accounts";
import type { StackResource } from "../state/deployment";
import { openKeys, stateOf } from "../state/load-stack";
import { endpointsAmong } from "../state/reach";
import { patienceMs } from "./cost-of-plan";
import type { StackPlan } from "./plan";

/**
 * Warns of each endpoint that a plan deletes while it has jobs: an engine asks no provider before that, as it does before a
 * replacement. An account or a queue that does not answer is passed over.
 */
export async function unfinishedJobsIn(io: Io, stack: LocalStack, { effects }: StackPlan): Promise<Diagnostic[]> {
  const leaving = endpointsAmong(effects).filter(({ does, isReplaced }) => does === "delete" && !isReplaced);
  if (leaving.length === 0) return [];
  return warningsOf(io, stack, new Set(leaving.map(({ id }) => id))).catch(() => []);
}

async function warningsOf(io: Io, stack: LocalStack, ids: ReadonlySet<string | undefined>): Promise<Diagnostic[]> {
  const state = await stateOf(stack);
  const resources = state.stack.resources.filter(({ id, outputs }) => ids.has(id) && outputs["type"] === "QUEUE");
  if (resources.length === 0) return [];
  const opened = { ...(await openKeys(io, state)), resources };
  const { reached } = await new AccountBook(io, { stack: stack.name }).read(opened);
  const signal = timeLimit(patienceMs, io.signal);
  const asked = reached.flatMap(({ client, resources: own }) =>
    own.map(async ({ urn, name, id, inputs }): Promise<Diagnostic[]> => {
      const said = await whatIsLeft(client, id, signal);
      if (said === undefined) return [];
      const message = `Endpoint ${name} ${said}, ${inputs["jobLoss"] === "allow" ? cancelled : refused}`;
      return [{ severity: "warning", urn, message: warningIn(message, await spellingOf(io.cwd)) }];
    }),
  );
  return (await Promise.all(asked)).flat();
}

const cancelled = "and its deletion cancels them.";
const refused =
  'so its deletion will be refused. Wait until they are done; or set jobLoss: "allow" and run `up`, after which it can be deleted.';

/** `has 1 job in its queue and 2 running`. */
async function whatIsLeft(client: Client, id: StackResource["id"], signal: AbortSignal): Promise<string | undefined> {
  try {
    const { jobs } = await client.queue(id).health({ signal });
    const { inQueue, inProgress } = jobs;
    return inQueue + inProgress === 0
      ? undefined
      : `has ${counted(inQueue, "job")} in its queue and ${inProgress} running`;
  } catch (error) {
    return error instanceof ConfigurationError ? "may have jobs, and its queue can't be asked" : undefined;
  }
}
