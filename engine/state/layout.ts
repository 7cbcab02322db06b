import { namedOf } from "../../values/many";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { EngineError, unsupported } from "../errors";
import { readYaml } from "../project/yaml";
import { ifThere, readIfThere } from "../../disk";

/** The greatest number of named files. */
const most = 3;

interface Wanted {
  readonly project: string;
  /** Default: all stacks of the project. */
  readonly stack?: string;
}

/**
 * Refuses stacks in the legacy layout without projects, `stacks/NAME.json`. As in the CLI, a whole backend has that layout
 * if its `meta.yaml` says version 0, or if there is none but there are such files. A backend of version 1 may still contain
 * some.
 *
 * @throws EngineError `unsupported`, naming the files and the remedy.
 */
export function refuseLegacy(root: string, { project, stack }: Wanted): void {
  const base = join(root, ".pulumi");
  const meta = join(base, "meta.yaml");
  const version = versionOf(meta);
  if (version !== undefined && version > 1) throw unsupported(`a backend of version ${version} (${meta}), only 1`);
  const folder = join(base, "stacks");
  if (stack !== undefined && existsSync(join(folder, project, `${stack}.json`))) return;
  const files = legacyFiles(folder);
  const isMeant = ({ name, path }: LegacyFile) => (stack ?? name) === name && mayBeOf(path, project);
  const isWhole = version === 0 || (version === undefined && files.length > 0);
  const meant = isWhole ? files : files.filter(isMeant);
  if (!isWhole && meant.length === 0) return;
  const [own, others] = [meant.filter(({ name }) => name === stack), meant.filter(({ name }) => name !== stack)];
  const paths = [own, others].flatMap((part) => part.map(({ path }) => path).sort());
  const list = paths.length > 0 ? namedOf(paths, most) : meta;
  throw unsupported(
    `stacks in the CLI's legacy layout, without a folder for each project (${list})`,
    "run `pulumi state upgrade`, which moves every stack that has resources to its project, " +
      `or move each file to ${join(folder, "<project>", "<stack>.json")}` +
      (version === 0 ? ` and set the version in ${meta} to 1` : "") +
      ". Newer versions of the CLI upgrade a whole backend of this layout only with PULUMI_DIY_BACKEND_IGNORE_DEPRECATION_ERROR=1",
  );
}

function versionOf(meta: string): number | undefined {
  const text = readIfThere(meta);
  if (text === undefined) return undefined;
  const value = readYaml(meta, text).value as { version?: unknown } | null | undefined;
  const version = value?.version;
  if (typeof version !== "number") throw new EngineError("project", `${meta} does not say the version of the backend`);
  return version;
}

interface LegacyFile {
  readonly name: string;
  readonly path: string;
}

function legacyFiles(folder: string): LegacyFile[] {
  const entries = ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const name = /^([A-Za-z0-9_.-]+)\.json(\.gz|\.zst)?$/.exec(entry.name)?.[1];
      return name === undefined ? [] : [{ name, path: join(folder, entry.name) }];
    });
}

/** As in the CLI, the project is that of the first resource. A state without resources, or a compressed one, may belong to any project. */
function mayBeOf(path: string, project: string): boolean {
  const text = path.endsWith(".json") ? readIfThere(path) : undefined;
  const found = /"urn:pulumi:[^:"]+::([^:"]+)::/.exec(text ?? "")?.[1];
  return found === undefined || found === project;
}
