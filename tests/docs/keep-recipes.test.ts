import { describe, expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { Metrics } from "../../cli/keep/metrics";
import type { StackReport } from "../../cli/documents/keep";
import { createProgram } from "../../cli/program";
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

interface Panel {
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

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
    expect(parse(read("gitlab-ci.yml"))).toMatchObject({
      keep: { resource_group: "keep", allow_failure: { exit_codes: 2 } },
    });
    expect(parse(read("cronjob.yaml"))).toMatchObject({ kind: "CronJob", spec: { concurrencyPolicy: "Forbid" } });
  });

  it("asks Grafana for metrics that a pass writes", async () => {
    const path = join(temporaryFolder("metrics"), "keep.prom");
    const metrics = await Metrics.open(path);
    const report: StackReport = {
      ...{ stack: "dev", at: "2026-01-01T00:00:00.000Z", stopped: [], notStopped: [], drift: [], requests: 2 },
      requestsLeft: { minute: 58 },
      ...{ costPerHour: 1, spentToday: 2, maxDailyCost: null },
      pods: [{ name: "a", id: "p1", status: "RUNNING", busy: 50, costPerHour: 1 }],
    };
    await metrics.note(report);
    const written = readFileSync(path, "utf8");
    const asked = [...new Set(read("grafana.json").match(/compute_[a-z_]+/g))];
    expect(asked.length).toBeGreaterThan(5);
    for (const name of asked) expect(written).toContain(`\n${name}{`);
    // Labels that a query groups by, joins on or names in its legend.
    const labelsOf = (name: string) =>
      [...new RegExp(`^${name}\\{(.*)\\}`, "m").exec(written)![1]!.matchAll(/(\w+)=/g)].map(([, label]) => label);
    for (const { targets } of (JSON.parse(read("grafana.json")) as { panels: Panel[] }).panels)
      for (const { expr, legendFormat } of targets) {
        const used = [...expr.matchAll(/(?:\{|\(|, )(\w+)(?=[=,)])/g), ...legendFormat.matchAll(/\{\{(\w+)\}\}/g)];
        const [metric = ""] = /compute_[a-z_]+/.exec(expr) ?? [];
        for (const [, label] of used) expect(labelsOf(metric)).toContain(label);
      }
  });
});
