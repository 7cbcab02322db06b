import type { Listed } from "../state/identity";
import type { Session, Sessions } from "../host/session";
import { type Config, readSettings, type Settings } from "../host/settings";
import type { Operations } from "../kinds/operations";
import { toOutputs } from "../state/outputs";
import type { Sighting } from "../state/sighting";
import { hidden } from "../state/state";
import type { Looked } from "../state/holders";
import type { Props } from "../table/props";
import type { Resource } from "../table/resource";
import { CallHistory } from "./missing/call-history";
import { ChangeLog } from "./missing/change-log";
import { Lookup } from "./missing/lookup";
import { Messages } from "./messages";

/** The context that the verbs of one kind share: the kind, the session with its platform, and the history of calls. */
export class Context {
  readonly history = new CallHistory();
  readonly lookup = new Lookup(this);
  readonly messages = new Messages(this);
  readonly changes = new ChangeLog(this);
  private configured: Settings | undefined;
  private opened: Session | undefined;

  constructor(
    readonly resource: Resource,
    readonly operations: Operations,
    private readonly sessions: Sessions,
  ) {}

  /** Begins an operation. A process may serve several, for instance under a debugger. */
  configure(config: Config): void {
    this.configured = readSettings(config, this.sessions.context.env);
    this.opened?.bookkeeping.ownership.begin(this.kind);
    this.opened?.bookkeeping.creates.begin(this.kind);
    this.opened?.bookkeeping.atEnd(this.kind, undefined);
    this.opened?.names.delete(this.kind);
    this.opened?.declarations.begin(this.kind);
    this.opened?.costs.begin(this.kind);
    this.opened?.account.clear();
    this.opened = undefined;
  }

  get kind(): Resource["kind"] {
    return this.resource.kind;
  }

  get settings(): Settings {
    return (this.configured ??= readSettings({ get: () => undefined }, this.sessions.context.env));
  }

  get session(): Session {
    return (this.opened ??= this.sessions.of(this.settings));
  }

  /** The outputs of an object. `asked` is checked inputs or earlier outputs. */
  outputs(object: Listed, asked: Props): Props {
    const outputs = toOutputs(this.resource, object.id, asked, this.operations.observe(object, asked, this.settings));
    // True until a read has shown the outcome of a change that nobody waited for.
    const isOnItsWay = asked[hidden.onItsWay] === true && this.operations.hasArrived?.(object) === false;
    return { ...outputs, ...(isOnItsWay && { [hidden.onItsWay]: true }), [hidden.seen]: this.lookup.here };
  }

  /** The outputs of an object as a read shows it. */
  async asSeen(id: string, asked: Props): Promise<Props | "gone" | "unseen"> {
    const seen = await this.lookup.seen(id, asked);
    return typeof seen === "string" ? seen : this.outputs(seen, asked);
  }

  /** The object as seen with these settings, or with those of the state's last read. */
  readonly looked = (id: string, here: Sighting = this.lookup.here): Looked => ({
    kind: this.kind,
    id,
    here,
    isInAnyAccount: this.lookup.isInAnyAccount,
  });
}
