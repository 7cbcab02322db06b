import { resolve } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { coverageOf } from "../../scripts/coverage-page/page";
import { reasons } from "../../scripts/coverage-page/reasons";
import { scanFile } from "../../scripts/coverage-page/scan";

const root = resolve(__dirname, "../..");
const { families, testsOf, uncovered } = coverageOf(root);
const known = new Set(families.flatMap(({ rules }) => rules.map(({ id }) => id)));

describe("coverage of the contract", () => {
  it("the checklist is read whole", () => {
    expect(families).toHaveLength(14);
    for (const { title, rules } of families) expect(title).toMatch(new RegExp(`\\(\\w, ${rules.length}\\)$`));
    expect(known.size).toBe(families.reduce((count, { rules }) => count + rules.length, 0));
  });

  it("every rule is named by a test, or has a reason why not", () => {
    expect(uncovered.map(({ id }) => id).filter((id) => reasons[id] === undefined)).toEqual([]);
  });

  it("no reason outlives its rule or its lack of tests", () => {
    expect(Object.keys(reasons).filter((id) => testsOf.has(id) || !known.has(id))).toEqual([]);
  });

  it("no test names a rule that is not there", () => {
    const strangers = [...testsOf].filter(([id]) => !known.has(id)).map(([id, [test]]) => `${id} in ${test?.file}`);
    expect(strangers).toEqual([]);
  });
});

describe("reading tests", () => {
  const rules = (source: string) => scanFile("a.test.ts", source).map((test) => test.rules);

  it("finds rules in titles, in titles around them and in rows", () => {
    expect(rules('describe("P-1: list", () => { it("P-2, P-5: leaves out", () => {}); });')).toEqual([
      ["P-1", "P-2", "P-5"],
    ]);
    expect(rules('it.each([{ rule: "E-20" }, { rule: "E-21, E-22" }])("$rule: refuses", () => {});')).toEqual([
      ["E-20", "E-21", "E-22"],
    ]);
    expect(rules("it(`J-1: ${name}`, () => {});")).toEqual([["J-1"]]);
  });

  it("shows what a row fills in as an ellipsis, and a title that begins with it after the one of its suite", () => {
    const titles = (source: string) => scanFile("a.test.ts", source).map((test) => test.title);
    expect(titles('describe("P-1: a name", () => { it.each([])("%s", () => {}); });')).toEqual(["P-1: a name: …"]);
    expect(titles("it.each([])(\"P-1: '%s' of $why.text is $0.5\", () => {});")).toEqual(["P-1: … of … is $0.5"]);
  });

  it("does not take choices, differences, comments or code for rules", () => {
    expect(rules('it("CH-5 and DF-9", () => { /* P-1 */ call("P-2"); });')).toEqual([]);
  });
});
