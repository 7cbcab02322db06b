import { describe, expect, it } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { Metrics } from "../../cli/keep/metrics";
import type { KeepDocument } from "../../cli/documents/keep";
import type { CommandFailure } from "../../cli/io";
import { createProgram } from "../../cli/program";
import { type Bench, openBench } from "../cli/commands/run-command";
import { entryOf, exportOf } from "../cli/commands/states";
import { FakeIo } from "../cli/fake-io";
import { temporaryFolder } from "../support/temporary-folder";
import { root } from "./code-blocks";

/** Files that people copy to have `compute keep` run. */
const folder = join(root, "examples", "keep");
const files = readdirSync(folder);
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const optionsOfKeep = createProgram(new FakeIo())
  .commands.find((command) => command.name() === "keep")!
  .options.flatMap(({ long }) => long ?? []);

interface Board {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[] }[];
  readonly templating: { readonly list: readonly { readonly type: string; readonly query: string }[] };
}
const isQuery = ({ type }: { readonly type: string }) => type === "query";

describe("a recipe for compute keep", () => {
  it.each(files.filter((file) => /keep/.test(read(file)) && !file.endsWith(".json") && !file.endsWith(".timer")))(
    "%s uses options that the command has",
    (file) => {
      const calls = read(file).match(/compute keep [^\n|>"]+/g) ?? [];
      expect(calls.length).toBeGreaterThan(0);
      for (const call of calls)
        for (const option of call.match(/--[a-z-]+/g) ?? []) expect(optionsOfKeep).toContain(option);
    },
  );

  it("runs one job on GitHub and GitLab, and one pod a time on Kubernetes", () => {
    const github = parse(read("github-actions.yml")) as { jobs: object; on: { schedule: { cron: string }[] } };
    expect(Object.keys(github.jobs)).toEqual(["keep"]);
    expect(github.on.schedule).toHaveLength(1);
    expect(parse(read("gitlab-ci.yml"))).toMatchObject({ keep: { resource_group: "keep" } });
    expect(parse(read("cronjob.yaml"))).toMatchObject({ kind: "CronJob", spec: { concurrencyPolicy: "Forbid" } });
  });

  it.each(["github-actions.yml", "gitlab-ci.yml"])(
    "%s stops what idles although every pass finds something that differs",
    async (file) => {
      const bench = await openBench();
      try {
        const { clock, scripts } = bench.emulator;
        bench.io.now = () => clock.now();
        const runner = new Runner(bench, jobIn(file));
        const inputs = { name: "idle", image: "registry.example.com/a:1", gpu: { id: "NVIDIA L40S", count: 1 } };
        const { id } = await bench.client.pods.create(inputs);
        scripts.add({ match: { id }, load: [{ afterMs: 0, percent: 1 }] });
        await clock.advance(60_000);
        const known = { ...inputs, name: "renamed", desiredStatus: "RUNNING", stopWhenIdle: { after: "30m" } };
        const entry = entryOf({ kind: "Pod", name: "idle", id, inputs: known, outputs: known });
        const state = bench.file(exportOf([entry]));
        for (let minute = 0; minute <= 30; minute += 10) {
          expect((await bench.client.pods.get(id)).status).toBe("RUNNING");
          expect(await runner.run(state)).toEqual({ code: 2, isGreen: true });
          await clock.advance(600_000);
        }
        expect((await bench.client.pods.get(id)).status).toBe("EXITED");
        // What fails is red, and remembered all the same.
        bench.io.env["COMPUTE_API_KEY"] = "revoked";
        expect(await runner.run(state)).toEqual({ code: 1, isGreen: false });
        expect(runner.kept).toContain('"failed":1');
      } finally {
        await bench.close();
      }
    },
  );

  it("gives the operator keys from a secret and a journal on a volume, and Deployments an encrypted key", () => {
    const stack = parseAllDocuments(read("operator.yaml"))
      .map((document) => document.toJSON() as { kind: string; spec: Readonly<Record<string, unknown>> })
      .find(({ kind }) => kind === "Stack")!;
    expect(stack.spec["envRefs"]).toMatchObject({
      COMPUTE_API_KEY: { type: "Secret", secret: { name: "compute-stack" } },
      COMPUTE_JOURNAL_DIR: { literal: { value: expect.stringMatching(/^\/journal\//) } },
    });
    expect(JSON.stringify(stack.spec["workspaceTemplate"])).toContain('"mountPath":"/journal"');
    // The name, and the one use, in which it is no argument of another process.
    expect(read("deployments.sh").split("COMPUTE_API_KEY")).toHaveLength(3);
    expect(read("deployments.sh")).toMatch(
      /^printf %s "\$COMPUTE_API_KEY" \| pulumi config set .* --secret compute:apiKey$/m,
    );
  });

  it("asks Grafana for metrics and labels that a pass writes, in queries that PromQL's grammar takes", async () => {
    const path = join(temporaryFolder("metrics"), "keep.prom");
    const metrics = await Metrics.open(path);
    const pod = { name: "a", id: "p1" };
    const report: KeepDocument = {
      stack: "shop/dev",
      at: "2026-01-01T00:00:00.000Z",
      stopped: [],
      notStopped: [],
      unknown: [],
      requests: 2,
      costPerHour: 1,
      spentToday: 2,
      maxDailyCost: null,
      requestsLeft: { minute: 58 },
      isDryRun: false,
      spent: [{ kind: "Pod", ...pod, usd: 2 }],
      drift: [
        { urn: "urn:pulumi:dev::shop::compute:index:Pod::a", kind: "Pod", ...pod, class: "terminated", path: "" },
      ],
      pods: [{ ...pod, status: "RUNNING", busy: 50, costPerHour: 1 }],
    };
    await metrics.note(report.stack, report, { lookedAt: 1, failed: 0 });
    const written = readFileSync(path, "utf8");
    const labelsOf = (name: string) => {
      const line = new RegExp(`^${name}\\{(.*)\\} `, "m").exec(written);
      if (!line) throw new Error(`no pass writes ${name}`);
      return [...line[1]!.matchAll(/(\w+)=/g)].map(([, label]) => label);
    };
    const { panels, templating } = JSON.parse(read("grafana.json")) as Board;
    const [metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(templating.list.find(isQuery)!.query)!.slice(1);
    expect(labelsOf(metric!)).toContain(label);
    const { groups } = parse(read("alerts.yml")) as { groups: { rules: { alert: string; expr: string }[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.map(({ alert }) => alert)).toEqual(
      expect.arrayContaining(["ComputeKeepLate", "ComputeKeepFailing", "ComputeOverBudget"]),
    );
    for (const { expr } of rules) {
      const { metrics: asked, labels } = await namesIn(expr);
      expect(asked).not.toEqual([]);
      for (const name of asked) expect(labelsOf(name)).toEqual(expect.arrayContaining(labels));
    }
    for (const { expr, legendFormat } of panels.flatMap(({ targets }) => targets)) {
      const { metrics: asked, labels } = await namesIn(expr);
      expect(asked).not.toEqual([]);
      const legend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      for (const name of asked) expect(labelsOf(name)).toEqual(expect.arrayContaining(labels));
      expect(labelsOf(asked[0]!)).toEqual(expect.arrayContaining(legend));
    }
  });
});

/** A job that calls `keep`: its lines, and whether what it remembers is kept also where they fail. */
interface KeepJob {
  readonly script: string;
  readonly isAlwaysKept: boolean;
}

function jobIn(file: string): KeepJob {
  const { keep, jobs } = parse(read(file)) as {
    readonly keep?: { readonly cache: { readonly when?: string }; readonly script: readonly string[] };
    readonly jobs?: { readonly keep: { readonly steps: readonly Readonly<Record<string, string>>[] } };
  };
  if (keep) return { script: keep.script.join("\n"), isAlwaysKept: keep.cache.when === "always" };
  const steps = jobs!.keep.steps;
  const save = steps.find(({ uses }) => uses?.startsWith("actions/cache/save"));
  return { script: steps.flatMap(({ run }) => run ?? []).join("\n"), isAlwaysKept: save?.["if"] === "always()" };
}

/** Machines of which each is new, and has only what the one before it left in the cache. */
class Runner {
  kept: string | undefined;

  constructor(
    private readonly bench: Bench,
    private readonly job: KeepJob,
  ) {}

  async run(state: string): Promise<{ code: number; isGreen: boolean }> {
    const { io } = this.bench;
    const { script, isAlwaysKept } = this.job;
    io.cwd = temporaryFolder("runner");
    const memory = join(io.cwd, "keep.json");
    if (this.kept !== undefined) writeFileSync(memory, this.kept);
    const [, args] = /compute (keep .*?)(?: \|\|| >>|$)/m.exec(script)!;
    const call = this.bench.run(...args!.replace("--stack prod", `--file ${state}`).split(" "));
    const code = await call.then(
      () => 0,
      (error: unknown) => (error as CommandFailure).exitCode,
    );
    const lines = `npm() { :; }\nnpx() { return ${code}; }\n${script}`;
    const env = { PATH: process.env["PATH"], GITHUB_STEP_SUMMARY: "/dev/null" };
    const isGreen = spawnSync("bash", ["-eo", "pipefail", "-c", lines], { env }).status === 0;
    if (isGreen || isAlwaysKept) this.kept = readFileSync(memory, "utf8");
    return { code, isGreen };
  }
}

/** What a query names, by the parser that Prometheus' own pages use. @throws where it is not PromQL. */
async function namesIn(expr: string) {
  const { parser } = await import("@prometheus-io/lezer-promql");
  const metrics: string[] = [];
  const labels: string[] = [];
  parser
    .configure({ strict: true })
    .parse(expr)
    .iterate({
      enter: ({ name, from, to, node }) => {
        if (name === "Identifier" && node.parent?.name === "VectorSelector") metrics.push(expr.slice(from, to));
        if (name === "LabelName") labels.push(expr.slice(from, to));
      },
    });
  return { metrics, labels };
}
