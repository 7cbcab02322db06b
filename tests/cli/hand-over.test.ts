import { describe, expect, it } from "@jest/globals";
import { chain } from "../engine/scenarios/basics";
import type { ProgramSpec, ScenarioStep } from "../engine/support/scenario";
import { Workspace } from "../engine/support/workspace";
import { run } from "../engine/support/program/things";
import { openStack, runLocalStep } from "../engine/support/run-local";
import { cliOnPath, pulumi, runCliStep } from "./run-cli";
import { noCli, notTried } from "../support/not-tried";
import { until } from "../support/until";

const secret = (a: object = {}): ProgramSpec => {
  const program = chain({ password: { $secret: "handed-over" }, ...a });
  return { ...program, outputs: { ...program.outputs, password: { $ref: "a.password" } } };
};

/** Ten steps in the life of a stack. Whoever does a step, the other one must find nothing to do afterwards. */
const story: ScenarioStep[] = [
  { run: "up", program: secret(), config: { token: { secret: "first token" }, region: "eu" } },
  { run: "up", program: secret({ size: 2 }) },
  { run: "up", program: secret({ size: 2, kind: "other" }) },
  { run: "up", config: { token: { secret: "second token" } } },
  { run: "refresh" },
  { run: "up", program: secret({ size: 2, kind: "other", first: true }) },
  { run: "up", program: secret({ size: 2, kind: "third", first: true }) },
  { run: "up", program: { resources: secret({ size: 2, kind: "third", first: true }).resources?.slice(0, 2) ?? [] } },
  { run: "refresh", cloud: { "b-3": null } },
  { run: "up", program: secret({ size: 4, kind: "third", first: true }) },
];

const who = { local: runLocalStep, cli: runCliStep };
const nothing: ScenarioStep = { run: "preview", expectNoChanges: true };

if (cliOnPath() === undefined) notTried("handing a stack over between the local engine and the CLI", noCli);
else
  describe.each([
    { first: "cli", second: "local" },
    { first: "local", second: "cli" },
  ] as const)("a stack that is handed from $first to $second and back at every step", ({ first, second }) => {
    it("needs nothing done after each hand-over, and comes down in the other's hands", async () => {
      const workspace = new Workspace();
      try {
        await pulumi(workspace, ["stack", "init", workspace.stack]);
        for (const [index, step] of story.entries()) {
          const [does, looks] = index % 2 === 0 ? [first, second] : [second, first];
          expect({ index, errors: [], ok: true }).toMatchObject({ index, ...(await outcome(does, workspace, step)) });
          // A refresh that found an object gone leaves the program something to do, and says so to both.
          const gone = step.cloud !== undefined;
          expect({ index, ...(await outcome(looks, workspace, nothing)) }).toMatchObject({ index, ok: !gone });
        }
        const stack = await openStack(workspace);
        expect(await stack.outputs({ showSecrets: true })).toMatchObject({ password: "handed-over" });
        const { stdout } = await pulumi(workspace, [
          "stack",
          "output",
          "--show-secrets",
          "--json",
          "-s",
          workspace.stack,
        ]);
        expect(JSON.parse(stdout)).toMatchObject({ password: "handed-over" });
        expect(await outcome(second, workspace, { run: "destroy" })).toEqual({ ok: true, errors: [] });
        expect(workspace.objects()).toEqual({});
        expect(await outcome(first, workspace, { run: "up", program: {} })).toEqual({ ok: true, errors: [] });
      } finally {
        workspace.remove();
      }
    }, 300_000);

    it("is locked to both while either works on it", async () => {
      const workspace = new Workspace();
      try {
        await pulumi(workspace, ["stack", "init", workspace.stack]);
        const slow = {
          run: "up",
          program: chain(),
          faults: { "create a": { delayMs: 4_000, mark: "begun" } },
        } as const;
        const work = who[first](workspace, slow);
        await until(() => workspace.read("cloud/begun") !== undefined);
        const other =
          second === "local"
            ? (await who.local(workspace, { run: "destroy" })).errors.join()
            : (await pulumi(workspace, ["destroy", "--yes"], true)).stderr;
        expect(other).toContain("the stack is currently locked by 1 lock(s)");
        expect((await work).ok).toBe(true);
      } finally {
        workspace.remove();
      }
    }, 120_000);
  });

async function outcome(engine: keyof typeof who, workspace: Workspace, step: ScenarioStep) {
  const { ok, errors } = await who[engine](workspace, step);
  return { ok, errors };
}

describe("the story", () => {
  it("runs from end to end in the local engine's hands alone", async () => {
    const workspace = new Workspace();
    try {
      // That programs and providers have processes of their own is the matter of the hand-over.
      const here = { program: () => run(JSON.parse(workspace.read("program.json")!)), providersHere: true };
      for (const step of [...story, nothing, { run: "destroy" } as const])
        expect(await runLocalStep(workspace, step, here)).toMatchObject({ ok: true, errors: [] });
      expect(workspace.objects()).toEqual({});
    } finally {
      workspace.remove();
    }
  }, 120_000);
});
