import { expect } from "@jest/globals";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { systemAmbient } from "../../engine/ambient";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { type Ambient, LocalStack } from "../../engine";
import type { Mode } from "../../proofs/plugin";
import { Project } from "../support/project";
import { temporaryFolder } from "../support/temporary-folder";
import { judged } from "./judged";
import { runHere } from "./run-here";

export { root } from "../../proofs/root";

export interface Setting {
  readonly value: string;
  readonly secret?: boolean;
}

/** A stack of one program, deployed to an emulated platform of its own. */
export interface ExampleStack<Stack = LocalStack> {
  readonly stack: Stack;
  readonly emulator: Emulator;
  /** Objects on the platform, `Pod web-1a2b` for instance, cluster members left out. */
  readonly objects: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a program as a stack whose files lie elsewhere, so that nothing is written beside the program. Time runs fast on
 * the platform: what takes seconds there is over when the provider looks for the first time.
 *
 * @param folder holds Pulumi.yaml and the program, in TypeScript or in JavaScript.
 * @param ambient where its program and its provider are, if not in processes of their own.
 */
export const openExample = (
  folder: string,
  settings?: Readonly<Record<string, Setting>>,
  ambient: Ambient = systemAmbient,
): Promise<ExampleStack> =>
  openOnEmulator(settings, (env) => {
    const project = projectOf(folder);
    const home = temporaryFolder("example");
    const main = mainOf(folder);
    const runtime = { name: "nodejs", options: { typescript: main.endsWith(".ts") } };
    writeFileSync(
      join(home, "Pulumi.yaml"),
      JSON.stringify({ name: project.name, runtime, main, config: project.config }),
    );
    return LocalStack.open({
      projectDir: home,
      stack: "test",
      backendUrl: `file://${home}`,
      passphrase: "test",
      ambient,
      env: {
        ...env,
        COMPUTE_JOURNAL_DIR: join(home, "journal"),
        // Types are checked for all programs at once elsewhere; here it would take seconds a run.
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      },
    });
  });

/** How a program is tried: as dynamic resources unless it imports the plugin's classes, on a platform of one account. */
export interface Trial {
  readonly mode?: Mode;
  /** Other accounts, with their keys. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** The engine hears what the provider says, as from a process of its own. */
  readonly notify?: "engine";
}

/** The same with the program and its provider in this process, which takes a tenth of the time. */
export const openExampleHere = (
  folder: string,
  settings?: Readonly<Record<string, Setting>>,
  { mode = "dynamic", accounts, notify }: Trial = {},
) => {
  const open = (env: Record<string, string>, emulator: Emulator) => {
    const project = new Project(emulator, { name: projectOf(folder).name, stack: "test" });
    // Data sources read the environment of their process.
    Object.assign(process.env, env);
    return project.here({ mode, notify }, () => runHere(mainOf(folder), project.folder));
  };
  return openOnEmulator({ ...defaultsOf(folder), ...settings }, open, accounts);
};

/** What Pulumi.yaml has where a stack says nothing. */
const defaultsOf = (folder: string): Record<string, Setting> =>
  Object.fromEntries(
    Object.entries(projectOf(folder).config ?? {}).map(([key, { default: value }]) => [key, { value }]),
  );

const projectOf = (folder: string) =>
  parse(readFileSync(join(folder, "Pulumi.yaml"), "utf8")) as {
    name: string;
    main?: string;
    config?: Record<string, { default: string }>;
  };

const mainOf = (folder: string): string =>
  resolve(folder, projectOf(folder).main ?? (existsSync(join(folder, "index.js")) ? "index.js" : "index.ts"));

async function openOnEmulator<Stack extends Pick<LocalStack, "setConfig">>(
  settings: Readonly<Record<string, Setting>> = {},
  open: (env: Record<string, string>, emulator: Emulator) => Promise<Stack>,
  accounts?: Readonly<Record<string, string>>,
): Promise<ExampleStack<Stack>> {
  const emulator = await startEmulator({ speed: 500, rateLimit: false, ...(accounts && { accounts }) });
  const { apiUrl, queueUrl, apiKey } = emulator;
  const stack = await open({ COMPUTE_API_URL: apiUrl, COMPUTE_QUEUE_URL: queueUrl, COMPUTE_API_KEY: apiKey }, emulator);
  for (const [key, { value, secret = false }] of Object.entries(settings))
    await stack.setConfig(key, value, { secret });
  return { stack, emulator, objects: () => objectsOf(emulator), close: () => emulator.close() };
}

/** With the errors in sight where it fails. */
const success: unknown = expect.objectContaining({
  result: "succeeded",
  diagnostics: expect.not.arrayContaining([expect.objectContaining({ severity: "error" })]),
});

/**
 * Up, an empty preview, and a destroy that leaves nothing behind, each as its preview says; answers the objects that stood in between.
 *
 * @param prepare makes what the program takes for granted.
 */
export async function wholeLife(
  folder: string,
  settings?: Readonly<Record<string, Setting>>,
  prepare?: (emulator: Emulator) => Promise<unknown>,
  trial?: Trial,
): Promise<string[]> {
  const { stack, objects, emulator, close } = await openExampleHere(folder, settings, { notify: "engine", ...trial });
  try {
    await prepare?.(emulator);
    const before = await objects();
    expect(await judged(stack, emulator, "up")).toEqual(success);
    const made = await objects();
    expect(await stack.preview({ expectNoChanges: true })).toEqual(success);
    expect(await judged(stack, emulator, "destroy")).toEqual(success);
    expect(await objects()).toEqual(before);
    return made;
  } finally {
    await close();
  }
}

async function objectsOf({ apiUrl, apiKey }: Emulator): Promise<string[]> {
  const client = createClient({ apiUrl, apiKey });
  const pods: { name: string }[] = [];
  for await (const pod of client.pods.listAll()) pods.push(pod);
  const [clusters, volumes, registries, keys, endpoints, templates, secrets, delegations] = await Promise.all([
    client.clusters.list(),
    client.networkVolumes.list(),
    client.registries.list(),
    client.account.sshKeys.list(),
    client.serverless.list(),
    client.templates.list(),
    client.account.secrets.list(),
    client.registries.delegations.list(),
  ]);
  await client.close();
  const named = (kind: string, items: readonly { name: string }[]) => items.map(({ name }) => `${kind} ${name}`);
  return [
    ...named("Cluster", clusters),
    ...named("Endpoint", endpoints.endpoints),
    ...named("NetworkVolume", volumes),
    ...named("Pod", pods),
    ...named("Template", templates.templates),
    ...named("RegistryCredential", registries),
    ...named("AccountSecret", secrets),
    ...delegations.map(({ id }) => `RegistryDelegation ${id}`),
    ...keys.map((line) => `SshKey ${line.split(" ")[2]}`),
  ].sort();
}
