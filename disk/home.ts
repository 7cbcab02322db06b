import { homedir, tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { orElse } from "../values/or-else";

type Env = Readonly<Record<string, string | undefined>>;

/** The home of this user: `HOME`, or else what the user database says; undefined in a container that runs as a user who is in none. */
export const homeFolder = (env: Env, ask = homedir): string | undefined => env["HOME"] || known(ask);

/** The home that a program is given, different for each user of this machine, because compilers name their caches after it. */
export const homeForProgram = (env: Env, ask = homedir): string =>
  homeFolder(env, ask) ?? join(tmpdir(), `home-of-user-${process.getuid?.() ?? "unknown"}`);

/** The same as the Pulumi CLI finds it: what the user database says goes before `HOME`. */
export const accountHome = (): string | undefined => known(() => userInfo().homedir) || known(homedir);

/** The folder in which the Pulumi CLI keeps plugins, logins and chosen stacks: `PULUMI_HOME`, or else `.pulumi` in {@link accountHome}. */
export const pulumiHome = (env: Env, home = accountHome()): string => env["PULUMI_HOME"] || join(home ?? "", ".pulumi");

/** Where programs keep what they note for this user: `XDG_STATE_HOME`, or else `~/.local/state`. */
export function stateHome(env: Env, ask = homedir): string | undefined {
  const home = homeFolder(env, ask);
  return env["XDG_STATE_HOME"] || (home === undefined ? undefined : join(home, ".local", "state"));
}

/** The folders in which programs are looked for. */
export const foldersOnPath = (env: Env): string[] =>
  (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");

/** What to say where a file is to lie in the home, and there is none. */
export const noHome = (what: string, ...variables: readonly string[]): string =>
  `There is no home directory for ${what}: HOME is not set, and the user database has no entry for this user${
    process.getuid ? ` (uid ${process.getuid()})` : ""
  }. Set ${["HOME", ...variables].join(", or ")}.`;

const known = (look: () => string): string | undefined => orElse("", look) || undefined;
