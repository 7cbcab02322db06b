import { dirname } from "node:path";
import { filled, fromStruct, organization, type Proto } from "../protocol/proto";
import { parseUrn, targetOf } from "../protocol/urn";
import { configureRequest, type ProviderSettings } from "./host";
import type { HostCommand, HostProcess } from "./host-process";
import type { Constructed, Construction, DiffConfigCall, RawProvider, Traits } from "../protocol/provider-verbs";
import { type Call, checkAnswer, diffAnswer, failureOf, openClient, readAnswer, verbsOver } from "./provider-client";
import type { Unconfigured } from "./provider-pool";
import type { Project } from "../project/project";
import type { JsonMap } from "../protocol/wire";

/** A provider plugin: an executable that the engine starts with its address. */
export const pluginCommand = (path: string, { name }: Project): HostCommand => ({
  what: `plugin ${path}`,
  command: path,
  args: [],
  env: { PULUMI_PROJECT: name },
});

export async function connectPlugin(
  proto: Proto,
  host: HostProcess,
  path: string,
  engineAddress: string,
): Promise<Unconfigured> {
  const { call, hangUp } = openClient(proto, await host.port, `plugin ${path}`);
  const stop = () => {
    hangUp();
    return host.stop();
  };
  return greetPlugin(proto, call, { folder: dirname(path), engineAddress, stop });
}

export interface PluginProcess {
  readonly folder: string;
  readonly engineAddress: string;
  readonly stop: () => Promise<void>;
}

/** Connects to a plugin over an open channel. */
export async function greetPlugin(
  proto: Proto,
  call: Call,
  { folder, engineAddress, stop }: PluginProcess,
): Promise<Unconfigured> {
  const close = async () => {
    // As in the CLI, this is sent even if nothing waits.
    await call("cancel", new proto.empty.Empty()).catch(() => undefined);
    await stop();
  };
  const greeting = await greet(proto, call, folder, engineAddress);
  return {
    checkConfig: async ({ urn, olds, news }) => {
      const request = filled(proto, new proto.provider.CheckRequest(), { ...targetOf(urn), olds, news });
      return checkAnswer(await call("checkConfig", request));
    },
    diffConfig: (asked) => diffConfig(proto, call, asked),
    configure: async (settings) => {
      const traits = await configure(proto, call, settings, greeting);
      return {
        ...verbsOver(proto, call),
        ...verbsOfPlugins(proto, call),
        diffConfig: (asked) => diffConfig(proto, call, asked),
        cancel: async () => void (await call("cancel", new proto.empty.Empty())),
        traits,
        close,
      };
    },
    close,
  };
}

/** The plugin's answer to the handshake; older plugins have none and answer the same when they are configured. */
async function greet(proto: Proto, call: Call, folder: string, engineAddress: string): Promise<Traits | undefined> {
  const request = filled(proto, new proto.provider.ProviderHandshakeRequest(), {
    engineAddress,
    rootDirectory: folder,
    programDirectory: folder,
    configureWithUrn: true,
    invokeWithPreview: true,
  });
  try {
    const answer = await call("handshake", request);
    return { secrets: answer.getAcceptSecrets(), resources: answer.getAcceptResources(), previews: false };
  } catch (error) {
    if (isUnimplemented(proto, error)) return undefined;
    throw error;
  }
}

async function configure(
  proto: Proto,
  call: Call,
  settings: ProviderSettings,
  greeting: Traits | undefined,
): Promise<Traits> {
  const { type } = parseUrn(settings.urn);
  const answer = await call("configure", configureRequest(proto, settings, type.slice(type.lastIndexOf(":") + 1)));
  return {
    secrets: greeting?.secrets ?? answer.getAcceptsecrets(),
    resources: greeting?.resources ?? answer.getAcceptresources(),
    previews: answer.getSupportspreview(),
  };
}

function verbsOfPlugins(proto: Proto, call: Call): Required<Pick<RawProvider, "import" | "invoke" | "construct">> {
  return {
    construct: (asked) => construct(proto, call, asked),
    import: async (asked) => {
      return readAnswer(await call("read", filled(proto, new proto.provider.ReadRequest(), asked)));
    },
    invoke: async (token, args, preview) => {
      const members = { tok: token, args, preview };
      const answer = await call("invoke", filled(proto, new proto.provider.InvokeRequest(), members));
      return { outputs: fromStruct(answer.getReturn()), failures: answer.getFailuresList().map(failureOf) };
    },
  };
}

async function construct(
  proto: Proto,
  call: Call,
  { type, name, parent, inputs, inputDependencies, setOptions, monitor }: Construction,
): Promise<Constructed<JsonMap>> {
  const { ConstructRequest } = proto.provider;
  const { project, stack, parallel, dryRun: dryrun, address: monitorendpoint } = monitor;
  const run = { project, stack, organization, parallel, dryrun, monitorendpoint };
  const request = filled(proto, new ConstructRequest(), { ...run, type, name, parent, inputs });
  const given = request.getInputdependenciesMap();
  for (const [property, urns] of Object.entries(inputDependencies))
    given.set(property, new ConstructRequest.PropertyDependencies().setUrnsList([...urns]));
  setOptions(request);
  const answer = await call("construct", request);
  const dependencies: Record<string, readonly string[]> = {};
  answer.getStatedependenciesMap().forEach((urns, property) => (dependencies[property] = urns.getUrnsList()));
  return { urn: answer.getUrn(), outputs: fromStruct(answer.getState()), dependencies };
}

async function diffConfig(proto: Proto, call: Call, asked: DiffConfigCall<JsonMap>) {
  const { ignoreChanges: ignorechangesList, ...members } = { ...asked, ...targetOf(asked.urn) };
  const request = filled(proto, new proto.provider.DiffRequest(), { ...members, ignorechangesList });
  try {
    return diffAnswer(proto, await call("diffConfig", request));
  } catch (error) {
    if (isUnimplemented(proto, error)) return { changes: "unknown", replaces: [], deleteBeforeReplace: false } as const;
    throw error;
  }
}

const isUnimplemented = ({ grpc }: Proto, error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === grpc.status.UNIMPLEMENTED;
