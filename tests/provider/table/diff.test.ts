import { describe, expect, it } from "@jest/globals";
import { differences } from "../../../provider/table/diff";
import type { Props } from "../../../provider/table/props";
import { dataLossRefusal } from "../../../provider/table/data-loss";
import { isCondition, type Resource } from "../../../provider/table/resource";
import { resources } from "../../../provider/kinds";
import { cluster } from "../../../provider/kinds/cluster/fields";
import { networkVolume } from "../../../provider/kinds/network-volume/fields";
import { pod } from "../../../provider/kinds/pod/fields";
import { registryCredential } from "../../../provider/kinds/registry-credential/fields";
import { hidden } from "../../../provider/state/state";
import { unknownValue } from "../../../provider/table/unknown";
import { resourcePages, pageName } from "../../../scripts/docs/resource-pages";
import { credential, gpuPod, stateOf, trainingCluster } from "../fixtures";
import type { Transition } from "./transition";
import { transitions } from "./transitions";

function outcomeOf({ resource, from, to, observed }: Transition): Transition["outcome"] {
  const state = stateOf(resource, from, { ...observed, ...from });
  const found = differences(resource, "id-1", state, to);
  if (dataLossRefusal(resource, state, to, found)) return "refused";
  if (found.some(({ effect }) => effect === "replace")) return "replace";
  return found.length > 0 ? "update" : "none";
}

describe("one argument changed alone", () => {
  it.each(transitions)("$resource.kind $field: $change → $outcome", (transition) => {
    expect(outcomeOf(transition)).toBe(transition.outcome);
  });

  it.each(transitions)(
    "$resource.kind $field: $change, and nothing else is blamed",
    ({ resource, from, to, field, observed }) => {
      const state = stateOf(resource, from, { ...observed, ...from });
      const changed = Object.keys({ ...from, ...to }).filter((name) => from[name] !== to[name]);
      const found = differences(resource, "id-1", state, to).map(({ name }) => name);
      expect(changed).toContain(field);
      for (const name of found) expect(changed).toContain(name);
    },
  );
});

describe.each(resources().map((resource) => ({ kind: resource.kind, resource })))(
  "the table of $kind",
  ({ resource }) => {
    const page = resourcePages()[pageName(resource)] ?? "";

    it.each(Object.entries(resource.inputs))(
      "%s: all that the page announces happens, and nothing else",
      (name, { change, restarts }) => {
        const seen = new Set(
          transitions
            .filter((row) => row.resource.kind === resource.kind && row.field === name)
            .map(({ outcome }) => outcome),
        );
        const [, , , , onChange, meaning = ""] = argumentRow(page, name);
        const effects = isCondition(change) ? change.effects : [change];
        expect(onChange).toBe(`${effects.join(" or ")}${restarts ? ", restart" : ""}`);
        if (isCondition(change)) expect(meaning.toLowerCase()).toContain(change.because.toLowerCase());
        const announced = new Set<string>(effects);
        const untried = [...announced].filter((effect) => !(seen as Set<string>).has(effect));
        const asks = untried.map((effect) => `a row of ./transitions.ts in which ${name} comes to "${effect}"`);
        expect({ missing: asks }).toEqual({ missing: [] });
        // A condition, or another spelling of the same value, may also come to nothing; a refusal stands for a replacement.
        for (const outcome of seen) expect([...announced, "none", "refused"]).toContain(outcome);
      },
    );
  },
);

/** The cells of an argument's row on its page. */
const argumentRow = (page: string, name: string): string[] =>
  page
    .split("\n## Outputs")[0]!
    .split("\n")
    .find((line) => line.startsWith(`| \`${name}\` |`))!
    .split(/ ?(?<!\\)\| ?/);

