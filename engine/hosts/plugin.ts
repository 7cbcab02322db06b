import { dirname } from "node:path";
import type { Proto } from "../protocol/proto";
import { fromStruct, toStruct } from "../protocol/proto";
import { parseUrn, targetOf } from "../protocol/urn";
import { configureRequest, type ProviderSettings } from "./host";
import type { HostCommand, HostProcess } from "./host-process";
import type { Constructed, Construction, DiffConfigCall, RawProvider, Traits } from "../protocol/provider-verbs";
import {
  type Call,
  checkAnswer,
  diffAnswer,
  failureOf,
  named,
  openClient,
  readAnswer,
  verbsOver,
} from "./provider-client";
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
      const request = named(new proto.provider.CheckRequest(), targetOf(urn)).setOlds(toStruct(proto, olds));
      return checkAnswer(await call("checkConfig", request.setNews(toStruct(proto, news))));
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
  const request = new proto.provider.ProviderHandshakeRequest();
  request.setEngineAddress(engineAddress);
  request.setRootDirectory(folder);
  request.setProgramDirectory(folder);
  request.setConfigureWithUrn?.(true);
  request.setInvokeWithPreview?.(true);
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
      const request = named(new proto.provider.ReadRequest(), asked);
      request.setId(asked.id);
      request.setTimeout?.(asked.timeout);
      return readAnswer(await call("read", request));
    },
    invoke: async (token, args, preview) => {
      const request = new proto.provider.InvokeRequest();
      request.setTok(token);
      request.setArgs(toStruct(proto, args));
      (request as { setPreview?: (value: boolean) => void }).setPreview?.(preview);
      const answer = await call("invoke", request);
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
  const request = new ConstructRequest()
    .setProject(monitor.project)
    .setStack(monitor.stack)
    .setOrganization("organization")
    .setDryrun(monitor.dryRun)
    .setParallel(monitor.parallel)
    .setMonitorendpoint(monitor.address)
    .setType(type)
    .setName(name)
    .setParent(parent ?? "")
    .setInputs(toStruct(proto, inputs));
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
  const request = named(new proto.provider.DiffRequest(), targetOf(asked.urn));
  request.setOlds(toStruct(proto, asked.olds));
  request.setOldInputs(toStruct(proto, asked.oldInputs));
  request.setNews(toStruct(proto, asked.news));
  request.setIgnorechangesList([...asked.ignoreChanges]);
  try {
    return diffAnswer(proto, await call("diffConfig", request));
  } catch (error) {
    if (isUnimplemented(proto, error)) return { changes: "unknown", replaces: [], deleteBeforeReplace: false } as const;
    throw error;
  }
}

const isUnimplemented = ({ grpc }: Proto, error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === grpc.status.UNIMPLEMENTED;
