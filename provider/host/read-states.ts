import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { OpenedJournal } from "../journal/opened-journal";
import { entriesInFolder, entriesOf, type StateEntry } from "../ownership/states";
import type { Backend } from "./backend";

/** Reads the states of a backend: in a folder from their files, elsewhere those of this stack's name, by the Pulumi CLI. */
export const statesOf = (
  { states, isShared }: Pick<Backend, "states" | "isShared">,
  env: NodeJS.ProcessEnv,
): Pick<OpenedJournal, "inFolder" | "exported"> =>
  states === undefined
    ? { exported: (stackName) => exportedEntries(stackName, isShared, env) }
    : { inFolder: () => entriesInFolder(states) };

const withinMs = 60_000;

/** The stack's entries as the Pulumi CLI exports them, with secrets encrypted; if shared, those of every organization. */
async function exportedEntries(stackName: string, isShared: boolean, env: NodeJS.ProcessEnv): Promise<StateEntry[]> {
  const options = { env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" }, timeout: withinMs, maxBuffer: 1 << 30 };
  const pulumi = async (...args: readonly string[]): Promise<unknown> => {
    const { stdout } = await promisify(execFile)("pulumi", ["stack", ...args, "--non-interactive"], options);
    return JSON.parse(stdout);
  };
  const listed = isShared ? ((await pulumi("ls", "--json")) as readonly { name: string }[]) : [{ name: stackName }];
  const names = listed.map(({ name }) => name).filter((name) => `/${name}`.endsWith(`/${stackName}`));
  if (names.length === 0) throw new Error(`the Pulumi CLI lists no stack ${stackName}`);
  const exported = names.map(async (name) => {
    const { deployment } = (await pulumi("export", "--stack", name)) as { deployment?: unknown };
    return entriesOf(deployment);
  });
  return (await Promise.all(exported)).flat();
}
