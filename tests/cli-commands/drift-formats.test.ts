import { describe, expect, it } from "@jest/globals";
import { toJunit } from "../../cli/drift/junit";
import { type Drift, type DriftReport, sentence, show } from "../../cli/drift/report";
import { toSarif } from "../../cli/drift/sarif";

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
const report: DriftReport = { resources: 3, calls: 2, drift: [edited, secret, gone], notCompared: [] };

describe("a drift in words", () => {
  it.each([
    { drift: edited, words: "Pod web (p-1): image a:1 → a:2" },
    { drift: secret, words: "Pod web (p-1): env.TOKEN changed (secret)" },
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
    expect(toJunit(report, [{ ...pod, name: "a\u0001b" }])).toContain("a�b");
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
    expect(run.results[1].message.text).toBe("Pod web (p-1): env.TOKEN changed (secret)");
  });
});
