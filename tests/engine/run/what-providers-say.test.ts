import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { EngineEvent } from "../../../engine";
import { run } from "../support/program/things";
import { openStack } from "../support/run-local";
import type { Fault, ProgramSpec } from "../support/scenario";
import { Workspace } from "../support/workspace";

let workspace: Workspace;
beforeEach(async () => {
  workspace = new Workspace();
  workspace.prepare({ run: "up", program });
  await (await openStack(workspace, { ...here(), providersHere: true })).up();
}, 60_000);
afterEach(() => workspace.remove());

/** The provider has a process of its own in each test, and speaks to the engine from there. */
const here = () => ({ program: () => run(JSON.parse(workspace.read("program.json")!)) });

const program: ProgramSpec = { resources: [{ name: "a", args: { name: "a" } }] };

const warn: Fault = { say: "the volume holds data" };
const operations = [
  { run: "destroy", faults: { "delete a": warn } },
  { run: "refresh", faults: { "read a": warn } },
  { run: "refresh of an up", faults: { "read a": warn } },
  { run: "program of an up that refreshes", faults: { "diff a": warn } },
] as const;

it("a package that only another one brings along is named, with what to do", async () => {
  const message = "Cannot find module 'some-platform/provider'\nRequire stack:\n- /project/noop.js";
  workspace.prepare({ run: "up", program, faults: { "diff a": { message } } });
  const { diagnostics } = await (await openStack(workspace, here())).up();
  expect(diagnostics.map((each) => each.message).join()).toMatch(
    /needs the package some-platform, .* Add some-platform to the dependencies of the program's own package.json/,
  );
}, 60_000);

it.each(operations)(
  "a warning of a provider in the $run is shown and in the result",
  async ({ run: operation, faults }) => {
    workspace.prepare({ run: "up", program, faults });
    const stack = await openStack(workspace, here());
    const events: EngineEvent[] = [];
    const options = { onEvent: (event: EngineEvent) => events.push(event) };
    const work = { destroy: () => stack.destroy(options), refresh: () => stack.refresh(options) };
    const { result, diagnostics } =
      operation === "destroy" || operation === "refresh"
        ? await work[operation]()
        : await stack.up({ ...options, refresh: true });
    const told = { severity: "warning", message: "the volume holds data" };
    expect(result).toBe("succeeded");
    expect(diagnostics).toContainEqual(told);
    expect(events).toContainEqual({ kind: "diagnostic", diagnostic: told });
  },
  60_000,
);
