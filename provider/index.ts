import { Calls, engineGone } from "./host/end-with-engine";
import { isProviderHost } from "./host/host-log";
import { Provider } from "./lifecycle/provider";
import { answers } from "./host/engine";
import { clusterOperations } from "./kinds/cluster/requests";
import { networkVolumeOperations } from "./kinds/network-volume/requests";
import { podOperations } from "./kinds/pod/requests";
import { registryCredentialOperations } from "./kinds/registry-credential/requests";
import { cluster as clusterDeclaration } from "./kinds/cluster/fields";
import { networkVolume as networkVolumeDeclaration } from "./kinds/network-volume/fields";
import { pod as podDeclaration } from "./kinds/pod/fields";
import { registryCredential as registryCredentialDeclaration } from "./kinds/registry-credential/fields";
import { machine, Sessions, type Surroundings } from "./host/session";

/** The four providers of one process. They share a client for each platform that they are configured for. */
export function createProviders(surroundings: Surroundings) {
  const sessions = new Sessions(surroundings);
  return {
    pod: new Provider(podDeclaration, podOperations, sessions),
    cluster: new Provider(clusterDeclaration, clusterOperations, sessions),
    networkVolume: new Provider(networkVolumeDeclaration, networkVolumeOperations, sessions),
    registryCredential: new Provider(registryCredentialDeclaration, registryCredentialOperations, sessions),
  };
}

const calls = new Calls();

/**
 * What the constant in every stack's state calls, by these names, for ever (decision 1). Their shape is that of a
 * dynamic `ResourceProvider`.
 */
export const { pod, cluster, networkVolume, registryCredential } = calls.countThoseOf(createProviders(machine));

if (isProviderHost(process.argv))
  // Not by a signal: that would confirm in the journal what a killed engine may not have written down.
  void engineGone(machine.clock, calls, () => answers(process.argv[2])).then(() => process.exit(0));
