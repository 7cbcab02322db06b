import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { CpuType, GpuType } from "../../api/catalog";
import { catalogFixture } from "../../emulator/catalog/fixtures/catalog";
import { choose, meeting, type Need, type Place, whyNothing } from "../../provider/capacity/choose";

const sites = (availability: string, id = "EU-XX-1") => [{ id, name: id, availability }];
const stocked = <T extends object>(types: readonly T[], availability = "HIGH"): T[] =>
  types.map((type) => ({ ...type, availability, dataCenters: sites(availability) }));

const gpus = stocked(catalogFixture.gpus);
const cpus = stocked(catalogFixture.cpus);
const need = (over: Partial<Need>): Need => ({ units: 1, machines: 1, memory: 48, excluding: [], ...over });
const secure: Place = { cloud: "SECURE" };
const ids = (some: Partial<Need>, place = secure, catalog: readonly (GpuType | CpuType)[] = gpus) =>
  choose(catalog, need(some), place).map(({ id }) => id);

const [a40, a6000, l40s, a100, h200, h100, amd] = [
  "NVIDIA A40",
  "NVIDIA RTX A6000",
  "NVIDIA L40S",
  "NVIDIA A100 80GB PCIe",
  "NVIDIA H200",
  "NVIDIA H100 80GB HBM3",
  "AMD Instinct MI300X OAM",
];

describe("K-10: the choice for a need", () => {
  const rows: [string, string[], Partial<Need>, Place?][] = [
    ["is the cheapest that has the memory, and then the next", [a40, a6000, l40s, a100, h200, amd, h100], {}],
    ["leaves out what costs more than allowed", [a40, a6000], { maxHourlyCost: 0.5 }],
    ["counts all GPUs of the pod", [a40, a6000], { units: 2, maxHourlyCost: 1 }],
    ["counts all machines", [a40], { units: 2, machines: 2, maxHourlyCost: 1.9 }],
    ["takes what costs just as much", [a40], { maxHourlyCost: 0.4 }],
    ["takes what costs just as much where binary fractions add up to more", [a40], { units: 3, maxHourlyCost: 1.2 }],
    ["leaves out what is excluded", [l40s, a100], { excluding: [a40, a6000], maxHourlyCost: 1.5 }],
    ["takes one manufacturer only", [amd], { manufacturer: "AMD" }],
    ["leaves out what one pod can't have as many of", [], { units: 9 }],
    [
      "takes the prices of the other cloud, and what is in it",
      ["NVIDIA RTX A6000", a40, a100],
      {},
      { cloud: "COMMUNITY" },
    ],
    ["takes nothing without global networking", [a100, h200, h100], { memory: 80 }, { ...secure, isNetworked: true }],
  ];
  it.each(rows.map(([title, chosen, some, place = secure]) => ({ title, chosen, some, place })))(
    "$title",
    ({ chosen, some, place }) => {
      expect(ids(some, place)).toEqual(chosen);
    },
  );

  it("begins with what is in stock where it may be, and keeps the rest for later", () => {
    const catalog = gpus.map((one) => (one.id === a40 ? { ...one, ...stocked([one], "NONE")[0] } : one));
    expect(ids({ maxHourlyCost: 1 }, secure, catalog)).toEqual([a6000, l40s, a40]);
    const elsewhere = gpus.map((one) => (one.id === a40 ? { ...one, dataCenters: sites("HIGH", "US-XX-1") } : one));
    expect(ids({ maxHourlyCost: 1 }, { ...secure, dataCenters: ["EU-XX-1"] }, elsewhere)).toEqual([a6000, l40s, a40]);
  });

  it("M-63: of flavors counts the memory of all vCPUs, rounded down", () => {
    const of = (some: Partial<Need>) => ids(some, secure, cpus);
    const enough = catalogFixture.cpus.filter(({ ramGbPerVcpu }) => Math.floor(ramGbPerVcpu * 4) >= 8);
    expect(of({ units: 4, memory: 8 }).sort()).toEqual(enough.map(({ id }) => id).sort());
    expect(of({ units: 64, memory: 8 })).toEqual([]);
  });

  it("has at most ten", () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ ...gpus[0]!, id: `type-${at + 10}` }));
    expect(ids({}, secure, many)).toEqual(many.slice(0, 10).map(({ id }) => id));
  });
});

describe("a machine that runs is held against", () => {
  it("what has the memory and the manufacturer, whatever it costs and wherever it is", () => {
    const all = catalogFixture.gpus.filter(({ memory }) => memory >= 80).map(({ id }) => id);
    expect(meeting(catalogFixture.gpus, need({ memory: 80, maxHourlyCost: 0.01 }))).toEqual(all);
    expect(meeting(catalogFixture.gpus, need({ memory: 80, manufacturer: "AMD" }))).toEqual([amd]);
  });
});

