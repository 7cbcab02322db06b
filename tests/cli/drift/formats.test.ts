import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { toJunit } from "../../../cli/drift/junit";
import type { Drift, DriftClass, DriftReport } from "../../../cli/documents/drift";
import { sentence, show } from "../../../cli/drift/report";
import { toSarif } from "../../../cli/drift/sarif";
import { visible, visibleInLine } from "../../../client/errors/visible";
import { anyText } from "../../support/hostile-text";
import { readXml } from "../../support/read-xml";

const pod = { urn: "urn:pod", name: "web", kind: "Pod", id: "p-1" };
const edited: Drift = { ...pod, class: "edited", path: "image", old: "a:1", new: "a:2" };
const secret: Drift = { ...pod, class: "edited", path: "env.TOKEN", secret: true };
const gone: Drift = {
  urn: "urn:vol",
  name: "data <&>",
  kind: "NetworkVolume",
  id: "v-1",
  class: "terminated",
  path: "",
};
const report: DriftReport = { resources: 3, calls: 2, drift: [edited, secret, gone], ignored: [], notCompared: [] };

describe("a drift in words", () => {
  it.each([
    { drift: edited, words: "Pod web (p-1): image a:1 → a:2" },
    { drift: secret, words: "Pod web (p-1): env.TOKEN [secret] → [secret]" },
    { drift: { ...secret, only: "platform" as const }, words: "Pod web (p-1): env.TOKEN (none) → [secret]" },
    { drift: { ...secret, only: "state" as const }, words: "Pod web (p-1): env.TOKEN [secret] → (none)" },
    { drift: gone, words: "NetworkVolume data <&> (v-1) is gone" },
    {
      drift: { ...pod, class: "replaced" as const, path: "", new: "p-2", since: "2026-05-04T09:00:00Z" },
      words: "Pod web (p-1) is gone; p-2 has its name since 2026-05-04T09:00:00Z",
    },
  ])("$words", ({ drift, words }) => {
    expect(sentence(drift)).toBe(words);
  });

  it("cuts long values", () => {
    expect(show("x".repeat(200))).toHaveLength(80);
    expect(show({ a: [1] })).toBe('{"a":[1]}');
    expect(show(undefined)).toBe("(none)");
  });
});

describe("JUnit", () => {
  const xml = toJunit(report, [
    pod,
    { urn: "urn:vol", name: gone.name, kind: gone.kind },
    { urn: "urn:c", name: "ok", kind: "Cluster" },
  ]);

  it("has a case a resource and a failure a difference", () => {
    expect(xml.match(/<testcase /g)).toHaveLength(3);
    expect(xml.match(/<failure /g)).toHaveLength(3);
    expect(xml).toContain('tests="3" failures="2"');
    expect(xml).toContain('<testcase classname="Cluster" name="ok"/>');
  });

  it("escapes what XML cannot hold", () => {
    expect(xml).toContain("data &lt;&amp;&gt;");
    expect(toJunit(report, [{ ...pod, name: "a\u0001b\uffff" }])).toContain("a\\u0001b\ufffd");
  });
});

describe("SARIF", () => {
  const log = JSON.parse(toSarif(report, "Pulumi.yaml"));
  const [run] = log.runs;

  it("has a result a difference, with a rule for its class", () => {
    expect(log.version).toBe("2.1.0");
    expect(run.results.map((result: any) => result.ruleId)).toEqual(["edited", "edited", "terminated"]);
    const rules = run.tool.driver.rules.map((rule: any) => rule.id);
    for (const result of run.results) expect(rules).toContain(result.ruleId);
  });

  it("has fingerprints that stay when only values change", () => {
    const again = JSON.parse(toSarif({ ...report, drift: [{ ...edited, new: "a:3" }] }, "Pulumi.yaml"));
    expect(again.runs[0].results[0].partialFingerprints).toEqual(run.results[0].partialFingerprints);
  });

  it("never shows a secret", () => {
    expect(run.results[1].message.text).toBe("Pod web (p-1): env.TOKEN [secret] → [secret]");
  });
});

describe("What was replaced and not deleted yet", () => {
  const left = { urn: "urn:pod", name: "web", kind: "Pod", path: "", reason: "Pod p-0 was replaced <&>" };
  const sealed = { ...left, path: "env", reason: "encrypted" };
  const withLeft = { ...report, drift: [], notCompared: [left, sealed] };

  it("is a skipped case in JUnit, and fails nothing", () => {
    const xml = toJunit(withLeft, [pod]);
    expect(xml).toContain('tests="2" failures="0" skipped="1"');
    expect(readXml(xml).children[0]!.children).toMatchObject([
      { attributes: { name: "web" }, children: [] },
      {
        attributes: { name: "web (replaced)" },
        children: [{ name: "skipped", attributes: { message: "Pod p-0 was replaced <&>" } }],
      },
    ]);
  });

  it("is a notification in SARIF, as is every property that can't be compared, and no result", () => {
    const [run] = JSON.parse(toSarif(withLeft, "Pulumi.yaml")).runs;
    expect(run.results).toEqual([]);
    expect(run.invocations).toMatchObject([
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          { level: "warning", message: { text: "not compared: web: Pod p-0 was replaced <&>" } },
          { level: "note", message: { text: "not compared: web env: encrypted" } },
        ],
      },
    ]);
  });
});

describe("any text", () => {
  const drifts = fc.record({
    urn: anyText,
    name: anyText,
    kind: anyText,
    id: anyText,
    path: anyText,
    old: anyText,
    new: anyText,
    since: anyText,
    class: fc.constantFrom<DriftClass>("stopped", "terminated", "replaced", "resized", "edited"),
  });

  it("leaves JUnit well-formed, with a case a resource and a failure a difference", () => {
    fc.assert(
      fc.property(fc.array(drifts, { maxLength: 4 }), (drift) => {
        const resources = drift.map(({ urn, name, kind }) => ({ urn, name, kind }));
        const of = (urn: string) => drift.filter((one) => one.urn === urn).length;
        const xml = readXml(toJunit({ resources: 0, calls: 0, drift, ignored: [], notCompared: [] }, resources));
        const cases = xml.children[0]!.children;
        expect(cases.map(({ attributes }) => attributes["name"])).toEqual(
          drift.map(({ name }) => visibleInLine(name).replace(/[\ufffe\uffff]/g, "\ufffd")),
        );
        expect(cases.map(({ children }) => children.length)).toEqual(drift.map(({ urn }) => of(urn)));
      }),
      { numRuns: 1_000 },
    );
  });

  it("leaves SARIF the JSON that it is, also when it is shown", () => {
    fc.assert(
      fc.property(fc.array(drifts, { maxLength: 4 }), (drift) => {
        const text = visible(toSarif({ resources: 0, calls: 0, drift, ignored: [], notCompared: [] }, "Pulumi.yaml"));
        const { results } = JSON.parse(text).runs[0];
        const urns = results.map((result: any) => result.locations[0].logicalLocations[0].fullyQualifiedName);
        expect(urns).toEqual(drift.map(({ urn }) => urn));
      }),
      { numRuns: 1_000 },
    );
  });
});
