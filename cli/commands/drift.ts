import { Option } from "commander";
import { toJunit } from "../drift/junit";
import type { Settings } from "../../client/settings/settings";
import type { Found } from "../drift/find";
import { type DriftReport, show } from "../drift/report";
import { toSarif } from "../drift/sarif";
import { CommandFailure, type Output, writeLine } from "../io";
import { openPlatform, platformSettings } from "../platform";
import type { Register } from "../register";
import type { StackResource } from "../state/deployment";
import { addStateFlags, loadStack, type StateFlags } from "../state/load-stack";
import { tableFor } from "../table";

interface Flags extends StateFlags {
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly junit?: boolean;
}

/** The exit code when something differs; 1 means that it could not be found out. */
const drifted = 2;

export const registerDrift: Register = (program, io) => {
  addStateFlags(
    program.command("drift").description("compare the state with the platform; exits with 2 if they differ"),
  )
    .addOption(new Option("-j, --json", "print JSON").conflicts(["sarif", "junit"]))
    .addOption(new Option("--sarif", "print SARIF 2.1.0, for code hosts").conflicts("junit"))
    .option("--junit", "print JUnit XML, for CI systems")
    .action(async (flags: Flags) => {
      const stack = await loadStack(io, flags);
      const resources = stack.resources.filter(({ id, isLeftover }) => id !== "" && !isLeftover);
      let calls = 0;
      const client = await openPlatform(io, flags, { onRequest: () => (calls += 1) });
      const { findDrift } = await import("../drift/find.js");
      const found = await findDrift(client, resources, io.signal);
      await refuseUnseen(found, resources, await platformSettings(io, flags));
      const report: DriftReport = { resources: resources.length, calls, ...found };
      const write = (text: string) => io.stdout.write(text);
      if (flags.json) write(`${JSON.stringify(report, undefined, 2)}\n`);
      else if (flags.sarif) write(toSarif(report, "Pulumi.yaml"));
      else if (flags.junit) write(toJunit(report, resources));
      else writeLine(io.stdout, readable(report, io.stdout));
      if (report.drift.length > 0)
        throw new CommandFailure(
          "The platform differs from the state. `up --refresh` changes the platform back to what the program says; `refresh` only updates the state.",
          drifted,
        );
    });
};

/** @throws CommandFailure where what seems to be gone was last seen with another key or at another address (A-24). */
async function refuseUnseen({ drift }: Found, resources: readonly StackResource[], settings: Settings): Promise<void> {
  const gone = new Set(
    drift.filter((one) => one.class === "terminated" || one.class === "replaced").map(({ urn }) => urn),
  );
  if (gone.size === 0) return;
  const [{ seenElsewhere, sightingHere }, { notVisible }] = await Promise.all([
    import("../state/sightings.js"),
    import("../../provider/lifecycle/errors.js"),
  ]);
  const here = sightingHere(settings);
  if (here === undefined) return;
  for (const resource of resources) {
    const seen = gone.has(resource.urn) ? seenElsewhere(resource, here) : undefined;
    if (seen !== undefined)
      throw new CommandFailure(notVisible(`comparing ${resource.kind} ${resource.id}`, seen, here));
  }
}

function readable(report: DriftReport, output: Output): string {
  const inLine = (value: string) => output.inLine(value);
  const rows = report.drift.map((drift) => [
    drift.class,
    `${drift.kind} ${drift.name}`,
    drift.path || "-",
    drift.secret ? "(secret)" : show(drift.old, inLine),
    `${drift.secret ? "(secret)" : show(drift.new, inLine)}${drift.since === undefined ? "" : ` since ${drift.since}`}`,
  ]);
  const notes = report.notCompared.map(({ name, path, reason }) => inLine(`not compared: ${name} ${path}: ${reason}`));
  const blocks = [
    rows.length > 0 ? tableFor(output, ["CLASS", "RESOURCE", "PATH", "STATE", "PLATFORM"], rows) : "",
    notes.join("\n"),
  ];
  return [...blocks.filter((block) => block !== ""), summary(report)].join("\n\n");
}

function summary({ drift, resources, calls }: DriftReport): string {
  const asked = `${calls} ${calls === 1 ? "request" : "requests"}`;
  const all = `${resources} ${resources === 1 ? "resource" : "resources"}`;
  if (drift.length === 0) return `No drift in ${all}, ${asked}`;
  const touched = new Set(drift.map(({ urn }) => urn)).size;
  return `${drift.length} ${drift.length === 1 ? "difference" : "differences"} in ${touched} of ${all}, ${asked}`;
}
