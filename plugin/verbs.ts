import { ownMember } from "../values/own-member";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { CheckFailure } from "../provider/table/check";
import type { Client } from "../client";
import { Questions } from "../client/queries/questions";
import { KnownSecrets } from "../provider/host/known-secrets";
import { type Notify, silent } from "../provider/host/notify";
import { readSettings, type Settings } from "../provider/host/settings";
import type { Clock } from "../client/clock";
import type { Hooks } from "../client/http/hooks";
import { kindIn, resourceKeyOf, stackKeyOf } from "../provider/state/identity";
import { formatPath, type Path, pick, type Props, sameValue, valueAt } from "../provider/table/props";
import type { Resource } from "../provider/table/resource";
import type { HostContext } from "../provider/host/session";
import { type Changed, sayStep } from "../provider/lifecycle/foresight/step";
import { foreignValue } from "../provider/kinds/shared/environment";
import { addSecretMembers } from "../provider/lifecycle/noted-for-run";
import { ImportPendingError } from "../provider/lifecycle/failures/errors";
import { unknownValue } from "../provider/table/unknown";
import { hidden } from "../provider/state/state";
import { exportNameOf, storedProvider } from "../provider/state/stored-provider";
import { detailedDiff, editsToRecord, type PathDifference } from "./detailed-diff";
import { toldFailure } from "./failures";
import type { Spelling } from "./settings-in-code";
import { asSaid, nameInTable, notLists, pathAsSaid, toTable } from "./forms";
import { foreseenOutputs } from "./preview-outputs";
import { parseUrn, pluginType } from "./names";
import { type Invoked, invoke } from "./functions/invoke";
import { notCovered, type Opened, openStruct, wholePaths } from "./values";
import { checkSettings, configOf, differingSettings } from "./settings";
import { createProviders } from "../provider";
import { kinds } from "../provider/kinds";
import { kindNames } from "../provider/kinds/names";
import type { Provider } from "../provider/lifecycle/provider";
import { inEveryLanguage } from "./in-every-language";

/** One kind: its table, and the same verbs as for the dynamic provider host. */
interface Served {
  readonly resource: Resource;
  readonly provider: Provider;
}

/** The seconds of `customTimeouts` for a verb; 0 if not set. */
type Seconds = number;

export interface Checked {
  readonly inputs: Props;
  readonly failures: readonly CheckFailure[];
}

export interface Diffed {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  readonly stables: readonly string[];
  readonly paths: ReadonlyMap<string, PathDifference>;
}

export interface ReadBack {
  /** Empty if there is none. */
  readonly id: string;
  readonly outputs: Props;
  /** Undefined if the engine keeps its inputs. */
  readonly inputs?: Props | undefined;
}

/** The context with the whole client, because the plugin's functions need more than resources do. */
export interface PluginContext extends HostContext {
  readonly connect: (settings: Settings, clock: Clock, isSecret?: (text: string) => boolean, hooks?: Hooks) => Client;
  /** The spelling of names in the program, needed only for failures. Default: as in the schema. */
  readonly spelling?: () => Promise<Spelling>;
}

/** Members that are only inputs or follow from the URN in each call. */
const handedOver = [hidden.provider, hidden.key, hidden.stack, hidden.logicalName, hidden.replaceOnChanges];

/** The plugin's answers in plain values: the verbs of the dynamic host, called with the members that the classes pass. */
export class Verbs {
  private readonly providers: ReturnType<typeof createProviders>;
  /** Inputs returned by imports of this process, by URN. */
  private readonly imported = new Map<string, Props>();
  /** URNs whose last import failed in this process. */
  private readonly failedImports = new Set<string>();
  /** The reasons for the next step of a preview, by URN. */
  private readonly reasons = new Map<string, readonly string[]>();
  /** The change of the same step, by URN; none for a new resource. */
  private readonly changed = new Map<string, Changed>();
  /** By URN: the arguments that can change in place according to the diff. */
  private readonly inPlace = new Map<string, readonly string[]>();
  /** The values that the engine marked as secret. */
  private readonly knownSecrets = new KnownSecrets();
  private readonly notify: Notify;
  private settings: Settings;
  private questions: Questions | undefined;
  private secretSettings: readonly string[] = [];
  /** The reference of this provider, which also serves the parts of its components. */
  reference: string | undefined;

