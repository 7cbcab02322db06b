import { describe, expect, it } from "@jest/globals";
import { clusterBody, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();
const command = ({ args, entrypoint, cmd }: any) => ({ args, entrypoint, cmd });
const created = async (body: object) => command(await platform.create("/v2/pods", gpuPod(body)));

describe("container settings: the command", () => {
  it.each([
    {
      what: "a shell string",
      sent: { args: "python main.py --port 8000" },
      read: { args: "python main.py --port 8000", entrypoint: [], cmd: ["python", "main.py", "--port", "8000"] },
    },
    {
      what: "cmd",
      sent: { cmd: ["serve", "--fast"] },
      read: { args: '{"cmd":["serve","--fast"]}', entrypoint: [], cmd: ["serve", "--fast"] },
    },
    {
      what: "both arrays",
      sent: { cmd: ["sleep 5"], entrypoint: ["/bin/sh", "-c"] },
      read: {
        args: '{"entrypoint":["/bin/sh","-c"],"cmd":["sleep 5"]}',
        entrypoint: ["/bin/sh", "-c"],
        cmd: ["sleep 5"],
      },
    },
    { what: "empty arrays", sent: { cmd: [], entrypoint: [] }, read: { args: "", entrypoint: [], cmd: [] } },
    {
      what: "a JSON object as a string, byte for byte",
      sent: { args: ' { "cmd": [ "a" ] } ' },
      read: { args: ' { "cmd": [ "a" ] } ', entrypoint: [], cmd: ["a"] },
    },
    {
      what: "args and cmd that agree",
      sent: { args: "a b", cmd: ["a", "b"] },
      read: { args: "a b", entrypoint: [], cmd: ["a", "b"] },
    },
  ])("M-1, M-2, M-3, M-4, M-6, M-8: $what", async ({ sent, read }) => {
    expect(await created(sent)).toEqual(read);
  });

  it.each([
    { args: `say 'a b' "c d" e\\ f ''`, cmd: ["say", "a b", "c d", "e f", ""] },
    { args: String.raw`"a\"b" "c\d" \'x`, cmd: ['a"b', "c\\d", "'x"] },
    { args: "  $HOME   `date` *.txt ", cmd: ["$HOME", "`date`", "*.txt"] },
    { args: "open 'quote to the end", cmd: ["open", "quote to the end"] },
    { args: "a'b'c", cmd: ["abc"] },
  ])("M-2: the words of %j", async ({ args, cmd }) => {
    expect(await created({ args })).toEqual({ args, entrypoint: [], cmd });
  });

  it.each([
    '{"cmd":["a"],"other":1}',
    '{"cmd":"a"}',
    '{"cmd":[1]}',
    "{}",
    '["a"]',
    '{"cmd":["a"]',
    '{"entrypoint":null}',
  ])("M-9: %s is a bare shell string", async (args) => {
    const { entrypoint, cmd } = await created({ args });
    expect(entrypoint).toEqual([]);
    expect(cmd.join(" ")).toBe(args.replaceAll('"', ""));
  });

  it.each([
    { args: "a b", cmd: ["a", "c"] },
    { args: "a b", entrypoint: ["a"] },
    { args: '{"entrypoint":["a"]}', entrypoint: ["a"], cmd: ["b"] },
    { args: "", cmd: ["a"] },
  ])("M-5: %j contradicts itself: 400", async (body) => {
    expect((await platform.post("/v2/pods", gpuPod(body))).status).toBe(400);
  });

  it("M-7: on update the array left out is kept, and args alone replaces both", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod({ entrypoint: ["/bin/sh", "-c"], cmd: ["sleep 5"] }));
    const patch = async (body: object) => command((await platform.patch(`/v2/pods/${id}`, body)).body);
    expect(await patch({ cmd: [] })).toEqual({
      args: '{"entrypoint":["/bin/sh","-c"]}',
      entrypoint: ["/bin/sh", "-c"],
      cmd: [],
    });
    expect((await patch({ cmd: ["x"] })).args).toBe('{"entrypoint":["/bin/sh","-c"],"cmd":["x"]}');
    expect(await patch({ args: "just this" })).toEqual({ args: "just this", entrypoint: [], cmd: ["just", "this"] });
    expect((await patch({ entrypoint: ["e"] })).args).toBe('{"entrypoint":["e"],"cmd":["just","this"]}');
  });

  it("M-4: reading a pod and sending it back is legal", async () => {
    const pod = await platform.create("/v2/pods", gpuPod({ args: "a 'b c'", env: { A: "1" }, ports: ["80/http"] }));
    const { name, image, args, cmd, entrypoint, disk, env, ports, registry, mounts, locked } = pod;
    const back = { name, image, args, cmd, entrypoint, disk, env, ports, registry, mounts, locked };
    expect(await platform.patch(`/v2/pods/${pod.id}`, back)).toMatchObject({ status: 200, body: pod });
  });
});

describe("container settings: ports, environment, credential", () => {
  it("M-10: protocols are http and tcp; numbers from 70000 ask for equal numbers inside and outside", async () => {
    for (const port of ["53/udp", "80", "http", "80/HTTP", "-1/tcp", "80/http "]) {
      expect((await platform.post("/v2/pods", gpuPod({ ports: [port] }))).status).toBe(422);
    }
    const { runtime } = await platform.runningPod({ ports: ["70000/tcp", "22/tcp"] });
    const [same, mapped] = runtime.ports;
    expect(same.private).toBe(same.public);
    expect(mapped.private).toBe(22);
  });

  it("M-11: at most 50 variables and 10 HTTP ports; beyond → 400, on create and update", async () => {
    const env = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`V${i}`, ""]));
    const ports = (count: number) => Array.from({ length: count }, (_, i) => `${8000 + i}/http`);
    const { id } = await platform.create("/v2/pods", gpuPod({ env: env(50), ports: [...ports(10), "22/tcp"] }));
    for (const body of [{ env: env(51) }, { ports: ports(11) }]) {
      expect((await platform.post("/v2/pods", gpuPod(body))).status).toBe(400);
      expect((await platform.patch(`/v2/pods/${id}`, body)).status).toBe(400);
      expect((await platform.post("/v2/clusters", clusterBody(body))).status).toBe(400);
    }
  });

  it.each(["r-none", ""])("M-12, A-81: a credential that does not exist → 400, not 404: %j", async (registry) => {
    expect((await platform.post("/v2/pods", gpuPod({ registry }))).status).toBe(400);
    const { id } = await platform.create("/v2/pods", gpuPod());
    expect((await platform.patch(`/v2/pods/${id}`, { registry })).status).toBe(400);
    expect((await platform.post("/v2/templates", { name: "t", image: "i", registry })).status).toBe(400);
    const template = await platform.create("/v2/templates", { name: "u", image: "i" });
    expect((await platform.patch(`/v2/templates/${template.id}`, { registry })).status).toBe(400);
  });
});
