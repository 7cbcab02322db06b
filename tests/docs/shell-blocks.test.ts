import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { startEmulator } from "../../emulator";
import { linkedFolder } from "../examples/linked-folder";
import { freePort } from "../support/free-port";
import { packedHere } from "../support/packed-here";
import { temporaryFolder } from "../support/temporary-folder";
import { type CommandsHere, commandsHere } from "./commands-here";
import { codeBlocks, type CodeBlock, pages, root } from "./code-blocks";

/** Why no test can run a block as it stands. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(?:[A-Z_]+=\S+ )?pulumi |\| pulumi /m, "needs the Pulumi CLI; the tests of the hand-over run what it does"],
  [/^npm install|^git clone|pip install/m, "needs the network; `npm run release -- rehearse` installs the package"],
  [/^npm (?:run|test)|^bash \.ci/m, "runs a script of this repository, which has tests of its own"],
  [/…|\bID\b/, "has a placeholder in it"],
  [/--watch *$|--every /m, "goes on until somebody presses q or Ctrl-C"],
  [/^export [A-Z_]+=\S+(?: +#.*)?\n$/, "only sets a variable"],
  [/--stack prod/, "is about a stack of the reader's; the same command runs for the README's"],
  [
    /^npx compute (?:ssh|forward) /,
    "logs in to a machine, and the emulator has none; `ssh.test.ts` runs these commands",
  ],
  [/^npx compute emulator [^&]*$/, "starts an emulator and goes on for ever; others start it in the background"],
];

const shell = pages()
  .flatMap(codeBlocks)
  .filter(({ language }) => language === "bash" || language === "sh");
const reasonNot = ({ code }: CodeBlock) => reasons.find(([pattern]) => pattern.test(code))?.[1];
const at = ({ page, line }: CodeBlock) => `${page}:${line}`;

/** The program and the project file at the top of the README. */
const [program] = codeBlocks("README.md").filter(({ language }) => language === "ts");
const [project] = codeBlocks("README.md").filter(({ language }) => language === "yaml");
const readme = { "index.ts": program?.code ?? "", "Pulumi.yaml": project?.code ?? "" };

/** A folder in which the package is installed, its command included. */
function installed(files: Readonly<Record<string, string>>, copyOf?: string): string {
  const folder = linkedFolder(files, copyOf);
  const command = join(folder, "node_modules", ".bin", "compute");
  mkdirSync(join(command, ".."));
  writeFileSync(command, `#!/bin/sh\nexec node ${join(root, "dist", "cli", "main.js")} "$@"\n`);
  chmodSync(command, 0o755);
  return folder;
}

/** A checkout of this repository as it is after `npm ci` and a build, in which examples can be run without leaving anything. */
function checkout(): string {
  const folder = temporaryFolder("checkout");
  for (const name of ["package.json", "dist", "node_modules", "scripts"])
    symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
  return folder;
}

let here: CommandsHere;
beforeAll(async () => {
  here = await commandsHere();
});
afterAll(() => here.close());

// A line that waits until the emulator listens looks once in a second.
const looksOften = `curl() {
  if [[ "$*" == *--retry-connrefused* ]]; then until command curl -s -o /dev/null "\${@: -1}"; do sleep 0.02; done; fi
  command curl "$@"
}
`;

/**
 * Pastes lines into one shell, as a reader does, and ends what they started in the background.
 *
 * @param npx what the shell does of it: commands are run in this process. A rehearsed release pastes the README into processes.
 */
