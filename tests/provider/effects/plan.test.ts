import { describe, expect, it } from "@jest/globals";
import type { StepFacts } from "../../../provider/effects/effect";
import { idGiven } from "../../../provider/kinds";
import { Plan, type PlannedStep } from "../../../provider/effects/plan";
import { sumOf, priced } from "../../../provider/effects/sums";
import { catalogFixture } from "../../../emulator/catalog/fixtures/catalog";

const catalog = { gpus: catalogFixture.gpus, cpus: catalogFixture.cpus };
const gpu = { id: "NVIDIA L40S" };

const pod = (
  op: string,
  name: string,
  id?: string,
  over: Partial<PlannedStep> & { status?: string } = {},
): PlannedStep => {
  const { status, ...more } = over;
  const inputs = { gpu, desiredStatus: "RUNNING", mounts: { persistent: { size: 20, path: "/data" } } };
  const entry = { inputs, outputs: { ...inputs, ...(status && { status }) } };
  const sides = { ...(id !== undefined && { old: { id, ...entry } }), next: entry };
  return { op, urn: name, kind: "Pod", name, changed: [], ...sides, ...more };
};

function planOf(
  steps: readonly PlannedStep[],
  said: Readonly<Record<string, StepFacts>> = {},
  held: readonly string[] = [],
) {
  const plan = new Plan(held.map((id, at) => ({ kind: "Pod", id, key: `key-${at}`, seen: undefined })));
  for (const [urn, each] of Object.entries(said)) plan.learn(urn, each);
  for (const step of steps) plan.add(step);
  plan.end();
  const { before, after } = sumOf(priced(plan.effects, catalog));
  const told = plan.effects.map(({ does, why, id, data }) => [does, id, why ?? data].filter(Boolean).join(" "));
  return { told, cost: [before.perHour, after.perHour] };
}

const disk = "the pod's persistent disk";

describe("what a deletion does to its object", () => {
  it.each([
    ["deletes it with its data", [pod("delete", "a", "p1")], [], [`delete p1 ${disk}`], [0.86, 0]],
    [
      "keeps what the program retains",
      [pod("delete", "a", "p1", { retained: true })],
      [],
      ["keep p1 retained"],
      [0.86, 0.86],
    ],
    [
      "keeps what another resource has",
      [pod("same", "b", "p1"), pod("delete", "a", "p1")],
      [],
      ["stay p1", "keep p1 held"],
      [0.86, 0.86],
    ],
    [
      "keeps what another state of the folder has",
      [pod("delete", "a", "p1")],
      ["p1", "p1"],
      ["keep p1 held"],
      [0.86, 0.86],
    ],
    [
      "deletes what only the last of its entries lets go of",
      [pod("delete", "a", "p1"), pod("delete", "b", "p1")],
      ["p1", "p1"],
      ["delete p1", `delete p1 ${disk}`],
      [0.86, 0],
    ],
    [
      "deletes what the last one of several lets go of",
      [pod("same", "b", "p1"), pod("delete", "a", "p1"), pod("delete", "b", "p1")],
      [],
      ["delete p1", `delete p1 ${disk}`],
      [0.86, 0],
    ],
    ["forgets what a refresh has found gone", [pod("delete", "a", "p1", { found: true })], [], ["forget p1"], [0, 0]],
    [
      "deletes what a destroy that runs the program has told of first",
      [pod("same", "a", "p1"), pod("delete", "a", "p1")],
      [],
      [`delete p1 ${disk}`],
      [0.86, 0],
    ],
    [
      "deletes what a refresh of the same run has seen and the run replaces",
      [pod("same", "a", "p1"), pod("replace", "a", "p1"), pod("delete-replaced", "a", "p1")],
      [],
      ["make", `delete p1 ${disk}`],
      [0.86, 0.86],
    ],
    [
      "deletes what an earlier run has left",
      [pod("same", "a", "p2"), pod("delete-replaced", "a", "p1", { leftOver: true })],
      [],
      ["stay p2", `delete p1 ${disk}`],
      [1.72, 0.86],
    ],
  ] as const)("%s", (_what, steps, held, told, cost) => {
    expect(planOf(steps, {}, held)).toEqual({ told: [...told], cost: [...cost] });
  });

  it.each([
    ["names what the plan creates beside it", [pod("create", "b"), pod("delete", "a", "p1")], ["b"]],
    ["names nothing that replaces an object", [pod("replace", "b", "p2"), pod("delete", "a", "p1")], undefined],
    ["names nothing in a destroy", [pod("delete", "a", "p1")], undefined],
  ] as const)("%s, since the program may have renamed it: %#", (_what, steps, created) => {
    const plan = new Plan();
    for (const step of steps) plan.add(step);
    expect(plan.effects.find(({ does }) => does === "delete")?.created).toEqual(created);
  });

  it("keeps what a resource adopts whose name alone the program gives, since the provider has looked it up", () => {
    const said = { b: { does: "adopt", id: "p1" } } as const;
    expect(planOf([pod("create", "b"), pod("delete", "a", "p1")], said).told).toEqual(["adopt p1", "keep p1 held"]);
  });
});

