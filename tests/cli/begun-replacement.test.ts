import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Bill } from "../../cli/documents/cost";
import { billOfPlan } from "../../cli/commands/cost-bill";
import { StackPlan } from "../../cli/stack/plan";
import { planOf, readDocument } from "../../cli/stack/preview-document";
import type { Finding } from "../../cli/doctor/finding";
import type { DriftReport } from "../../cli/documents/drift";
import { costLine, priced } from "../../provider/effects/sums";
import { toDigest } from "../../cli/stack/digest";
import type { Status } from "../../cli/documents/status";
import { type Emulator, startEmulator } from "../../emulator";
import { catalogFixture } from "../../emulator/catalog/fixtures/catalog";
import { Project } from "../support/project";
import type { ServedStack } from "../support/served-stack";
import { found } from "./commands/run-command";

const catalog = { gpus: catalogFixture.gpus, cpus: catalogFixture.cpus };

/** A pod that is deleted before it is replaced. */
const program = (vcpuCount: number, more = "") => `const compute = require("pulumi-compute-platform");
  const cpu = { id: "cpu3c", vcpuCount: ${vcpuCount} };
  new compute.Pod("pod", { image: "x:1", cpu }, { deleteBeforeReplace: true, ${more} });`;

let emulator: Emulator;
let project: Project;
let stack: ServedStack;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
  project = new Project(emulator, { name: "begun", stack: "test" });
  stack = await project.here();
});
afterEach(() => emulator.close());

const run = (...args: string[]) => project.run(...args);

async function up(vcpuCount: number, more?: string) {
  project.write(program(vcpuCount, more));
  return (await stack.up()).result;
}

/** The old pod is given up, and the platform refuses to make the new one. Answers the old one's id. */
async function beginReplacement(more?: string): Promise<string> {
  expect(await up(4, more)).toBe("succeeded");
  const [id = ""] = [...emulator.store.pods.values()].map((pod) => pod.id);
  const refusal = emulator.faults.add({
    method: "POST",
    path: "/v2/pods",
    phase: "before",
    status: 400,
    times: "always",
  });
  expect(await up(8, more)).toBe("failed");
  refusal.remove();
  emulator.requests.clear();
  return id;
}

const findings = async () =>
  (JSON.parse(await found(project.io, "doctor", "--json")) as { findings: Finding[] }).findings;

describe("An object that was deleted so that its replacement can be made, and the replacement failed,", () => {
  it("needs nothing but an `up`, which doctor says", async () => {
    const id = await beginReplacement();
    const [finding, ...others] = await findings();
    expect(finding).toMatchObject({ problem: "replacement-begun", name: "pod", objects: [] });
    expect(finding?.what).toBe(
      `the replacement of Pod pod was begun: the old object (${id}) is deleted, and the new one is not made`,
    );
    expect(finding?.nextStep).toMatch(/^Run `compute up`, which makes the new one/);
    expect(others).toEqual([]);
    expect(await up(8)).toBe("succeeded");
    expect(await run("doctor")).toMatch(/^Nothing to do/);
  });

  it("has not drifted: drift says that it was not compared, in each of its forms", async () => {
    const id = await beginReplacement();
    const report = JSON.parse(await run("drift", "--json")) as DriftReport;
    expect(report).toMatchObject({
      resources: 0,
      drift: [],
      notCompared: [{ name: "pod", path: "", awaits: "replacement" }],
    });
    const text = await run("drift");
    expect(text).toContain(
      `not compared: pod: the replacement of Pod ${id} was begun, and the new one is not made yet; \`up\` makes it`,
    );
    expect(text).toMatch(/^No drift in 0 resources, 0 requests; 1 replacement not made yet$/m);
    const junit = await run("drift", "--junit");
    expect(junit).toContain('<testcase classname="Pod" name="pod"><skipped message="the replacement of Pod');
  });

  it("costs nothing, and is shown all the same by cost and status, which ask the platform nothing about it", async () => {
    const id = await beginReplacement();
    const bill = JSON.parse(await run("cost", "--json")) as Bill;
    expect(bill).toMatchObject({ perHour: 0, unpriced: 0, lines: [{ name: "pod", perHour: 0 }] });
    expect(bill.lines[0]?.what).toContain("its replacement is not made yet");
    emulator.requests.clear();
    const { resources } = JSON.parse(await run("status", "--json")) as Status;
    expect(resources).toMatchObject([{ name: "pod", phase: "REPLACEMENT NOT MADE", isWell: false, costPerHour: null }]);
    expect(emulator.requests.list().filter(({ path }) => path.includes(id))).toEqual([]);
  });

  it("is what the next `up` adds, to the preview and to cost --preview", async () => {
    await beginReplacement();
    const planned = await stack.preview();
    expect(costLine(priced(StackPlan.of(planned.steps).effects, catalog))).toContain(
      "Cost: 0.00 USD/h → 0.24 USD/h (+0.24)",
    );
    const digest = JSON.stringify(toDigest(planned));
    expect(billOfPlan(priced(planOf(readDocument(digest, "stdin")).effects, catalog)).perHour).toBeCloseTo(0.24);
  });

  it("is no pod to log in to", async () => {
    await beginReplacement();
    await expect(run("ssh", "pod", "--print")).rejects.toThrow(/the new one is not made yet. Run up first\.$/);
  });

  it("is still there where the program retains it, and doctor says that nothing of the stack has it then", async () => {
    const id = await beginReplacement("retainOnDelete: true");
    const [finding] = await findings();
    expect(finding?.what).toBe(
      `the replacement of Pod pod was begun: the old object is to stay on the platform as ${id}, and the new one is not made`,
    );
    expect(finding?.nextStep).toMatch(
      /^Run `compute up`.*If nobody needs the old one, delete it on the platform: it bills\.$/,
    );
  });
});

it("A replacement that deletes first and is not begun yet counts in a preview what it replaces", async () => {
  expect(await up(4)).toBe("succeeded");
  project.write(program(8));
  const planned = await stack.preview();
  expect(costLine(priced(StackPlan.of(planned.steps).effects, catalog))).toContain(
    "Cost: 0.12 USD/h → 0.24 USD/h (+0.12)",
  );
  const { effects } = planOf(readDocument(JSON.stringify(toDigest(planned)), "stdin"));
  expect(billOfPlan(priced(effects, catalog)).perHour).toBeCloseTo(0.12);
});
