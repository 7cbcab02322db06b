import { describe, expect, it } from "@jest/globals";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readProject } from "../../engine/project/project";
import { root, type Setting, wholeLife } from "./example-stack";

interface Story {
  readonly example: string;
  readonly settings?: Readonly<Record<string, Setting>>;
  /** What is there after `up`: kind and the beginning of the name. */
  readonly makes: readonly string[];
}

const password = { registryPassword: { value: "hush-1", secret: true } };

const stories: readonly Story[] = [
  {
    example: "account-secrets",
    settings: { hubToken: { value: "hush-1", secret: true } },
    makes: ["AccountSecret hub_token", "Pod trainer", "RegistryDelegation"],
  },
  { example: "batch-job", makes: ["Endpoint preparer", "NetworkVolume dataset", "Pod training"] },
  { example: "cpu-pod", makes: ["Pod web"] },
  {
    example: "credential-rotation",
    settings: password,
    makes: ["Pod api", "Pod batch", "RegistryCredential registry"],
  },
  { example: "drift-check", makes: ["NetworkVolume scratch", "Pod service"] },
  { example: "gpu-notebook", makes: ["Pod notebook"] },
  {
    example: "gpu-workstation",
    settings: password,
    makes: ["NetworkVolume ada-home", "Pod ada-pod", "RegistryCredential ada-registry"],
  },
  { example: "pod-fleet", makes: ["Pod worker-books", "Pod worker-code", "Pod worker-web"] },
  {
    example: "quickstart",
    settings: password,
    makes: ["Cluster ", "NetworkVolume datasets", "Pod trainer", "RegistryCredential registry"],
  },
  {
    example: "rolling-fleet",
    makes: ["Pod gateway", "Pod workers-0", "Pod workers-1", "Pod workers-2", "Pod workers-3"],
  },
  { example: "serverless-smoke-test", makes: ["Endpoint echo", "NetworkVolume weights", "Template worker"] },
  { example: "slurm-cluster", makes: ["Cluster slurm", "NetworkVolume home"] },
  {
    example: "team-ssh-keys",
    makes: ["Pod workbench", "SshKey ada@example.org", "SshKey grace@example.org"],
  },
  {
    example: "training-pod",
    settings: password,
    makes: ["NetworkVolume data", "Pod trainer", "RegistryCredential registry"],
  },
];

describe("examples", () => {
  it("are all told here", () => {
    const folders = readdirSync(join(root, "examples"), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && existsSync(join(root, "examples", entry.name, "Pulumi.yaml")),
    );
    expect(folders.map(({ name }) => name).sort()).toEqual(stories.map(({ example }) => example));
  });

  it("are what the root of the repository deploys: its stack is the quickstart", async () => {
    const quickstart = await readProject(join(root, "examples", "quickstart"));
    const { name, runtime, programDir, entryPoint } = await readProject(root);
    expect({ name, runtime, program: join(programDir, entryPoint) }).toEqual({
      name: quickstart.name,
      runtime: quickstart.runtime,
      program: join(quickstart.programDir, quickstart.entryPoint),
    });
  });

  it.each(stories)(
    "$example: up, an empty preview, and a destroy that leaves nothing",
    async ({ example, settings, makes }) => {
      const made = await wholeLife(join(root, "examples", example), settings);
      expect(made).toHaveLength(makes.length);
      for (const [index, start] of makes.entries()) expect(made[index]).toMatch(new RegExp(`^${start}`));
    },
    60_000,
  );
});
