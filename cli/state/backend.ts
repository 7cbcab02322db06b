import { decoded } from "../../client/settings/proxies";
import { findBackend, loggedInTo } from "../../provider/host/backend";
import { entriesInFolder, type StateEntry } from "../../provider/ownership/states";
import type { Io } from "../io";

/** The backend of the environment, or else of Pulumi.yaml, as the CLI finds it. */
export async function namedBackend({ env, cwd }: Pick<Io, "env" | "cwd">): Promise<string | undefined> {
  const { PULUMI_BACKEND_URL: named } = env;
  if (named) return named;
  const { projectRoot, readProject } = await import("../../engine/project/project.js");
  return projectRoot(cwd) === undefined ? undefined : (await readProject(cwd)).backend;
}

/** The address of the states. The default is the home directory, where the CLI finds the same stack after `pulumi login --local`. */
export const backendUrlOf = async (io: Pick<Io, "env" | "cwd">): Promise<string> =>
  (await namedBackend(io)) ?? "file://~";

/** The entries of the states in a backend that is a folder; none of any other. */
export async function entriesHere(io: Pick<Io, "env" | "cwd">): Promise<readonly StateEntry[]> {
  const { states } = await findBackend({ ...io.env, PULUMI_BACKEND_URL: await backendUrlOf(io) }, io.cwd);
  return states === undefined ? [] : entriesInFolder(states);
}

/** The hint if there is no stack at home while the CLI is logged in to another backend; otherwise empty. */
export async function loginHint(io: Pick<Io, "env" | "cwd">): Promise<string> {
  if ((await namedBackend(io)) !== undefined) return "";
  const url = loggedInTo(io.env);
  if (url === undefined || url.startsWith("file://")) return "";
  return ` The Pulumi CLI is logged in to ${shownUrl(url)}: for the stacks there, set PULUMI_BACKEND_URL to it.`;
}

interface Address {
  /** What stands before user and host, such as `s3://`. */
  readonly scheme: string;
  readonly login: string;
  readonly place: string;
  readonly query: string;
}

/** The parts of an address. A password may have any sign in it but the question mark beside a slash. */
function partsOf(url: string): Address {
  const start = url.startsWith("//", url.indexOf("/")) ? url.indexOf("/") + 2 : 0;
  const rest = url.slice(start);
  const [head = ""] = rest.split("/", 1);
  const [path = ""] = rest.split("?", 1);
  const hasSlash = !head.includes("@") && /^[^/?]*:/.test(path);
  const end = (hasSlash ? path : head).lastIndexOf("@") + 1;
  const [place = "", ...query] = rest.slice(end).split("?");
  return { scheme: url.slice(0, start), login: rest.slice(0, Math.max(0, end - 1)), place, query: query.join("?") };
}

export function shownUrl(url: string): string {
  const { scheme, place } = partsOf(url);
  return scheme + place;
}

/** The keys in an address: a password, or a user who has none, and what its query calls a key. */
export function keysIn(url: string): string[] {
  const { login, query } = partsOf(url);
  const named = query.split("&").flatMap((pair) => {
    const [name = "", ...value] = pair.split("=");
    return /pass|secret|token|key|sig|credential/i.test(name) ? value.join("=") : [];
  });
  return [login.replace(/^[^:]*:/, ""), ...named].map(decoded);
}
