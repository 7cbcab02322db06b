import { spawnSync } from "node:child_process";
import * as path from "node:path";

/** Runs of each, in turn. */
const rounds = 25;

/** What Pulumi's host of dynamic providers does first: load the provider, and check a pod. Prints the processor time it took. */
const start = `const { pod } = require(process.argv[1]);
const config = { "compute:apiKey": "key", "compute:apiUrl": "http://127.0.0.1:9" };
const news = { name: "a", image: "registry.example.com/acme/app:1", cpu: { id: "cpu3c", vcpuCount: 2 } };
pod.configure({ config: { get: (name) => config[name] } })
  .then(() => pod.check({}, news))
  .then(({ failures }) => {
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    const { user, system } = process.cpuUsage();
    process.stdout.write(String((user + system) / 1000), () => process.exit(0));
  });`;

/** Processor time until the first check is answered: the clock would tell what else the machine does. */
export function startRows(before: string | undefined): string[] {
  const roots = [process.cwd(), ...(before === undefined ? [] : [before])];
  const times = roots.map((): number[] => []);
  for (let round = 0; round < rounds; round++) for (const [at, root] of roots.entries()) times[at]!.push(startOf(root));
  const [now, then] = times.map((each) => each.sort((a, b) => a - b));
  const ratio = then ? ` | ${(middle(now!) / middle(then)).toFixed(2)} × | ${(now![0]! / then[0]!).toFixed(2)} ×` : "";
  const head = then ? " | median, before = 1 | quickest, before = 1" : "";
  return [
    `| processor ms to the first check | median of ${rounds} | quickest${head} |`,
    `| --- | --: | --:${then ? " | --: | --:" : ""} |`,
    `| provider host | ${middle(now!).toFixed(0)} | ${now![0]!.toFixed(0)}${ratio} |`,
  ];
}

const middle = (sorted: readonly number[]): number => sorted[sorted.length >> 1]!;

function startOf(root: string): number {
  const host = path.join(root, "dist", "provider", "host.js");
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", start, host], { encoding: "utf8" });
  if (stdout === "") throw new Error(`${host}: ${stderr}`);
  return Number(stdout);
}
