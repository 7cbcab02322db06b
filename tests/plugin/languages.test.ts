import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { kindNames } from "../../provider/kinds/names";
import { examples } from "../../scripts/docs/schema/examples";
import { fleetExample } from "../../scripts/docs/schema/fleet";
import { schema } from "../../plugin/schema";
import { programsOf } from "../../scripts/docs/schema/programs";
import { root } from "../examples/example-stack";
import { temporaryFolder } from "../support/temporary-folder";
import { cliEnvironment } from "./cli-environment";
import { notTried } from "../support/not-tried";

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: "ignore" }).status === 0;
const isOnPath = (command: string) => succeeds(process.platform === "win32" ? "where" : "which", command);
const hasCli = succeeds("pulumi", "version");

/** What a language's programs need here, and which of it is missing. */
const missing = (needed: Readonly<Record<string, boolean>>) => Object.keys(needed).filter((name) => !needed[name]);
const said = (absent: readonly string[]) => (absent.length === 0 ? "all here" : `without ${absent.join(", ")}`);

const python = missing({
  pulumi: hasCli,
  "pulumi-language-python": isOnPath("pulumi-language-python"),
  "python3 with the packages pulumi, parver and semver": succeeds("python3", "-c", "import pulumi, parver, semver"),
});
const yaml = missing({ pulumi: hasCli, "pulumi-language-yaml": isOnPath("pulumi-language-yaml") });
const go = missing({ go: isOnPath("go"), "Pulumi's Go module in the module cache": hasGoModules() });

const java = missing({
  pulumi: hasCli,
  "pulumi-language-java": isOnPath("pulumi-language-java"),
  mvn: isOnPath("mvn"),
  "Pulumi's Java package in Maven's repository": existsSync(join(homedir(), ".m2/repository/com/pulumi/pulumi")),
});

function hasGoModules(): boolean {
  const env = { ...process.env, GOPROXY: "off", GOFLAGS: "-mod=mod" };
  const { status } = spawnSync("go", ["list", "github.com/pulumi/pulumi/sdk/v3/go/pulumi"], {
    cwd: join(root, "sdks/go"),
    env,
    stdio: "ignore",
  });
  return status === 0;
}

/** Without the folder's path in what it makes, which Go then keeps for the next folder with the same SDK, and for the next time. */
const goCommand = (cwd: string, ...args: string[]) => {
  const env = { ...process.env, GOPROXY: "off", GOFLAGS: "-mod=mod -trimpath" };
  return spawnSync("go", args, { cwd, env, encoding: "utf8" });
};

function vetted(cwd: string): { status: number | null; stderr: string } {
  const { status, stderr } = goCommand(cwd, "vet", "./...");
  return { status, stderr };
}

/** A program that looks a pod up by an Output, without the CLI: Pulumi's SDK runs it against an engine that answers as written here. */
const lookupInGo = `package main

import (
	"fmt"

	"example.com/pulumi-compute-platform/sdks/go/compute"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

type engine struct{}

func (engine) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	return "id-of-" + args.Name, args.Inputs, nil
}

func (engine) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	fmt.Println(args.Token, args.Args["id"].StringValue())
	return resource.PropertyMap{"image": resource.NewStringProperty("looked-up")}, nil
}

func main() {
	err := pulumi.RunErr(func(ctx *pulumi.Context) error {
		trainer, err := compute.NewPod(ctx, "trainer", &compute.PodArgs{Image: pulumi.String("trainer")})
		if err != nil {
			return err
		}
		found := compute.LookupPodOutput(ctx, compute.LookupPodOutputArgs{Id: trainer.ID()})
		found.Image().ApplyT(func(image string) string {
			fmt.Println(image)
			return image
		})
		return nil
	}, pulumi.WithMocks("project", "stack", engine{}))
	if err != nil {
		panic(err)
	}
}
`;

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
});
afterAll(() => emulator.close());

/** Runs a project with the CLI: up, an empty preview, destroy. Answers what the CLI said, and the state in between. */
async function wholeLife(folder: string): Promise<{ up: string; state: string; destroy: string }> {
  mkdirSync(join(folder, "state"));
  const env = cliEnvironment(folder, emulator);
  const run = (...args: string[]) =>
    new Promise<string>((resolve, reject) => {
      const all = [...args, "--non-interactive", "--color", "never"];
      execFile("pulumi", all, { cwd: folder, env }, (error, out, err) =>
        error ? reject(new Error(`pulumi ${args.join(" ")}:\n${out}${err}`)) : resolve(out + err),
      );
    });
  await run("stack", "init", "dev");
  await run("config", "set", "--secret", "registryPassword", "hush-password");
  await run("config", "set", "--secret", "hubToken", "hush-token");
  const up = await run("up", "--yes", "--skip-preview");
  const state = await run("stack", "export");
  await run("preview", "--expect-no-changes");
  return { up, state, destroy: await run("destroy", "--yes", "--skip-preview") };
}

