import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { modes } from "../../proofs/plugin";
import { examples } from "../provider/fixtures";
import { noCli, notTried } from "../support/not-tried";
import { openProject, openWithCli } from "../support/project";
import { cliOnPath } from "./run-cli";

const foreverMs = 3e9;

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
});
afterEach(() => emulator.close());

const unique = examples.filter(({ resource }) => resource.uniqueNames);
const kinds = unique.map(({ resource }) => resource.kind);
type Kind = (typeof kinds)[number];
const argumentsOf = (kind: Kind, name: string) =>
  JSON.stringify({ ...unique.find(({ resource }) => resource.kind === kind)?.inputs, name });

const one = (kind: Kind, label: string, name: string, options = "{}") =>
  `new compute.${kind}("${label}", ${argumentsOf(kind, name)}, ${options});\n`;
/** Resources r0, r1 … with these names. */
const named = (kind: Kind, ...names: string[]) => names.map((name, at) => one(kind, `r${at}`, name)).join("");
const reversed = (program: string) => program.trimEnd().split("\n").reverse().join("\n");

/** What a kind says of its names is the same in both forms: in the plugin's, one kind stands for all. */
const forms = [
  { mode: "dynamic", those: kinds },
  { mode: "plugin", those: kinds.filter((kind) => kind === "Template") },
] as const;

describe.each(modes)("a credential that was renamed with an alias and back without one, in the form %s,", (mode) => {
  it("R-15: is told and made under another name on the platform once a refresh has read it", async () => {
    const { preview, up } = await openProject(emulator, mode);
    const first = one("RegistryCredential", "first", "mine");
    expect(await up(first)).toMatchObject({ result: "succeeded" });
    const second = one("RegistryCredential", "second", "mine", '{ aliases: [{ name: "first" }] }');
    expect(await up(second)).toMatchObject({ result: "succeeded" });
    expect((await preview(first)).said).toContain("`up` can't make another");
    expect((await preview(first, { refresh: true })).said).not.toContain("can't make another");
    expect(await up(first, { refresh: true })).toMatchObject({ result: "succeeded" });
    expect(emulator.store.registries.size).toBe(1);
  }, 60_000);
});

