import type { StepJournal } from "../state/step-journal";
import { hideOutputs } from "../hosts/keep-secrets";
import { EngineError, InitFailed } from "../errors";
import type { Provider } from "../protocol/provider-verbs";
import type { OperationType, PendingOperation, ResourceState } from "../state/resource-state";
import type { Step } from "../plan/step";
import { inShell, isProviderType, targetOf } from "../protocol/urn";
import { equal, isUnknown, type PropertyMap } from "../protocol/values";

export interface ExecutionContext {
  readonly journal: StepJournal;
  readonly dryRun: boolean;
  /** URNs that are being deleted, together with resources that are `deletedWith` one of them. */
  readonly deletes: ReadonlySet<string>;
  provider(entry: ResourceState): Promise<Provider>;
  /** RFC 3339. */
  timestamp(): string;
  /** Masks secrets in a text that will be stored. */
  readonly redact: (text: string) => string;
}

/**
 * Carries out one step: calls the platform, and records the call before and after (pulumi-engine 5.2, 5.5, 5.14).
 *
 * @returns the new entry; undefined after a delete.
 * @throws the provider's error; an `InitFailed` only after the object has been recorded.
 */
export async function executeStep(context: ExecutionContext, step: Step): Promise<ResourceState | undefined> {
  switch (step.op) {
    case "same":
      return same(context, step);
    case "create":
    case "create-replacement":
      return create(context, step);
    case "update":
      return update(context, step);
    case "import":
    case "import-replacement":
      return takeOver(context, step);
    case "read":
    case "read-replacement":
      return read(context, step);
    case "delete":
    case "delete-replaced":
    case "discard":
    case "discard-replaced":
      return remove(context, step);
    case "remove-pending-replace":
      await context.journal.write(() => context.journal.snapshot.remove(must(step.old)));
      return undefined;
    case "replace":
    case "refresh":
      return undefined;
  }
}

function same({ journal }: ExecutionContext, { old, next, skipped }: Step): ResourceState {
  if (skipped) return must(next);
  const before = must(old);
  if (before === next) {
    journal.snapshot.keep(before);
    return before;
  }
  const { id, created, modified } = before;
  const wanted = must(next);
  // Values that the program newly marks as secret become secret now, although nothing else changes.
  const outputs = wanted.custom ? hide(before.outputs, wanted) : before.outputs;
  // An entry with earlier errors is updated, so only a destroy reaches this line with one; as in the CLI, the errors are
  // dropped.
  const entry = { ...wanted, id, outputs, created, modified };
  journal.snapshot.put(entry, before);
  return entry;
}

async function create(context: ExecutionContext, step: Step): Promise<ResourceState> {
  const { journal, dryRun } = context;
  const next = must(step.next);
  const { old } = step;
  const place = (entry: ResourceState) => () => {
    // A replaced object waits for its delete, unless it was deleted first and only its marker is left.
    if (old && !old.pendingReplacement) {
      old.delete = true;
      journal.snapshot.put(entry);
    } else journal.snapshot.put(entry, old);
  };
  const stamped = (made: Partial<ResourceState>): ResourceState => {
    const now = context.timestamp();
    return { ...next, ...made, created: now, modified: now };
  };
  if (!next.custom) {
    const entry = stamped({});
    await journal.write(place(entry));
    return entry;
  }
  const provider = await context.provider(next);
  return operate(context, "creating", next, async (finish) => {
    const timeout = next.customTimeouts?.create ?? 0;
    try {
      const call = { ...targetOf(next.urn), inputs: next.inputs, timeout, preview: dryRun };
      const { id, outputs } = await provider.create(call);
      if (id === "" && !dryRun)
        throw new EngineError("provider", `provider create() must return a non-empty id for ${next.urn}`);
      const entry = stamped({ id: id || next.id, outputs: hide(outputs, next) });
      await finish(place(entry));
      return entry;
    } catch (error) {
      if (!(error instanceof InitFailed)) throw error;
      const { id, properties, reasons } = error as InitFailed<PropertyMap>;
      await finish(place(stamped({ id, outputs: hide(properties, next), initErrors: reasons.map(context.redact) })));
      throw error;
    }
  });
}

async function update(context: ExecutionContext, step: Step): Promise<ResourceState> {
  const { journal, dryRun } = context;
  const [old, next] = [must(step.old), must(step.next)];
  const { id, created } = old;
  const entry = (made: Partial<ResourceState>): ResourceState => ({
    ...next,
    id,
    created,
    modified: context.timestamp(),
    ...made,
  });
  if (!next.custom) {
    const updated = entry({ outputs: old.outputs, modified: old.modified });
    await journal.write(() => journal.snapshot.put(updated, old));
    return updated;
  }
  const provider = await context.provider(next);
  return operate(context, "updating", { ...next, id }, async (finish) => {
    try {
      const { outputs } = await provider.update({
        ...targetOf(next.urn),
        id: must(id),
        olds: old.outputs,
        oldInputs: old.inputs,
        news: next.inputs,
        ignoreChanges: next.ignoreChanges,
        timeout: next.customTimeouts?.update ?? 0,
        preview: dryRun,
      });
      const updated = entry({ outputs: hide(outputs, next) });
      await finish(() => journal.snapshot.put(updated, old));
      return updated;
    } catch (error) {
      if (!(error instanceof InitFailed)) throw error;
      // The new inputs were not applied: keeping the old ones makes the next run see the change again.
      const { properties, reasons } = error as InitFailed<PropertyMap>;
      const outputs = hide(properties, next);
      const half = entry({ inputs: old.inputs, outputs, initErrors: reasons.map(context.redact) });
      await finish(() => journal.snapshot.put(half, old));
      throw error;
    }
  });
}

