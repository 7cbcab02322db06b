import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { commandHere, withCommand } from "../../disk/command";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "called-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function file(...path: string[]): string {
  const whole = join(root, ...path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, "");
  return whole;
}

/** The package as npm has it in a folder; what runs is in its `dist/disk`. */
function packageIn(...folder: string[]): string {
  file(...folder, "package.json");
  file(...folder, "dist", "cli", "main.js");
  return join(root, ...folder, "dist", "disk");
}

/** The environment of Python, with the wheel. */
function wheelIn(...folder: string[]): string {
  const packages = [...folder, "lib", "python3.12", "site-packages", "pulumi_compute_plugin"];
  file(...packages, "package.json");
  file(...packages, "compute.js");
  file(...folder, "bin", "compute");
  return join(root, ...packages);
}

function linked(target: string, ...path: string[]): void {
  mkdirSync(dirname(join(root, ...path)), { recursive: true });
  symlinkSync(target, join(root, ...path));
}

describe("a printed command", () => {
  it("is `npx compute` in a project that has the package, and below it", () => {
    const from = packageIn("shop", "node_modules", "pulumi-compute-platform");
    expect(commandHere({}, join(root, "shop"), from)).toBe("npx compute");
    expect(commandHere({}, join(root, "shop", "infra"), from)).toBe("npx compute");
  });

  it("is the installed file where npm can't start, because there is no home", () => {
    const from = packageIn("shop", "node_modules", "pulumi-compute-platform");
    const nobody = () => {
      throw new Error("uv_os_homedir returned ENOENT");
    };
    expect(commandHere({}, join(root, "shop"), from, nobody)).toBe("node_modules/.bin/compute");
    expect(commandHere({ HOME: "/h" }, join(root, "shop"), from, nobody)).toBe("npx compute");
  });

  it("is `npx compute` where the installer links the package, as pnpm does", () => {
    const from = packageIn("shop", "node_modules", ".pnpm", "x", "node_modules", "pulumi-compute-platform");
    linked(dirname(dirname(from)), "shop", "node_modules", "pulumi-compute-platform");
    expect(commandHere({}, join(root, "shop"), from)).toBe("npx compute");
  });

  it("is `compute` where the PATH has it, but not for what npx adds to the PATH", () => {
    const from = packageIn("shop", "node_modules", "pulumi-compute-platform");
    const bin = join(root, "shop", "node_modules", ".bin");
    linked(
      join(root, "shop", "node_modules", "pulumi-compute-platform", "dist", "cli", "main.js"),
      "shop",
      "node_modules",
      ".bin",
      "compute",
    );
    const path = ["/usr/bin", bin].join(delimiter);
    expect(commandHere({ PATH: path }, join(root, "shop"), from)).toBe("compute");
    expect(commandHere({ PATH: path, npm_execpath: "/usr/lib/npx" }, join(root, "shop"), from)).toBe("npx compute");
  });

  it("is that of the environment of Python, which may be activated", () => {
    const from = wheelIn("shop", "venv");
    const bin = join(root, "shop", "venv", "bin");
    expect(commandHere({}, join(root, "shop"), from)).toBe("venv/bin/compute");
    expect(commandHere({}, join(root, "shop", "infra"), from)).toBe("../venv/bin/compute");
    expect(commandHere({ PATH: bin }, join(root, "shop"), from)).toBe("compute");
  });

  it("is not that of another installation on the PATH", () => {
    const from = wheelIn("shop", "venv");
    wheelIn("other");
    expect(commandHere({ PATH: join(root, "other", "bin") }, join(root, "shop"), from)).toBe("venv/bin/compute");
  });

  it("starts the script of a clone, by the shorter path, as a shell reads it", () => {
    const from = packageIn("my clone");
    expect(commandHere({}, join(root, "shop"), from)).toBe("node '../my clone/dist/cli/main.js'");
    expect(commandHere({}, join(root, "a", "b", "c"), from)).toBe(`node '${root}/my clone/dist/cli/main.js'`);
    expect(commandHere({}, undefined, from)).toBe(`node '${root}/my clone/dist/cli/main.js'`);
  });

  it("fetches the package where npx did", () => {
    const from = packageIn(".npm", "_npx", "0a1b", "node_modules", "pulumi-compute-platform");
    expect(commandHere({ npm_execpath: "npx" }, root, from)).toBe("npx --package pulumi-compute-platform compute");
  });

  it("is what the plugin was told when it was installed, or what the environment says", () => {
    writeFileSync(file("plugins", "resource-compute", "compute-command"), "node /opt/clone/dist/cli/main.js\n");
    const from = join(root, "plugins", "resource-compute");
    expect(commandHere({}, root, from)).toBe("node /opt/clone/dist/cli/main.js");
    expect(commandHere({ COMPUTE_COMMAND: "docker exec dev compute" }, root, from)).toBe("docker exec dev compute");
  });

  it("is `compute` where there is none, as beside the plugin in one file", () => {
    file("package.json");
    expect(commandHere({}, root, join(root, "plugins"))).toBe("compute");
  });
});

it("words the commands of a text, also behind a pipe, and nothing else", () => {
  const called = () => "npx compute";
  expect(withCommand("Run `compute up`, or `compute doctor --let-go x`.", called)).toBe(
    "Run `npx compute up`, or `npx compute doctor --let-go x`.",
  );
  expect(withCommand("run `pulumi stack export | compute doctor --file -` again", called)).toBe(
    "run `pulumi stack export | npx compute doctor --file -` again",
  );
  expect(withCommand("`compute:apiKey` and compute up and `up`", called)).toBe(
    "`compute:apiKey` and compute up and `up`",
  );
});

it.each([
  ["run `compute up` to go on", "run `npx compute up --stack test` to go on"],
  ["`pulumi up --replace URN`", "`pulumi up --stack test --replace URN`"],
  ["`pulumi up --refresh --stack prod`", "`pulumi up --refresh --stack prod`"],
  ["`compute ssh trainer -- compute up`", "`npx compute ssh --stack test trainer -- compute up`"],
  ["`compute jobs retry ID job`", "`npx compute jobs retry --stack test ID job`"],
  ["`pulumi config rm x`, `compute config`", "`pulumi config rm --stack test x`, `npx compute config --stack test`"],
  ["`pulumi stack --show-urns`", "`pulumi stack --stack test --show-urns`"],
  [
    "`pulumi stack export | compute doctor -`",
    "`pulumi stack export --stack test | npx compute doctor --stack test -`",
  ],
  ["the next `compute up` of that stack", "the next `npx compute up` of that stack"],
  [
    "take it out of the other state with `pulumi state delete`",
    "take it out of the other state with `pulumi state delete`",
  ],
  ["export each stack with `pulumi stack export --file`", "export each stack with `pulumi stack export --file`"],
  ["`compute state delete 'urn:x'`", "`npx compute state delete --stack test 'urn:x'`"],
  ["`pulumi stack init x`, `pulumi login`", "`pulumi stack init x`, `pulumi login`"],
  ["`compute plugin install`, `compute new`", "`npx compute plugin install`, `npx compute new`"],
])("in a printed text names the stack: %s", (text, printed) => {
  expect(withCommand(text, () => "npx compute", "test")).toBe(printed);
});

it("no printed command has a secret as an argument", () => {
  expect(withCommand("use `compute config set --secret shop:password <value>`.", () => "npx compute", "test")).toBe(
    "use `npx compute config set --stack test --secret shop:password`.",
  );
  expect(withCommand("use `pulumi config set shop:size <value>`.", () => "npx compute")).toBe(
    "use `pulumi config set shop:size <value>`.",
  );
});
