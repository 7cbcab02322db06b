import { ownMember } from "../../api/own-member";
import { visibleInLine } from "../../client/errors/visible";
import type { Drift, DriftReport } from "../documents/drift";
import { sentence, sentenceOfIgnored } from "./report";

/**
 * JUnit XML: a test case a resource, a failure where it drifted. `resources` are the logical names, drifted or not. What was replaced
 * and not deleted yet, or is to be replaced and has no replacement yet, is a case that was skipped: it fails no check, and is seen.
 */
export function toJunit(
  report: DriftReport,
  resources: readonly { urn: string; name: string; kind: string }[],
): string {
  const byUrn = groupByUrn(report.drift);
  const cases = resources.map(({ urn, name, kind }) => {
    const head = `    <testcase classname="${escape(kind)}" name="${escape(name)}"`;
    const ignored = report.ignored.filter((one) => one.urn === urn).map(sentenceOfIgnored);
    const lines = [
      ...(byUrn.get(urn) ?? []).map((drift) => `      ${failure(drift)}`),
      ...ignored.map((text) => `      <system-out>${escape(text)}</system-out>`),
    ];
    if (lines.length === 0) return `${head}/>`;
    return [`${head}>`, ...lines, "    </testcase>"].join("\n");
  });
  const skipped = report.notCompared
    .filter(({ path }) => path === "")
    .map(
      ({ kind, name, awaits, reason }) =>
        `    <testcase classname="${escape(kind)}" name="${escape(name)}${awaits === "replacement" ? "" : " (replaced)"}"><skipped message="${escape(reason)}"/></testcase>`,
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
  `<failure type="${drift.class}" message="${escape(sentence(drift))}">${escape(drift.urn)}</failure>`;

function groupByUrn(drift: readonly Drift[]): Map<string, Drift[]> {
  const groups = new Map<string, Drift[]>();
  for (const one of drift) groups.set(one.urn, [...(groups.get(one.urn) ?? []), one]);
  return groups;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** XML has no form for most of what is made visible here; an end of line in an attribute would be read as a blank. */
const escape = (text: string): string =>
  visibleInLine(text)
    .replace(/[&<>"']/g, (char) => ownMember(entities, char) ?? char)
    .replace(/[\ufffe\uffff]/g, "\ufffd");
