import { decoded } from "../../client/settings/proxies";
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

/** The hint if there is no stack at home while the CLI is logged in to another backend; otherwise empty. */
export async function loginHint(io: Pick<Io, "env" | "cwd">): Promise<string> {
  if ((await namedBackend(io)) !== undefined) return "";
  const { loggedInTo } = await import("../../provider/host/backend.js");
  const url = loggedInTo(io.env);
  if (url === undefined || url.startsWith("file://")) return "";
  return ` The Pulumi CLI is logged in to ${shownUrl(url)}: for the stacks there, set PULUMI_BACKEND_URL to it.`;
}

/** What stands before the host, the user and the password, the rest, and the query. A password may have any sign in it. */
const addressForm = /^([^/]*\/\/)?(?:([^/]*|[^/?]*:[^?]*)@)?([^?]*)(?:\?(.*))?$/s;

/** An address without user, password or key. */
export const shownUrl = (url: string): string => url.replace(addressForm, "$1$3");

/** The keys in an address: a password, or a user who has none, and what its query calls a key. */
export function keysIn(url: string): string[] {
  const [, , login = "", , query = ""] = addressForm.exec(url) ?? [];
  const named = query.matchAll(/[^&=]*(?:pass|secret|token|key|sig|credential)[^&=]*=([^&]*)/gi);
  return [login.replace(/^[^:]*:/, ""), ...[...named].map(([, value = ""]) => value)].map(decoded);
}