describe("drift", () => {
  it.each([
    ["image", { image: "registry.example.com/acme/other:9" }],
    ["name", { name: "renamed" }],
    ["desiredStatus", { desiredStatus: "EXITED" }],
  ])("%s changed behind our back is a difference", (name, observed) => {
    const state = stateOf(pod, gpuPod, observed);
    expect(differences(pod, "id-1", state, gpuPod)).toMatchObject([{ name, effect: "update" }]);
  });

  it("an argument that the program leaves out never differs, whatever the platform reports", () => {
    const observed = {
      disk: 999,
      ports: ["1/tcp"],
      registry: "r-9",
      cloud: "COMMUNITY",
      locked: true,
      mounts: { persistent: { size: 9, path: "/" } },
    };
    expect(differences(pod, "id-1", stateOf(pod, gpuPod, observed), gpuPod)).toEqual([]);
  });
});

describe("what state is unsure of", () => {
  const unsure = (resource: Resource, inputs: Props, ...names: string[]) =>
    stateOf(resource, { ...inputs, [hidden.uncertain]: names }, inputs);

  it.each([
    { resource: pod, inputs: { ...gpuPod, globalNetworking: true }, name: "globalNetworking", effect: "update" },
    { resource: pod, inputs: { ...gpuPod, templateId: "t-1" }, name: "templateId", effect: "update" },
    { resource: pod, inputs: { ...gpuPod, startSsh: true }, name: "startSsh", effect: "replace" },
    { resource: cluster, inputs: { ...trainingCluster, startSsh: true }, name: "startSsh", effect: "replace" },
    { resource: registryCredential, inputs: credential, name: "password", effect: "replace" },
  ])(
    "$resource.kind $name differs although state and program agree → $effect",
    ({ resource, inputs, name, effect }) => {
      const state = unsure(resource, inputs, name);
      expect(differences(resource, "id-1", state, inputs)).toEqual([{ name, effect }]);
      expect(differences(resource, "id-1", stateOf(resource, inputs), inputs)).toEqual([]);
    },
  );

  it("differs too where the program takes the argument out", () => {
    const state = unsure(pod, { ...gpuPod, globalNetworking: true }, "globalNetworking");
    expect(differences(pod, "id-1", state, gpuPod)).toEqual([{ name: "globalNetworking", effect: "update" }]);
  });

  it("does not differ where neither the program nor state has the argument", () => {
    expect(differences(pod, "id-1", unsure(pod, gpuPod, "globalNetworking"), gpuPod)).toEqual([]);
  });

  it("P-14: a list of data centers is fulfilled where the pod is, whoever asked for what", () => {
    const inputs = { ...gpuPod, dataCenterIds: ["EU-XX-1"] };
    const state = { ...unsure(pod, inputs, "dataCenterIds"), dataCenterId: "EU-XX-1" };
    expect(differences(pod, "id-1", state, inputs)).toEqual([]);
    expect(differences(pod, "id-1", { ...state, dataCenterId: "US-XX-2" }, inputs)).toMatchObject([
      { name: "dataCenterIds", effect: "replace" },
    ]);
  });

  it("does not differ where leaving it out beside a template changes nothing", () => {
    const templated = { ...gpuPod, templateId: "t-1" };
    const state = unsure(pod, { ...templated, startSsh: false }, "startSsh");
    expect(differences(pod, "id-1", state, templated)).toEqual([]);
    expect(differences(pod, "id-1", state, { ...templated, startSsh: false })).toEqual([
      { name: "startSsh", effect: "replace" },
    ]);
    expect(differences(pod, "id-1", state, gpuPod)).toContainEqual({ name: "startSsh", effect: "replace" });
  });

  it("is over for what a read shows, stays for what it does not, and is no part of a state without it", () => {
    const state = unsure(pod, { ...gpuPod, globalNetworking: true }, "image", "env", "globalNetworking", "name");
    expect(state[hidden.uncertain]).toEqual(["globalNetworking"]);
    expect(stateOf(pod, gpuPod)).not.toHaveProperty(hidden.uncertain);
  });
});

