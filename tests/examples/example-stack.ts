import { expect } from "@jest/globals";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { LocalStack } from "../../engine";
import { temporaryFolder } from "../support/temporary-folder";

export const root = resolve(__dirname, "..", "..");

export interface Setting {
  readonly value: string;
  readonly secret?: boolean;
}

/** A stack of one program, deployed to an emulated platform of its own. */
export interface ExampleStack {
  readonly stack: LocalStack;
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
 */
export async function openExample(
  folder: string,
  settings: Readonly<Record<string, Setting>> = {},
): Promise<ExampleStack> {
  const emulator = await startEmulator({ speed: 10_000, rateLimit: false });
  const project = parse(readFileSync(join(folder, "Pulumi.yaml"), "utf8")) as { name: string; main?: string };
  const home = temporaryFolder("example");
  const main = resolve(folder, project.main ?? (existsSync(join(folder, "index.js")) ? "index.js" : "index.ts"));
  const runtime = { name: "nodejs", options: { typescript: main.endsWith(".ts") } };
  writeFileSync(join(home, "Pulumi.yaml"), JSON.stringify({ name: project.name, runtime, main }));
  const stack = await LocalStack.open({
    projectDir: home,
    stack: "test",
    backendUrl: `file://${home}`,
    passphrase: "test",
    env: {
      COMPUTE_API_URL: emulator.apiUrl,
      COMPUTE_QUEUE_URL: emulator.queueUrl,
      COMPUTE_API_KEY: emulator.apiKey,
      COMPUTE_JOURNAL_DIR: join(home, "journal"),
      // Types are checked for all programs at once elsewhere; here it would take seconds a run.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    },
  });
  for (const [key, { value, secret = false }] of Object.entries(settings))
    await stack.setConfig(key, value, { secret });
  return {
    stack,
    emulator,
    objects: () => objectsOf(emulator),
    close: () => emulator.close(),
  };
}

/**
 * Up, an empty preview, and a destroy that leaves nothing; answers the objects that stood in between.
 *
 * @param isJob the processes of its pods end by themselves.
 */
export async function wholeLife(
  folder: string,
  settings?: Readonly<Record<string, Setting>>,
  isJob = false,
): Promise<string[]> {
  const { stack, emulator, objects, close } = await openExample(folder, settings);
  if (isJob) emulator.scripts.add({ exitAfterMs: 60_000 });
  try {
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    const made = await objects();
    expect(await stack.preview({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
    expect(await stack.destroy()).toMatchObject({ result: "succeeded" });
    expect(await objects()).toEqual([]);
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
