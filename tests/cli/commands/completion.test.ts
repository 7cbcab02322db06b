import { describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../../cli/program";
import { FakeIo } from "../fake-io";
import { entryOf } from "./states";
import { temporaryFolder } from "../../support/temporary-folder";

const run = async (io: FakeIo, ...args: string[]) => {
  io.written.out = "";
  await createProgram(io).parseAsync(["node", "compute", ...args]);
  return io.written.out;
};

describe("compute completion", () => {
  /** What bash offers for the last of these words. */
  function offered(script: string, ...words: string[]): string[] {
    const file = join(temporaryFolder("completion"), "script");
    writeFileSync(file, script);
    const line = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _compute; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", line, file, ...words], { encoding: "utf8" })
      .split("\n")
      .filter(Boolean);
  }

  /** A project whose stack has these resources. */
  const made = (kind: string, name: string) => entryOf({ kind, name, id: name });

  function withState(resources: readonly ReturnType<typeof made>[]): FakeIo {
    const io = new FakeIo();
    io.cwd = temporaryFolder("stacks");
    Object.assign(io.env, {
      PULUMI_BACKEND_URL: `file://${io.cwd}`,
      PULUMI_CONFIG_PASSPHRASE: "x",
      PULUMI_STACK: "dev",
    });
    writeFileSync(join(io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    const stacks = join(io.cwd, ".pulumi", "stacks", "shop");
    mkdirSync(stacks, { recursive: true });
    writeFileSync(join(stacks, "dev.json"), JSON.stringify({ version: 3, checkpoint: { latest: { resources } } }));
    return io;
  }

  it("bash: completes commands, their commands, and options", async () => {
    const script = await run(new FakeIo(), "completion", "bash");
    expect(offered(script, "compute", "pre")).toEqual(["preview"]);
    expect(offered(script, "compute", "config", "s")).toEqual(["set"]);
    expect(offered(script, "compute", "config", "set", "--se")).toEqual(["--secret"]);
    expect(offered(script, "compute", "up", "--target-d")).toEqual(["--target-dependents"]);
  });

  it("offers templates, stacks, pods and endpoints, which the command lists", async () => {
    const script = await run(new FakeIo(), "completion", "bash");
    const called = `compute() { printf '%s\\n' "$3-one" "$3-two"; }\n${script}`;
    expect(offered(called, "compute", "new", "")).toEqual(["templates-one", "templates-two"]);
    expect(offered(called, "compute", "up", "--stack", "stacks-t")).toEqual(["stacks-two"]);
    expect(offered(called, "compute", "ssh", "")).toEqual(["pods-one", "pods-two"]);
    expect(offered(called, "compute", "logs", "--endpoint", "")).toEqual(["endpoints-one", "endpoints-two"]);
    expect(await run(new FakeIo(), "completion", "--list", "templates")).toMatch(/^compute-cpu-pod\n/m);
    const empty = withState([]);
    writeFileSync(join(empty.cwd, "Pulumi.test.yaml"), "config: {}\n");
    expect(await run(empty, "completion", "--list", "stacks")).toBe("dev\ntest\n");
    const io = withState([
      made("NetworkVolume", "data"),
      made("Endpoint", "api"),
      made("Cluster", "train"),
      made("Pod", "web"),
    ]);
    expect(await run(io, "completion", "--list", "pods")).toBe("web\ntrain\n");
    expect(await run(io, "completion", "--list", "endpoints")).toBe("api\n");
    const fish = await run(new FakeIo(), "completion", "fish");
    for (const list of ["stacks", "templates", "pods", "endpoints"])
      expect(fish).toContain(`completion --list ${list} `);
    await expect(run(new FakeIo(), "completion")).rejects.toThrow("Name your shell: bash, zsh, fish.");
  });

  it("offers no name that a shell would run, expand or split", async () => {
    const hostile = ["$(touch ran)", "`touch ran`", "a b", "a\nb", "*", "~root", "{a,b}", "'", "\\", "\u001b[2J"];
    const io = withState(["Pod", "Endpoint"].flatMap((kind) => ["web", ...hostile].map((name) => made(kind, name))));
    for (const name of hostile) writeFileSync(join(io.cwd, `Pulumi.${name}.yaml`), "config: {}\n");
    expect(await run(io, "completion", "--list", "pods")).toBe("web\n");
    expect(await run(io, "completion", "--list", "endpoints")).toBe("web\n");
    expect(await run(io, "completion", "--list", "stacks")).toBe("dev\n");
  });

  it("zsh: is the same through bashcompinit; fish: a line for each word", async () => {
    expect(await run(new FakeIo(), "completion", "zsh")).toMatch(/^autoload -U \+X bashcompinit && bashcompinit\n/);
    const fish = await run(new FakeIo(), "completion", "fish");
    expect(fish).toMatch(/^complete -c compute -n '__fish_use_subcommand' -f -a preview -d '.+'$/m);
    expect(fish).toMatch(/^complete -c compute -n '__fish_seen_subcommand_from up' -l refresh -d '.+'$/m);
  });
});
