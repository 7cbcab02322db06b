import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { hidden } from "../../../provider/state/state";
import { cpuPod } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

const names = ["a", "b", "c", "d", "e"];
const urnOf = (name: string) => ({ [hidden.urn]: `urn:pulumi:dev::tests::compute:index:Pod::${name}` });
const settings = { waitFor: "none", env: { TOKEN: "canary-token" } };
const fleet = (image: string, maxUnavailable: number): Program =>
  Object.fromEntries(
    names.map((name) => {
      const rollout = { group: "workers", maxUnavailable };
      return [
        name,
        {
          kind: "Pod",
          inputs: { ...cpuPod, ...settings, name: `${name}-pod`, image, rollout, __key: `key-${name}`, ...urnOf(name) },
        },
      ];
    }),
  );

/** All pods at once, as an engine changes them, and how many did not run at most. */
async function changeAll(image: string, maxUnavailable = 2): Promise<{ most: number; errors: string[] }> {
  const pods = rig.emulator.store.pods;
  const away = () => [...pods.values()].filter(({ status }) => status !== "RUNNING").length;
  let most = 0;
  const stop = rig.emulator.requests.onRequest(() => {
    most = Math.max(most, away());
  });
  const program = fleet(image, maxUnavailable);
  const results = await Promise.allSettled(
    names.map(async (name) => {
      const { id, outputs, inputs } = rig.entry(name);
      const news = { ...inputs, ...inputsIn(program, name) };
      const { outs } = await rig.provider("Pod").update(id, outputs, news);
      rig.state.set(name, { ...rig.entry(name), inputs: news, outputs: outs });
    }),
  );
  await Promise.all(names.map((name) => until(name, ["RUNNING", "ERROR"])));
  stop();
  return { most, errors: results.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).message] : [])) };
}

const inputsIn = (program: Program, name: string) => program[name]!.inputs as Record<string, unknown>;
const first = "registry.example.com/acme/worker:1";
const second = "registry.example.com/acme/worker:2";

async function running(): Promise<void> {
  await rig.up(fleet(first, 2));
  await Promise.all(names.map((name) => until(name, ["RUNNING"])));
}

/** Has the pod's container print a line. */
const say = (name: string, line: string) =>
  fetch(`${rig.emulator.apiUrl}/_emulator/pod-log`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ podId: rig.entry(name).id, lines: [line] }),
  });

const until = (name: string, wanted: readonly string[]) =>
  rig.platform.waits.pod(rig.entry(name).id, {
    isDone: ({ status }) => wanted.includes(status),
    withinMs: 600_000,
  });

describe("pods that roll together", () => {
  it("P-51: restart at most as many at a time as may be away", async () => {
    await running();
    const { most, errors } = await changeAll(second, 2);
    expect(errors).toEqual([]);
    expect(most).toBe(2);
    const { pods } = await rig.platform.pods.list();
    expect(pods.map(({ image }) => image)).toEqual(names.map(() => second));
  });

  it("count what a killed up has left away: the next one restarts no more at a time, and all reach the image", async () => {
    await running();
    // The state has the old image still: the answers never reached an engine.
    for (const name of ["b", "d"]) await rig.platform.pods.update(rig.entry(name).id, { image: second });
    const program = fleet(second, 2);
    rig.begin();
    for (const name of names) {
      const { id, inputs, outputs } = rig.entry(name);
      await rig.provider("Pod").diff(id, outputs, { ...inputs, ...inputsIn(program, name) });
    }
    expect(await changeAll(second, 2)).toEqual({ most: 2, errors: [] });
    const { pods } = await rig.platform.pods.list();
    expect(pods.map(({ image }) => image)).toEqual(names.map(() => second));
  });

  it("restart all at once where that many may be away", async () => {
    await running();
    expect(await changeAll(second, 9)).toMatchObject({ errors: [] });
  });

  it("P-49: leave the rest as they are when as many as may be away do not come back, and say which", async () => {
    await running();
    rig.emulator.scripts.add({ match: { image: second }, failStart: true });
    const { errors } = await changeAll(second, 2);
    expect(errors).toHaveLength(3);
    expect(errors[0]).toMatch(
      /Pod "c" \(\w+\) was not changed: of the pods that roll together as "workers", 2 did not come back/,
    );
    const a = rig.entry("a").id;
    expect(errors[0]).toMatch(
      new RegExp(`\\)\\. a \\(${a}\\): it is in ERROR: .*; its log says which; b \\(\\w+\\): it is in ERROR`),
    );
    expect(errors[0]).toMatch(/its log says which\.\n.*\nWhat to do: /s);
    const { pods } = await rig.platform.pods.list();
    expect(pods.filter(({ image }) => image === first)).toHaveLength(3);
  });

  it("tell once what those that do not come back have logged, without any secret", async () => {
    await running();
    rig.emulator.scripts.add({ match: { image: second }, failStart: true });
    for (const name of names) await say(name, "token canary-token\u001b[2J");
    const { errors } = await changeAll(second, 2);
    const [told, ...others] = errors;
    expect(told).toMatch(
      /\nThe last lines of their logs:\n.* {2}a: \S+Z token \[redacted\].*\n {2}a: \S+Z container of \S+worker:2 failed\n/s,
    );
    expect(told).toMatch(/\n {2}b: \S+Z container of \S+worker:2 failed\n/);
    expect(errors.join("")).not.toMatch(/canary|\u001b/);
    expect(others.join("")).not.toContain("container of");
  });

  it("wait for no turn where the pod did not run anyway, and mend it", async () => {
    await running();
    await rig.platform.pods.stop(rig.entry("e").id);
    expect(await changeAll(second, 1)).toMatchObject({ errors: [] });
    const { pods } = await rig.platform.pods.list();
    expect(pods.map(({ image }) => image)).toEqual(names.map(() => second));
  });

  it("do not wait for each other when they are made", async () => {
    await rig.up(fleet(first, 1));
    const { pods } = await rig.platform.pods.list();
    expect(pods.map(({ status }) => status)).toEqual(names.map(() => "PROVISIONING"));
  });
});