describe("what a resource gets", () => {
  it("is another object in place of one that goes, which is deleted once that is there", () => {
    expect(planOf([pod("replace", "a", "p1"), pod("delete-replaced", "a", "p1")])).toEqual({
      told: ["make", `delete p1 ${disk}`],
      cost: [0.86, 0.86],
    });
  });

  it("is a new one where the old one is gone, which nothing deletes and which costs nothing any more", () => {
    const said = { a: { does: "make", after: { gpu }, isGone: true } } as const;
    expect(planOf([pod("replace", "a", "p1"), pod("delete-replaced", "a", "p1")], said)).toEqual({
      told: ["make", "forget p1"],
      cost: [0, 0.86],
    });
  });

  it("is another object beside the old one, which is paid on, where no step of the run deletes that", () => {
    expect(planOf([pod("replace", "a", "p1")])).toEqual({ told: ["make", "stay p1"], cost: [0.86, 1.72] });
  });

  it.each([
    ["where an earlier run gave it up", { begun: true }, {}],
    ["where it is gone", {}, { a: { does: "make", after: { gpu }, isGone: true } }],
  ] as const)("is the only object %s, whether or not a step deletes the old one", (_where, over, said) => {
    expect(planOf([pod("replace", "a", "p1", over)], said)).toEqual({ told: ["make"], cost: [0, 0.86] });
  });

  it("is another object in place of one that is deleted first", () => {
    expect(planOf([pod("delete-replaced", "a", "p1"), pod("replace", "a", "p1")])).toEqual({
      told: [`delete p1 ${disk}`, "make"],
      cost: [0.86, 0.86],
    });
  });

  it("is what an `adopt` names, which costs what it did", () => {
    const next = { inputs: { gpu, adopt: { id: "p1" } }, outputs: {} };
    expect(planOf([pod("create", "a", undefined, { next })])).toEqual({ told: ["adopt p1"], cost: [0.86, 0.86] });
  });

  it("is a new one where an `adopt` is of a resource that is replaced, as the provider says", () => {
    const next = { inputs: { gpu, adopt: { id: "p1" } }, outputs: {} };
    const said = { a: { does: "make", after: { gpu }, isGone: true } } as const;
    const steps = [pod("replace", "a", "p1", { next }), pod("delete-replaced", "a", "p1")];
    expect(planOf(steps, said)).toEqual({ told: ["make", "forget p1"], cost: [0, 0.86] });
  });

  it("counts once what is imported and changed in the same run", () => {
    const imported = pod("import", "a", undefined, { next: { id: "p1", inputs: { gpu }, outputs: {} } });
    expect(planOf([imported, pod("update", "a", "p1")]).cost).toEqual([0.86, 0.86]);
  });

  it("is what the provider finds at the create of a replacement that deletes first, which comes after the engine's step", () => {
    const plan = new Plan();
    for (const step of [pod("delete-replaced", "a", "p1"), pod("replace", "a", "p1")]) plan.add(step);
    plan.learn("a", { does: "make", id: "p2" });
    expect(plan.add(pod("delete", "b", "p2"))).toMatchObject([{ does: "keep", why: "held" }]);
    expect(plan.effects.map(({ does, id }) => [does, id])).toEqual([
      ["delete", "p1"],
      ["make", "p2"],
      ["keep", "p2"],
    ]);
  });
});

