import { ownMember } from "../../values/own-member";
import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { forOwnerOnly, readIfThere, writeWhole } from "../../disk";
import { pulumiHome } from "../../disk/home";
import type { Project } from "../../engine/project/project";
import type { Io } from "../io";

/** The file of `pulumi stack select` for a project on this machine; earlier versions of the CLI stored one stack for each project. */
const Workspace = z.looseObject({
  stack: z.string().optional(),
  stacks: z.record(z.string(), z.string()).optional(),
});

type Place = Pick<Project, "name" | "root">;

/** The stack that `pulumi stack select` chose for this project and backend. An unreadable file counts as no choice. */
export async function selectedStack({ env }: Io, project: Place, backendUrl: string): Promise<string | undefined> {
  try {
    const { stack, stacks = {} } = read(await fileOf(env, project));
    const chosen = ownMember(stacks, backendUrl) ?? stack;
    return chosen?.slice(chosen.lastIndexOf("/") + 1) || undefined;
  } catch {
    return undefined;
  }
}

/** Chooses a stack for later commands, as `pulumi stack init` and `pulumi stack select` do. */
export async function selectStack({ env }: Io, project: Place, backendUrl: string, name: string): Promise<void> {
  const file = await fileOf(env, project);
  const before = read(file);
  const stacks = { ...before.stacks, [backendUrl]: `organization/${project.name}/${name}` };
  writeWhole(file, JSON.stringify({ ...before, stacks }, undefined, 4), forOwnerOnly);
}

/** The CLI names the file by the digest of the project file's path. */
async function fileOf(env: Io["env"], { name, root }: Place): Promise<string> {
  const path = join(await realpath(root), "Pulumi.yaml");
  const digest = createHash("sha1").update(path).digest("hex");
  return join(pulumiHome(env), "workspaces", `${name}-${digest}-workspace.json`);
}

const read = (file: string) => Workspace.parse(JSON.parse(readIfThere(file) ?? "{}"));
