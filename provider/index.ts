import { errorWithCommandHere, learnStack, withCommandHere } from "./host/called";
import { Calls, engineGone, isEngineThere } from "./host/engine";
import { isProviderHost } from "./host/host-log";
import { program } from "./host/program";
import { machine } from "./host/machine";
import { type HostContext, Sessions } from "./host/session";
import { kinds } from "./kinds";
import { type KindName, kindNames } from "./kinds/names";
import { type CheckResult, Provider } from "./lifecycle/provider";
import type { CheckOptions } from "./lifecycle/verbs/check";
import { hidden } from "./state/state";
import { exportNameOf } from "./state/stored-provider";
import type { Props } from "./table/props";

type Providers = { readonly [N in KindName as Uncapitalize<N>]: Provider };

/** The providers of one process, one for each kind. They share a client for each platform that they are configured for. */
export function createProviders(context: HostContext, Hosted = Provider): Providers {
  const sessions = new Sessions(context);
  const providers = kindNames.map((name) => [exportNameOf(name), new Hosted(() => kinds[name], sessions)]);
  return Object.fromEntries(providers) as Providers;
}

/** A provider in a dynamic host: the program waits for its creates and updates, and its failures name commands as the person's shell calls them. */
class DynamicProvider extends Provider {
  override async check(olds: Props, news: Props, options?: CheckOptions): Promise<CheckResult> {
    program.learn(news[hidden.program]);
    learnStack(news[hidden.stackName]);
    const { failures, ...checked } = await super.check(olds, news, options);
    return { ...checked, failures: failures.map((each) => ({ ...each, reason: withCommandHere(each.reason) })) };
  }

  override create(inputs: Props, withinMs?: number) {
    return program.waitsFor(() => super.create(inputs, withinMs));
  }

  override update(id: string, olds: Props, news: Props, withinMs?: number) {
    return program.waitsFor(() => super.update(id, olds, news, withinMs));
  }

  protected override answer<R>(call: () => Promise<R>): Promise<R> {
    return super.answer(call).catch((error: unknown) => {
      throw errorWithCommandHere(error);
    });
  }
}

const calls = new Calls();

/**
 * What the constant in every stack's state calls, by these names, for ever (decision 1). Their shape is that of a
 * dynamic `ResourceProvider`.
 */
export const {
  pod,
  cluster,
  networkVolume,
  registryCredential,
  sshKey,
  accountSshKeys,
  endpoint,
  template,
  ready,
  jobRun,
  accountSecret,
  registryDelegation,
  ...others
} = createProviders({ ...machine, calls }, DynamicProvider);
others satisfies Record<string, never>;

if (isProviderHost(process.argv))
  // Not by a signal: that would confirm in the journal what a killed engine may not have written down.
  void engineGone(machine.clock, calls, isEngineThere).then(() => process.exit(0));