/** A project in a folder of its own, from files by name. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder("languages");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function example(language: string): string {
  const folder = temporaryFolder("languages");
  cpSync(join(root, "sdks/examples", language), folder, { recursive: true });
  return folder;
}

const kinds = Object.entries({ ...examples, Fleet: fleetExample }).map(([kind, example]) => ({
  kind,
  programs: programsOf(example, schema),
}));

describe(`Python programs through the CLI (${said(python)})`, () => {
  it("have an SDK", () => expect(succeeds("node", join(root, "scripts/build/sdks.mjs"), "--check")).toBe(true));
  if (python.length > 0) return notTried("programs in Python", `there is no ${python.join(", no ")}`);

  it("live: resources, a function before them and one after, secrets", async () => {
    const { up, state, destroy } = await wholeLife(example("python"));
    expect(up).toContain("+ 4 created");
    expect(up).toMatch(/environment: \[secret\]/);
    expect(up).toMatch(/ssh\s*: "ssh root@/);
    expect(state).not.toContain("hush");
    expect(destroy).toContain("- 4 deleted");
  }, 180_000);

  it.each(kinds)(
    "the documented one of $kind",
    async ({ programs }) => {
      const yamlOf = "name: documented\nruntime: python\n";
      const { up } = await wholeLife(project({ "Pulumi.yaml": yamlOf, "__main__.py": programs.python }));
      expect(up).toMatch(/\+ \d created/);
    },
    180_000,
  );
});

describe(`YAML programs through the CLI (${said(yaml)})`, () => {
  it("are checked against the schema in any case, in yaml-examples.test.ts", () =>
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([...kindNames, "Fleet"].sort()));
  if (yaml.length > 0) return notTried("programs in YAML", `there is no ${yaml.join(", no ")}`);

  it("live: resources and a function before them", async () => {
    const { up, state, destroy } = await wholeLife(example("yaml"));
    expect(up).toContain("+ 4 created");
    expect(state).not.toContain("hush");
    expect(destroy).toContain("- 4 deleted");
  }, 180_000);

  it.each(kinds)(
    "the documented one of $kind",
    async ({ programs }) => {
      const { up } = await wholeLife(project({ "Pulumi.yaml": `name: documented\nruntime: yaml\n${programs.yaml}` }));
      expect(up).toMatch(/\+ \d created/);
    },
    180_000,
  );
});

describe(`Go programs (${said(go)})`, () => {
  it("have an SDK", () => expect(succeeds("node", join(root, "scripts/build/sdks.mjs"), "--check")).toBe(true));
  if (go.length > 0) return notTried("programs in Go", `there is no ${go.join(", no ")}`);

  let programs: string;
  beforeAll(() => {
    const folder = temporaryFolder("go");
    cpSync(join(root, "sdks"), folder, { recursive: true });
    programs = join(folder, "examples/go");
    mkdirSync(join(programs, "lookup"));
    writeFileSync(join(programs, "lookup", "main.go"), lookupInGo);
  });

  it("compile: the example and the documented one of each kind", () => {
    for (const { kind, programs: by } of kinds) {
      mkdirSync(join(programs, kind));
      writeFileSync(join(programs, kind, "main.go"), by.go);
    }
    expect(vetted(programs)).toEqual({ status: 0, stderr: "" });
  }, 600_000);

  it("run: a look-up whose argument is an Output, which Pulumi's SDK has to be as new as the generator for", () => {
    const { stdout, stderr, status } = goCommand(programs, "run", "./lookup");
    const expected = "compute:index:getPod id-of-trainer\nlooked-up\n";
    expect({ stdout, stderr, status }).toEqual({ stdout: expected, stderr: "", status: 0 });
  }, 600_000);

  it("compile: the template, with the SDK that it has", () => {
    const folder = temporaryFolder("go");
    cpSync(join(root, "templates/compute-go"), folder, { recursive: true });
    expect(vetted(folder)).toEqual({ status: 0, stderr: "" });
  }, 600_000);
});

describe(`Java programs through the CLI (${said(java)})`, () => {
  const pom = readFileSync(join(root, "sdks/examples/java/pom.xml"), "utf8");
  it("find the SDK where the script puts it", () => expect(pom).toContain("${project.basedir}/../../java<"));
  if (java.length > 0) return notTried("programs in Java", `there is no ${java.join(", no ")}`);

  it("live, with an SDK generated from the schema: resources, a function before them, secrets", async () => {
    const folder = temporaryFolder("languages");
    expect(succeeds("node", join(root, "scripts/build/sdks.mjs"), "--language", "java", "--out", folder)).toBe(true);
    const program = join(folder, "examples/java");
    cpSync(join(root, "sdks/examples/java"), program, { recursive: true });
    const { up, state, destroy } = await wholeLife(program);
    expect(up).toContain("+ 4 created");
    expect(up).toMatch(/ssh\s*: "ssh root@/);
    expect(state).not.toContain("hush");
    expect(destroy).toContain("- 4 deleted");
  }, 600_000);
});
