import { filled, type Proto } from "../protocol/proto";
import type { HostProcess } from "./host-process";
import type { RawProvider } from "../protocol/provider-verbs";
import { openClient, verbsOver } from "./provider-client";
import { packageOf, targetOf } from "../protocol/urn";
import { unknown } from "../protocol/values";
import type { JsonMap } from "../protocol/wire";

export interface ProviderSettings {
  /** The provider: its URN, its id (undefined while a preview does not know it) and its inputs. */
  readonly urn: string;
  readonly id: string | undefined;
  readonly type: string;
  /** The inputs, with secrets in their envelopes, which providers open by themselves. */
  readonly args: JsonMap;
  /** The inputs, without envelopes. */
  readonly plainArgs: JsonMap;
}

/** Connects to a starting host of dynamic providers and configures it. */
export async function connectHost(proto: Proto, host: HostProcess, settings: ProviderSettings): Promise<RawProvider> {
  const client = openClient(proto, await host.port, "dynamic provider host");
  await client.call("configure", configureRequest(proto, settings, packageOf(settings.type)));
  const close = async () => {
    client.hangUp();
    await host.stop();
  };
  return { ...verbsOver(proto, client.call), close };
}

/** Configures a provider. @param namespace the prefix of settings among the variables, an older form of the same. */
export function configureRequest(proto: Proto, settings: ProviderSettings, namespace: string) {
  const { id = unknown, urn, type, args } = settings;
  const request = filled(proto, new proto.provider.ConfigureRequest(), {
    ...targetOf(urn),
    id,
    type,
    args,
    acceptsecrets: true,
    acceptresources: true,
    sendsOldInputs: true,
    sendsOldInputsToDelete: true,
  });
  const variables = request.getVariablesMap();
  for (const [key, value] of Object.entries(settings.plainArgs).filter(([key]) => key !== "version"))
    variables.set(`${namespace}:config:${key}`, typeof value === "string" ? value : JSON.stringify(value));
  return request;
}
