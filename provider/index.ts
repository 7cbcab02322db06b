import { Calls, engineGone } from "./host/end-with-engine";
import { isEngineThere } from "./host/engine";
import { isProviderHost } from "./host/host-log";
import { machine, Sessions, type HostContext } from "./host/session";
import { kinds } from "./kinds";
import { type KindName, kindNames } from "./kinds/names";
import { Provider } from "./lifecycle/provider";
import { exportNameOf } from "./state/stored-provider";

type Providers = { readonly [N in KindName as Uncapitalize<N>]: Provider };

/** The providers of one process, one for each kind. They share a client for each platform that they are configured for. */
export function createProviders(context: HostContext): Providers {
  const sessions = new Sessions(context);
  const providers = kindNames.map((name) => [exportNameOf(name), new Provider(() => kinds[name], sessions)]);
  return Object.fromEntries(providers) as Providers;
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
} = calls.countThoseOf(createProviders(machine));
others satisfies Record<string, never>;

if (isProviderHost(process.argv))
  // Not by a signal: that would confirm in the journal what a killed engine may not have written down.
  void engineGone(machine.clock, calls, isEngineThere).then(() => process.exit(0));
