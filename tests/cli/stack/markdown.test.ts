import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { goneReason } from "../../../provider/table/reasons";
import { type Bench, openBench } from "../commands/run-command";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const urn = (kind: string, name: string) => `urn:pulumi:dev::shop::compute:index:${kind}::${name}`;
const state = (kind: string, props: object, id = `id-of-${kind}`) => ({
  type: `compute:index:${kind}`,
  id,
  inputs: props,
  outputs: props,
});
const gpu = { id: "NVIDIA L40S", count: 1 };

/** What `pulumi preview --json` prints, as far as it is read. */
const document = {
  steps: [
    {
      op: "same",
      urn: urn("Pod", "same"),
      oldState: state("Pod", { gpu }, "p-1"),
      newState: state("Pod", { gpu }, "p-1"),
    },
    { op: "create", urn: urn("Pod", "web"), newState: state("Pod", { gpu, desiredStatus: "RUNNING" }) },
    {
      op: "replace",
      urn: urn("Pod", "trainer"),
      oldState: state("Pod", { mounts: { persistent: { size: 30, path: "/data" } }, gpu }),
      newState: state("Pod", { mounts: { persistent: { size: 20, path: "/data" } }, gpu }),
      replaceReasons: ["mounts"],
      diffReasons: ["mounts", "__secrets"],
    },
    { op: "delete", urn: urn("NetworkVolume", "weights"), oldState: state("NetworkVolume", { size: 100 }) },
  ],
  diagnostics: [
    { severity: "warning", message: "<{%reset%}>mind | the *gap*<{%reset%}>\n", urn: urn("Pod", "web") },
    { severity: "info", message: "mounts: shrinking replaces the pod.", urn: urn("Pod", "trainer") },
  ],
};
const render = (what: object, ...flags: string[]) =>
  bench.run("preview", "--markdown", "--file", bench.file(JSON.stringify(what)), ...flags);

