import { afterEach, beforeEach } from "@jest/globals";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../cli/program";
import { kinds } from "../../../provider/kinds";
import { pod as podTable } from "../../../provider/kinds/pod/fields";
import { toOutputs } from "../../../provider/state/outputs";
import { temporaryFolder } from "../../support/temporary-folder";
import { type Bench, openBench } from "../commands/run-command";
import { entryOf, exportOf } from "../commands/states";

/** States in object storage or Pulumi Cloud, by a stand-in for the CLI that prints what the CLI was recorded to print. */
export let bench: Bench;
/** The folder of the stand-in, the only one of ours on the PATH. */
export let bin: string;
beforeEach(async () => {
  bench = await openBench();
  bin = temporaryFolder("bin");
  writeFileSync(join(bench.io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  bench.io.env["PULUMI_BACKEND_URL"] = "s3://states?region=eu-1&endpoint=http://127.0.0.1:1";
});
afterEach(() => bench.close());

interface Answer {
  readonly out?: string;
  readonly err?: string;
  readonly code?: number;
  /** The state that `pulumi stack export` prints from then on. */
  readonly leaves?: string;
}

/** Puts a `pulumi` on the PATH that answers these commands, each named by its first words. */
export function install(answers: Readonly<Record<string, Answer>>): void {
  const exported = Object.keys(answers).indexOf("stack export");
  const cases = Object.entries(answers).map(([words, { out = "", err = "", code = 0, leaves }], at) => {
    writeFileSync(join(bin, `${at}.out`), out);
    if (leaves !== undefined) writeFileSync(join(bin, `${at}.left`), leaves);
    const leave = leaves === undefined ? "" : ` cp "${bin}/${at}.left" "${bin}/${exported}.out";`;
    writeFileSync(join(bin, `${at}.err`), err);
    return `"${words} "*) cat "${bin}/${at}.err" >&2; cat "${bin}/${at}.out";${leave} exit ${code};;`;
  });
  const script = `#!/bin/sh\necho "$*" >> "${bin}/calls"\ncase "$* " in\n${cases.join("\n")}\nesac\necho "error: unexpected $*" >&2; exit 1\n`;
  writeFileSync(join(bin, "pulumi"), script);
  chmodSync(join(bin, "pulumi"), 0o700);
  bench.io.env["PATH"] = `${bin}:/usr/bin:/bin`;
}
/** The commands that were run, without what each of them has. */
export const calls = () =>
  (existsSync(join(bin, "calls")) ? readFileSync(join(bin, "calls"), "utf8") : "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(" --non-interactive --color never", ""));

export const ls = JSON.stringify([
  { name: "dev", current: true, lastUpdate: "2026-11-28T23:10:33.875Z", resourceCount: 4 },
  { name: "prod", current: false, lastUpdate: "2026-11-28T23:10:34.637Z", resourceCount: 0 },
]);

/** A stack with one pod and one endpoint, as the CLI exports it. */
export async function deployed(): Promise<string> {
  const image = "registry.example.com/public/web:1.0";
  const asked = { name: "web-0a1b2c3", image, gpu: { id: "NVIDIA L40S", count: 1 } };
  const { id } = await bench.client.pods.create(asked);
  const endpoint = await bench.client.serverless.create({
    name: "echo",
    type: "QUEUE",
    image,
    gpu: { pools: ["ADA_48_PRO"] },
    scaling: { type: "QUEUE_DELAY", queueDelay: 1 },
  });
  await bench.emulator.clock.advance(60_000);
  const outputs = toOutputs(podTable, id, asked, kinds.Pod.operations.observe(await bench.client.pods.get(id), asked));
  return exportOf([
    entryOf({ kind: "Pod", name: "web", id, inputs: asked, outputs }),
    entryOf({ kind: "Endpoint", name: "echo", id: endpoint.id, outputs: { name: "echo" } }),
  ]);
}

/** Runs a command to its end, as the process does. */
export async function run(...args: readonly string[]) {
  bench.io.written.out = "";
  bench.io.written.err = "";
  const code = await runProgram(bench.io, ["node", "compute", ...args]);
  return { code, ...bench.io.written };
}
