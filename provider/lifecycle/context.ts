import type { Session, Sessions } from "../host/session";
import { type Config, readSettings, type Settings } from "../host/settings";
import type { Identified, Kind, Operations } from "../kinds/operations";
import { toOutputs } from "../state/outputs";
import type { Sighting } from "../state/sighting";
import { hidden, keyOf, stackOf } from "../state/state";
import type { Looked } from "../ownership/ownership";
import type { Whose } from "../table/names";
import type { Props } from "../table/props";
import type { Resource } from "../table/resource";
import { CallHistory } from "./call-history";
import { ChangeLog } from "./change-log";
import { Lookup } from "./lookup";
import { Messages } from "./messages";

/** What the verbs of one kind share: the kind, the session with its platform, and what earlier calls have told. */
export class Context {
  readonly history = new CallHistory();
  readonly lookup: Lookup;
  readonly messages: Messages;
  readonly changes: ChangeLog;
  private configured: Settings | undefined;
  private opened: Session | undefined;

  readonly resource: Resource;
  readonly operations: Operations;

  constructor(
    { resource, operations }: Pick<Kind<Resource["kind"]>, "resource" | "operations">,
    private readonly sessions: Sessions,
  ) {
    this.resource = resource;
    this.operations = operations;
    this.lookup = new Lookup(
      resource.kind,
      operations,
      () => this.session,
      () => this.settings,
    );
    this.changes = new ChangeLog(resource.kind, () => this.session);
    this.messages = new Messages(resource, () => this.session.notify);
  }

  /** Comes first in each operation, of which a process may serve several: one that a debugger holds does. */
  configure(config: Config): void {
    this.configured = readSettings(config, this.sessions.context.env);
    this.opened?.books.ownership.begin(this.kind);
    this.opened?.books.creates.begin(this.kind);
    this.opened?.names.begin(this.kind);
    this.opened?.declared.begin(this.kind);
    this.opened?.costs.begin(this.kind);
    this.opened?.account.begin();
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

  /** What programs marked as secret, whichever platform they are configured for. */
  get marked(): Session["marked"] {
    return this.sessions.marked;
  }

  get randomBytes(): Session["randomBytes"] {
    return this.sessions.context.randomBytes;
  }

  /** What state holds of an object. `asked` is checked inputs or earlier outputs. */
  outputs(object: Identified, asked: Props): Props {
    const outputs = toOutputs(this.resource, object.id, asked, this.operations.observe(object, asked, this.settings));
    // As long as no read has shown what came of a change that nobody waited for.
    const isOnItsWay = asked[hidden.onItsWay] === true && this.operations.hasArrived?.(object) === false;
    return { ...outputs, ...(isOnItsWay && { [hidden.onItsWay]: true }), [hidden.seen]: this.lookup.here };
  }

  /** The resource, as names of its objects say whose they are. */
  async whose(props: Props): Promise<Whose> {
    const { backend, markedBy = () => backend } = await this.session.books.journal.open();
    return { backend: markedBy(), stack: stackOf(props) ?? "", key: keyOf(props) ?? "" };
  }

  /** The object as it is looked at from here, or as a state saw it last. */
  readonly looked = (id: string, here: Sighting = this.lookup.here): Looked => ({
    kind: this.kind,
    id,
    here,
    isInAnyAccount: this.lookup.isInAnyAccount,
  });
}