  constructor(private readonly context: PluginContext) {
    this.settings = readSettings(configOf({}), context.env);
    this.providers = createProviders({ ...context, knownSecrets: this.knownSecrets });
    this.notify = this.knownSecrets.hiding(context.notify ?? silent);
  }

  readonly spelling = async (): Promise<Spelling> => (await this.context.spelling?.()) ?? "camel";

  /** Names of the properties that are always secret, by the URN's type. */
  secretsOf(urn: string): Record<string, true> {
    const { inputs, outputs } = this.served(urn).resource;
    const secret = [...Object.entries(inputs), ...Object.entries(outputs)].filter(([, fact]) => fact.secret);
    const made = Object.entries(outputs).filter(([, { madeOf = "" }]) => this.secretSettings.includes(madeOf));
    return Object.fromEntries([...secret, ...made].map(([name]) => [name, true]));
  }

  async checkConfig(urn: string, news: Props): Promise<readonly CheckFailure[]> {
    const { name } = parseUrn(urn);
    return checkSettings(name, news, this.context.env);
  }

  diffConfig(oldInputs: Props, news: Props): readonly string[] {
    return differingSettings(oldInputs, news);
  }

  /** @param urn of the provider; older engines send none, and messages then refer to a stack. */
  async configure(given: Props, urn?: string, id?: string, secret: readonly string[] = []): Promise<void> {
    this.secretSettings = secret;
    this.reference = urn ? `${urn}::${id || unknownValue}` : undefined;
    const config = configOf(given, urn ? parseUrn(urn).name : undefined);
    this.settings = readSettings(config, this.context.env);
    this.questions = undefined;
    await Promise.all(Object.values(this.providers).map((provider) => provider.configure({ config })));
  }

  /** Opens properties and notes their secret values, which no message of the plugin quotes. */
  open(struct: Struct | undefined): Opened {
    const opened = openStruct(struct);
    this.knownSecrets.add(pick(opened.props, Object.keys(opened.secrets)));
    return opened;
  }

  /**
   * The same for inputs: a map is secret as a whole only if the program says so, and then its names are secrets too.
   *
   * @param program its inputs: a refresh makes a whole map secret, and the names that the program shows are none, nor those
   * that only the platform has.
   */
  openInputs(urn: string, struct: Struct | undefined, program?: Opened): Opened {
    const opened = this.open(struct);
    const { resource } = this.served(urn);
    const fieldOf = (name: string) => ownMember(resource.inputs, nameInTable(resource, name));
    const hides = wholePaths(program?.secrets).map((path) => formatPath(path));
    const shown = (path: Path) => {
      if (!program || hides.some((whole) => formatPath(path).startsWith(whole))) return [];
      const [own, all] = [program.props, opened.props].map((props) => Object.entries(valueAt(props, path) ?? {}));
      return [...own!, ...all!.filter(([, value]) => value === foreignValue)].map(([name]) => name);
    };
    addSecretMembers(this.knownSecrets, opened.props, wholePaths(opened.secrets), fieldOf, shown);
    return opened;
  }

  /** @param seed of the engine, from which generated names are derived. */
  async check(urn: string, before: Opened, { props: said, secrets }: Opened, seed: Uint8Array): Promise<Checked> {
    const { resource, provider } = this.served(urn);
    const olds = toTable(resource, before.props);
    if (before.secrets.name) olds[hidden.secretName] = true;
    const news = {
      ...toTable(resource, said),
      ...handedTo(urn, resource),
      ...namesIn(urn),
      [hidden.secrets]: Object.keys(secrets).map((name) => nameInTable(resource, name)),
    };
    const spelled = (path: string) => pathAsSaid(resource, path, said);
    const { inputs, failures, adoption } = await provider.check(olds, news, { spelled, seed });
    // The diff of a replacement, which the engine checks again, has told of more than that.
    if (adoption && !this.changed.get(urn)?.gains) {
      this.reasons.set(urn, adoption.reasons);
      this.changed.set(urn, adoption.changed);
    }
    const checked = asSaid(resource, without(inputs, handedOver), said);
    const wrong = [...notLists(resource, said).map((property) => ({ property, reason: "expected list" })), ...failures];
    if (wrong.length === 0 || this.isOfImport(urn, said)) return { inputs: checked, failures: [] };
    const told = { resource, said, secrets: Object.keys(secrets), spelling: await this.spelling() };
    return { inputs: checked, failures: wrong.map((each) => toldFailure(inFormsOfTheSchema(each), told)) };
  }