async function read(context: ExecutionContext, step: Step): Promise<ResourceState> {
  const next = must(step.next);
  if (isUnknown(next.id ?? "")) return next;
  const provider = await context.provider(next);
  return operate(context, "reading", next, async (finish) => {
    const { old } = step;
    const call = { ...targetOf(next.urn), id: must(next.id), outputs: next.inputs, inputs: next.inputs };
    const answer = await provider.read({ ...call, timeout: 0 });
    const outputs = hide(answer.outputs, next);
    const changed = !old || !equal(old.inputs, next.inputs) || !equal(old.outputs, outputs);
    const modified = changed && old ? context.timestamp() : old?.modified;
    const entry = { ...next, id: answer.id || next.id, outputs, created: old?.created, modified };
    await finish(() => placeBeside(context, entry, old, step.op === "read-replacement"));
    return entry;
  });
}

/** Takes an object under management unchanged; the program's inputs follow in the next step. */
async function takeOver(context: ExecutionContext, step: Step): Promise<ResourceState> {
  const next = must(step.next);
  const provider = await context.provider(next);
  const importing = provider.import;
  if (!importing) throw new EngineError("provider", `the provider of ${next.urn} cannot import`);
  return operate(context, "importing", next, async (finish) => {
    const timeout = next.customTimeouts?.read ?? 0;
    const { id, inputs, outputs } = await importing({ ...targetOf(next.urn), id: must(next.id), timeout });
    if (!inputs) throw new EngineError("provider", `the provider does not say with which inputs ${next.urn} was made`);
    const now = context.timestamp();
    const plain = { ...next, id: id || next.id, inputs, created: now, modified: now };
    const entry = { ...plain, outputs: hide(outputs, plain) };
    await finish(() => placeBeside(context, entry, step.old, step.op === "import-replacement"));
    return entry;
  });
}

/** Puts an entry in place of the old one, or beside it where the old object is to be deleted. */
function placeBeside(
  { journal }: ExecutionContext,
  entry: ResourceState,
  old?: ResourceState,
  isReplaced = false,
): void {
  if (isReplaced && old) old.delete = true;
  journal.snapshot.put(entry, isReplaced ? undefined : old);
}

async function remove(context: ExecutionContext, step: Step): Promise<undefined> {
  const { journal, dryRun } = context;
  const old = must(step.old);
  const early = step.deleteBeforeReplace;
  if (step.op === "delete" && old.protect) throw new ProtectedResource(old.urn);
  const goesAlong = old.deletedWith !== undefined && context.deletes.has(old.deletedWith);
  const gone = () => {
    if (early) old.pendingReplacement = true;
    else journal.snapshot.remove(old);
  };
  if (dryRun || !old.custom || old.provider === undefined || old.external || old.retainOnDelete || goesAlong) {
    await journal.write(gone);
    return undefined;
  }
  const provider = await context.provider(old);
  return operate(context, "deleting", old, async (finish) => {
    const { outputs, inputs } = old;
    const timeout = old.customTimeouts?.delete ?? 0;
    await provider.delete({ ...targetOf(old.urn), id: must(old.id), outputs, inputs, timeout });
    await finish(gone);
    return undefined;
  });
}

/** Runs a call between two writes: one that it has begun, and one with its outcome. */
async function operate<Result>(
  { journal }: ExecutionContext,
  type: OperationType,
  resource: ResourceState,
  work: (finish: (change: () => void) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  // A provider is a process of this run, so nothing can be lost.
  if (isProviderType(resource.type)) return work((change) => journal.write(change));
  const operation: PendingOperation = { type, resource };
  await journal.begin(operation);
  let finished = false;
  try {
    return await work((change) => {
      finished = true;
      return journal.end(operation, change);
    });
  } finally {
    if (!finished) await journal.end(operation);
  }
}

const hide = (outputs: PropertyMap, entry: ResourceState): PropertyMap =>
  hideOutputs(outputs, entry.inputs, entry.additionalSecretOutputs);

/** A refusal before any attempt, so that other deletes may continue. */
export class ProtectedResource extends EngineError {
  constructor(urn: string) {
    super(
      "invalid",
      `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the ` +
        "`protect` flag from the resource in your Pulumi program and run `pulumi up`, or use the command:\n" +
        `\`pulumi state unprotect ${inShell(urn)}\``,
    );
  }
}

function must<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error("a step lacks what its kind must have");
  return thing;
}
