import { describe, expect, it } from "@jest/globals";
import { billOf, billOfPlan } from "../../../cli/commands/cost-bill";
import { StackPlan } from "../../../cli/stack/plan";
import { planOf, readDocument } from "../../../cli/stack/preview-document";
import { type Catalog } from "../../../provider/cost/pricing";
import type { PricedEffect } from "../../../provider/effects/effect";
import { costLine, priced } from "../../../provider/effects/sums";
import { unknownValue } from "../../../provider/table/unknown";
import { priceOf } from "../../../provider/kinds/prices";
import { readDeployment } from "../../../cli/state/deployment";
import type { StepReport } from "../../../engine/index";
import { catalogFixture } from "../../../emulator/catalog/fixtures/catalog";
import { entryOf, exportOf } from "./states";

type Resource = Parameters<typeof billOf>[0][number];

const planLine = (steps: readonly StepReport[], lists: Catalog) => costLine(priced(StackPlan.of(steps).effects, lists));
const billOfPreview = (preview: string) => billOfPlan(priced(planOf(readDocument(preview, "stdin")).effects, catalog));
/** The prices of each object before and after. */
const sidesOf = (steps: readonly StepReport[]) =>
  priced(StackPlan.of(steps).effects, catalog).map(({ price }) => price.map((side) => side?.perHour));

const catalog = { gpus: catalogFixture.gpus, cpus: catalogFixture.cpus };

describe("P-61: the list price of a resource", () => {
  it.each([
    { what: "a GPU pod", kind: "Pod", inputs: { gpu: { id: "NVIDIA L40S", count: 2 } }, perHour: 1.72 },
    { what: "a GPU pod without a count", kind: "Pod", inputs: { gpu: { id: "NVIDIA L40S" } }, perHour: 0.86 },
    { what: "a community pod", kind: "Pod", inputs: { gpu: { id: "NVIDIA A40" }, cloud: "COMMUNITY" }, perHour: 0.35 },
    { what: "a CPU pod", kind: "Pod", inputs: { cpu: { id: "cpu3c", vcpuCount: 4 } }, perHour: 0.12 },
    { what: "a stopped pod", kind: "Pod", inputs: { gpu: { id: "NVIDIA L40S" }, desiredStatus: "EXITED" }, perHour: 0 },
    {
      what: "a pod that is done",
      kind: "Pod",
      inputs: { gpu: { id: "NVIDIA L40S" }, runToCompletion: true, status: "EXITED" },
      perHour: 0,
    },
    { what: "hardware that the catalog lacks", kind: "Pod", inputs: { gpu: { id: "NVIDIA X1" } }, perHour: undefined },
    { what: "a pod whose hardware is not known yet", kind: "Pod", inputs: {}, perHour: undefined },
    {
      what: "a cluster",
      kind: "Cluster",
      inputs: { compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 } },
      perHour: 25.6,
    },
    {
      what: "one of several, the first",
      kind: "Pod",
      inputs: { gpu: [{ id: "NVIDIA A40" }, { id: "NVIDIA L40S" }] },
      perHour: 0.4,
    },
    {
      what: "a need, the cheapest that meets it",
      kind: "Pod",
      inputs: { gpu: { memory: 48, count: 2, maxHourlyCost: 2 } },
      perHour: 0.8,
    },
    { what: "one CPU flavor of several", kind: "Pod", inputs: { cpu: [{ id: "cpu3c", vcpuCount: 4 }] }, perHour: 0.12 },
    {
      what: "one of several of which one has no price",
      kind: "Pod",
      inputs: { gpu: [{ id: "NVIDIA A40" }, { id: "NVIDIA X1" }] },
      perHour: undefined,
    },
    { what: "a volume", kind: "NetworkVolume", inputs: { size: 100 }, perHour: undefined },
    { what: "a credential", kind: "RegistryCredential", inputs: {}, perHour: 0 },
  ] as const)("$what → $perHour", ({ kind, inputs, perHour }) => {
    const [effect] = priced([{ urn: "u", kind, name: "n", does: "make", after: inputs }], catalog);
    const price = effect!.price[1]?.perHour;
    expect(price === undefined ? undefined : Math.round(price * 1e6) / 1e6).toBe(perHour);
  });
});

