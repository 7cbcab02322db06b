import { Calls, engineGone } from "./end-with-engine";
import { isProviderHost } from "./host-log";
import { Provider } from "./lifecycle";
import { answers } from "./once/engine";
import { clusterOperations } from "./operations/cluster";
import { networkVolumeOperations } from "./operations/network-volume";
import { podOperations } from "./operations/pod";
import { registryCredentialOperations } from "./operations/registry-credential";
import { cluster as clusterDeclaration } from "./resources/cluster";
import { networkVolume as networkVolumeDeclaration } from "./resources/network-volume";
import { pod as podDeclaration } from "./resources/pod";
import { registryCredential as registryCredentialDeclaration } from "./resources/registry-credential";
import { machine, Sessions, type Surroundings } from "./session";

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