  async diff(
    urn: string,
    id: string,
    state: Opened,
    { props: oldInputs, secrets: oldSecrets }: Opened,
    { props: said, secrets }: Opened,
  ): Promise<Diffed> {
    const { resource, provider } = this.served(urn);
    const { props: outputs } = state;
    const news = { ...toTable(resource, said), ...handedTo(urn, resource) };
    // Engines themselves handle values that are secret as a whole.
    const inClear = notCovered(secrets, state.secrets).filter(
      (name) => ownMember(outputs, name) !== undefined && ownMember(secrets, name) !== true,
    );
    const before = toTable(resource, oldInputs);
    const found = await provider.diff(id, outputs, news, inClear);
    const { changes, replaces, deleteBeforeReplace, differences, reasons, step } = found;
    this.reasons.set(urn, reasons);
    const names = differences.map(({ name }) => name);
    if (replaces.length === 0 && names.length > 0) this.inPlace.set(urn, names);
    else this.inPlace.delete(urn);
    this.changed.set(urn, step);
    // Without a change, a preview makes no further call.
    if (!changes) await this.notify.facts?.((await provider.messagesOfStep(step, false)).facts, urn);
    const shown = changes && differences.length === 0 ? editsToRecord(resource, before, news) : differences;
    const paths = detailedDiff(resource, shown, {
      olds: outputs,
      oldInputs: before,
      news,
      secrets: [...wholePaths(oldSecrets), ...wholePaths(secrets)],
    });
    // An alternative is reported at its place in the program; one that was removed, at its former place.
    const listing = { ...oldInputs, ...said };
    const told = new Map([...paths].map(([path, how]) => [pathAsSaid(resource, path, listing), how] as const));
    return { changes, replaces, deleteBeforeReplace, stables: stableNames(resource), paths: told };
  }

  async create(urn: string, said: Props, seconds: Seconds): Promise<{ id: string; outputs: Props }> {
    const { resource, provider } = this.served(urn);
    const news = { ...toTable(resource, said), ...handedTo(urn, resource) };
    this.tellOfOption(urn);
    const { id, outs } = await this.changing(provider.create(news, msOf(seconds)));
    return { id, outputs: outs };
  }

  async update(urn: string, id: string, outputs: Props, said: Props, seconds: Seconds): Promise<Props> {
    const { resource, provider } = this.served(urn);
    const news = { ...toTable(resource, said), ...handedTo(urn, resource) };
    const { outs } = await this.changing(provider.update(id, outputs, news, msOf(seconds)));
    return outs;
  }

  async read(urn: string, id: string, outputs: Props, said: Props): Promise<ReadBack> {
    const { resource, provider } = this.served(urn);
    const { id: there, props, inputs } = await provider.read(id, stored(outputs, urn, resource));
    const back = inputs && asSaid(resource, without(inputs, handedOver), said);
    return { id: there, outputs: props, inputs: back };
  }

  async import(urn: string, id: string): Promise<ReadBack> {
    const { resource, provider } = this.served(urn);
    this.failedImports.add(urn);
    const { props, inputs } = await provider.import(id, { ...handedTo(urn, resource), ...namesIn(urn) });
    this.failedImports.delete(urn);
    this.imported.set(urn, inputs);
    return { id, outputs: props, inputs };
  }

  async delete(urn: string, id: string, outputs: Props, seconds: Seconds): Promise<void> {
    const { resource, provider } = this.served(urn);
    // With `--continue-on-error`, the engine treats a resource with a failed import as dropped by the program.
    if (this.failedImports.has(urn)) throw new ImportPendingError(resource.kind, id);
    await this.changing(provider.delete(id, stored(outputs, urn, resource), msOf(seconds)));
  }

  async list(type: string): Promise<readonly { id: string; name: string }[]> {
    return this.ofType(type).provider.list();
  }