it("What a preview can't know yet has no price, and is not shown as a type of hardware", () => {
  for (const inputs of [{ cpu: { id: unknownValue, vcpuCount: unknownValue } }, { gpu: [{ id: unknownValue }] }])
    expect(priceOf("Pod", inputs, catalog)).toEqual({ perHour: undefined, what: "hardware not known yet" });
});

describe("the bill of a stack", () => {
  it("adds what has a price and counts what has none", () => {
    const { resources } = readDeployment(
      exportOf([
        entryOf({ kind: "Pod", name: "a", id: "1", inputs: { gpu: { id: "NVIDIA A40", count: 1 } } }),
        entryOf({ kind: "Pod", name: "b", id: "2", inputs: { cpu: { id: "cpu3c", vcpuCount: 2 } } }),
        entryOf({ kind: "NetworkVolume", name: "v", id: "3", inputs: { size: 100 } }),
      ]),
      "stdin",
    );
    expect(billOf(resources, catalog)).toMatchObject({ perHour: 0.46, perMonth: 335.8, unpriced: 1 });
  });
});

describe("the bill of alternatives", () => {
  const [cheap, dear] = [{ id: "NVIDIA A40" }, { id: "NVIDIA H200" }];

  it.each([{ gpu: [dear, cheap] }, { gpu: dear, gpuAlternatives: [cheap] }])(
    "is that of the chosen of %j",
    (inputs) => {
      const [resource] = readDeployment(
        exportOf([entryOf({ kind: "Pod", name: "a", id: "1", inputs })]),
        "stdin",
      ).resources;
      const chosen = { ...resource!, inputs, outputs: { gpu: cheap } };
      expect(billOf([chosen], catalog)).toMatchObject({ perHour: 0.4 });
      expect(billOf([{ ...chosen, outputs: {} }], catalog)).toMatchObject({
        perHour: 1.6,
        lines: [{ what: "1 × NVIDIA H200, SECURE; the first of 2" }],
      });
    },
  );
});

it("a preview counts the first of what a program in Python lists apart, and says the most that it may be", () => {
  const state = {
    type: "compute:index:Pod",
    inputs: { gpu: { id: "NVIDIA A40" }, gpuAlternatives: [{ id: "NVIDIA H200" }] },
  };
  const urn = "urn:pulumi:dev::shop::compute:index:Pod::a";
  const step = {
    op: "create",
    urn,
    type: state.type,
    name: "a",
    counted: true,
    new: { ...state, outputs: { gpu: "[unknown]" } },
  };
  expect(planLine([step as unknown as StepReport], catalog)).toContain("0.40 USD/h (+0.40), at most 1.60 USD/h");
  const preview = JSON.stringify({ steps: [{ op: "create", urn, newState: state }] });
  expect(billOfPreview(preview).lines).toMatchObject([{ perHour: 0.4 }]);
});

describe("a pod that runs to completion", () => {
  const inputs = { gpu: { id: "NVIDIA L40S" }, runToCompletion: true, desiredStatus: "RUNNING" };
  const state = (outputs: object) => ({ id: "p-1", inputs, outputs });
  const step = (op: string, status: string, diffKeys: readonly string[] = []) =>
    ({
      op,
      urn: op,
      type: "pulumi-nodejs:dynamic/compute:Pod",
      name: "a",
      counted: true,
      diffKeys,
      old: state({ status }),
      new: state({ status }),
    }) as unknown as StepReport;
  const b = { ...step("delete", "RUNNING"), name: "b", old: { ...step("delete", "RUNNING").old!, id: "p-2" } };

  it("costs nothing once it is done", () => {
    const resource = (status: string) => ({ ...state({ status }), name: "a", kind: "Pod" }) as unknown as Resource;
    expect(billOf([resource("EXITED")], catalog)).toMatchObject({ perHour: 0, lines: [{ what: "done" }] });
    expect(billOf([resource("RUNNING")], catalog)).toMatchObject({ perHour: 0.86 });
  });

  it.each([
    ["nothing, while it stays as it is", step("same", "EXITED"), "0.86 USD/h → 0.00 USD/h"],
    ["nothing, where an update does not run it anew", step("update", "EXITED", ["name"]), "0.86 USD/h → 0.00 USD/h"],
    ["its price, where an update runs it anew", step("update", "EXITED", ["image"]), "0.86 USD/h → 0.86 USD/h"],
    ["its price, where it is replaced", step("replace", "EXITED", ["gpu"]), "0.86 USD/h → 0.86 USD/h"],
  ])("costs %s, in a preview", (_, planned, line) => {
    expect(planLine([planned, b], catalog)).toContain(line);
  });
});