it("A key that another resource has from now on stays, and the arguments tell so where the provider can't", () => {
  const key = (op: string, name: string, sides: Pick<PlannedStep, "old" | "next">): PlannedStep => {
    return { op, urn: name, kind: "SshKey", name, changed: [], ...sides };
  };
  const of = (publicKey: string) => ({ inputs: { publicKey }, outputs: {} });
  const line = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs14302410 ada@example.org";
  const id = idGiven("SshKey", { publicKey: line })!;
  const steps = [
    key("replace", "a", { old: { id: "SHA256:old", ...of("ssh-ed25519 AAAA") }, next: of(line) }),
    key("delete", "b", { old: { id, ...of(line) } }),
  ];
  expect(planOf(steps).told).toContain(`keep ${id} held`);
});

describe("what stays as it is", () => {
  it("costs what it does where the provider has seen that it rests, whatever the state says", () => {
    const said = { a: { does: "change", before: { gpu, status: "EXITED" } } } as const;
    expect(planOf([pod("same", "a", "p1", { status: "RUNNING" })], said).cost).toEqual([0, 0]);
  });

  it("costs what a refresh has found", () => {
    const next = { inputs: { gpu }, outputs: { status: "EXITED" } };
    expect(planOf([pod("update", "a", "p1", { status: "RUNNING", found: true, next })]).cost).toEqual([0, 0]);
  });
});

describe("what a change does to what is paid", () => {
  it.each([
    ["nothing, where a pod that has ended stays as it is", { status: "EXITED", changed: [] }, [0, 0]],
    ["its price, where the change starts it", { status: "EXITED", changed: ["image"] }, [0, 0.86]],
    ["nothing, where it runs on", { status: "RUNNING", changed: ["image"] }, [0.86, 0.86]],
    ["nothing, where it is in an error, which is billed", { status: "ERROR", changed: ["name"] }, [0.86, 0.86]],
  ])("%s", (_what, over, cost) => {
    const rests = { gpu, desiredStatus: "RUNNING", runToCompletion: true };
    const { status, changed } = over;
    const entry = { inputs: rests, outputs: { ...rests, status } };
    expect(planOf([pod("update", "a", "p1", { old: { id: "p1", ...entry }, next: entry, changed })]).cost).toEqual(
      cost,
    );
  });

  it("saves it where the pod is to stop", () => {
    const [old, next] = ["RUNNING", "EXITED"].map((desiredStatus) => ({ gpu, desiredStatus }));
    const step = pod("update", "a", "p1", {
      old: { id: "p1", inputs: old!, outputs: { ...old, status: "RUNNING" } },
      next: { inputs: next!, outputs: {} },
      changed: ["desiredStatus"],
    });
    expect(planOf([step]).cost).toEqual([0.86, 0]);
  });

  it("is less of a cluster of which some members have ended", () => {
    const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
    const old = {
      id: "c1",
      inputs: { compute },
      outputs: { compute, pods: { total: 2, byStatus: { RUNNING: 1, EXITED: 1 } } },
    };
    expect(planOf([{ op: "same", urn: "c", kind: "Cluster", name: "c", changed: [], old }]).cost).toEqual([0.86, 0.86]);
  });

  it("leaves out what a run with targets neither has nor makes", () => {
    expect(planOf([{ ...pod("same", "a"), old: undefined }])).toEqual({ told: [], cost: [0, 0] });
  });
});