describe.each(forms)("unique names of a stack in the form $mode", ({ mode, those }) => {
  it("T-24: a template that keeps its name is replaced, its old one first, for a change or for replaceOnChanges", async () => {
    const { up } = await openProject(emulator, mode);
    const template = (inputs: string, options = "{}") =>
      `new compute.Template("base", { name: "base", image: "x:1", ${inputs} }, ${options});`;
    expect(await up(template('mounts: { persistent: { size: 20, path: "/data" } }'))).toMatchObject({
      result: "succeeded",
    });
    expect(await up(template("disk: 20"))).toMatchObject({ result: "succeeded" });
    const forced = await up(template("disk: 30", '{ replaceOnChanges: ["disk"] }'));
    expect(forced).toMatchObject({ result: "succeeded" });
    expect([...emulator.store.templates.values()].filter(({ name }) => name.startsWith("base"))).toHaveLength(1);
  }, 60_000);

  it.each(those)(
    "R-15, T-24, U-11: a %s that is replaced on request says what to do, and then works",
    async (kind) => {
      const { up } = await openProject(emulator, mode);
      // A list may not show yet what was made a moment ago.
      if (kind === "RegistryCredential") emulator.store.settings.listLagMs = foreverMs;
      await up(one(kind, "r0", "mine"));
      await up(one(kind, "r0", "mine"));
      const replace = { replace: [`**${kind}::r0`] };
      emulator.requests.clear();
      const asked = await up(one(kind, "r0", "mine"), replace);
      if (kind === "RegistryCredential") {
        expect(asked).toMatchObject({ result: "succeeded" });
        return expect(asked.said).not.toContain("asks for the name");
      }
      // Nothing gives the name up before the end of the run: no wait for that.
      expect(emulator.requests.list().filter(({ method }) => method === "GET").length).toBeLessThan(10);
      expect(asked.said).toMatch(
        /is what this resource has so far.*give the resource the option `deleteBeforeReplace: true`/,
      );
      expect(await up(one(kind, "r0", "mine", "{ deleteBeforeReplace: true }"), replace)).toMatchObject({
        result: "succeeded",
      });
    },
    60_000,
  );

  it("R-15: a credential that somebody deleted is made again under its own name", async () => {
    const { up } = await openProject(emulator, mode);
    const program = one("RegistryCredential", "r0", "mine");
    await up(program);
    for (const { id } of emulator.store.registries.values()) emulator.store.registries.delete(id);
    expect(await up(program, { refresh: true })).toMatchObject({ result: "succeeded" });
    expect([...emulator.store.registries.values()].map(({ name }) => name)).toEqual(["mine"]);
  }, 60_000);

  it.each(those.filter((kind) => kind !== "AccountSecret"))(
    "T-24, R-15: names move along a chain of %s, whichever the program names first",
    async (kind) => {
      const { up } = await openProject(emulator, mode);
      await up(named(kind, "a", "b", "c"));
      const moved = await up(named(kind, "b", "c", "d"));
      expect(moved).toMatchObject({ result: "succeeded" });
      expect(moved.said).not.toContain("asks for the name");
      expect(await up(reversed(named(kind, "c", "d", "e")))).toMatchObject({ result: "succeeded" });
    },
    60_000,
  );

  it("R-15: the preview says of a credential that it can't have the name of one that leaves the program", async () => {
    const { up, preview } = await openProject(emulator, mode);
    await up(named("RegistryCredential", "a", "b"));
    const foreseen = await preview(named("RegistryCredential", "b"));
    expect(foreseen.said).toMatch(
      /RegistryCredential r0 asks for the name of .*have it do so in an `up` of its own first/,
    );
    expect(foreseen.said.match(/asks for the name of/g)).toHaveLength(1);
    expect((await up(named("RegistryCredential", "b"))).said).toContain("has the name that this resource asks for");
  }, 60_000);

  it("T-24: the preview says of a template that it can't be given the name of a stranger's", async () => {
    const { up, preview } = await openProject(emulator, mode);
    await up(named("Template", "a"));
    await up(one("Template", "theirs", "b", "{ retainOnDelete: true }") + named("Template", "a"));
    await up(named("Template", "a"));
    expect((await preview(named("Template", "b"))).said).toMatch(/has this name already, .*`up` can't rename this one/);
    expect((await up(named("Template", "b"))).said).toContain("has the name that this resource asks for");
  }, 60_000);

  it("T-24: a name that a template gives up goes to a new one in the same run", async () => {
    const { up } = await openProject(emulator, mode);
    await up(named("Template", "a"));
    expect(await up(one("Template", "new", "a") + named("Template", "b"))).toMatchObject({ result: "succeeded" });
  }, 60_000);

  it("R-15: credentials exchange their names, since the new ones stand beside the old ones", async () => {
    const { up } = await openProject(emulator, mode);
    await up(named("RegistryCredential", "a", "b"));
    expect(await up(named("RegistryCredential", "b", "a"))).toMatchObject({ result: "succeeded" });
  }, 60_000);

  it("T-24: templates that exchange their names are refused in the preview, and two runs get them there", async () => {
    const { up, preview } = await openProject(emulator, mode);
    await up(named("Template", "a", "b", "c"));
    const refused = await preview(named("Template", "b", "c", "a"));
    expect(refused.result).toBe("failed");
    expect(refused.said).toMatch(/Templates "r\d", "r\d" and "r\d" exchange their names.*run `up` twice/);
    expect(await up(named("Template", "a2", "b2", "c2"))).toMatchObject({ result: "succeeded" });
    expect(await up(named("Template", "b", "c", "a"))).toMatchObject({ result: "succeeded" });
  }, 60_000);

  it.each(["in order", "reversed"])(
    "U-11: a secret's name that moves to another one is refused in the preview (%s)",
    async (order) => {
      const { up, preview } = await openProject(emulator, mode);
      await up(named("AccountSecret", "a", "b"));
      const next = named("AccountSecret", "b", "c");
      const refused = await preview(order === "in order" ? next : reversed(next));
      expect(refused.result).toBe("failed");
      expect(refused.said).toMatch(/(until the run deletes|in an `up` of its own first)/);
      expect(await up(named("AccountSecret", "a", "c"))).toMatchObject({ result: "succeeded" });
      expect(await up(next)).toMatchObject({ result: "succeeded" });
    },
    60_000,
  );

  it.each(those)(
    "R-15, T-24, U-11: two of %s with one name are refused before either is made",
    async (kind) => {
      const { preview } = await openProject(emulator, mode);
      const { result, said } = await preview(named(kind, "a", "a"));
      expect(result).toBe("failed");
      expect(said).toMatch(/of this program has this name too, and names are unique; give one of the two another name/);
    },
    60_000,
  );

  it.each(those)(
    "R-15, T-24, U-11: a %s that is renamed without an alias hears of `aliases`, and nothing of it is hidden",
    async (kind) => {
      const { up, preview } = await openProject(emulator, mode);
      await up(one(kind, "before", "mine_all"));
      const foreseen = await preview(one(kind, "after", "mine_all"));
      expect(foreseen.said).toMatch(
        new RegExp(`warning: .*${kind} after asks for the name of .*\`up\` can't make another\\. .*aliases`),
      );
      const { said } = await up(one(kind, "after", "mine_all"));
      expect(said).toMatch(
        /has the name that this resource asks for.*Another resource of this backend has \w+.*aliases/,
      );
      expect(said).not.toMatch(/redacted|\[secret\]|take it over/);
      const aliased = await up(one(kind, "after", "mine_all", '{ aliases: [{ name: "before" }] }'));
      expect(aliased).toMatchObject({ result: "succeeded" });
    },
    60_000,
  );
});

const version = cliOnPath();

describe.each(modes)(`the CLI (${version ?? "none on the PATH"}) and the form %s`, (mode) => {
  if (version === undefined) return notTried("unique names and jobs with the CLI", noCli);
  const unique = (name: string) => `${name}_${mode}`;
  const template = (name: string, inputs: string, options = "{}") =>
    `new compute.Template("${name}", { name: "${unique(name)}", image: "x:1", ${inputs} }, ${options});\n`;

  it("T-24: replace templates that keep their names, for a change and for replaceOnChanges, and say what --replace needs", async () => {
    const project = openWithCli(emulator, mode);
    const forced = '{ replaceOnChanges: ["disk"] }';
    const all = (mounts: string, disk: number, options?: string) =>
      template("kept", mounts) + template("forced", `disk: ${disk}`, forced) + template("asked", "", options);
    await project.up(all('mounts: { persistent: { size: 20, path: "/data" } }', 20));
    expect((await project.up(all("", 30))).said).toContain("+-2 replaced");
    const replace = ["--replace", "**Template::asked"];
    const { code, said } = await project.up(all("", 30), ...replace);
    expect(said).toMatch(/is what this resource has so far.*`deleteBeforeReplace: true`/s);
    expect(code).not.toBe(0);
    const after = await project.up(all("", 30, "{ deleteBeforeReplace: true }"), ...replace);
    expect(after.said).toContain("+-1 replaced");
  }, 400_000);

  it("T-24, U-11: move names along a chain, and refuse in the preview what no order of steps moves", async () => {
    const project = openWithCli(emulator, mode);
    const renamed = (names: readonly string[]) =>
      names.map((name, at) => `new compute.Template("t${at}", { name: "${unique(name)}", image: "x:1" });`).join("\n");
    await project.up(renamed(["a", "b"]));
    expect((await project.up(renamed(["b", "c"]))).said).toContain("~ 2 updated");
    const { code, said } = await project.preview(renamed(["c", "b"]));
    expect(said).toMatch(/Templates "t\d" and "t\d" exchange their names.*run `up` twice/s);
    expect(code).not.toBe(0);
  }, 400_000);
});
