import { cliContender, localContender } from "./contenders";
import { growthRows } from "./growth";
import { makeProject } from "./project";

const sizes = [10, 100, 300];

/**
 * Times `up` (create), `up` (no change), `preview`, `refresh` and `destroy` of 10, 100 and 300 dynamic resources that do
 * nothing, by the local engine and, where `pulumi` is on the PATH, by the CLI in turn on the same machine. Prints one
 * table row for each. Then what becomes of 1,000 and 3,000 of them, and of as many pods.
 */
export async function runEngineBench(print: (line: string) => void, counts: readonly number[] = sizes): Promise<void> {
  print(
    "| engine | resources | up (create), s | up (no change), s | preview, s | refresh, s | destroy, s | state, KB |",
  );
  print("| --- | --: | --: | --: | --: | --: | --: | --: |");
  for (const count of counts)
    for (const contender of [localContender, cliContender]) {
      const row = await measure(contender, count);
      if (row) print(row);
    }
  print("");
  await growthRows(print);
}

async function measure(open: typeof localContender, count: number): Promise<string | undefined> {
  const project = makeProject(count);
  try {
    const contender = await open(project);
    if (!contender) return undefined;
    const created = await time(() => contender.up());
    const stateKb = project.stateBytes() / 1024;
    const times = [created];
    for (const step of ["up", "preview", "refresh", "destroy"] as const)
      times.push(await time(() => contender[step]()));
    const cells = [contender.name, String(count), ...times.map((ms) => (ms / 1000).toFixed(2)), stateKb.toFixed(0)];
    return `| ${cells.join(" | ")} |`;
  } finally {
    project.remove();
  }
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
