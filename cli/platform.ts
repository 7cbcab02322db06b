import type { Command } from "commander";
import { type Client, createClient, type Hooks } from "../client/index";
import { resolveSettings, type Settings, type StackSetting } from "../client/settings/settings";
import type { Catalog } from "../provider/cost/pricing";
import { waitSentence } from "../client/http/hooks";
import { type Io, writeSentences } from "./io";
import { refuseMistyped, stacksHere } from "./stack/flags";
import { cliOfBackend, plainName } from "./state/pulumi-cli";
import type { StateFlags } from "./state/load-stack";
import { type Decrypt, decrypterWith } from "./state/secret-values";

export const addPlatformFlags = (command: Command): Command =>
  command.option(
    "-s, --stack <name>",
    "use the address and key of this stack; defaults to PULUMI_STACK, then to the environment",
  );

/** The settings of the stack, or else of the environment. @throws EngineError for a secret without a passphrase. */
export async function platformSettings(io: Io, flags: StateFlags): Promise<Settings> {
  return resolveSettings(await stackConfig(io, flags), io.env);
}

/** A client with these settings. @throws EngineError as {@link platformSettings} does. */
export async function openPlatform(io: Io, flags: StateFlags): Promise<Client> {
  return createClient({
    ...(await platformSettings(io, flags)),
    hooks: sayingWaits(io),
    signal: io.signal,
    clock: io.clock,
  });
}

export async function catalogOf({ catalog }: Client, signal: AbortSignal): Promise<Catalog> {
  const [gpus, cpus] = await Promise.all([catalog.gpus({ signal }), catalog.cpus({ signal })]);
  return { gpus, cpus };
}

/** Reports on stderr how long a command waits for the rate limit, unless the hooks do. */
export const sayingWaits = (io: Io, hooks: Hooks = {}): Hooks => ({
  onWait: (event) => writeSentences(io.stderr, [waitSentence(event)]),
  ...hooks,
});

const nothing: StackSetting = () => undefined;

async function stackConfig(io: Io, { stack: named, file }: StateFlags): Promise<StackSetting> {
  const { projectRoot, readProject } = await import("../engine/project/project.js");
  // A state from a file belongs to no stack of this directory, unless the command line names one.
  if (projectRoot(io.cwd) === undefined) return nothing;
  const stack = named ?? (file === undefined ? await likelyStack(io) : undefined);
  if (!stack) return nothing;
  const [{ ConfigFile }, { withDeclared }, elsewhere] = await Promise.all([
    import("../engine/project/config.js"),
    import("../engine/project/declared-settings.js"),
    cliOfBackend(io),
  ]);
  // A missing stack in another backend is refused when its state is read.
  if (!elsewhere) await refuseMistyped(io, stack);
  const project = await readProject(io.cwd);
  const document = await ConfigFile.open(project.configDir, project.name, plainName(stack)).catch((error: unknown) => {
    if (elsewhere) return undefined;
    throw error;
  });
  // Environments, and secrets that no passphrase opens, are the CLI's.
  if (elsewhere && (!document || (document.hasSecrets() && document.salt === undefined)))
    return elsewhere.settings(stack);
  if (!document) return nothing;
  const sealed = document.read((cipher) => cipher, "compute");
  const isSealed = [...sealed.values()].some(({ secret }) => secret);
  const own = isSealed ? document.read(await decrypterOf(io, document.salt), "compute") : sealed;
  const config = withDeclared(own, project.settings);
  return (name) => config.get(`compute:${name}`)?.value;
}

/** The likely stack; none if the environment already names the platform. */
async function likelyStack(io: Io): Promise<string | undefined> {
  const { PULUMI_STACK: named, COMPUTE_API_URL: address } = io.env;
  if (named || address) return named;
  const { known, selected } = await stacksHere(io);
  return selected ?? (known.length === 1 ? known[0] : undefined);
}

async function decrypterOf(io: Io, salt = ""): Promise<Decrypt> {
  const { findPassphrase } = await import("../engine/project/options.js");
  return decrypterWith(await findPassphrase(undefined, { ...io.env }), salt);
}
