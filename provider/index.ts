import { Calls, engineGone } from "./host/end-with-engine";
import { isEngineThere } from "./host/engine";
import { isProviderHost } from "./host/host-log";
import { type Program, program } from "./host/program";
import { machine, Sessions, type HostContext } from "./host/session";
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
} = calls.countThoseOf(awaitedBy(program, createProviders(machine)));
others satisfies Record<string, never>;

if (isProviderHost(process.argv))
  // Not by a signal: that would confirm in the journal what a killed engine may not have written down.
  void engineGone(machine.clock, calls, isEngineThere).then(() => process.exit(0));
