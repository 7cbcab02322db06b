import { expect } from "@jest/globals";
import type { Emulator } from "../../emulator";
import type { EndpointState } from "../../emulator/serverless/record";
import type { EngineEvent, OperationResult } from "../../engine";
import type { ResourceState } from "../../engine/state/resource-state";
import { Account } from "../../proofs/histories/account";
import { kindOfType } from "../../proofs/histories/host";
import { everything, ledgerOf } from "../../proofs/histories/previews/happened";
import { shownOf } from "../../proofs/histories/previews/screen";
import { Sentences } from "../../proofs/histories/previews/sentences";
import { entriesOf } from "../../provider/ownership/states";
import type { ServedStack } from "../support/served-stack";

/** Carries out the first `up` or a destroy after its preview, and holds each sentence of that against what happened. */
export async function judged(
  stack: ServedStack,
  emulator: Emulator,
  operation: "up" | "destroy",
): Promise<OperationResult> {
  const events: EngineEvent[] = [];
  const onEvent = (event: EngineEvent) => void events.push(event);
  const foreseen =
    operation === "up" ? await stack.preview({ onEvent }) : await stack.destroy({ previewOnly: true, onEvent });
  const exported = () => stack.exportState();
  const [before, was] = await now(operation === "up" ? async () => ({}) : exported, emulator);
  const ended = await stack[operation]();
  const [after, is] = await now(exported, emulator);
  const told = shownOf(foreseen, events, entriesOf({ resources: before }), false);
  // A job may end, and cost nothing, at any moment after its start.
  const isEnding = before.concat(after).some(({ inputs }) => inputs["runToCompletion"] === true);
  const shown = isEnding ? { ...told, cost: undefined } : told;
  const had = new Set(before.map(({ id }) => id));
  // The pods of a cluster go with it.
  const gone = [...was.ids].filter((place) => !is.ids.has(place) && had.has(place.split(" ")[1]));
  const run = {
    deleted: gone.map((place) => ({ kind: place.split(" ")[0]! as never, id: place.split(" ")[1]!, hasData: false })),
    made: new Set(after.flatMap(({ id }) => (id && !had.has(id) ? [id] : []))),
    sent: new Map<string, Set<string>>(),
  };
  const sentences = new Sentences();
  const steps = foreseen.steps.filter(({ type }) => isKind(type) || /:(Stack|Fleet|Ready)$/.test(type));
  const happened = { before, after, was: was.ledger, is: is.ledger, run };
  expect(sentences.wrong(shown, steps, happened, undefined)).toEqual([]);
  expect(sentences.counts).toHaveProperty(operation === "up" ? "create" : "delete");
  return ended;
}

/** The entries of the state, and the platform's ledger. */
async function now(exported: () => Promise<unknown>, emulator: Emulator) {
  const { deployment } = (await exported()) as { deployment?: { resources?: ResourceState[] } };
  const endpoints = emulator.dump()["endpoints"] as { id: string; jobs?: { id: string }[] }[];
  const byId = new Map(
    endpoints.map((each) => [each.id, { ...each, jobs: byIds(each.jobs) } as unknown as EndpointState]),
  );
  const account = new Account("ours", emulator.store, byId);
  const resources = (deployment?.resources ?? []).map((entry) => ({
    ...entry,
    dependencies: entry.dependencies ?? [],
  }));
  const places = resources.flatMap(({ type, id }) => (id && isKind(type) ? [[kindOfType(type), id] as const] : []));
  const ledger = ledgerOf({ account }, [...everything(account), ...places]);
  return [resources.filter(({ type }) => isKind(type)), { ledger, ids: new Set(ledger.keys()) }] as const;
}

const byIds = (all: readonly { id: string }[] = []) => new Map(all.map((each) => [each.id, each]));

/** Neither the stack, nor a component, nor a provider. */
const isKind = (type: string): boolean => /(^compute:index|dynamic\/compute):/.test(type);
