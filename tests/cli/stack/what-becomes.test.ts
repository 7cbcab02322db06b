import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../../emulator";
import { modes } from "../../../proofs/plugin";
import { openTold } from "./told";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
});
afterEach(() => emulator.close());

const volume = (name: string, args = "", options = "{}") =>
  `const ${name} = new compute.NetworkVolume("${name}", { name: "${name}", dataCenter: "EU-XX-1", size: 10${args} }, ${options});\n`;

const pod = (name: string, args = "", options = "{}") =>
  `const ${name} = new compute.Pod("${name}", { name: "${name}", image: "web:1", cpu: { id: "cpu3c", vcpuCount: 2 }${args} }, ${options});\n`;
/** Another hardware, which replaces a pod. */
const more = ', cpu: { id: "cpu3c", vcpuCount: 4 }';

/** Does something on the platform without a stack. */
async function send(method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${emulator.apiKey}`, "content-type": "application/json" };
  return fetch(`${emulator.apiUrl}/v2/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
const make = async (path: string, body: object) =>
  ((await (await send("POST", path, body)).json()) as { id: string }).id;
const makeVolume = () => make("network-volumes", { name: "data", dataCenter: "EU-XX-1", size: 10 });
const volumes = () => [...emulator.store.volumes.values()].map(({ id }) => id);

describe("the object that a resource has when the option `import` names another one", () => {
  it("is not given up with data that the state does not allow to be lost", async () => {
    const stack = openTold(emulator, "plugin");
    await stack.up(volume("data"));
    const [old] = volumes();
    const id = await makeVolume();
    const program = volume("data", "", `{ import: "${id}" }`);
    for (const args of [["preview"], ["up", "--yes", "--skip-preview"]])
      expect(await stack.refused(program, ...args)).toContain(
        `the NetworkVolume ${id} can't be imported: this resource has ${old} already, which the engine deletes after an import, and with it ` +
          "everything on the volume. Nothing was changed. What to do: import it as another resource; or first run `up` with the option " +
          `\`retainOnDelete\` to keep ${old} beside it, or with dataLoss: "allow" to lose the data.`,
      );
    await stack.up(volume("data"));
    expect(volumes().sort()).toEqual([old, id].sort());
  });

  it("is not given up where it is protected, which engines ignore", async () => {
    const stack = openTold(emulator, "plugin");
    await stack.up(volume("data", ', dataLoss: "allow"', "{ protect: true }"));
    const id = await makeVolume();
    const program = volume("data", ', dataLoss: "allow"', `{ protect: true, import: "${id}" }`);
    expect(await stack.refused(program, "preview")).toContain(
      "which the engine deletes after an import although it is protected.",
    );
  });

  it("goes with a warning where the state allows that, and is told as what it is", async () => {
    const stack = openTold(emulator, "plugin");
    await stack.up(volume("data", ', dataLoss: "allow"'));
    const [old] = volumes();
    const id = await makeVolume();
    const program = volume("data", ', dataLoss: "allow"', `{ import: "${id}" }`);
    const warning =
      "NetworkVolume data is replaced because of the option import: its deletion destroys everything on the volume";
    const screen = await stack.screen(program);
    expect(screen).toContain(`      warning: ${warning}\n`);
    expect(screen.match(/destroys/g)).toHaveLength(1);
    expect((await stack.effects(program)).map(({ does, id: of, data }) => [does, of, data])).toEqual([
      ["adopt", id, undefined],
      ["delete", old, "everything on the volume"],
    ]);
    await stack.up(program);
    expect(volumes()).toEqual([id]);
  });

  it("stays where the option retainOnDelete keeps it", async () => {
    const stack = openTold(emulator, "plugin");
    await stack.up(volume("data", "", "{ retainOnDelete: true }"));
    const [old] = volumes();
    const id = await makeVolume();
    const program = volume("data", "", `{ import: "${id}" }`);
    expect(await stack.screen(program)).toContain(`${old} stays on the platform with its data`);
    await stack.up(program);
    expect(volumes().sort()).toEqual([old, id].sort());
  });
});

it("an import and the change that follows it each have their own row, with what it does and costs", async () => {
  const stack = openTold(emulator, "plugin");
  const id = await make("pods", { name: "web", image: "web:1", cpu: { id: "cpu3c", vcpuCount: 2 }, cloud: "SECURE" });
  const program = pod("web", ', desiredStatus: "EXITED"', `{ import: "${id}" }`);
  const rows = (text: string) => text.match(/^.*(?:Pod|pod).*$/gm);
  const why = "The pod stops, which wipes the container's disk; it keeps its host and the data of mounted disks.";
  expect(rows(await stack.screen(program))).toEqual([
    expect.stringContaining("the platform does not report"),
    " =  Pod web import",
    " ~  Pod web update [diff: +desiredStatus]  -0.06 USD/h",
    `      ${why}`,
  ]);
  expect(rows(await stack.markdown(program))).toEqual([
    "| 📥 import | web | Pod |  |",
    `| ✏️ update | web | Pod | desiredStatus changes in place. ${why} -0.06 USD/h. |`,
  ]);
});

describe.each(modes)("a run in the form %s", (mode) => {
  it("lets go of what retainOnDelete keeps, also where a replacement leaves it, first or last", async () => {
    const stack = openTold(emulator, mode);
    const kept = "{ retainOnDelete: true }";
    const [first, second] = [
      pod("web", "", kept),
      pod("web", more, "{ retainOnDelete: true, deleteBeforeReplace: true }"),
    ];
    await stack.up(first);
    const lines = ({ out }: { readonly out: string }) => out.match(/^ (?:- |--|\+\+) Pod web .*?(?= \[|$)/gm);
    const halves = ["creating replacement", "created replacement"].map((word) => ` ++ Pod web ${word}`);
    const letGo = ["letting go", "let go"].map((word) => ` -  Pod web ${word}`);
    expect(lines(await stack.up(second))).toEqual([...letGo, ...halves]);
    expect(lines(await stack.previewedUp(first))).toEqual([...halves, ...letGo]);
    expect(lines(await stack.previewedUp(""))).toEqual([` -  Pod web let go`, ...letGo]);
  });
});

describe.each(modes)("what comes under management, in the form %s", (mode) => {
  it("is warned of like any other object that changes", async () => {
    const id = await make("pods", { name: "web", image: "web:1", cpu: { id: "cpu3c", vcpuCount: 2 }, cloud: "SECURE" });
    await send("PATCH", `pods/${id}`, { locked: true });
    const program = pod("web", `, locked: true, image: "web:2", adopt: { id: "${id}" }`);
    const warning =
      "Pod web: it is locked, and this change of image restarts its container, which wipes the container's disk all the same";
    expect(await openTold(emulator, mode).screen(program)).toContain(
      `      warning: ${warning.slice("Pod web: ".length)}\n`,
    );
    expect(await openTold(emulator, mode).markdown(program)).toContain(`> **Warning** ${warning}\n`);
  });
});

describe.each(modes)("what refers to an object that is replaced, in the form %s", (mode) => {
  const mounting = pod("web", ', mounts: { network: [{ volumeId: data.id, path: "/data" }] }');
  const allowed = ', dataLoss: "allow"';
  const elsewhere = `${allowed}, dataCenter: "US-XX-1"`;

  it("is replaced too, for certain", async () => {
    const stack = openTold(emulator, mode);
    await stack.up(volume("data", allowed) + mounting);
    const next = volume("data", elsewhere) + mounting;
    expect(await stack.screen(next)).toContain("      Replaced because mounts changed (");
    const made = (await stack.effects(next)).filter(({ does }) => does === "make");
    expect(made.map(({ name, isPossible }) => [name, isPossible])).toEqual([
      ["data", undefined],
      ["web", undefined],
    ]);
  });

  it("may be replaced where that one may be", async () => {
    const stack = openTold(emulator, mode);
    const first = (at: string) => `${volume("first", `${allowed}, dataCenter: "${at}"`)}`;
    const data = volume("data", `${allowed}, dataCenter: first.id.apply(() => "EU-XX-1")`);
    await stack.up(first("EU-XX-1") + data + mounting);
    const next = first("US-XX-1") + data + mounting;
    const screen = await stack.screen(next);
    expect(screen).toContain(
      "      warning: NetworkVolume data is replaced if dataCenter turns out to differ: its deletion destroys everything on the volume\n",
    );
    expect(screen).toContain("      Replaced if mounts turns out to differ, which only `up` can tell");
    const possible = (await stack.effects(next)).filter(({ isPossible }) => isPossible);
    expect(possible.map(({ name, does }) => `${does} ${name}`).sort()).toEqual([
      "delete data",
      "delete web",
      "make data",
      "make web",
    ]);
    await stack.up(next);
    expect([...emulator.store.pods.values()]).toHaveLength(1);
  });

  it("goes along with one that is deleted first, which is said of it and its data", async () => {
    const stack = openTold(emulator, mode);
    const copy = volume("copy", `${allowed}, dataCenter: data.dataCenter`);
    await stack.up(volume("data", allowed) + copy + mounting);
    const screen = await stack.screen(volume("data", elsewhere, "{ deleteBeforeReplace: true }") + copy + mounting);
    const why = "which comes from a resource that is deleted before its replacement is made";
    expect(screen).toContain(`      Replaced because of mounts, ${why}.\n`);
    expect(screen).toContain(
      `      warning: NetworkVolume copy is replaced because of dataCenter, ${why}: its deletion destroys everything on the volume\n`,
    );
  });

  it("changes for certain where the new object changes it in place, and may where only a value is unknown", async () => {
    const stack = openTold(emulator, mode);
    const credential = (name: string) =>
      `const login = new compute.RegistryCredential("login", { name: "${name}", username: "u", password: "p" });\n`;
    const using = pod("web", ", registry: login.id");
    await stack.up(credential("one") + using);
    const next = credential("two") + using;
    expect(await stack.screen(next)).toContain("      registry changes in place.\n      The container restarts, ");
    const named = pod("web", ", registry: undefined, name: login.id.apply(() => 'web')");
    await stack.up(credential("one") + named);
    const effects = await stack.effects(credential("two") + named);
    expect(effects.filter(({ name }) => name === "web")).toMatchObject([{ does: "change", isPossible: true }]);
  });
});

describe.each(modes)("an `up` without a preview, in the form %s", (mode) => {
  it("says of what an earlier run made that it takes it over, and counts its cost once", async () => {
    const stack = openTold(emulator, mode);
    const program = 'new compute.Pod("web", { image: "web:1", cpu: { id: "cpu3c", vcpuCount: 2 } });';
    await stack.up(program);
    await stack.command("config", "set", "compute:interrupted", "take over");
    const { resources } = JSON.parse(await stack.command("stack", "export")).deployment;
    const { urn } = resources.find(({ type }: { readonly type: string }) => type.endsWith("Pod"));
    await stack.command("state", "delete", urn, "--yes");
    const { out } = await stack.up(program);
    expect(out).toContain(" =  Pod web taken over");
    expect(out).toContain("= 1 taken over\n");
    expect(out).toMatch(/Now running: 0\.06 USD\/h\.$/m);
    expect([...emulator.store.pods.values()]).toHaveLength(1);
  });

  it("says of what is adopted that it adopts it, from the start", async () => {
    const stack = openTold(emulator, mode);
    const { out } = await stack.up(volume("data", `, adopt: { id: "${await makeVolume()}" }`));
    expect(out.match(/^.*NetworkVolume data adopt.*$/gm)).toEqual([
      " =  NetworkVolume data adopting",
      " =  NetworkVolume data adopted",
    ]);
  });
});
