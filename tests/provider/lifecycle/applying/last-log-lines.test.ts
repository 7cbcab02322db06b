import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../../provider/table/props";
import { lineOf } from "../../../../provider/kinds/shared/log-line";
import { credential, gpuPod } from "../../fixtures";
import { type Program, startRig, type Rig } from "../../rig";

/** What an error shows of the log of what was waited for in vain. */
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const program = (inputs: Props = {}): Program => ({
  login: { kind: "RegistryCredential", inputs: { ...credential, password: "canary-password" } },
  it: { kind: "Pod", inputs: { ...gpuPod, registry: "id:login", env: { TOKEN: "canary-token" }, ...inputs } },
});

const failure = (inputs: Props = {}): Promise<string> =>
  rig.up(program(inputs)).then(
    () => "it came up",
    (error: Error) => error.message,
  );

/** Has a job log these lines while it runs, and then fail. */
function failAfterSaying(...lines: string[]): void {
  rig.emulator.scripts.add({ errorAfterMs: 60_000 });
  let isSaid = false;
  rig.clock.onSleep = async () => {
    const [pod] = rig.emulator.store.pods.values();
    if (isSaid || pod?.status !== "RUNNING") return;
    isSaid = true;
    await fetch(`${rig.emulator.apiUrl}/_emulator/pod-log`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ podId: pod.id, lines }),
    });
  };
}

describe("a pod that goes to ERROR", () => {
  it("tells the last lines of its log", async () => {
    rig.emulator.scripts.add({ failStart: true });
    const message = await failure();
    expect(message).toMatch(/failed to start \(ERROR\).*\nThe last lines of its log:\n/s);
    expect(message).toMatch(
      /\n {2}\S+Z container of registry\.example\.com\/acme\/trainer:1 failed\nIt stays in the state/,
    );
    expect(rig.entry("it").outputs.status).toBe("ERROR");
  });

  it("tells no secret that the resource or the program knows", async () => {
    failAfterSaying(`token canary-token`, `login canary-password`, `key ${rig.emulator.apiKey}`);
    const message = await failure({ runToCompletion: true, waitFor: "exited" });
    expect(message).toMatch(/token \[redacted\]\n.*login \[redacted\]\n.*key \[redacted\]\n/);
    expect(message).not.toContain("canary");
  });

  it.each([
    ["is refused", { status: 403 }],
    ["breaks off", { phase: "reset" as const }],
  ])("tells what it can where reading the log %s", async (_how, fault) => {
    rig.emulator.scripts.add({ failStart: true });
    rig.emulator.faults.add({ method: "GET", path: "/v2/pods/:id/logs", phase: "before", ...fault, times: "always" });
    const message = await failure();
    expect(message).toMatch(/failed to start \(ERROR\)/);
    expect(message).not.toContain("The last lines");
  });
});

describe("a line of a log", () => {
  const said = (line: string, ...secrets: string[]) =>
    lineOf({ ts: undefined, line, id: undefined, source: "container" }, secrets);

  it("has no secrets, in no common spelling, and no part of one that has several lines", () => {
    expect(said("token=hush-hush and aHVzaC1odXNo", "hush-hush")).toBe("token=[redacted] and [redacted]");
    expect(said("bad key: MIIEvQIBADANBgkq", "-----BEGIN-----\nMIIEvQIBADANBgkq\n-----END-----")).toBe(
      "bad key: [redacted]",
    );
  });

  it("shows control characters, and is one line", () => {
    expect(said("\u001b[31mred\u001b[0m\r\ndone")).toBe("\\u001b[31mred\\u001b[0m\\u000d\\u000adone");
  });

  it("is cut only after its secrets were taken out", () => {
    expect(said(`${"x".repeat(495)}hush-hush`, "hush-hush")).toBe(`${"x".repeat(495)}[reda…`);
    expect(said("y".repeat(70_000))).toBe("(a line of 70000 characters)");
  });
});
