import { afterEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/free-port";
import { until } from "../../support/until";
import { type Bench, openBench } from "./run-command";
import { entryOf, exportOf } from "./states";

let bench: Bench;
afterEach(() => bench.close());
const image = "registry.example.com/public/web:1.0";

/** Makes the folder of the commands a project with states of its own. @returns what writes the state of a stack. */
function openShop() {
  const { cwd, env } = bench.io;
  const stacks = join(cwd, ".pulumi", "stacks", "shop");
  mkdirSync(stacks, { recursive: true });
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  Object.assign(env, { PULUMI_BACKEND_URL: `file://${cwd}`, PULUMI_CONFIG_PASSPHRASE: "x" });
  return (stack: string, entries: object[]) => {
    const { deployment } = JSON.parse(exportOf(entries)) as { deployment: object };
    writeFileSync(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint: { latest: deployment } }));
  };
}

describe("compute logs", () => {
  const runningPod = async (): Promise<string> => {
    const { id } = await bench.client.pods.create({ name: "web", image, cpu: { id: "cpu3c", vcpuCount: 2 } });
    await bench.emulator.clock.advance(60_000);
    await bench.client.pods.get(id);
    return id;
  };

  it("P-24: prints the history and ends after a second without a line", async () => {
    bench = await openBench();
    const id = await runningPod();
    const printed = bench.run("logs", id, "--source", "system");
    await until(() => bench.io.written.out !== "");
    bench.io.pass(2);
    const out = await printed;
    expect(out).toMatch(/^\d{4}-\d\d-\d\dT\S+Z system /);
  });

  it("P-24: ends within seconds without --follow, though the pod prints all the time", async () => {
    bench = await openBench();
    const id = await runningPod();
    let isEnded = false;
    const printed = bench.run("logs", id, "-n", "2").finally(() => (isEnded = true));
    await until(() => bench.io.written.out !== "");
    for (let second = 0; second < 10 && !isEnded; second++) {
      const before = bench.io.written.out.length;
      await bench.emulator.clock.advance(60_000);
      await until(() => isEnded || bench.io.written.out.length > before);
      bench.io.pass(1);
    }
    expect((await printed).trim().split("\n").length).toBeLessThan(20);
  });

  it("L-13: --follow ends when the pod is gone", async () => {
    bench = await openBench();
    const id = await runningPod();
    const printed = bench.run("logs", id, "--follow", "--json");
    await until(() => bench.io.written.out !== "");
    bench.io.pass(10);
    await bench.client.pods.delete(id);
    const lines = (await printed).trim().split("\n");
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ source: expect.any(String), line: expect.any(String) });
  });

  it("ends in peace when it is told to stop", async () => {
    bench = await openBench();
    const id = await runningPod();
    const printed = bench.run("logs", id, "--follow");
    await until(() => bench.io.written.out !== "");
    bench.io.stop();
    await expect(printed).resolves.toMatch(/system/);
  });

  it("fails where nobody answers, by id, by name, with --tail, of an endpoint and of a worker", async () => {
    const port = await freePort();
    // At once, since each goes on trying for some seconds.
    const ends = [["pod-1"], ["web"], ["web", "-n", "5"], ["--endpoint", "jobs"], ["jobs", "--worker", "w-1"]].map(
      async (args) => {
        const silent = await openBench();
        silent.io.env["COMPUTE_API_URL"] = `http://127.0.0.1:${port}`;
        let isOver = false;
        const end = silent
          .run("logs", ...args)
          .finally(() => (isOver = true))
          .catch((error: Error) => error);
        // Seconds pass for the command, which must not take them for those of a log without lines.
        await until(() => {
          silent.io.pass(1);
          return isOver;
        });
        await silent.close();
        return [args.join(" "), await end];
      },
    );
    const refused = { message: expect.stringMatching(/refused/i) as unknown };
    expect(await Promise.all(ends)).toEqual([
      ["pod-1", expect.objectContaining(refused)],
      ["web", expect.objectContaining(refused)],
      ["web -n 5", expect.objectContaining(refused)],
      ["--endpoint jobs", expect.objectContaining(refused)],
      ["jobs --worker w-1", expect.objectContaining(refused)],
    ]);
  }, 60_000);

  it("ends after a second without a line that the platform has answered with none", async () => {
    bench = await openBench();
    const id = await runningPod();
    let isOver = false;
    const printed = bench.run("logs", id, "-n", "0").finally(() => (isOver = true));
    await until(() => {
      bench.io.pass(1);
      return isOver;
    });
    expect(await printed).toBe("");
  });

  const linesOf = async (...args: string[]): Promise<string> => {
    const printed = bench.run("logs", ...args);
    await until(() => bench.io.written.out !== "");
    bench.io.pass(2);
    return printed;
  };

  describe("of an endpoint", () => {
    const endpointWith = async (workers: number): Promise<string> => {
      const { id } = await bench.client.serverless.create({
        name: "jobs-0a1b2c3",
        type: "QUEUE",
        image,
        gpu: { pools: ["ADA_24"] },
        workers: { min: workers, max: 3 },
        scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
      });
      await bench.emulator.clock.advance(120_000);
      await bench.client.serverless.workers(id);
      return id;
    };
    const workersIn = (out: string) =>
      new Set(
        out
          .trim()
          .split("\n")
          .filter(Boolean)
          .map((line) => (JSON.parse(line) as { worker: string }).worker),
      );

    it.each(["its id", "its logical name"])(
      "E-6, E-10: finds its workers by %s, and says whose line it is",
      async (by) => {
        bench = await openBench();
        const id = await endpointWith(2);
        const printed = bench.run("logs", "--endpoint", by === "its id" ? id : "jobs", "--json");
        await until(() => workersIn(bench.io.written.out).size === 2);
        bench.io.pass(2);
        const out = await printed;
        const { workers } = await bench.client.serverless.workers(id);
        expect(workersIn(out)).toEqual(new Set(workers.map((worker) => worker.id)));
        expect(workers).toHaveLength(2);
      },
    );

    it("E-6: --follow takes in the workers that come", async () => {
      bench = await openBench();
      const id = await endpointWith(1);
      const printed = bench.run("logs", "--endpoint", id, "--json", "--follow");
      await until(() => bench.io.written.out !== "");
      await bench.client.serverless.update(id, { workers: { min: 2, max: 3 } });
      await bench.emulator.clock.advance(120_000);
      await until(() => {
        bench.io.pass(5);
        return workersIn(bench.io.written.out).size === 2;
      });
      bench.io.stop();
      await printed;
      const { workers } = await bench.client.serverless.workers(id);
      expect(workersIn(bench.io.written.out)).toEqual(new Set(workers.map((worker) => worker.id)));
    });

    it("E-6: ends at once where there are no workers", async () => {
      bench = await openBench();
      expect(await bench.run("logs", "--endpoint", await endpointWith(0))).toBe("");
    });

    it("refuses a pod beside it, and neither of them", async () => {
      bench = await openBench();
      await expect(bench.run("logs", "p", "--endpoint", "e")).rejects.toThrow(/either a pod, or an endpoint/);
      await expect(bench.run("logs")).rejects.toThrow(/either a pod, or an endpoint/);
      await expect(bench.run("logs", "--endpoint", "nowhere")).rejects.toThrow(
        "None of the account's endpoints has the id or the name nowhere. The account has none.",
      );
    });
  });

  it("shows the time of the day on a terminal, and all of it with --timestamps and in a pipe", async () => {
    bench = await openBench();
    const id = await runningPod();
    Object.assign(bench.io, { stdout: { ...bench.io.stdout, isTTY: true } });
    const onTerminal = (...flags: string[]) => linesOf(id, "--source", "system", ...flags);
    expect(await onTerminal()).toMatch(/^\d\d:\d\d:\d\d (system|container) /);
    expect(await onTerminal("--timestamps")).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z (system|container) /);
  });

  it("lists what there is where nothing is called so", async () => {
    bench = await openBench();
    await bench.client.pods.create({ name: "trainer-0a1b2c3", image, gpu: { id: "NVIDIA L40S", count: 1 } });
    await expect(bench.run("logs", "nosuch")).rejects.toThrow(
      "None of the account's pods has the id or the name nosuch. The account has: trainer.",
    );
  });

  it("L-8: --last-event-id goes on after a line that was printed before, in another run, without repeating it", async () => {
    bench = await openBench();
    const id = await runningPod();
    const parsed = (out: string) =>
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { id: string; line: string });
    const all = parsed(await linesOf(id, "--json"));
    expect(all.length).toBeGreaterThan(3);
    const rest = parsed(await linesOf(id, "--json", "--last-event-id", all[1]!.id));
    expect(rest).toEqual(all.slice(2));
  });

  it("--since takes a moment whose letters are lower-case, as RFC 3339 has it", async () => {
    bench = await openBench();
    const id = await runningPod();
    expect(await linesOf(id, "--since", "2020-05-04t09:00:00z")).toContain("container started");
  });

  it("P-1: finds a pod by its name, and by the logical name of a program", async () => {
    bench = await openBench();
    const body = { image, cpu: { id: "cpu3c", vcpuCount: 2 } };
    await bench.client.pods.create({ name: "web", ...body });
    await bench.client.pods.create({ name: "api-0a1b2c3", ...body });
    await bench.client.pods.create({ name: "api-gateway", ...body });
    await bench.emulator.clock.advance(60_000);
    bench.forget();
    expect(await linesOf("web", "--source", "system")).toMatch(/ system /);
    expect(bench.asked()).toHaveLength(3);
    expect(await linesOf("api", "--source", "system")).toMatch(/ system /);
    await bench.client.pods.create({ name: "web", ...body });
    await expect(bench.run("logs", "web")).rejects.toThrow(
      /2 pods are called web: \w+, \w+\. Give the id of one, or run this in the project of the stack that has it, with --stack\./,
    );
  });

  it("takes a name for that of the stack that it is told, where several stacks of the project have such a pod", async () => {
    bench = await openBench();
    const { client } = bench;
    const write = openShop();
    const ids: Record<string, string> = {};
    for (const [stack, name] of [
      ["dev", "web-0a1b2c3"],
      ["prod", "web-9f8e7d6"],
    ] as const) {
      const { id } = await client.pods.create({ name, image, cpu: { id: "cpu3c", vcpuCount: 2 } });
      write(stack, [entryOf({ kind: "Pod", name: "web", id })]);
      ids[stack] = id;
    }
    await bench.emulator.clock.advance(60_000);
    await expect(bench.run("logs", "web")).rejects.toThrow(/2 pods are called web: .*, with --stack\.$/);
    for (const stack of ["dev", "prod"]) {
      bench.forget();
      expect(await linesOf("web", "--source", "system", "--stack", stack)).toMatch(/ system /);
      expect(bench.asked()).toEqual([`GET /v2/pods/${ids[stack]}/logs`]);
    }
    await client.pods.delete(ids["dev"]!);
    await expect(bench.run("logs", "web", "--stack", "dev")).rejects.toThrow(
      `web (${ids["dev"]}) does not exist on the platform any more. \`compute drift\` shows what else changed.`,
    );
  });

  it("takes no name for another stack's where the named stack has nothing of that name, and asks for an id where it has two", async () => {
    bench = await openBench();
    const { client } = bench;
    const write = openShop();
    const { id } = await client.pods.create({ name: "web-0a1b2c3", image, cpu: { id: "cpu3c", vcpuCount: 2 } });
    const { id: queue } = await client.serverless.create({
      ...{ name: "echo", type: "QUEUE", image, gpu: { pools: ["ADA_48_PRO"] } },
      ...{ scaling: { type: "QUEUE_DELAY", queueDelay: 1 }, workers: { min: 0, max: 1 } },
    } as never);
    write("dev", [entryOf({ kind: "Pod", name: "web", id }), entryOf({ kind: "Endpoint", name: "echo", id: queue })]);
    write("prod", []);
    await bench.emulator.clock.advance(60_000);
    await expect(bench.run("logs", "web", "--stack", "prod")).rejects.toThrow(
      "The stack prod has nothing called web among its pods, and the account has none with this id.",
    );
    expect(await linesOf(id, "--source", "system", "--stack", "prod")).toMatch(/ system /);
    bench.forget();
    for (const words of [
      ["run", "echo", "--input", "{}"],
      ["purge", "echo"],
      ["cancel", "echo", "j1"],
      ["retry", "echo", "j1"],
    ])
      await expect(bench.run("jobs", ...words, "--stack", "prod")).rejects.toThrow(
        "The stack prod has nothing called echo among its endpoints",
      );
    expect((await client.queue(queue).health()).jobs.inQueue).toBe(0);
    const other = {
      ...entryOf({ kind: "Pod", name: "web", id: "p2" }),
      urn: "urn:pulumi:dev::shop::c$pulumi-nodejs:dynamic/compute:Pod::web",
    };
    write("dev", [entryOf({ kind: "Pod", name: "web", id }), other]);
    await expect(bench.run("logs", "web", "--stack", "dev")).rejects.toThrow(
      `The stack has 2 of the kind Pod that are called web: ${id}, p2. Give the id of one.`,
    );
  });

  it("names the way to an endpoint of the stack, which is no pod", async () => {
    bench = await openBench();
    const write = openShop();
    write("dev", [entryOf({ kind: "Endpoint", name: "images", id: "e1" })]);
    await expect(bench.run("logs", "images", "--stack", "dev")).rejects.toThrow(
      "images is an endpoint. `compute logs --endpoint images` shows its logs.",
    );
  });

  it("L-8: takes a time back from now, and refuses what is no time before anything is sent", async () => {
    bench = await openBench();
    const id = await runningPod();
    bench.forget();
    expect(await linesOf(id, "--since", "10m")).toMatch(/ (system|container) /);
    for (const wrong of ["yesterday", "2026-05-04T09:00:00"])
      await expect(bench.run("logs", id, "--since", wrong)).rejects.toThrow(new RegExp(`Invalid --since "${wrong}"`));
    expect(bench.asked()).toHaveLength(1);
  });

  it("A-24, L-7: refuses an unknown pod and a tail out of range", async () => {
    bench = await openBench();
    await expect(bench.run("logs", "nothing")).rejects.toThrow(
      /None of the account's pods has the id or the name nothing\./,
    );
    await expect(bench.run("logs", "any", "--tail", "6000")).rejects.toThrow(/0 to 5000/);
  });
});
