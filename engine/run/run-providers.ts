import { jsonIn } from "../../values/json";
import { getOrMake } from "../../values/many";
import { EngineError } from "../errors";
import { unconfigurable } from "../hosts/builtin-provider";
import { createProviderResources, defaultInputs } from "../hosts/provider-resources";
import type { Provided } from "../plan/generate";
import { bareGoal, type Goal } from "../plan/goal";
import type { PlanState } from "../plan/plan-state";
import type { Config } from "../project/config";
import { settingsOf, unknown, withVersion } from "../protocol/values";
import type { Provider } from "../protocol/provider-verbs";
import { builtinProviderType, isProviderType, packageOf, parseProviderReference, providerType } from "../protocol/urn";
import type { ResourceState } from "../state/resource-state";
import type { Operation } from "./operation";

/** The providers of a run: those that it registers, for the program or by default, and those in the state. */
export class RunProviders {
  /** References of default providers, by type and version. */
  private readonly defaults = new Map<string, Promise<string>>();
  /** Providers that this run registered, by reference. */
  private readonly registered = new Map<string, ResourceState>();
  /** The provider of providers, which are resources themselves. */
  private readonly providerOfProviders: Provider;

  /** @param registerResource registers a provider as a resource and returns its entry. */
  constructor(
    private readonly operation: Operation,
    private readonly planState: PlanState,
    private readonly config: Config,
    private readonly registerResource: (goal: Goal) => Promise<ResourceState>,
  ) {
    const { providers, ambient } = operation.options;
    this.providerOfProviders = createProviderResources(providers, ambient.uuid);
  }

  /** Starts a registered provider. */
  async register(entry: ResourceState): Promise<void> {
    this.registered.set(referenceOf(entry), entry);
    await this.running(entry);
  }

  /** Notes a registered provider that this run leaves out. It is started only to read one of its objects. */
  leaveOut(entry: ResourceState): void {
    this.registered.set(referenceOf(entry), entry);
  }

  /** The provider of a registration: the one that the program names, or else a default one. */
  async ofGoal(
    { type, provider, version }: Pick<Goal, "type" | "provider" | "version">,
    urn = type,
  ): Promise<Provided> {
    if (isProviderType(type)) return { reference: undefined, verbs: this.providerOfProviders };
    if (provider === undefined && this.isDisabled(packageOf(type)))
      throw new EngineError(
        "invalid",
        `Default provider for '${packageOf(type)}' disabled. '${urn}' must use an explicit provider.`,
      );
    const reference = provider ?? (await this.defaultProvider(providerType(packageOf(type)), version));
    const entry = this.registered.get(reference);
    if (!entry) throw new EngineError("invalid", `unknown provider '${reference}'`);
    return { reference, verbs: await this.running(entry) };
  }

  /** The provider of an entry: as registered in this run, or else as configured in these resources of the state. */
  async ofEntry({ type, provider = "" }: ResourceState, resources = this.planState.base): Promise<Provider> {
    if (isProviderType(type)) return this.providerOfProviders;
    const own = this.registered.get(provider);
    if (own) return this.running(own);
    const found = resources.find(({ urn, id }) => provider === `${urn}::${id}`);
    if (!found) throw new EngineError("state", `the state has no provider ${provider}`);
    return this.operation.options.providers.get({ urn: found.urn, id: found.id, inputs: found.inputs });
  }

  /** Tells whether the settings require every resource of the package to name its provider. */
  private isDisabled(name: string): boolean {
    const key = "pulumi:disable-default-providers";
    const list = this.config.get(key)?.value || "[]";
    const names = jsonIn(list);
    if (!Array.isArray(names))
      throw new EngineError("project", `${key} must be a list of packages, such as ["*"]; it is ${list}`);
    return name !== packageOf(builtinProviderType) && (names.includes("*") || names.includes(name));
  }

  /** The reference of a default provider, which is registered with its first resource in the run (pulumi-engine 4). */
  defaultProvider(type: string, version = ""): Promise<string> {
    const name = version === "" ? "default" : `default_${version.replace(/[^A-Za-z0-9_]/g, "_")}`;
    const given = type === builtinProviderType ? {} : defaultInputs(this.config, type);
    const inputs = withVersion(given, version);
    const register = () => this.registerResource({ ...bareGoal, type, name, inputs }).then(referenceOf);
    return getOrMake(this.defaults, `${type}::${name}`, register);
  }

  /** Tells whether an object must be replaced to move to this provider, which decides by the old one's settings. */
  async outgrows(old: ResourceState, reference: string | undefined): Promise<boolean> {
    if (old.provider === reference) return false;
    if (old.provider === undefined || reference === undefined) return true;
    const [before, after] = [parseProviderReference(old.provider).urn, parseProviderReference(reference).urn];
    if (this.planState.aliased.get(before) === after) return false;
    const [was, is] = [this.planState.olds.get(before), this.registered.get(reference)];
    if (!was || !is) return false;
    const provider = await this.running(is);
    const answer = await provider.diffConfig?.({
      urn: after,
      olds: was.outputs,
      oldInputs: settingsOf(was.inputs),
      news: settingsOf(is.inputs),
      ignoreChanges: [],
    });
    const detailed = [...(answer?.detailed?.values() ?? [])];
    return answer !== undefined && (answer.replaces.length > 0 || detailed.some(({ replace }) => replace));
  }

  private async running({ urn, id, inputs }: ResourceState): Promise<Provider> {
    if (this.planState.skipped.has(urn)) return unconfigurable;
    return this.operation.options.providers.get({ urn, id, inputs });
  }
}

const referenceOf = ({ urn, id }: ResourceState): string => `${urn}::${id ?? unknown}`;
