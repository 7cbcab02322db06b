import { randomBytes as systemRandomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, realpathSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { accountHome } from "../../../files/home";
import { withoutTrailing } from "../../../client/text";
import type { RandomBytes } from "../../table/names";
import { isObject } from "../../table/props";
import { shortDigest } from "../../state/identity";

type Env = Readonly<Record<string, string | undefined>>;

export interface Backend {
  /** Tells it from others: two stacks may have the same project and name when they lie in different backends. */
  readonly key: string;
  /** The folder that it keeps its states in, where it is a folder. */
  readonly states?: string;
  /** What salts its marks: of a folder, an id that it keeps wherever it is moved; of any other backend, its address. */
  readonly id: () => string;
  /** It may have several stacks of one name and project: Pulumi's own service has organizations, of which a provider is told nothing. */
  readonly isShared: boolean;
}

/**
 * Which backend holds the stacks of this run, as the Pulumi CLI finds it: `PULUMI_BACKEND_URL`, else `backend.url` of the project, else
 * the login. Where none of them tells, the project's own directory stands for the backend.
 *
 * @param directory where the provider host runs, which is the folder of the program.
 * @param project its name, by which the right `Pulumi.yaml` is found above that folder.
 * @param randomBytes draws the id of a folder that has none.
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
  // Where it can't be written, no state can, either.
  const id = () => (drawn ??= orElse(key, () => idOfFolder(folder, randomBytes)));
  return { key, states: join(folder, "stacks"), id, isShared: false };
}

/** The id of a folder, drawn once: whoever is first puts it there, and all others read it. */
function idOfFolder(folder: string, randomBytes: RandomBytes): string {
  const path = join(folder, "compute-platform-id");
  const known = textOf(path);
  if (known !== undefined) return known;
  mkdirSync(folder, { recursive: true });
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

/** One spelling for each backend: `file://` with the whole path of a folder; any other address as it is written. */
export function backendAddress(url: string, projectRoot: string): string {
  if (!url.startsWith("file://")) return withoutTrailing(url, "/");
  const written = url.slice("file://".length).split("?", 1)[0]!;
  const path = orElse(written, () => decodeURIComponent(written));
  return `file://${real(path.startsWith("~") ? join(accountHome() ?? "~", path.slice(1)) : resolve(projectRoot, path))}`;
}

interface Project {
  readonly root: string;
  readonly backend?: string;
  /** The language of the program. */
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
    // Loaded late: hosts start faster without it, and most never come here.
    const { parse } = await import("yaml");
    try {
      const project: unknown = parse(text);
      if (isObject(project)) return project;
    } catch {
      // The engine, which reads it too, says what is wrong with it.
    }
  }
  return undefined;
}

/** The backend that `pulumi login` has chosen on this machine. */
export function loggedInTo(env: Env): string | undefined {
  const folder = env["PULUMI_CREDENTIALS_PATH"] || env["PULUMI_HOME"] || join(accountHome() ?? "", ".pulumi");
  const login = orElse({}, () => JSON.parse(textOf(join(folder, "credentials.json")) ?? "{}") as { current?: unknown });
  return typeof login.current === "string" && login.current !== "" ? login.current : undefined;
}

const real = (path: string): string =>
  orElse(path.length > 1 ? withoutTrailing(path, "/") : path, () => realpathSync(path));

const textOf = (path: string): string | undefined => orElse(undefined, () => readFileSync(path, "utf8"));

function orElse<T>(otherwise: T, call: () => T): T {
  try {
    return call();
  } catch {
    return otherwise;
  }
}
