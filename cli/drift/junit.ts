import { groupedBy } from "../../values/many";
import { inXml } from "../escaped";
import type { Drift, DriftReport } from "../documents/drift";
import { sentence, sentenceOfIgnored } from "./report";

/** JUnit XML: a case for each resource, a failure for drift. What awaits its delete or replacement is skipped. */
export function toJunit(
  report: DriftReport,
  resources: readonly { urn: string; name: string; kind: string }[],
): string {
  const byUrn = groupedBy(report.drift, ({ urn }) => urn);
  const cases = resources.map(({ urn, name, kind }) => {
    const head = `    <testcase classname="${inXml(kind)}" name="${inXml(name)}"`;
    const ignored = report.ignored.filter((one) => one.urn === urn).map(sentenceOfIgnored);
    const lines = [
      ...(byUrn.get(urn) ?? []).map((drift) => `      ${failure(drift)}`),
      ...ignored.map((text) => `      <system-out>${inXml(text)}</system-out>`),
    ];
    if (lines.length === 0) return `${head}/>`;
    return [`${head}>`, ...lines, "    </testcase>"].join("\n");
  });
  const skipped = report.notCompared
    .filter(({ path }) => path === "")
    .map(
      ({ kind, name, awaits, reason }) =>
        `    <testcase classname="${inXml(kind)}" name="${inXml(name)}${awaits === "replacement" ? "" : " (replaced)"}"><skipped message="${inXml(reason)}"/></testcase>`,
    );
  const totals =
    `tests="${resources.length + skipped.length}" failures="${byUrn.size}"` +
    (skipped.length === 0 ? "" : ` skipped="${skipped.length}"`);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites name="compute drift" ${totals}>`,
    `  <testsuite name="drift" ${totals}>`,
    ...cases,
    ...skipped,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

const failure = (drift: Drift) =>
  `<failure type="${drift.class}" message="${inXml(sentence(drift))}">${inXml(drift.urn)}</failure>`;
