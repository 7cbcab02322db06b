import { errorWithCommandHere, learnStack, withCommandHere } from "./host/called";
import { Calls, engineGone } from "./host/end-with-engine";
import { isEngineThere } from "./host/engine";
import { isProviderHost } from "./host/host-log";
import { type Program, program } from "./host/program";
import { machine } from "./host/machine";
import { type HostContext, Sessions } from "./host/session";
import { kinds } from "./kinds";
import { type KindName, kindNames } from "./kinds/names";
import { Provider } from "./lifecycle/provider";
import { hidden } from "./state/state";
import { exportNameOf } from "./state/stored-provider";

type Providers = { readonly [N in KindName as Uncapitalize<N>]: Provider };

/** The providers of one process, one for each kind. They share a client for each platform that they are configured for. */
export function createProviders(context: HostContext): Providers {
  const sessions = new Sessions(context);
  const providers = kindNames.map((name) => [exportNameOf(name), new Provider(() => kinds[name], sessions)]);
  return Object.fromEntries(providers) as Providers;
}

const calls = new Calls();

/** The providers of a dynamic host, whose creates and updates the program waits for. */
function awaitedBy(its: Program, providers: Providers): Providers {
  for (const provider of Object.values(providers)) {
    const check = provider.check.bind(provider);
    const create = provider.create.bind(provider);
    const update = provider.update.bind(provider);
    provider.check = (olds, news, options) => {
      its.learn(news[hidden.program]);
      return check(olds, news, options);
    };
    provider.create = (inputs, withinMs) => its.waitsFor(() => create(inputs, withinMs));
    provider.update = (id, olds, news, withinMs) => its.waitsFor(() => update(id, olds, news, withinMs));
  }
  return providers;
}

/** The providers of a dynamic host, with commands in their failures as the person's shell calls them. */
function worded(providers: Providers): Providers {
  for (const provider of Object.values(providers)) {
    for (const verb of ["check", "diff", "create", "read", "update", "delete"] as const) {
      const call = provider[verb].bind(provider) as (...args: unknown[]) => Promise<unknown>;
      const failing = (error: unknown): never => {
        throw errorWithCommandHere(error);
      };
      Object.assign(provider, { [verb]: (...args: unknown[]) => call(...args).catch(failing) });
    }
    const check = provider.check.bind(provider);
    provider.check = async (...args) => {
      learnStack(args[1][hidden.stackName]);
      const { failures, ...checked } = await check(...args);
      return { ...checked, failures: failures.map((each) => ({ ...each, reason: withCommandHere(each.reason) })) };
    };
  }
  return providers;
}

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
} = calls.countThoseOf(worded(awaitedBy(program, createProviders(machine))));
others satisfies Record<string, never>;

if (isProviderHost(process.argv))
  // Not by a signal: that would confirm in the journal what a killed engine may not have written down.
  void engineGone(machine.clock, calls, isEngineThere).then(() => process.exit(0));
