import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/free-port";
import { answer, startScriptedServer } from "../../support/scripted-server";
import { type Bench, openBench } from "./run-command";
import { entryOf, exportOf } from "./states";

let bench: Bench;
beforeEach(async () => void (bench = await openBench()));
afterEach(() => bench.close());

const key = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org";
const body = {
  name: "trainer-0a1b2c3",
  image: "registry.example.com/public/web:1.0",
  gpu: { id: "NVIDIA L40S", count: 1 },
};

const register = () => bench.client.account.sshKeys.replace([key]);

async function made(more: { ports?: string[]; startSsh?: boolean }): Promise<string> {
  const { id } = await bench.client.pods.create({ ...body, ...more });
  await bench.emulator.clock.advance(60_000);
  return id;
}

const stateOf = (id: string, inputs: object = { startSsh: true }) =>
  bench.file(exportOf([entryOf({ kind: "Pod", name: "trainer", id, inputs: { ...inputs } })]));

/** How ssh is told to know the pod again. */
const trust = (id: string) => [
  ...["-o", "StrictHostKeyChecking=accept-new", "-o", "ConnectTimeout=20", "-o", `HostKeyAlias=compute-${id}`],
];

const ssh = (file: string, ...words: string[]) => bench.run("ssh", "--file", file, ...words);

