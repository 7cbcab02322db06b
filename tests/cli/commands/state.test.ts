import { beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../cli/program";
import { isAskedAbout } from "../../../provider/effects/fate";
import { temporaryFolder } from "../../support/temporary-folder";
import { FakeIo } from "../fake-io";
import { secretOf } from "./states";

const urnOf = (name: string, type = "compute:index:Pod") => `urn:pulumi:dev::shop::${type}::${name}`;
const provider = urnOf("own", "pulumi:providers:compute");
const pod = (name: string, more: object = {}) => ({
  urn: urnOf(name),
  type: "compute:index:Pod",
  custom: true,
  id: `p-${name}`,
  provider: `${provider}::q`,
  ...more,
});
/** Each is in the way of another, or protected. */
const entries = [
  { urn: provider, type: "pulumi:providers:compute", custom: true, id: "q" },
  pod("base"),
  pod("child", { parent: urnOf("base") }),
  pod("leans", { dependencies: [urnOf("child")], propertyDependencies: { image: [urnOf("child")] } }),
  pod("kept", { protect: true, inputs: { env: { ...secretOf({ plaintext: '"hush"' }) } } }),
  pod("twice"),
  pod("twice", { id: "p-old", delete: true }),
  pod("it's $new"),
];

let io: FakeIo;
let folder: string;
let stateFile: string;

async function run(...args: string[]) {
  io.written.out = "";
  io.written.err = "";
  const code = await runProgram(io, ["node", "compute", ...args]);
  return { code, said: io.written.out + io.written.err };
}
const stateDelete = (named: string, ...more: string[]) => run("state", "delete", named, "--yes", ...more);
const namesLeft = () => {
  const { checkpoint } = JSON.parse(readFileSync(stateFile, "utf8")) as {
    checkpoint: { latest: { resources: { urn: string; id: string }[] } };
  };
  return checkpoint.latest.resources.map(({ id }) => id);
};
const all = ["q", "p-base", "p-child", "p-leans", "p-kept", "p-twice", "p-old", "p-it's $new"];

beforeEach(async () => {
  folder = temporaryFolder("state");
  writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  mkdirSync(join(folder, "kept"));
  io = Object.assign(new FakeIo(), { cwd: folder });
  Object.assign(io.env, {
    PULUMI_BACKEND_URL: "file://./kept",
    PULUMI_CONFIG_PASSPHRASE: "x",
    PULUMI_HOME: join(folder, "kept"),
  });
  stateFile = join(folder, "kept/.pulumi/stacks/shop/dev.json");
  await run("stack", "init", "dev");
  writeFileSync(join(folder, "in.json"), JSON.stringify({ version: 3, deployment: { resources: entries } }));
  const { code, said } = await run("stack", "import", "--file", "in.json");
  if (code !== 0) throw new Error(said);
});

describe("compute state delete", () => {
  it("advises about a mark only where the object's name bears one", () => {
    expect(isAskedAbout("Template", "serving")).toBe(false);
    expect(isAskedAbout("Template", "serving-c6rhh7eq35wk")).toBe(true);
  });

  it("takes one resource out of the state, keeps the state before it as a backup, and releases the lock", async () => {
    const before = readFileSync(stateFile, "utf8");
    expect(await stateDelete(urnOf("leans"))).toEqual({
      code: 0,
      said:
        "Took Pod leans out of the state. p-leans stays on the platform, and is billed. Let it go afterwards with " +
        "`compute doctor --let-go p-leans --stack dev`, so that no run asks about it.\n",
    });
    expect(namesLeft()).toEqual(all.filter((id) => id !== "p-leans"));
    expect(readFileSync(`${stateFile}.bak`, "utf8")).toBe(before);
    expect(readFileSync(stateFile, "utf8")).not.toContain("hush");
    // What needed it is free to go, in turn.
    for (const name of ["child", "base", "it's $new"])
      expect(await stateDelete(urnOf(name))).toMatchObject({ code: 0 });
    expect(namesLeft()).toEqual(["q", "p-kept", "p-twice", "p-old"]);
  });

  it.each([
    {
      what: "others depend on",
      named: urnOf("child"),
      says: /Pod child can't be .*others refer to it: Pod leans\. Nothing/,
    },
    { what: "has children", named: urnOf("base"), says: /Pod base can't be .*others refer to it: Pod child\. Nothing/ },
    { what: "is the provider of others", named: provider, says: /others refer to it: Pod base, Pod child, .*Nothing/ },
    { what: "is protected", named: urnOf("kept"), says: /Pod kept is protected\. Run this again with `--force`/ },
    { what: "is not there", named: "nope", says: /has no URN "nope"\. `compute stack export` prints their URNs/ },
    {
      what: "bears this name",
      named: "kept",
      says: /has no URN "kept"\. Give its URN: `'urn:\S+:Pod::kept'`\. Nothing/,
    },
    {
      what: "shares its URN with an object that is pending deletion",
      named: urnOf("twice"),
      says: /has 2 entries of this URN\. Name one of them: `'urn:[^`]*::twice::p-twice'`, or `'urn:[^`]*::p-old'`, which is pending/,
    },
  ])("refuses what $what, and changes nothing", async ({ named, says }) => {
    expect(await stateDelete(named)).toEqual({ code: 1, said: expect.stringMatching(says) });
    expect(namesLeft()).toEqual(all);
  });

  it.each(["p-twice", "p-old"])("takes out the entry of a URN with the id %s", async (id) => {
    expect(await stateDelete(`${urnOf("twice")}::${id}`)).toMatchObject({ code: 0 });
    expect(namesLeft()).toEqual(all.filter((each) => each !== id));
  });

  it("takes out what is protected with --force, or once `state unprotect` has ended that", async () => {
    expect(await run("state", "unprotect", urnOf("kept"), "--yes")).toMatchObject({ code: 0 });
    expect(readFileSync(stateFile, "utf8")).not.toContain('"protect":true');
    expect(await stateDelete(urnOf("kept"))).toMatchObject({ code: 0 });
    expect(await run("stack", "import", "--file", "in.json")).toMatchObject({ code: 0 });
    expect(await stateDelete(urnOf("kept"), "--force")).toMatchObject({ code: 0 });
    expect(namesLeft()).not.toContain("p-kept");
  });

  it("asks first, and does nothing without a yes, a stack of this name or the lock", async () => {
    const without = (...args: string[]) => run("state", "delete", urnOf("leans"), ...args);
    expect((await without()).said).toMatch(
      /Pass --yes\. Nothing was changed\.\nTake Pod leans out of the state of dev\?/,
    );
    io.isInteractive = true;
    expect((await without()).said).toBe("error: Declined. Nothing was changed.\n");
    expect((await run("state", "delete", urnOf("nope"))).said).toMatch(/has no URN /);
    expect((await without("--yes", "--stack", "prod")).said).toContain("no stack named 'prod' found in project shop");
    mkdirSync(join(folder, "kept/.pulumi/locks/organization/shop/dev"), { recursive: true });
    writeFileSync(join(folder, "kept/.pulumi/locks/organization/shop/dev/other.json"), JSON.stringify({ pid: 1 }));
    expect((await without("--yes")).said).toContain("the stack is currently locked");
    expect(namesLeft()).toEqual(all);
  });
});
