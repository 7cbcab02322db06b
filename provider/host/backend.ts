import { randomBytes as systemRandomBytes } from "node:crypto";
import { linkSync, readFileSync, realpathSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { orElse } from "../../values/or-else";
import { makeFolder } from "../../disk";
import { accountHome, pulumiHome } from "../../disk/home";
import { withoutTrailing } from "../../client/text";
import type { RandomBytes } from "../table/names";
import { isObject } from "../table/props";
import { shortDigest } from "../state/identity";

type Env = Readonly<Record<string, string | undefined>>;

export interface Backend {
  /** Identifies the backend: stacks in different backends may have the same project and name. */
  readonly key: string;
  readonly states?: string;
  /** The salt of its marks: for a folder, an id that moves with it; for any other backend, its address. */
  readonly id: () => string;
  /** It may have several stacks with one name and project: Pulumi's own service has organizations, which a provider does not learn. */
  readonly isShared: boolean;
}

/**
 * Finds the backend of this run as the Pulumi CLI does: `PULUMI_BACKEND_URL`, else `backend.url` of the project, else the
 * login. If none is set, the project's directory stands for the backend.
 *
 * @param directory where the provider host runs, which is the folder of the program.
 * @param project its name, which identifies the right `Pulumi.yaml` above that folder.
 * @param randomBytes generates the id of a folder without one.
 */
export async function findBackend(
  env: Env,
  directory: string,
  project?: string,
  randomBytes: RandomBytes = systemRandomBytes,
): Promise<Backend> {
  const found = await findProject(directory, project);
  const root = found?.root ?? directory;
  const url = env["PULUMI_BACKEND_URL"] || found?.backend || loggedInTo(env);
  if (url === undefined) {
    const key = shortDigest(`directory ${real(root)}`);
    return { key, id: () => key, isShared: false };
  }
  const address = backendAddress(url, root);
  const key = shortDigest(address);
  if (!address.startsWith("file://"))
    return { key, id: () => address.split("?", 1)[0]!, isShared: /^https?:/.test(address) };
  const folder = join(address.slice("file://".length), ".pulumi");
  let drawn: string | undefined;
  // If the id can't be written, neither can a state.
  const id = () => (drawn ??= orElse(key, () => idOfFolder(folder, randomBytes)));
  return { key, states: join(folder, "stacks"), id, isShared: false };
}

export const idFile = "compute-platform-id";

/** The id of a folder: the first process writes it, and all others read it. */
function idOfFolder(folder: string, randomBytes: RandomBytes): string {
  const path = join(folder, idFile);
  const known = textOf(path);
  if (known !== undefined) return known;
  makeFolder(folder, 0o700);
  const id = Buffer.from(randomBytes(16)).toString("hex");
  const draft = `${path}.${id}`;
  writeFileSync(draft, id);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, "utf8");
}

/** The canonical spelling of a backend: `file://` with the absolute path of a folder; any other address unchanged. */
export function backendAddress(url: string, projectRoot: string): string {
  if (!url.startsWith("file://")) return withoutTrailing(url, "/");
  const written = url.slice("file://".length).split("?", 1)[0]!;
  const path = orElse(written, () => decodeURIComponent(written));
  return `file://${real(path.startsWith("~") ? join(accountHome() ?? "~", path.slice(1)) : resolve(projectRoot, path))}`;
}

interface Project {
  readonly root: string;
  readonly backend?: string;
  readonly runtime?: string;
}

export async function findProject(directory: string, name?: string): Promise<Project | undefined> {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const project = await readProject(at);
    if (project && (name === undefined || name === "" || project["name"] === name)) {
      const url = isObject(project["backend"]) ? project["backend"]["url"] : undefined;
      const runtime = isObject(project["runtime"]) ? project["runtime"]["name"] : project["runtime"];
      return {
        root: at,
        ...(typeof url === "string" && url !== "" && { backend: url }),
        ...(typeof runtime === "string" && { runtime }),
      };
    }
    if (dirname(at) === at) return undefined;
  }
}

async function readProject(directory: string): Promise<Record<string, unknown> | undefined> {
  for (const name of ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]) {
    const text = textOf(join(directory, name));
    if (text === undefined) continue;
    // Loaded late: hosts start faster without it, and most never need it.
    const { parse } = await import("yaml");
    // The engine reads the file too and reports its errors.
    const project = orElse(undefined, () => parse(text) as unknown);
    if (isObject(project)) return project;
  }
  return undefined;
}

export function loggedInTo(env: Env): string | undefined {
  const folder = env["PULUMI_CREDENTIALS_PATH"] || pulumiHome(env);
  const login = orElse({}, () => JSON.parse(textOf(join(folder, "credentials.json")) ?? "{}") as { current?: unknown });
  return typeof login.current === "string" && login.current !== "" ? login.current : undefined;
}

const real = (path: string): string =>
  orElse(path.length > 1 ? withoutTrailing(path, "/") : path, () => realpathSync(path));

const textOf = (path: string): string | undefined => orElse(undefined, () => readFileSync(path, "utf8"));