  invoke(token: string, args: Props): Promise<Invoked> {
    this.questions ??= new Questions(this.context.connect(this.settings, this.context.clock, this.knownSecrets.has));
    return invoke(token, args, this.questions.once);
  }

  private changing<T>(change: Promise<T>): Promise<T> {
    return change.finally(() => this.questions?.forget());
  }

  /**
   * Tells whether a check is for the inputs of an import. The engine would report missing unreadable arguments as a bug;
   * the import has already reported them, and the program's next check asks for them.
   */
  private isOfImport(urn: string, said: Props): boolean {
    const inputs = this.imported.get(urn);
    return inputs !== undefined && sameValue(inputs, said);
  }

  /** Reports a replacement by `replaceOnChanges` of an object that could have changed in place; the engine does not tell. */
  private tellOfOption(urn: string): void {
    const names = this.inPlace.get(urn);
    if (!names) return;
    this.inPlace.delete(urn);
    this.reasons.set(urn, [
      `Replaced because ${names.join(", ")} changed and an option of the program, such as replaceOnChanges, asks for it.`,
    ]);
  }

  /**
   * Reports a step, and foresees its outputs. A diff does not know whether it belongs to a preview, but the next call does.
   *
   * @param olds the outputs; none before a create.
   */
  async preview(urn: string, said: Props, olds?: Props): Promise<Props> {
    const { provider, resource } = this.served(urn);
    if (!olds) this.tellOfOption(urn);
    const table = toTable(resource, said);
    const news = { ...table, ...handedTo(urn, resource) };
    const why = this.reasons.get(urn) ?? [];
    const change = this.changed.get(urn) ?? { news };
    const told = await provider.messagesOfStep({ ...change, news }, !olds);
    this.reasons.delete(urn);
    this.changed.delete(urn);
    const refusal = await sayStep(this.notify, urn, told, why);
    if (refusal) throw refusal;
    return foreseenOutputs(resource, table, olds);
  }

  private served(urn: string): Served {
    return this.ofType(parseUrn(urn).type);
  }

  /**
   * The kind of the schema's type or of the dynamic one. If a stack moves to the dynamic classes while a replaced object waits
   * for its deletion, the CLI renames that entry too, and the plugin deletes the object by a URN with the dynamic type.
   */
  private ofType(type: string): Served {
    const name = kindNames.find((each) => each === kindIn(type));
    if (name !== undefined) return { resource: kinds[name].resource, provider: this.providers[exportNameOf(name)] };
    throw new Error(`there is no resource type ${type}; there are ${kindNames.map(pluginType).join(", ")}`);
  }
}

/** The members that the dynamic classes pass, so that the states of both forms are equal and either can continue the other's. */
function handedTo(urn: string, { kind }: Resource): Props {
  const { stack, project } = parseUrn(urn);
  return {
    [hidden.provider]: storedProvider(kind),
    [hidden.key]: resourceKeyOf(urn),
    [hidden.stack]: stackKeyOf(stack, project),
  };
}

/** The members by which messages name the resource. */
const namesIn = (urn: string): Props => ({
  [hidden.urn]: urn,
  [hidden.logicalName]: parseUrn(urn).name,
  [hidden.stackName]: parseUrn(urn).stack,
});

/** The outputs in the state, with the key of an earlier name until an update: journal and diff identify it by that. */
function stored(outputs: Props, urn: string, resource: Resource): Props {
  const given = handedTo(urn, resource);
  return { ...outputs, ...given, [hidden.key]: outputs[hidden.key] ?? given[hidden.key] };
}

/** Rewrites a TypeScript sentence of a table: in Python, `null` would be read as `None`, which omits the argument. */
const inFormsOfTheSchema = ({ property, reason }: CheckFailure): CheckFailure => ({
  property,
  reason: inEveryLanguage(reason, property),
});

const stableNames = ({ outputs }: Resource): string[] =>
  Object.keys(outputs).filter((name) => ownMember(outputs, name)!.stable === true);

const without = (props: Props, names: readonly string[]): Props =>
  Object.fromEntries(Object.entries(props).filter(([name]) => !names.includes(name)));

const msOf = (seconds: Seconds): number | undefined => (seconds > 0 ? seconds * 1_000 : undefined);
