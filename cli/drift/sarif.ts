import type { DriftClass, DriftReport } from "../documents/drift";
import { inSarif } from "../escaped";
import { sentence, sentenceOfNotCompared } from "./report";

const rules: Record<DriftClass, string> = {
  stopped: "A pod that should run does not.",
  terminated: "An object of the stack is gone.",
  replaced: "An object of the stack is gone and another one has its name.",
  resized: "A size or a count differs from the stack.",
  edited: "A setting differs from the stack.",
};

/** SARIF 2.1.0: a result for each difference. A value that was not compared is a notification of the run. */
export function toSarif(report: DriftReport, projectFile: string): string {
  const locationsOf = ({ urn, name }: { readonly urn: string; readonly name: string }) => [
    {
      physicalLocation: { artifactLocation: { uri: projectFile } },
      logicalLocations: [{ fullyQualifiedName: urn, name, kind: "resource" }],
    },
  ];
  const results = [...report.drift, ...report.ignored].map((drift) => ({
    ruleId: drift.class,
    level: drift.class === "edited" || drift.class === "resized" ? "warning" : "error",
    message: { text: inSarif(sentence(drift)) },
    locations: locationsOf(drift),
    // This is stable while the same property of the same resource differs, whatever the values.
    ...(drift.ignored && { suppressions: [{ kind: "inSource", justification: "ignoreChanges" }] }),
    partialFingerprints: { "drift/v1": `${drift.urn}#${drift.class}#${drift.path}` },
  }));
  const driver = {
    name: "compute drift",
    rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
  };
  const toolExecutionNotifications = report.notCompared.map((one) => ({
    level: one.path === "" ? "warning" : "note",
    message: { text: inSarif(sentenceOfNotCompared(one)) },
    locations: locationsOf(one),
  }));
  const invocations = [{ executionSuccessful: true, toolExecutionNotifications }];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, invocations, results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