async function paste(
  folder: string,
  code: string,
  more: Readonly<Record<string, string>> = {},
  npx: string = here.shell,
): Promise<string> {
  const port = String(await freePort());
  const env = {
    ...process.env,
    HOME: folder,
    COMPUTE_JOURNAL_DIR: join(folder, "journal"),
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_HOME: join(folder, "home"),
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
    // Types are checked for all programs at once by `code-blocks.test.ts`; here it would take seconds a run.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...more,
  };
  // Somebody who is asked for a secret types it, and says yes to an update.
  const typed = code
    .replace(/^(npx compute config set \w+ --secret.*)$/gm, "$1 <<< typed")
    .replace(/^(npx compute up(?!.*--yes).*)$/gm, "$1 --yes")
    // Nobody waits for the platform's clock.
    .replace(/^npx compute emulator (?=.*&$)(?!.*--speed)/gm, "$&--speed 50 ");
  const child = spawn("bash", ["-e", "-c", looksOften + npx + typed.replaceAll("8080", port)], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  // What is in the background keeps the pipes open.
  const status = await new Promise((resolve) => child.once("exit", resolve));
  try {
    process.kill(-(child.pid ?? 0), "SIGTERM");
  } catch {
    // Nothing was left of it.
  }
  if (status !== 0) throw new Error(`the lines ended with ${String(status)}:\n${said}`);
  return said;
}

/** The blocks of a page that can be run, in its order. */
const runnable = (page: string) => shell.filter((block) => block.page === page && reasonNot(block) === undefined);

const looks = ["capacity-and-fallback", "costs", "keep", "troubleshooting"].map((name) => `docs/guides/${name}.md`);
const examples = pages().filter((page) => /^examples\/.+\//.test(page) && runnable(page).length > 0);
/** The pages whose blocks are pasted below. */
const pasted = [
  ...["README.md", "templates/README.md", ...looks, ...examples],
  ...["emulated-jobs", "state-and-backends", "testing-stacks"].map((name) => `docs/guides/${name}.md`),
];

const codeOf = (page: string) =>
  runnable(page)
    .map(({ code }) => code)
    .join("");

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

describe("shell blocks, pasted as they stand and in the order in which they stand", () => {
  it("README.md: from an empty directory to destroy", async () => {
    const emulator = await startEmulator({ speed: 1_000 });
    const real = shell.filter(({ page, code }) => page === "README.md" && code.includes("--stack prod"));
    const account = real
      .map(({ code }) => code)
      .join("")
      .replace("https://api.compute.example.com", '"$ACCOUNT"')
      .replace("--secret compute:apiKey", '$& "$ACCOUNT_KEY"')
      .replace("--secret registryPassword", "$& hush");
    try {
      const said = await paste(installed(readme), `${codeOf("README.md")}echo "== account"\n${account}`, {
        ACCOUNT: emulator.apiUrl,
        ACCOUNT_KEY: emulator.apiKey,
      });
      const [first = "", second = ""] = said.split("== account\n");
      expect(first).toContain("No drift in 3 resources");
      expect(first).toMatch(/- 4 deleted/);
      expect(second).toMatch(/\+ 4 created/);
      expect([...emulator.store.pods.values()]).toHaveLength(1);
    } finally {
      await emulator.close();
    }
  }, 300_000);

  it("docs/guides/testing-stacks.md: a stack on the emulator, and failures", async () => {
    const said = await paste(installed(readme), codeOf("docs/guides/testing-stacks.md"));
    expect(said).toMatch(/- 4 deleted/);
    expect(said).toContain('"path":"/v2/pods"');
  }, 300_000);

  it("docs/guides/emulated-jobs.md: a job by curl, and one by the command", async () => {
    const said = await paste(installed({}), codeOf("docs/guides/emulated-jobs.md"));
    expect(said.match(/"COMPLETED"/g)).toHaveLength(2);
  }, 300_000);

  it("docs/guides/state-and-backends.md: a stack in a folder of one's own", async () => {
    const emulator = await startEmulator({ speed: 1_000 });
    const { apiUrl: COMPUTE_API_URL, apiKey: COMPUTE_API_KEY } = emulator;
    const code = codeOf("docs/guides/state-and-backends.md");
    try {
      // The README's program has a password: it is set with the passphrase of this page.
      const before = code.replace(
        /^npx compute up/m,
        `npx compute config set --stack dev --secret registryPassword hush\n$&`,
      );
      const said = await paste(installed(readme), `${before}find stacks/.pulumi -name dev.json\n`, {
        COMPUTE_API_URL,
        COMPUTE_API_KEY,
      });
      expect(said).toContain("stacks/.pulumi/stacks/first/dev.json");
    } finally {
      await emulator.close();
    }
  }, 300_000);

  it("templates/README.md: a project from a template", async () => {
    const said = await paste(installed({}), codeOf("templates/README.md"), { PATH: packedHere().path });
    expect(said).toContain("npx compute");
  }, 60_000);

  it("guides that look at what runs", async () => {
    const [first = ""] = codeOf("README.md").split("npx compute preview");
    // All of it in one minute is more than the platform allows, and the rest of that minute would be waited for.
    const unlimited = first.replace("npx compute emulator ", "$&--no-rate-limit ");
    const said = await paste(installed(readme), `${unlimited}npx compute up --yes\n${looks.map(codeOf).join("")}`);
    expect(said).toMatch(/^Total: 0\.80 USD\/h/m);
  }, 300_000);

  it.each(examples)(
    "%s",
    async (page) => {
      const code = codeOf(page);
      const folder = installed({}, join(root, page, ".."));
      const emulator = await startEmulator({ speed: 1_000 });
      const { apiUrl, apiKey, queueUrl } = emulator;
      try {
        const said = await paste(folder, code, {
          COMPUTE_API_URL: apiUrl,
          COMPUTE_API_KEY: apiKey,
          COMPUTE_QUEUE_URL: queueUrl,
          PULUMI_CONFIG_PASSPHRASE: "test",
        });
        expect(said).toMatch(/created|unchanged/);
      } finally {
        await emulator.close();
      }
    },
    300_000,
  );

  describe("examples/README.md", () => {
    const page = "examples/README.md";
    const [run = ""] = shell.filter((block) => block.page === page).map(({ code }) => code);
    const shown = [...readFileSync(join(root, page), "utf8").matchAll(/^\| \[[^\]]+\]\(([^)/]+)\/README\.md\)/gm)];
    const names = shown.map(([, name]) => name!);
    // The sources are built: a test that builds them once more would take `dist` away from others.
    const isBuilt = 'npm() { [ "$*" = "run build" ] || command npm "$@"; }\n';
    // Into a folder of its own, and without waiting for the platform's clock.
    const lines = (folder: string) =>
      run.replace("file:///tmp", `file://${folder}`).replace("npm run emulator -- ", "$&--speed 1000 ");

    it("names each example", () => {
      const folders = readdirSync(join(root, "examples"), { withFileTypes: true });
      const programs = folders.filter(({ name }) => existsSync(join(root, "examples", name, "Pulumi.yaml")));
      expect([...names].sort()).toEqual(programs.map(({ name }) => name).sort());
    });

    it("npx finds the command in a checkout", async () => {
      expect(await paste(checkout(), "cd examples/cpu-pod\nnpx compute --version\n", {}, "")).toBe(`${version}\n`);
    }, 120_000);

    it("for each example, with the settings that its own page has one make", async () => {
      const folder = checkout();
      const [before = "", after = "", end = ""] = lines(folder).split(
        /^cd examples\/cpu-pod\n|(?=^npx compute emulator)/m,
      );
      expect(after).toMatch(/compute up[^]*compute destroy/);
      // The quickstart's own page is about the CLI and `npm run quickstart`, which has tests of its own.
      const told = names.filter((name) => name !== "quickstart");
      const each = told.map((name) => {
        const own = runnable(`examples/${name}/README.md`).map(({ code }) => code);
        const settings = own.join("").match(/^npx compute config set .*\n/gm) ?? [];
        return `echo "== ${name}"; cd ${join(folder, "examples", name)}\n${settings.join("")}${after}`;
      });
      const stop = end.replace("npx compute", `node ${join(root, "dist", "cli", "main.js")}`);
      const said = await paste(folder, `${before}${each.join("")}${stop}`, {}, isBuilt + here.shell);
      expect(said).toContain("Stopped the emulator");
      const ended = said.split(/^== /m).slice(1);
      expect(ended.filter((one) => !/ created[^]* deleted/.test(one))).toEqual([]);
      expect(ended).toHaveLength(told.length);
    }, 300_000);
  });

  it("leave no emulator running: whatever page starts one tells how to end it", () => {
    const starting = pages().filter((page) => shell.some((b) => b.page === page && /emulator .*&$/m.test(b.code)));
    const text = (page: string) => readFileSync(join(root, page), "utf8");
    expect(starting.length).toBeGreaterThan(3);
    expect(starting.filter((page) => !/(npx compute|main\.js) emulator stop/.test(text(page)))).toEqual([]);
  });

  it("are all pasted, but for those that can't be, each for its reason", () => {
    const left = shell.filter((block) => !pasted.includes(block.page) && reasonNot(block) === undefined);
    expect(left.map(at)).toEqual([]);
    expect(examples.length).toBeGreaterThan(5);
  });
});

it("never has the reader run the CLI by npx, which would install an npm package of that name", () => {
  expect(shell.filter(({ code }) => code.includes("npx pulumi")).map(at)).toEqual([]);
});