describe("where nothing meets a need", () => {
  it.each<[Partial<Need>, string]>([
    [{ memory: 999 }, "none of 10 types has at least 999 GB; the largest has 192 GB"],
    [
      { maxHourlyCost: 0.2 },
      "7 types have at least 48 GB; none of them costs at most 0.20 USD/h; the cheapest is NVIDIA A40 for 0.40 USD/h",
    ],
    [
      { maxHourlyCost: 0.125 },
      "7 types have at least 48 GB; none of them costs at most 0.125 USD/h; the cheapest is NVIDIA A40 for 0.40 USD/h",
    ],
    [{ units: 20 }, "7 types have at least 48 GB; none of them is offered in this size in SECURE"],
    [
      { memory: 100, manufacturer: "AMD", excluding: [amd] },
      "2 types have at least 100 GB; 1 of them is from AMD; none of them is left by excluding",
    ],
  ])("says which member excludes how many: %j", (some, words) => {
    expect(whyNothing(gpus, need(some), secure)).toBe(words);
  });

  it("says that the catalog is empty", () => {
    expect(whyNothing([], need({}), secure)).toBe("the catalog is empty");
  });
});

describe("whatever the catalog and the need", () => {
  const type = fc.record({
    id: fc.string({ minLength: 1, maxLength: 3 }),
    manufacturer: fc.constantFrom("NVIDIA", "AMD"),
    memory: fc.constantFrom(24, 48, 80),
    secure: fc.constantFrom(true, true, true, false),
    community: fc.constantFrom(true, true, true, false),
    price: fc.record({ secure: fc.integer({ min: 0, max: 5 }), community: fc.integer({ min: 0, max: 5 }) }),
    maxCount: fc.record({ secure: fc.integer({ min: 0, max: 8 }), community: fc.integer({ min: 0, max: 8 }) }),
    dataCenters: fc.array(
      fc.record({ id: fc.constantFrom("A", "B"), name: fc.constant(""), availability: fc.constantFrom("NONE", "LOW") }),
      { maxLength: 2 },
    ),
  });
  const catalogs = fc.uniqueArray(type, {
    selector: ({ id }) => id,
    maxLength: 60,
    size: "max",
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<GpuType[]>;
  const needs = fc.record({
    units: fc.integer({ min: 1, max: 3 }),
    machines: fc.integer({ min: 1, max: 2 }),
    memory: fc.constantFrom(1, 24, 48, 81),
    manufacturer: fc.constantFrom(undefined, undefined, "NVIDIA", "AMD"),
    excluding: fc.array(fc.string({ minLength: 1, maxLength: 1 }), { maxLength: 3 }),
    maxHourlyCost: fc.integer({ min: 1, max: 30 }),
  });
  const places = fc.record({
    cloud: fc.constantFrom("SECURE" as const, "COMMUNITY" as const),
    dataCenters: fc.option(fc.constantFrom(["A"], ["B"], ["A", "B"]), { nil: undefined }),
    isNetworked: fc.boolean(),
  });

  /** The rules once more, each by itself. */
  const fits = (one: GpuType, asked: Need, { cloud, isNetworked }: Place): boolean => {
    const side = cloud === "SECURE" ? "secure" : "community";
    return (
      one.memory >= asked.memory &&
      (asked.manufacturer ?? one.manufacturer) === one.manufacturer &&
      !asked.excluding.includes(one.id) &&
      one[side] &&
      one.maxCount[side] >= asked.units &&
      one.price[side] * asked.units * asked.machines <= asked.maxHourlyCost! &&
      (!isNetworked || one.manufacturer === "NVIDIA")
    );
  };
  const isFree = (one: GpuType, { dataCenters }: Place): boolean =>
    one.dataCenters!.some(({ id, availability }) => availability !== "NONE" && (dataCenters?.includes(id) ?? true));

  it("every choice meets the need, nothing that does is missing, and the order is by stock, price and id", () => {
    fc.assert(
      fc.property(catalogs, needs, places, (catalog, asked, place) => {
        const side = place.cloud === "SECURE" ? "secure" : "community";
        const expected = catalog
          .filter((one) => fits(one, asked, place))
          .map((one) => [isFree(one, place) ? 0 : 1, one.price[side], one.id] as const)
          .sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1))
          .map(([, , id]) => id);
        expect(choose(catalog, asked, place).map(({ id }) => id)).toEqual(expected.slice(0, 10));
        const kept = meeting(catalog, asked);
        expect(expected.every((id) => kept.includes(id))).toBe(true);
        if (expected.length === 0)
          expect(whyNothing(catalog, asked, place)).toMatch(
            /^(.*; none of them |none of (1 type|(?!1 )\d+ types) |the catalog is empty$)/,
          );
      }),
    );
  });

  it("a loosened need keeps all that met it", () => {
    fc.assert(
      fc.property(catalogs, needs, fc.integer({ min: 0, max: 50 }), (catalog, asked, less) => {
        const looser = { ...asked, memory: Math.max(1, asked.memory - less), excluding: asked.excluding.slice(1) };
        const kept = meeting(catalog, looser);
        expect(meeting(catalog, asked).every((id) => kept.includes(id))).toBe(true);
      }),
    );
  });
});
