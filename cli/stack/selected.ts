import { ownMember } from "../../values/own-member";
import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { pulumiHome } from "../../disk/home";
import type { Io } from "../io";

/** The file of `pulumi stack select` for a project on this machine; earlier versions of the CLI stored one stack for each project. */
const Workspace = z.object({
  stack: z.string().optional(),
  stacks: z.record(z.string(), z.string()).optional(),
});

/**
 * The stack that `pulumi stack select` chose for the project in this directory and this backend. An unreadable file counts
 * as no choice.
 */
export async function selectedStack(
  { env }: Pick<Io, "env">,
  project: { readonly name: string; readonly root: string },
  backendUrl: string,
): Promise<string | undefined> {
  try {
    // The CLI names the file by the digest of the project file's path.
    const path = join(await realpath(project.root), "Pulumi.yaml");
    const digest = createHash("sha1").update(path).digest("hex");
    const file = join(pulumiHome(env), "workspaces", `${project.name}-${digest}-workspace.json`);
    const { stack, stacks = {} } = Workspace.parse(JSON.parse(await readFile(file, "utf8")));
    const chosen = ownMember(stacks, backendUrl) ?? stack;
    return chosen?.slice(chosen.lastIndexOf("/") + 1) || undefined;
  } catch {
    return undefined;
  }
}