describe("an unknown in place of a value", () => {
  const known = { ...gpuPod, registry: "r-1", mounts: { network: [{ volumeId: "v-1", path: "/data" }] } };
  it.each([
    ["gpu", { gpu: unknownValue }, "replace"],
    ["gpu[0]", { gpu: [unknownValue, { id: "NVIDIA L40S", count: 2 }] }, undefined],
    ["gpu[0], without the chosen one", { gpu: [unknownValue, { id: "NVIDIA H200", count: 2 }] }, "replace"],
    ["gpu.id", { gpu: { id: unknownValue, count: 2 } }, "replace"],
    ["mounts", { mounts: unknownValue }, "replace"],
    ["mounts.network[0].volumeId", { mounts: { network: [{ volumeId: unknownValue, path: "/data" }] } }, "replace"],
    ["mounts.network[0].path", { mounts: { network: [{ volumeId: "v-1", path: unknownValue }] } }, "update"],
    ["dataCenterIds", { dataCenterIds: unknownValue }, "replace"],
    ["dataCenterIds[0]", { dataCenterIds: [unknownValue] }, "replace"],
    ["startSsh", { startSsh: unknownValue }, "replace"],
    ["registry", { registry: unknownValue }, "update"],
    ["env.A", { env: { A: unknownValue } }, "update"],
    ["args", { args: unknownValue }, "update"],
  ])("at %s means %s", (_path, change, effect) => {
    const state = stateOf(pod, known, { dataCenterId: "EU-XX-1" });
    const found = differences(pod, "id-1", state, { ...known, ...change });
    expect(found.map((difference) => difference.effect)).toEqual(effect === undefined ? [] : [effect]);
  });
});

describe("replaceOnChanges", () => {
  const before = { ...gpuPod, env: { A: "1", B: "1" }, disk: 40 };
  const effects = (paths: string[], news: Props) =>
    differences(pod, "p", before, { ...before, ...news, __replaceOnChanges: paths }).map(
      ({ name, effect }) => `${name} ${effect}`,
    );

  it.each([
    [["disk"], { disk: 50 }, ["disk replace"]],
    [["image"], { disk: 50 }, ["disk update"]],
    [["*"], { disk: 50, env: {} }, ["disk replace", "env replace"]],
    [["env.A"], { env: { A: "1", B: "2" } }, ["env update"]],
    [['env["A"]'], { env: { A: "2", B: "1" } }, ["env replace"]],
    [["env.*"], { env: { A: "1", B: "2" } }, ["env replace"]],
    [["disk", "*"], {}, []],
    [[""], { disk: 50 }, ["disk update"]],
  ])("%j, with %j: %j", (paths, news, expected) => {
    expect(effects(paths, news)).toEqual(expected);
  });

  it("V-10: is named where it would replace a volume that grows, and not the rule that volumes do not shrink", () => {
    const volume = { name: "v", dataCenter: "EU-XX-1", size: 100 };
    const grown = { ...volume, size: 150, __replaceOnChanges: ["*"] };
    const state = stateOf(networkVolume, volume, volume);
    expect(dataLossRefusal(networkVolume, state, grown, differences(networkVolume, "v1", state, grown))).toMatchObject({
      path: ["size"],
      problem:
        "this change would replace the NetworkVolume, which would destroy everything on the volume: the option replaceOnChanges asks for that",
      remedy: expect.stringMatching(
        /^change the option replaceOnChanges so that it does not cover size, which then changes in place; or /,
      ),
    });
  });
});

describe("a replacement that would destroy data", () => {
  it("V-10: is refused with the cause where a value comes from a resource that is deleted before its replacement is made", () => {
    const volume = { name: "v", dataCenter: "EU-XX-1", size: 100 };
    const state = stateOf(networkVolume, volume, volume);
    const news = { ...volume, dataCenter: unknownValue };
    const refused = dataLossRefusal(networkVolume, state, news, differences(networkVolume, "v1", state, news));
    expect(refused).toMatchObject({
      path: ["dataCenter"],
      problem: expect.stringMatching(
        /: dataCenter comes from a resource that is deleted before its replacement is made/,
      ),
      remedy: expect.stringMatching(
        /^have that resource replaced without the option deleteBeforeReplace, or give dataCenter a value/,
      ),
    });
    expect(refused?.remedy).not.toContain("on the platform");
  });
});