describe("what a preview would add", () => {
  const state = (inputs: object, id?: string) => ({
    type: "pulumi-nodejs:dynamic/compute:Pod",
    inputs,
    ...(id && { id }),
  });
  const one = state({ gpu: { id: "NVIDIA L40S", count: 1 } });
  const [two, small, large] = [
    state({ gpu: { id: "NVIDIA L40S", count: 2 } }, "p-1"),
    state({ gpu: { id: "NVIDIA L40S", count: 1 } }, "p-2"),
    state({ gpu: { id: "NVIDIA L40S", count: 2 } }, "p-3"),
  ];
  const urn = (name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Pod::${name}`;
  const preview = JSON.stringify({
    steps: [
      { op: "same", urn: urn("same"), oldState: two, newState: two },
      { op: "create", urn: urn("new"), newState: one },
      { op: "create-replacement", urn: urn("bigger"), oldState: small, newState: large },
      { op: "replace", urn: urn("bigger"), oldState: small, newState: large },
      { op: "delete-replaced", urn: urn("bigger"), oldState: small },
      { op: "delete", urn: urn("old"), oldState: large },
      { op: "create", urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::s", newState: { type: "pulumi:pulumi:Stack" } },
    ],
  });

  it("counts a replacement once, and a delete as a saving", () => {
    const bill = billOfPreview(preview);
    expect(bill.lines.map(({ name, change, perHour }) => ({ name, change, perHour }))).toEqual([
      { name: "new", change: "create", perHour: 0.86 },
      { name: "bigger", change: "replace", perHour: 0.86 },
      { name: "old", change: "delete", perHour: -1.72 },
    ]);
    expect(bill.perHour).toBe(0);
  });

  it("has no line of what a refresh has found gone, which the run does not end", () => {
    const gone = { urn: urn("gone"), kind: "Pod", name: "gone", id: "p-1", does: "forget" } as const;
    expect(billOfPlan(priced([gone], catalog))).toMatchObject({ lines: [], unpriced: 0 });
  });

  it("names of a replacement the hardware that the program asks for, of which the price is", () => {
    const [, bigger] = billOfPreview(preview).lines;
    expect(bigger).toMatchObject({ what: "2 × NVIDIA L40S, SECURE" });
  });

  it("counts no pod as new that the program adopts, which costs what it did", () => {
    const inputs = { cpu: { id: "cpu3c", vcpuCount: 4 }, adopt: { id: "p-1" } };
    const adopted = { ...state(inputs), outputs: {} };
    const json = JSON.stringify({ steps: [{ op: "create", urn: urn("mine"), newState: adopted }] });
    expect(billOfPreview(json)).toMatchObject({ perHour: 0, lines: [{ change: "adopt" }] });
    const step = { ...adopted, op: "create", name: "mine", counted: true, new: adopted } as unknown as StepReport;
    expect(planLine([step], catalog)).toContain("Cost: 0.12 USD/h → 0.12 USD/h (no change)");
  });

  it("knows that objects without a rate are free, or that their price is not published", () => {
    const gone = (kind: string) => ({ op: "delete", urn: `urn:pulumi:dev::shop::compute:index:${kind}::a` });
    const steps = ["SshKey", "NetworkVolume"].map((kind) => ({
      ...gone(kind),
      oldState: { type: `compute:index:${kind}`, id: "i", inputs: { size: 100 } },
    }));
    expect(billOfPreview(JSON.stringify({ steps }))).toMatchObject({
      unpriced: 1,
      lines: [
        { kind: "SshKey", what: "free", perHour: 0 },
        { kind: "NetworkVolume", what: "storage prices are not published", perHour: null },
      ],
    });
  });

  it("counts what the provider says of a pod whose state does not know yet that it has ended", () => {
    const urn = "urn:pulumi:dev::app::compute:index:Pod::trainer";
    const cpu = { id: "cpu3c", vcpuCount: 4 };
    const state = (image: string) => ({ type: "compute:index:Pod", id: "p1", inputs: { image, cpu }, outputs: {} });
    const of = (...told: readonly string[]) =>
      JSON.stringify({
        steps: [{ op: "update", urn, oldState: state("a:1"), newState: state("a:2"), diffReasons: ["image"] }],
        diagnostics: told.map((message) => ({ severity: "info", message, urn })),
      });
    const sides = (text: string) => {
      const plan = planOf(readDocument(text, "stdin"));
      plan.catalog = catalog;
      return costLine(plan.effects);
    };
    const ended = of("Cost: 0.00 USD/h → 0.12 USD/h (+0.12), list price.");
    expect(sides(ended)).toBe("Cost: 0.00 USD/h → 0.12 USD/h (+0.12) at list prices, without storage.");
    expect(sides(of())).toContain("(no change)");
  });

  it("counts what a provider says of a pod that is replaced on both sides", () => {
    const urn = "urn:pulumi:dev::app::compute:index:Pod::trainer";
    const state = (vcpuCount: number) => ({
      type: "compute:index:Pod",
      id: "p1",
      inputs: { image: "a:1", cpu: { id: "cpu3c", vcpuCount } },
      outputs: { status: "RUNNING" },
    });
    const message = "Cost: 0.00 USD/h → 0.24 USD/h (+0.24), list price.";
    const document = {
      steps: [{ op: "replace", urn, oldState: state(4), newState: state(8) }],
      diagnostics: [{ severity: "info", message, urn }],
    };
    const plan = planOf(readDocument(JSON.stringify(document), "stdin"));
    plan.catalog = catalog;
    expect(costLine(plan.effects)).toBe("Cost: 0.00 USD/h → 0.24 USD/h (+0.24) at list prices, without storage.");
  });

  it("reads the destroy of an empty stack, in which the CLI has no list of steps", () => {
    expect(billOfPreview('{"duration": 22712760}')).toMatchObject({ lines: [], perHour: 0 });
  });

  it("refuses what is not a preview", () => {
    expect(() => readDocument("[]", "stdin")).toThrow(/pulumi preview --json/);
  });
});

describe("the cost at the end of a preview", () => {
  const [l40s, two, unheard] = [
    { gpu: { id: "NVIDIA L40S", count: 1 } },
    { gpu: { id: "NVIDIA L40S", count: 2 } },
    { gpu: { id: "NVIDIA X1", count: 1 } },
  ];
  const pod = (before: object | undefined, after: object | undefined, name = "a"): PricedEffect => {
    const sides = { ...(before && { before: { ...before } }), ...(after && { after: { ...after } }) };
    return priced([{ urn: name, kind: "Pod", name, does: "change", ...sides }], catalog)[0]!;
  };

  it.each([
    ["more", [pod(l40s, two)], "Cost: 0.86 USD/h → 1.72 USD/h (+0.86) at list prices, without storage."],
    ["less", [pod(l40s, l40s), pod(two, undefined)], "2.58 USD/h → 0.86 USD/h (-1.72)"],
    ["the same", [pod(l40s, l40s)], "0.86 USD/h → 0.86 USD/h (no change)"],
    [
      "one of several",
      [pod(undefined, { gpu: [{ id: "NVIDIA A40" }, { id: "NVIDIA L40S" }] })],
      "0.00 USD/h → 0.40 USD/h (+0.40), at most 0.86 USD/h",
    ],
    [
      "what has no price",
      [pod(l40s, two), pod(l40s, unheard, "b")],
      "0.86 USD/h → 1.72 USD/h (+0.86) at list prices, without storage. Not included, because there is no price of Pod b (1 × NVIDIA X1, SECURE; not in the catalog).",
    ],
    [
      "nothing but what has no price, which is not told as costing nothing",
      ["b", "c", "d", "e"].map((name) => pod(undefined, unheard, name)),
      "Cost: unknown, because there is no price of Pod b (1 × NVIDIA X1, SECURE; not in the catalog), Pod c (1 × NVIDIA X1, SECURE; not in the catalog), Pod d (1 × NVIDIA X1, SECURE; not in the catalog) and 1 more.",
    ],
  ] as const)("says of %s what it is before and after", (_what, planned, expected) => {
    expect(costLine(planned)).toContain(expected);
  });

  const step = (op: StepReport["op"], before: object | undefined, after: object | undefined, counted = true) =>
    ({
      op,
      type: "pulumi-nodejs:dynamic/compute:Pod",
      name: "a",
      urn: "urn",
      counted,
      diffKeys: [],
      ...(before && { old: before }),
      ...(after && { new: after }),
    }) as unknown as StepReport;

  it("is about every pod of the stack, each once, as soon as anything changes", () => {
    const state = { id: "a1", inputs: l40s, outputs: {} };
    const same = step("same", state, state);
    expect(planLine([same], catalog)).toBeUndefined();
    const gone = { ...step("delete", { ...state, id: "b1" }, undefined), urn: "b" };
    expect(planLine([same, gone], catalog)).toContain("1.72 USD/h → 0.86 USD/h");
  });

  it("is about what an earlier run replaced and did not come to delete, which this one deletes", () => {
    const of = (id: string) => ({ id, inputs: l40s, outputs: {} });
    const leftOver = { ...step("delete-replaced", of("a1"), undefined, false), leftOver: true };
    expect(sidesOf([step("same", of("a2"), of("a2")), leftOver])).toEqual([
      [0.86, 0.86],
      [0.86, undefined],
    ]);
  });

  it("counts once what another resource has as well, and ends at nothing for a destroy that runs the program", () => {
    const state = { id: "a1", inputs: l40s, outputs: {} };
    const [same, gone] = [step("same", state, state), step("delete", state, undefined)];
    const other = { ...same, urn: "another urn" };
    expect(planLine([other, gone], catalog)).toContain("0.86 USD/h → 0.86 USD/h");
    expect(planLine([same, gone], catalog)).toContain("0.86 USD/h → 0.00 USD/h");
  });

  it("counts what stays on the platform when the state lets go of it, beside what takes its place", () => {
    const of = (id: string) => ({ id, inputs: l40s, outputs: {} });
    const retained = [
      { ...step("replace", of("a1"), of("a2")), retained: true },
      { ...step("delete-replaced", of("a1"), undefined, false), retained: true },
      { ...step("delete", of("b1"), undefined), retained: true },
    ];
    expect(planLine(retained, catalog)).toContain("1.72 USD/h → 2.58 USD/h");
  });

  it("counts what comes under management and is changed at once", () => {
    const of = (inputs: object) => ({ id: "a1", inputs, outputs: {} });
    const steps = [step("import", undefined, of(l40s)), step("update", of(l40s), of(l40s))];
    expect(planLine(steps, catalog)).toContain("0.86 USD/h → 0.86 USD/h");
  });

  it("leaves out what a run with targets neither makes nor has", () => {
    expect(sidesOf([step("same", undefined, { inputs: l40s, outputs: {} })])).toEqual([]);
  });

  it("keeps the hardware that was chosen, though the program has a list", () => {
    const inputs = { gpu: [{ id: "NVIDIA H200" }, { id: "NVIDIA L40S" }] };
    const state = { id: "a1", inputs, outputs: { gpu: { id: "NVIDIA L40S" } } };
    expect(planLine([step("update", state, state)], catalog)).toContain("0.86 USD/h → 0.86 USD/h");
  });
});
