import { counted } from "../../values/many";
import { Option } from "commander";
import { toJunit } from "../drift/junit";
import type { Found } from "../drift/find";
import type { DriftReport, NotCompared } from "../documents/drift";
import { writeDocument } from "../documents/write";
import { sentenceOfIgnored, sentenceOfNotCompared, sidesOf } from "../drift/report";
import { toSarif } from "../drift/sarif";
import { CommandFailure, foundCode, type Output, type Register, writeLine, writeSentences } from "../io";
import { refuseSealed } from "../state/accounts";
import { isCurrent, type StackResource } from "../state/deployment";
import { addStateFlags, type StateFlags } from "../state/load-stack";
import { tableFor } from "../table";
import { isFree } from "../../provider/kinds/prices";

interface Flags extends StateFlags {
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly junit?: boolean;
  readonly undeclared?: boolean;
}

export const registerDrift: Register = (program, io) => {
  addStateFlags(
    program.command("drift").description("compare the state with the platform; exits with 2 if they differ"),
  )
    .addOption(new Option("-j, --json", "print JSON").conflicts(["sarif", "junit"]))
    .addOption(new Option("--sarif", "print SARIF 2.1.0, for code hosts").conflicts("junit"))
    .option("--junit", "print JUnit XML, for CI systems")
    .option("--undeclared", "also compare values that the program never set, with the last known value or the default")
    .action(async (flags: Flags) => {
      let calls = 0;
      const { openComparable } = await import("../drift/find.js");
      const stack = await openComparable(io, flags, { onRequest: () => (calls += 1) });
      refuseSealed(stack);
      const found: Found[] = [];
      for (const account of stack.accounts) {
        const one = await stack.compare(account, flags.undeclared);
        const [failure] = one.failures;
        if (failure) throw failure.error;
        found.push(one);
      }
      const unfinished = stack.made.filter((resource) => !isCurrent(resource)).map(notFinished);
      const report: DriftReport = {
        resources: stack.current.length,
        calls,
        drift: found.flatMap(({ drift }) => drift),
        ignored: found.flatMap(({ ignored }) => ignored),
        notCompared: [...found.flatMap(({ notCompared }) => notCompared), ...unfinished],
      };
      const write = (text: string) => io.stdout.write(text);
      if (flags.json) writeDocument(io.stdout, "drift", report);
      else if (flags.sarif) write(toSarif(report, "Pulumi.yaml"));
      else if (flags.junit) write(toJunit(report, stack.current));
      else print(report, io.stdout);
      if (report.drift.length > 0) throw new CommandFailure(wayBack(report), foundCode);
    });
};

function wayBack({ drift }: DriftReport): string {
  const undeclared = drift.filter((one) => one.undeclared).length;
  const back = "`up --refresh` changes the platform back to what the program says; `refresh` only updates the state.";
  const stays = "What the program does not set stays as it is: set it in the program to manage it.";
  const ways = [...(undeclared < drift.length ? [back] : []), ...(undeclared > 0 ? [stays] : [])];
  return ["The platform differs from the state.", ...ways].join(" ");
}

const notFinished = ({ urn, kind, name, id, isLeftover }: StackResource): NotCompared => {
  const base = { urn, name, kind, path: "" };
  return isLeftover
    ? {
        ...base,
        awaits: "delete",
        reason: `${kind} ${id} was replaced but not deleted yet, so it may still ${isFree(kind) ? "exist" : "be billed"}; \`up\` deletes what was replaced`,
      }
    : {
        ...base,
        awaits: "replacement",
        reason: `the replacement of ${kind} ${id} was begun, and the new one is not made yet; \`up\` makes it`,
      };
};

function print(report: DriftReport, output: Output): void {
  const inLine = (value: string) => output.inLine(value);
  const rows = report.drift.map((drift) => {
    const [state, platform] = sidesOf(drift, "(secret)", inLine);
    return [
      drift.class,
      `${drift.kind} ${drift.name}`,
      `${drift.path || "-"}${drift.undeclared ? " (not set by the program)" : ""}`,
      state,
      `${platform}${drift.since === undefined ? "" : ` since ${drift.since}`}`,
    ];
  });
  const notes = [
    ...report.ignored.map((one) => inLine(sentenceOfIgnored(one))),
    ...report.notCompared.map((one) => inLine(sentenceOfNotCompared(one))),
  ];
  if (rows.length > 0)
    writeLine(output, `${tableFor(output, ["CLASS", "RESOURCE", "PATH", "STATE", "PLATFORM"], rows)}\n`);
  for (const note of notes) writeSentences(output, [note]);
  if (notes.length > 0) writeLine(output, "");
  writeSentences(output, [summary(report)]);
}

function summary({ drift, ignored, resources, calls, notCompared }: DriftReport): string {
  const awaiting = (what: NotCompared["awaits"]) => notCompared.filter(({ awaits }) => awaits === what).length;
  const [left, begun] = [awaiting("delete"), awaiting("replacement")];
  const asked =
    `${counted(calls, "request")}${left === 0 ? "" : `; ${left} replaced but not deleted yet`}` +
    (begun === 0 ? "" : `; ${counted(begun, "replacement")} not made yet`) +
    (ignored.length === 0 ? "" : `; ${ignored.length} ignored`);
  const all = counted(resources, "resource");
  if (drift.length === 0) return `No drift in ${all}, ${asked}`;
  const touched = new Set(drift.map(({ urn }) => urn)).size;
  return `${counted(drift.length, "difference")} in ${touched} of ${all}, ${asked}`;
}
