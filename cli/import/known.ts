import { readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { ifThere } from "../../disk";
import { loggedInTo } from "../../provider/host/backend";
import { CommandFailure, type Io, writeSentences } from "../io";
import { readDeployment, type StackResource } from "../state/deployment";
import { backendUrlOf, namedBackend } from "../state/backend";
import { cliOfBackend } from "../state/pulumi-cli";
import { readText } from "../state/load-stack";

/**
 * The resources in all known states: all stacks of the backend, and the states that were passed. An object that two stacks
 * manage is deleted by one and missed by the other, so nothing is skipped silently.
 *
 * @param known files with exported states.
 * @throws CommandFailure if there is neither, or a state can't be read.
 */
export async function knownResources(io: Io, known: readonly string[]): Promise<StackResource[]> {
  const url = (await namedBackend(io)) ?? (known.length === 0 ? await homeOfProject(io) : undefined);
  if (url === undefined && known.length === 0)
    throw new CommandFailure(
      "Can't tell which objects are already in a stack: PULUMI_BACKEND_URL is not set. " +
        "If all your stacks are on this machine, where `compute up` and `pulumi login --local` keep them, set it to file://~. " +
        "Otherwise set it to your backend, or export each stack with `pulumi stack export --file` and pass the files with --known.",
    );
  const files = [...(url?.startsWith("file://") ? await checkpoints(io, url) : []), ...known];
  const elsewhere = url === undefined ? undefined : await cliOfBackend(io);
  const exported = (await elsewhere?.exportAll()) ?? [];
  if (elsewhere?.isShared)
    writeSentences(io.stderr, [
      `note: only this project's stacks in ${elsewhere.where} are known. Export those of other projects, and pass their files with --known.`,
    ]);
  const read = await Promise.all(files.map(async (file) => ({ where: file, text: await readText(io, file) })));
  const states = [...read, ...exported].map(({ where, text }) => readDeployment(text, where));
  return states.flatMap(({ resources, pending }) => [...resources, ...pending.map(({ resource }) => resource)]);
}

/** Where all commands find the states of a project that names no backend, unless the CLI is logged in to another one. */
async function homeOfProject(io: Io): Promise<string | undefined> {
  const { projectRoot } = await import("../../engine/project/project.js");
  const isElsewhere = !["file://~", undefined].includes(loggedInTo(io.env));
  if (projectRoot(io.cwd) === undefined || isElsewhere) return undefined;
  writeSentences(io.stderr, [
    "note: PULUMI_BACKEND_URL is not set, so the stacks in file://~ are those that are known.",
  ]);
  return backendUrlOf(io);
}

async function checkpoints(io: Io, url: string): Promise<string[]> {
  const [{ backendRoot }, { projectRoot }] = await Promise.all([
    import("../../engine/state/backend.js"),
    import("../../engine/project/project.js"),
  ]);
  const folder = join(backendRoot(url, projectRoot(io.cwd) ?? io.cwd), ".pulumi", "stacks");
  const entries = ifThere(() => readdirSync(folder, { recursive: true, withFileTypes: true })) ?? [];
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const packed = files.find((file) => /\.json\.(gz|zst)$/.test(file));
  if (packed)
    throw new CommandFailure(
      `${relative(folder, packed)} is compressed and can't be read. Export the stack with \`pulumi stack export --file\`, ` +
        "unset PULUMI_BACKEND_URL, and pass the file of every stack with --known.",
    );
  return files.filter((file) => file.endsWith(".json") && !basename(file).startsWith("."));
}