describe("compute ssh", () => {
  it("P-55: finds the pod by its name in the program and runs ssh with its direct address", async () => {
    await register();
    const id = await made({ ports: ["22/tcp"], startSsh: true });
    await ssh(stateOf(id), "trainer");
    expect(bench.io.ran).toEqual([
      ["ssh", ...trust(id), "-p", expect.stringMatching(/^\d+$/), expect.stringMatching(/^root@[\d.]+$/)],
    ]);
  });

  it("knows a pod again by the id of its own, takes the options that it is given before its own, and ends a connection that hangs", async () => {
    await register();
    const id = await made({ ports: ["22/tcp"], startSsh: true });
    await ssh(stateOf(id), "-o", "ConnectTimeout=3", "-o", "ForwardAgent=yes", "trainer", "--", "ls", "-o", "x");
    const given = ["-o", "ConnectTimeout=3", "-o", "ForwardAgent=yes"];
    expect(bench.io.ran[0]).toEqual([
      "ssh",
      ...given,
      ...trust(id),
      "-p",
      expect.anything(),
      expect.anything(),
      "ls",
      "-o",
      "x",
    ]);
    bench.io.endOfRun = 255;
    await expect(ssh(stateOf(id), "trainer")).rejects.toMatchObject({
      message: expect.stringMatching(
        /^ssh could not log in to pod trainer \(root@[\d.]+, port \d+\), or was cut off\.$/,
      ),
      exitCode: 255,
    });
  });

  it("runs a command there, whose options are its own", async () => {
    await register();
    const file = stateOf(await made({ ports: ["22/tcp"], startSsh: true }));
    await ssh(file, "trainer", "--", "nvidia-smi", "-l", "5");
    expect(bench.io.ran[0]?.slice(-3)).toEqual(["nvidia-smi", "-l", "5"]);
  });

  it("--print prints what it would run, as a shell reads it, and runs nothing", async () => {
    await register();
    const file = stateOf(await made({ ports: ["22/tcp"], startSsh: true }));
    expect(await ssh(file, "--print", "trainer", "--", "echo", "it's here; $HOME")).toMatch(
      /^ssh -o \S+ -o \S+ -o HostKeyAlias=compute-\w+ -p \d+ root@[\d.]+ echo 'it'\\''s here; \$HOME'\n$/,
    );
    expect(bench.io.ran).toEqual([]);
  });

  it("P-55: without 22/tcp logs in by the proxy, which carries no commands", async () => {
    await register();
    const file = stateOf(await made({ startSsh: true }));
    expect(await ssh(file, "--print", "trainer")).toMatch(
      /^ssh -o StrictHostKeyChecking=accept-new -o ConnectTimeout=20 [\w-]+@[\w.-]+\n$/,
    );
    await expect(ssh(file, "trainer", "--", "ls")).rejects.toThrow(
      /Pod trainer can be reached only through the platform's proxy, which runs no commands\. Add "22\/tcp" to its ports/,
    );
  });

  it("ends with the exit code of ssh, and says where there is none", async () => {
    await register();
    const file = stateOf(await made({ ports: ["22/tcp"], startSsh: true }));
    bench.io.endOfRun = 7;
    await expect(ssh(file, "trainer", "--", "false")).rejects.toMatchObject({ exitCode: 7 });
    bench.io.endOfRun = Object.assign(new Error("spawn ssh ENOENT"), { code: "ENOENT" });
    await expect(ssh(file, "trainer")).rejects.toThrow(/There is no ssh on the PATH/);
  });

  it("P-44: says that the pod is not RUNNING", async () => {
    const id = await made({ ports: ["22/tcp"], startSsh: true });
    await bench.client.pods.stop(id);
    await expect(ssh(stateOf(id), "trainer")).rejects.toThrow(
      /Pod trainer is EXITED, and only a RUNNING pod.*`compute up --refresh`/,
    );
    const { id: young } = await bench.client.pods.create(body);
    await expect(ssh(stateOf(young), "trainer")).rejects.toThrow(/Pod trainer is PROVISIONING.*Wait until/);
  });

  it("P-44: says of a pod that up leaves stopped how to start it", async () => {
    const id = await made({ ports: ["22/tcp"], startSsh: true });
    await bench.client.pods.stop(id);
    for (const inputs of [{ stopAfter: "2h" }, { stopWhenIdle: { after: "1h" } }, { runToCompletion: true }])
      await expect(ssh(stateOf(id, inputs), "trainer")).rejects.toThrow(
        "Pod trainer is EXITED, and only a RUNNING pod can be reached by SSH. A new value in restartTriggers starts it, in an `up`.",
      );
  });

  it("takes the id of a pod where two of the stack have its name", async () => {
    await register();
    const [one, two] = [
      await made({ ports: ["22/tcp"], startSsh: true }),
      await made({ ports: ["22/tcp"], startSsh: true }),
    ];
    const inputs = { startSsh: true };
    const first = entryOf({ kind: "Pod", name: "trainer", id: one, inputs });
    const inComponent = { ...first, id: two, urn: first.urn.replace("::pulumi-nodejs", "::c$pulumi-nodejs") };
    const odd = entryOf({ kind: "Pod", name: "my pod", id: one, inputs });
    const file = bench.file(exportOf([first, inComponent, odd]));
    await expect(ssh(file, "trainer")).rejects.toThrow(
      `The stack has 2 pods called trainer: ${one}, ${two}. Give the id of one.`,
    );
    expect(await ssh(file, "--print", two)).toContain(`HostKeyAlias=compute-${two}`);
    expect(await ssh(file, "--config", "-")).not.toContain("Host trainer");
    expect(bench.io.written.err.replace(/\s+/g, " ")).toContain(
      `their names are not those of one host; \`compute ssh\` takes their ids: Pod trainer (${one}), Pod trainer (${two}), Pod my pod (${one})`,
    );
    await expect(ssh(file, "trainer", "--config", "-")).rejects.toThrow("leave out the name");
  });

  it("P-53: says that the platform gave the pod no key, and tries all the same, since its image may bring one", async () => {
    const file = stateOf(await made({ ports: ["22/tcp"] }), {});
    await ssh(file, "trainer");
    expect(bench.io.written.err).toMatch(
      /^warning: Pod trainer was made without startSsh, so the platform gave it no SSH key: you get in only if its image brings one\. Otherwise set startSsh: true/,
    );
    bench.io.written.err = "";
    const keyless = stateOf(await made({ ports: ["22/tcp"], startSsh: true }));
    await ssh(keyless, "trainer");
    expect(bench.io.written.err).toMatch(
      /^warning: Pod trainer has no SSH key from the platform, since the account has none registered: .* Otherwise register your public key.* and replace it/,
    );
    expect(bench.io.ran).toHaveLength(2);
  });

  it("U-4: says of a key that was registered after the pod was created that it does not reach the pod, and names the ways on", async () => {
    const file = stateOf(await made({ ports: ["22/tcp"], startSsh: true }));
    await register();
    const ways =
      /account had none when it was created, or env\.PUBLIC_KEY was removed: .* Otherwise replace it with `compute up --replace urn:\S+:Pod::trainer`, or set env\.PUBLIC_KEY/;
    for (const [command, ...port] of [["ssh"], ["forward", "18888:8888"]] as const) {
      bench.io.written.err = "";
      await bench.run(command, "--file", file, "trainer", ...port);
      expect(bench.io.written.err).toMatch(ways);
    }
    expect(await ssh(file, "--config", "-")).toContain("Host trainer\n");
    expect(bench.io.written.err).toContain("you get in only if their image brings one: Pod trainer");
    writeFileSync(join(bench.io.cwd, "Pulumi.yaml"), "name: shop\nruntime: go\n");
    await ssh(file, "trainer");
    expect(bench.io.written.err).toContain("replace it with `pulumi up --replace");
  });

  it("names pods that a loop has made by the first and the last of them", async () => {
    const pods = [0, 1, 2, 10].map((at) => entryOf({ kind: "Pod", name: `worker-${at}`, id: `p${at}` }));
    await expect(ssh(bench.file(exportOf(pods)), "trainee")).rejects.toThrow(
      "The stack has no pod and no cluster called trainee. It has: worker-0 … worker-2, worker-10.",
    );
  });

  it("names the pods there are, and tells what is not created from what is gone", async () => {
    await expect(ssh(stateOf("p1"), "trainee")).rejects.toThrow(
      "The stack has no pod and no cluster called trainee. It has: trainer.",
    );
    await expect(ssh(stateOf(""), "trainer")).rejects.toThrow(/Pod trainer is not created yet/);
    await expect(ssh(stateOf("nowhere"), "trainer")).rejects.toThrow(/does not exist on the platform any more/);
  });

  it("C-27: logs in to the entry node of a cluster by the cluster's name, and says where there is none yet", async () => {
    await register();
    const { id } = await bench.client.clusters.create({
      name: "ring",
      type: "TRAINING",
      image: body.image,
      ports: ["22/tcp"],
      startSsh: true,
      compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 },
    });
    const entry = (inputs: object) => entryOf({ kind: "Cluster", name: "ring", id, inputs: { ...inputs } });
    const file = bench.file(exportOf([entry({ startSsh: true })]));
    await expect(ssh(file, "ring")).rejects.toThrow(/^Cluster ring has no entry node yet/);
    await bench.emulator.clock.advance(600_000);
    const { primary } = await bench.client.clusters.get(id);
    const [host, port] = primary!.sshEndpoint!.split(":");
    expect(await ssh(file, "--print", "ring")).toBe(`ssh ${trust(primary!.podId).join(" ")} -p ${port} root@${host}\n`);
    await bench.client.clusters.delete(id);
    await expect(ssh(file, "ring")).rejects.toThrow(/^Cluster ring \(\w+\) does not exist on the platform any more/);
  });
});

