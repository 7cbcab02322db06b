import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { OpenedJournal } from "../journal/opened-journal";
import { entriesInFolder, entriesOf, type StateEntry } from "../ownership/states";
import type { Backend } from "./backend";

/** Reads the states of a backend: in a folder from their files, elsewhere only this stack's, by the Pulumi CLI. */
export const statesOf = ({ states }: Backend, env: NodeJS.ProcessEnv): Pick<OpenedJournal, "inFolder" | "exported"> =>
  states === undefined
    ? { exported: (stackName) => exportedEntries(stackName, env) }
    : { inFolder: () => entriesInFolder(states) };

const withinMs = 60_000;

/** The entries of the stack's state as exported by the Pulumi CLI. Secrets stay encrypted, so no passphrase is needed. */
async function exportedEntries(stackName: string, env: NodeJS.ProcessEnv): Promise<StateEntry[]> {
  const args = ["stack", "export", "--non-interactive", "--stack", stackName];
  const quiet = { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { stdout } = await promisify(execFile)("pulumi", args, { env: quiet, timeout: withinMs, maxBuffer: 1 << 30 });
  return entriesOf((JSON.parse(stdout) as { deployment?: unknown }).deployment);
}
