import { decodeArgs, encodeArgs } from "../../api/command";
import { choices } from "../kernel/choices";
import { badRequest } from "../kernel/refusal";
import type { Store } from "../store/store";

/** Rules on container settings that the schema can't state: counts (M-11) and the credential (M-12). */
export function checkContainer(
  store: Store,
  settings: {
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly ports?: readonly string[] | undefined;
    readonly registry?: string | null | undefined;
  },
): void {
  const { env = {}, ports = [], registry } = settings;
  if (Object.keys(env).length > choices.maxEnv) throw badRequest(`more than ${choices.maxEnv} environment variables`);
  if (ports.filter((port) => port.endsWith("/http")).length > choices.maxHttpPorts) {
    throw badRequest(`more than ${choices.maxHttpPorts} HTTP ports`);
  }
  if (typeof registry === "string" && !store.registries.get(registry)) throw badRequest("registry does not exist");
}

/** The three spellings of one setting in a request (M-1). */
export interface CommandRequest {
  readonly args?: string | undefined;
  readonly cmd?: readonly string[] | undefined;
  readonly entrypoint?: readonly string[] | undefined;
}

/** Whether a request says anything about the command; any of the three counts (P-41). */
export const hasCommand = ({ args, cmd, entrypoint }: CommandRequest) => (args ?? cmd ?? entrypoint) !== undefined;

/** What to store as `args` (M-4 to M-7, CH-12): `args` as it is, or the arrays encoded with the stored other one. */
export function storedArgs({ args, cmd, entrypoint }: CommandRequest, stored: string): string {
  if (args === undefined) {
    if (!cmd && !entrypoint) return stored;
    const before = decodeArgs(stored);
    return encodeArgs({ entrypoint: entrypoint ?? before.entrypoint, cmd: cmd ?? before.cmd });
  }
  const described = decodeArgs(args);
  const contradicts = (sent: readonly string[] | undefined, told: readonly string[]) =>
    sent !== undefined && (sent.length !== told.length || sent.some((word, i) => word !== told[i]));
  if (contradicts(cmd, described.cmd) || contradicts(entrypoint, described.entrypoint)) {
    throw badRequest("args describes another command than cmd and entrypoint");
  }
  return args;
}