describe("compute ssh --config", () => {
  it("P-55: writes the pods that somebody can log in to as hosts for ssh, and says how to include them", async () => {
    await register();
    const reachable = await made({ ports: ["22/tcp"], startSsh: true });
    const { id: starting } = await bench.client.pods.create({ ...body, ports: ["22/tcp"], startSsh: true });
    const inputs = { startSsh: true };
    const entries = [
      entryOf({ kind: "Pod", name: "trainer", id: reachable, inputs }),
      entryOf({ kind: "Pod", name: "young", id: starting, inputs }),
    ];
    bench.forget();
    const path = join(bench.io.cwd, "hosts.conf");
    const said = await ssh(bench.file(exportOf(entries)), "--config", path);
    expect(said).toContain(`Wrote 1 host to ${path}.`);
    expect(said.replace(/\n +/g, " ")).toContain(`at the top of ~/.ssh/config: Include ${path}`);
    expect(readFileSync(path, "utf8")).toMatch(
      /^# The hosts of shop\/dev, made by .*\n\nHost trainer\n {4}HostName [\d.]+\n {4}Port \d+\n {4}User root\n {4}StrictHostKeyChecking accept-new\n {4}ConnectTimeout 20\n {4}HostKeyAlias compute-\w+\n$/,
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(bench.io.written.err).toContain("left out, since they can't be reached by SSH now: Pod young");
    expect(bench.asked()).toHaveLength(1);
  });

  it("writes nothing for a state whose stack or project would be lines of ssh's, or another file", async () => {
    await register();
    const id = await made({ ports: ["22/tcp"], startSsh: true });
    const folder = (bench.io.env["HOME"] = join(bench.io.cwd, "home"));
    for (const project of ["shop\nMatch all\n    ProxyCommand id", "../../shop"]) {
      const entry = entryOf({ kind: "Pod", name: "trainer", id, inputs: { startSsh: true } });
      const hostile = { ...entry, urn: entry.urn.replace("::shop::", () => `::${project}::`) };
      await expect(ssh(bench.file(exportOf([hostile])), "--config")).rejects.toThrow(/names no stack of a project/);
    }
    expect(existsSync(folder)).toBe(false);
  });

  it("writes, prints and runs nothing for an id that would be a line of ssh's, whoever chose it: the state, the platform, or both", async () => {
    await register();
    const pod = await bench.client.pods.get(await made({ ports: ["22/tcp"], startSsh: true }));
    const evil = "p1\n    ProxyCommand id";
    const platform = await startScriptedServer(({ url = "" }, response) => {
      const isList = url.split("?")[0] === "/v2/pods";
      answer(response, { status: 200, body: isList ? { pods: [] } : { ...pod, id: evil } });
    });
    try {
      bench.io.env["COMPUTE_API_URL"] = platform.url;
      const path = join(bench.io.cwd, "hosts.conf");
      for (const file of [stateOf("p1"), stateOf(evil)])
        for (const words of [["--config", path], ["--config", "-"], ["--print", "trainer"], ["trainer"]])
          await expect(ssh(file, ...words)).rejects.toThrow(
            'The id of pod trainer is "p1\\n    ProxyCommand id", which ssh would not read as one word. Nothing was written or run.',
          );
      await expect(bench.run("forward", "--file", stateOf("p1"), "trainer", `${await freePort()}`)).rejects.toThrow(
        "The id of pod trainer is",
      );
      expect([existsSync(path), bench.io.written.out, bench.io.ran]).toEqual([false, "", []]);
    } finally {
      await platform.close();
    }
  });

  it("prints them with -, and refuses a stack that has none", async () => {
    await register();
    const file = stateOf(await made({ ports: ["22/tcp"], startSsh: true }));
    expect(await ssh(file, "--config", "-")).toMatch(/\n\nHost trainer\n/);
    await expect(ssh(bench.file(exportOf([])), "--config")).rejects.toThrow(/no pod and no cluster/);
    await expect(ssh(file)).rejects.toThrow(
      "Give the name of a pod or a cluster of the stack, or --config for all. It has: trainer.",
    );
  });
});

describe("compute forward", () => {
  const forward = (file: string, ...words: string[]) => bench.run("forward", "--file", file, ...words);

  it("P-55: runs ssh so that a port of the pod is one of this machine", async () => {
    await register();
    const id = await made({ ports: ["22/tcp"], startSsh: true });
    const file = stateOf(id);
    const [same, other] = [await freePort(), await freePort()];
    await forward(file, "trainer", `${same}`);
    await forward(file, "trainer", `${other}:8888`);
    const options = ["-N", "-o", "ExitOnForwardFailure=yes", "-L"];
    const address = [...trust(id), "-p", expect.stringMatching(/^\d+$/), expect.stringMatching(/^root@[\d.]+$/)];
    expect(bench.io.ran).toEqual([
      ["ssh", ...options, `${same}:localhost:${same}`, ...address],
      ["ssh", ...options, `${other}:localhost:8888`, ...address],
    ]);
    expect(bench.io.written.err).toContain(
      `Once ssh is connected, port 8888 of Pod trainer is localhost:${other}, until Ctrl-C.`,
    );
  });

  it("calls an address one of http only if the pod serves http at that port", async () => {
    await register();
    const file = stateOf(await made({ ports: ["22/tcp", "8000/http", "5432/tcp"], startSsh: true }));
    const local = await freePort();
    await forward(file, "trainer", `${local}:8000`);
    expect(bench.io.written.err).toContain(`port 8000 of Pod trainer is http://localhost:${local}, until`);
    await forward(file, "trainer", `${local}:5432`);
    expect(bench.io.written.err).toContain(`port 5432 of Pod trainer is localhost:${local}, until`);
  });

  it("says that a port of this machine is taken, and starts no ssh", async () => {
    await register();
    const file = stateOf(await made({ ports: ["22/tcp"], startSsh: true }));
    const { port } = new URL(bench.emulator.apiUrl);
    await expect(forward(file, "trainer", `${port}:8888`)).rejects.toThrow(
      `Port ${port} of this machine is taken. Choose another one: \`compute forward trainer PORT:8888\`.`,
    );
    expect(bench.io.ran).toEqual([]);
  });

  it("P-55: refuses what only the proxy reaches, and what is no port", async () => {
    await register();
    const file = stateOf(await made({ startSsh: true }));
    await expect(forward(file, "trainer", "8888")).rejects.toThrow(/proxy, which forwards no ports\. Add "22\/tcp"/);
    for (const port of ["0", "65536", "http", "1:2:3"])
      await expect(forward(file, "trainer", port)).rejects.toThrow(/Expected a port from 1 to 65535/);
  });
});