describe("a plan in Markdown", () => {
  it("has warnings first, then data that is lost, what changes and why, and the cost", async () => {
    const out = await render(document);
    const order = [
      "### shop/dev",
      "**Warning** Pod web",
      "**Data** Pod trainer",
      "**Data** NetworkVolume weights",
      "1 to create",
      "Cost: ",
    ];
    const places = order.map((part) => out.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(out).toContain("| ➕ create | web | Pod | +0.86 USD/h. |");
    expect(out).toContain("| ♻️ replace | trainer | Pod | mounts: shrinking replaces the pod. |");
    expect(out).toContain("Cost: 1.72 USD/h → 2.58 USD/h (+0.86) at list prices, without storage.");
    expect(out).not.toContain("same |");
  });

  it("passes over steps, and verbs in messages, that are called like a member of every object", async () => {
    const said = ["web", "worker"].map((name) => ({
      severity: "warning",
      message: `Pod ${name} constructor is odd.`,
      urn: urn("Pod", name),
    }));
    const strange = { op: "constructor", urn: urn("Pod", "odd"), newState: state("Pod", { gpu }) };
    const out = await render({ steps: [...document.steps, strange], diagnostics: said });
    expect(out).not.toMatch(/native code|odd \|/);
    expect(out).toContain("2 pods constructor is odd");
  });

  it("says of what stays that it does, and of what an earlier run has left that it goes", async () => {
    const data = state("NetworkVolume", { size: 100 }, "v-1");
    const steps = [
      { op: "delete", urn: urn("NetworkVolume", "weights"), oldState: { ...data, retainOnDelete: true } },
      { op: "delete-replaced", urn: urn("NetworkVolume", "old"), oldState: { ...data, id: "v-2" } },
    ];
    const out = await render({ steps });
    expect(out).toContain(
      "| 📤 let go | weights | NetworkVolume | v-1 stays on the platform with its data, and is billed",
    );
    expect(out).toContain(
      "| 🗑️ delete original | old | NetworkVolume | An earlier run replaced it but did not delete it. |",
    );
    expect(out.match(/\*\*Data\*\*/g)).toHaveLength(1);
    expect(out).toContain("**Data** NetworkVolume old: this destroys everything on the volume.");
    expect(out).toContain("1 to let go, 1 to delete original.");
  });

  it("says once that data is lost, in the provider's words where it has warned", async () => {
    const [replace] = document.steps.filter(({ op }) => op === "replace");
    const warned = (message: string) => ({ severity: "warning", message, urn: urn("Pod", "trainer") });
    const permitted = "Pod trainer is replaced because of mounts: its deletion destroys the pod's persistent disk";
    const said = await render({ steps: [replace], diagnostics: [warned(permitted)] });
    expect(said.match(/destroys/g)).toHaveLength(1);
    expect(said).toContain(`> **Warning** ${permitted}`);
    const open =
      "Pod trainer would be replaced if mounts turns out to differ: `up` then refuses to destroy the pod's persistent disk";
    expect(await render({ steps: [replace], diagnostics: [warned(open)] })).not.toContain("this destroys");
    const other = { steps: [replace], diagnostics: [warned("Pod trainer: no stock right now.")] };
    expect(await render(other)).toContain("> **Data** Pod trainer: this destroys the pod's persistent disk.");
  });

  it("goes by the effects of a document of ours, which a provider has looked for", async () => {
    const price = { perHour: 0.5, what: "1 × X" };
    const adopted = { urn: urn("Pod", "web"), kind: "Pod", name: "web", id: "p-9", does: "take over" };
    const effects = [{ ...adopted, before: price, after: price }];
    const out = await render({ steps: [document.steps[1]], effects });
    expect(out).toContain("| 📥 take over | web | Pod |");
    expect(out).toContain("Cost: 0.50 USD/h → 0.50 USD/h (no change)");
  });

  it("names what changes where nobody says why, without what is ours", async () => {
    const out = await render({ ...document, diagnostics: [] });
    expect(out).toContain("| trainer | Pod | mounts |");
  });

  it("holds no value and no markup of the program", async () => {
    const hostile = structuredClone(document);
    hostile.steps[1] = {
      op: "create",
      urn: urn("Pod", "a|b<img src=x>@team"),
      newState: state("Pod", { env: { T: "canary" } }),
    };
    const out = await render(hostile);
    expect(out).toContain("a&#124;b&#60;img src=x&#62;&#64;\u200bteam");
    expect(out).toContain("mind &#124; the &#42;gap&#42;");
    expect(out).not.toContain("canary");
  });

  it("folds a long table, and leaves it out where no comment would hold it", async () => {
    const many = (count: number) => ({
      steps: Array.from({ length: count }, (_, nth) => ({ ...document.steps[1]!, urn: urn("Pod", `pod-${nth}`) })),
    });
    expect(await render(many(30))).toContain("<details><summary>30 resources</summary>");
    const huge = await render(many(3_000));
    expect(huge.length).toBeLessThan(65_000);
    expect(huge).toContain("3000 to create");
    expect(huge).toContain("does not fit");
  });

  it("says that nothing changes, and refuses what is no preview", async () => {
    expect(await render({ steps: [] })).toContain("Nothing changes.");
    expect(await render({ duration: 22712760 })).toContain("Nothing changes.");
    await expect(render({ hello: 1 })).rejects.toThrow(/is not a preview/);
    await expect(bench.run("preview", "--file", "x")).rejects.toThrow(/--markdown/);
  });

  it("counts a replacement whose old object is gone already as new", async () => {
    const begun = structuredClone(document);
    const { urn: of, oldState } = begun.steps[2]!;
    Object.assign(oldState!, { pendingReplacement: true });
    begun.diagnostics.push({ severity: "info", message: `${goneReason}\n`, urn: of });
    expect(await render(begun)).toContain("Cost: 0.86 USD/h → 2.58 USD/h (+1.72) at list prices");
  });

  it("counts what retainOnDelete keeps beside what the provider says that its replacement costs", async () => {
    const kept = structuredClone(document);
    const { urn: of, oldState } = kept.steps[2]!;
    Object.assign(oldState!, { retainOnDelete: true });
    const message = "Cost: 0.00 USD/h → 0.86 USD/h (+0.86), list price.";
    kept.diagnostics.push({ severity: "info", message, urn: of });
    expect(await render(kept)).toContain("Cost: 1.72 USD/h → 3.44 USD/h (+1.72) at list prices");
  });

  it.each([", which the CLI marks like one that is gone", " and shows in halves"])(
    "counts the old object of a replacement that this very run deletes first%s",
    async (how) => {
      const first = structuredClone(document);
      const { urn: of, oldState } = first.steps[2]!;
      const deletion = { op: "delete-replaced", urn: of, oldState: structuredClone(oldState!) };
      if (how.includes("halves")) first.steps.splice(2, 0, deletion);
      Object.assign(oldState!, { pendingReplacement: true });
      expect(await render(first)).toBe(await render(document));
    },
  );

  it("says that a cost is of what changes where the preview does not tell of all that stays the same", async () => {
    const steps = document.steps.slice(1);
    const out = await render({ ...document, steps, changeSummary: { same: 1, create: 1, replace: 1, delete: 1 } });
    expect(out).toContain("Cost of what changes: 0.86 USD/h → 1.72 USD/h (+0.86) at list prices");
  });

  it("takes the prices from the platform of the project's stack, as `cost --preview` does", async () => {
    const { apiUrl, apiKey } = bench.emulator;
    const settings = `config:\n  compute:apiUrl: ${apiUrl}\n  compute:apiKey: ${apiKey}\n`;
    writeFileSync(join(bench.io.cwd, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
    writeFileSync(join(bench.io.cwd, "Pulumi.dev.yaml"), settings);
    Object.assign(bench.io.env, { COMPUTE_API_URL: undefined, COMPUTE_API_KEY: undefined, PULUMI_STACK: "dev" });
    expect(await render(document)).toContain("Cost: 1.72 USD/h → 2.58 USD/h (+0.86)");
  });

  it("says that it has no prices where the platform does not answer", async () => {
    bench.emulator.faults.add({ phase: "before", status: 403, times: "always" });
    expect(await render(document)).toContain("Cost: unknown, because the price list could not be read.");
  });

  it("says of a preview that failed that it did, and calls resources as the other screens do", async () => {
    const message = "pulumi-nodejs:dynamic/compute:NetworkVolume resource 'weights': property size has a problem: no.";
    const failed = { diagnostics: [{ severity: "error", message, urn: urn("NetworkVolume", "weights") }] };
    const out = await render({ ...failed, steps: [] });
    expect(out).toContain("> **Error** NetworkVolume weights: property size has a problem: no.\n");
    expect(out).toContain("The preview failed before it found what would change.");
    expect(out).not.toContain("Nothing changes");
    const partly = "The preview failed and may have found a part only: 1 to create, 1 to replace, 1 to delete.";
    expect(await render({ ...failed, steps: document.steps })).toContain(partly);
  });

  it("says once what is alike of several resources", async () => {
    const diagnostics = ["a-0", "a-1", "a-2"].map((name) => ({
      severity: "warning",
      urn: urn("Pod", name),
      message: `the Pod "${name}" found no stock where it may run.`,
    }));
    const out = await render({ steps: [], diagnostics });
    expect(out.match(/Warning/g)).toHaveLength(1);
    expect(out).toContain("> **Warning** 3 pods found no stock where it may run (a-0 … a-2).");
    const cautions = diagnostics.map((each) => ({
      ...each,
      message: `Pod ${each.urn.split("::").at(-1)}: mind the gap`,
    }));
    const cautioned = await render({ steps: [], diagnostics: cautions });
    expect(cautioned).toContain("> **Warning** 3 pods (a-0 … a-2): mind the gap");
  });
});
