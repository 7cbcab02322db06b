import { randomBytes } from "node:crypto";
import { formatCheckpoint, formatDeployment, versionOf, parseCheckpoint } from "../../engine/state/checkpoint";
import type { Config } from "../../engine/project/config";
import type { PendingOperation, ResourceState } from "../../engine/state/resource-state";
import { type Crypter, newCrypter } from "../../engine/state/secrets";
import type { Session } from "../../engine/project/session";
import { checkIntegrity } from "../../engine/state/snapshot";
import { createStateCodec } from "../../engine/state/state-codec";
import { entriesOf, type StateEntry } from "../../provider/ownership/states";
import { isProviderType, parseUrn, stackType } from "../../engine/protocol/urn";
import type { Place } from "./life";
import type { Machine } from "./machine";
import { project, stackName } from "./registrations";

/** Deriving a key takes long by design, and one serves all lives. */
let crypter: Promise<Crypter> | undefined;
export const passphrase = "passphrase";
export const keys = (): Promise<Crypter> => (crypter ??= newCrypter(passphrase, randomBytes));

/** A folder with the program, and the backend with the stack's state: encrypted text, as it would be on disk. */
export class Checkout {
  private text: string | undefined;
  private parsed: { of: string; resources: ResourceState[]; operations: PendingOperation[] } | undefined;

  constructor(
    readonly place: Place,
    /** The machine that works on it. */
    public machine: Machine,
  ) {}

  /** The state before each operation, the newest last. */
  private readonly backups: (string | undefined)[] = [];

  /** Saves the state before an operation. */
  backUp(): void {
    this.backups.push(this.text);
  }

  restore(back: number): void {
    const at = this.backups.length - back;
    if (at >= 0) this.text = this.backups[at];
  }

  /** Entries that another stack of this backend has had since they were moved to it. */
  readonly moved: ResourceState[] = [];

  /** Removes a resource from the state, unless another one depends on it. */
  async drop(name: string): Promise<ResourceState | undefined> {
    if (this.text === undefined) return undefined;
    const session = await this.open(new Map(), () => 0);
    const gone = session.resources.find((entry) => logicalNameOf(entry) === name);
    if (!gone || session.resources.some(({ dependencies }) => dependencies.includes(gone.urn))) return undefined;
    const kept = session.resources.filter((entry) => entry !== gone);
    this.text = session.checkpoint(kept, session.operations);
    return gone;
  }

  /** Moves a resource to another stack of this backend, which no operation is run on. */
  async moveAway(name: string): Promise<void> {
    const entry = await this.drop(name);
    if (entry) this.moved.push({ ...entry, urn: entry.urn.replace(`:${stackName}::`, ":another::") });
  }

  get exists(): boolean {
    return this.text !== undefined;
  }

  save(text: string): void {
    this.text = text;
  }

  /** A copy for an operation that leaves no trace. */
  copy(machine: Machine): Checkout {
    const copy = new Checkout(this.place, machine);
    copy.text = this.text;
    copy.moved.push(...this.moved);
    return copy;
  }

  /** Opens config and state for one operation. @throws EngineError `state` for an invalid snapshot. */
  async open(config: Config, now: () => number): Promise<Session> {
    const own = await keys();
    const codec = createStateCodec(own);
    const raw = parseCheckpoint(this.text ?? '{"version":3}', "the state");
    const resources = raw.resources.map((json) => codec.readEntry(json));
    checkIntegrity(resources);
    const format: Session["format"] = (entries, operations) =>
      formatDeployment({ salt: own.salt, resources: entries, operations, at: now() }, codec);
    return {
      config,
      sealedConfig: {},
      resources,
      operations: raw.operations.map((json) => codec.readOperation(json)),
      format,
      checkpoint: (entries, operations) =>
        formatCheckpoint(project, stackName, format(entries, operations), versionOf(entries)),
    };
  }

  /** The state as it is on disk. */
  get exported(): string {
    return this.text ?? '{"version":3,"checkpoint":{}}';
  }

  /** The entries that a provider reads from it. */
  inStates(): readonly StateEntry[] {
    const { checkpoint } = JSON.parse(this.exported) as { checkpoint?: { latest?: unknown } };
    return [...entriesOf(checkpoint?.latest), ...entriesOf({ resources: this.moved })];
  }

  /** The entries of the state, with decrypted secrets. */
  async entries(): Promise<ResourceState[]> {
    return (await this.read()).resources.filter(({ type }) => type !== stackType && !isProviderType(type));
  }

  private async read() {
    const text = this.text ?? '{"version":3}';
    if (this.parsed?.of !== text) {
      const { resources, operations } = await this.open(new Map(), () => 0);
      this.parsed = { of: text, resources: [...resources], operations: [...operations] };
    }
    return this.parsed;
  }
}

/** The name that the program gave it. */
export const logicalNameOf = ({ urn }: Pick<ResourceState, "urn">): string => parseUrn(urn).name;
