import type { Ambient } from "../ambient";
import type { Backend } from "../state/backend";
import { formatCheckpoint, formatDeployment, versionOf, parseCheckpoint } from "../state/checkpoint";
import { type Config, ConfigFile } from "./config";
import { withDeclared } from "./declared-settings";
import { EngineError } from "../errors";
import type { Project } from "./project";
import type { PendingOperation, ResourceState } from "../state/resource-state";
import { type Crypter, type Keys, newCrypter, openKnown } from "../state/secrets";
import { checkIntegrity } from "../state/snapshot";
import { createStateCodec } from "../state/state-codec";

export interface SessionOptions {
  readonly project: Project;
  readonly stack: string;
  readonly backend: Backend;
  readonly ambient: Ambient;
  /** A cache of derived keys. */
  readonly keys: Keys;
  /** A dry run writes nothing, not even a new salt. */
  readonly isDryRun?: boolean;
  /** Called only if something is encrypted. */
  passphrase(): Promise<string>;
}

/** Config and state of a stack, opened for one operation. */
export type Session = Awaited<ReturnType<typeof openSession>>;

/** @param imported the text of another state, in place of the stack's own. */
export async function openSession(options: SessionOptions, imported?: string) {
  const { project, stack, backend, ambient } = options;
  const file = await ConfigFile.open(project.configDir, project.name, stack);
  const text = imported ?? (await backend.load());
  const raw = parseCheckpoint(text ?? '{"version":3}', imported === undefined ? backend.file : "the imported state");
  // First, so that no new salt is written with a wrong passphrase.
  const before = raw.salt === undefined ? undefined : await openKnown(raw.salt, options);
  if (!before && text?.includes('"ciphertext"'))
    throw new EngineError("state", "snapshot contains encrypted secrets but no secrets manager could be found");
  const crypter = await configCrypter(options, file, raw.salt);
  const config = withDeclared(
    file.read((cipher) => crypter.decrypt(cipher)),
    project.settings,
  );
  const codec = createStateCodec(crypter);
  // A state with another salt than the config file's is read with its own and written with the file's.
  const reader = before && before.salt !== crypter.salt ? createStateCodec(before) : codec;
  const resources = raw.resources.map((json) => reader.readEntry(json));
  checkIntegrity(resources);
  const format = (entries: readonly ResourceState[], operations: readonly PendingOperation[]): string =>
    formatDeployment({ salt: crypter.salt, resources: entries, operations, at: ambient.now() }, codec);
  return {
    config,
    sealedConfig: { ...plainOf(withDeclared(new Map(), project.settings)), ...file.sealed() },
    resources,
    operations: raw.operations.map((json) => reader.readOperation(json)),
    /** The deployment's text, as `stack export` prints it. */
    format,
    /** The checkpoint's text. */
    checkpoint: (entries: readonly ResourceState[], operations: readonly PendingOperation[]): string =>
      formatCheckpoint(project.name, stack, format(entries, operations), versionOf(entries)),
  };
}

const plainOf = (config: Config): Record<string, string> =>
  Object.fromEntries([...config].map(([key, { value }]) => [key, value]));

/** The config file's salt takes precedence. A stack without one gets a new salt, which is written at once. */
export async function configCrypter(options: SessionOptions, file: ConfigFile, stateSalt?: string): Promise<Crypter> {
  if (file.salt !== undefined) return openKnown(file.salt, options);
  if (stateSalt !== undefined && file.hasSecrets()) return openKnown(stateSalt, options);
  const made = await newCrypter(await options.passphrase(), options.ambient.bytes);
  options.keys.set(made.salt, made);
  if (options.isDryRun) return made;
  file.setSalt(made.salt);
  await file.save();
  return made;
}
