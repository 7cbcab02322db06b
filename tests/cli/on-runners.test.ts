import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parse, parseAllDocuments } from "yaml";
import { type Emulator, startEmulator } from "../../emulator";
import { codeBlocks, root } from "../docs/code-blocks";
import { linkedFolder } from "../examples/linked-folder";
import { freePort } from "../support/free-port";
import { notTried } from "../support/not-tried";
import { startScriptedServer } from "../support/scripted-server";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";
import { cliOnPath } from "./run-cli";

/** What people copy to CI, run as runners run it: with the variables that it names, in homes that were never used, by the real CLI with its state in S3. */
interface Job {
  readonly steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[];
  readonly env?: Readonly<Record<string, string>>;
}
/** Lines that a runner runs, and the variables that they get. */
interface Recipe {
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

const read = (file: string) => readFileSync(join(root, "examples", "keep", file), "utf8");
const yamlIn = (page: string, text: string) =>
  parse(codeBlocks(page).find(({ language, code }) => language === "yaml" && code.includes(text))!.code) as {
    readonly jobs: Readonly<Record<string, Job>>;
  };
const recipeOf = ({ steps, env }: Job): Recipe => ({
  script: steps.flatMap(({ run }) => run ?? []).join("\n"),
  env: Object.assign({}, env, ...steps.map((step) => step.env)) as Recipe["env"],
});
const deploy = recipeOf(yamlIn("docs/guides/several-machines-and-ci.md", "pulumi up").jobs["deploy"]!);
const drift = recipeOf(yamlIn("examples/drift-check/README.md", "compute drift").jobs["drift"]!);
const onGithub = recipeOf((parse(read("github-actions.yml")) as { jobs: Record<string, Job> }).jobs["keep"]!);
const previewed = yamlIn("docs/guides/plans-for-review.md", "actions/preview").jobs["preview"]!.steps.at(-1)!.env!;

/** GitLab and Kubernetes hand over every variable of a project or a secret, which their recipes name in a comment. */
const namedIn = (text: string) =>
  Object.fromEntries(
    (text.match(/\b(?:COMPUTE|PULUMI|AWS)_[A-Z_]+\b/g) ?? []).map((name) => [name, `\${{ vars.${name} }}`]),
  );
const onGitlab: Recipe = {
  script: (parse(read("gitlab-ci.yml")) as { keep: { script: string[] } }).keep.script.join("\n"),
  env: namedIn(read("gitlab-ci.yml")),
};
interface CronJob {
  readonly spec: {
    readonly jobTemplate: {
      readonly spec: {
        readonly template: { readonly spec: { readonly containers: readonly { readonly args: string[] }[] } };
      };
    };
  };
}
const cronJob = parseAllDocuments(read("cronjob.yaml"))[0]!.toJSON() as CronJob;
const onKubernetes: Recipe = {
  script: cronJob.spec.jobTemplate.spec.template.spec.containers[0]!.args.join("\n"),
  env: namedIn(read("cronjob.yaml")),
};

it.each([
  ["the deployment", deploy.env],
  ["the drift check", drift.env],
  ["the action's job", previewed],
  ["keep on GitHub", onGithub.env],
  ["keep on GitLab", onGitlab.env],
  ["keep on Kubernetes", onKubernetes.env],
])("%s names where its state is, and what opens it", (_, env) => {
  const names = [
    "PULUMI_BACKEND_URL",
    "PULUMI_CONFIG_PASSPHRASE",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_REGION",
  ];
  expect(Object.keys(env)).toEqual(expect.arrayContaining(names));
  for (const name of names) expect(env[name]).toContain(`.${name} }}`);
});

const canTry = cliOnPath() !== undefined && spawnSync("moto_server", ["--help"]).status === 0;
if (!canTry)
  notTried("what is copied to CI, with the CLI and its state in S3", "`pulumi` or `moto_server` is not on the PATH");
else
  describe("on runners whose homes are empty, with the state in S3", () => {
    let emulator: Emulator;
    let s3: ChildProcess;
    let folder: string;
    let values: Readonly<Record<string, string>>;
    beforeAll(async () => {
      const port = await freePort();
      s3 = spawn("moto_server", ["-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
      emulator = await startEmulator({ speed: 10_000, rateLimit: false });
      let isThere = false;
      await until(() => {
        void fetch(`http://127.0.0.1:${port}/states`, { method: "PUT" }).then(
          () => (isThere = true),
          () => undefined,
        );
        return isThere;
      });
      folder = linkedFolder({
        "Pulumi.yaml": "name: run\nruntime:\n  name: nodejs\n  options: { typescript: false }\nmain: index.js\n",
        "index.js":
          'const compute = require("pulumi-compute-platform");\n' +
          'new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10 });\n',
      });
      mkdirSync(join(folder, "node_modules", ".bin"));
      symlinkSync(join(root, "dist", "cli", "main.js"), join(folder, "node_modules", ".bin", "compute"));
      const { apiUrl, apiKey } = emulator;
      values = {
        COMPUTE_API_URL: apiUrl,
        COMPUTE_API_KEY: apiKey,
        COMPUTE_DEPLOY_KEY: apiKey,
        COMPUTE_READ_ONLY_KEY: apiKey,
        COMPUTE_READ_ONLY_API_KEY: apiKey,
        PULUMI_CONFIG_PASSPHRASE: "x",
        AWS_ACCESS_KEY_ID: "a",
        AWS_SECRET_ACCESS_KEY: "b",
        AWS_REGION: "eu-west-1",
        PULUMI_BACKEND_URL: `s3://states?endpoint=http://127.0.0.1:${port}&s3ForcePathStyle=true`,
      };
    }, 60_000);
    afterAll(async () => {
      s3.kill();
      await emulator.close();
    });

    /** Runs lines on a new runner, which has Node, the CLI and the checkout, and no home of anybody. */
    const onRunner = ({ script, env }: Recipe, more: NodeJS.ProcessEnv = {}) => {
      const home = temporaryFolder("home");
      writeFileSync(join(home, "npm"), "#!/bin/sh\n");
      chmodSync(join(home, "npm"), 0o700);
      const given = Object.entries(env).map(([name, value]) => {
        const from = /\.(\w+) \}\}/.exec(value)?.[1];
        return [name, from === undefined ? value : (values[from] ?? "")];
      });
      const around = {
        PATH: [home, process.env["PATH"]].join(delimiter),
        HOME: home,
        CI: "true",
        GITHUB_STEP_SUMMARY: join(home, "summary"),
        PULUMI_SKIP_UPDATE_CHECK: "1",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
        // The account of a machine has one home, whatever HOME says.
        PULUMI_HOME: join(home, ".pulumi"),
      };
      const options = { cwd: folder, env: { ...around, ...(Object.fromEntries(given) as NodeJS.ProcessEnv), ...more } };
      return new Promise<{ code: number | null; said: string; home: string }>((resolve) => {
        const child = execFile(
          "bash",
          ["-eo", "pipefail", "-c", script.replaceAll("/keep/", `${home}/`)],
          options,
          (_, out, err) => resolve({ code: child.exitCode, said: out + err, home }),
        );
      });
    };
    const asPerson = (script: string) => onRunner({ script, env: deploy.env });
    const data = expect.stringMatching(/^data-c[a-z2-7]{11}$/);
    const volumes = () => [...emulator.store.volumes.values()].map(({ name }) => name);

    it("each runner goes on with what the one before has stored", async () => {
      expect(await asPerson("pulumi stack init prod")).toMatchObject({ code: 0 });
      expect(await onRunner(deploy)).toMatchObject({ code: 0, said: expect.stringContaining("+ 2 created") });
      expect(await onRunner(deploy)).toMatchObject({ code: 0, said: expect.stringContaining("2 unchanged") });
      expect(volumes()).toEqual([data]);

      const server = await startScriptedServer([
        { status: 200, body: [] },
        { status: 200, body: {} },
      ]);
      const [preview, comment] = ["preview", "comment"].map((name) =>
        join(root, ".github", "actions", "preview", `${name}.mjs`),
      );
      const script = `node ${preview} && node ${comment}`;
      const pullRequest = { GITHUB_API_URL: server.url, GITHUB_REPOSITORY: "team/stack", PREVIEW_PULL_REQUEST: "7" };
      const inputs = {
        PREVIEW_STACK: "prod",
        PREVIEW_TOKEN: "token",
        PREVIEW_POLICY_PACK: "",
        PREVIEW_COMMENT: join(temporaryFolder("action"), "comment.md"),
      };
      expect(await onRunner({ script, env: previewed }, { ...pullRequest, ...inputs })).toMatchObject({ code: 0 });
      expect(server.asked.at(-1)?.body).toMatch(/### run\/prod.*Nothing changes/);
      await server.close();

      for (const one of emulator.store.volumes.values()) one.name = "renamed";
      expect(await onRunner(drift)).toMatchObject({ code: 2 });
      for (const recipe of [onGithub, onGitlab, onKubernetes]) {
        const { home, said } = await onRunner(recipe);
        const summary = await asPerson(`cat ${join(home, "summary")} 2>/dev/null || true`);
        expect(said + summary.said).toContain("renamed");
      }
      const mended = await onRunner({ ...onGitlab, script: onGitlab.script.replace("--once", "--once --all --mend") });
      expect(mended.said).toContain("renamed");
      expect(volumes()).toEqual([data]);

      // A runner that vanished before it could store what it had made.
      const lost = "pulumi state delete --yes urn:pulumi:prod::run::pulumi-nodejs:dynamic/compute:NetworkVolume::data";
      expect(await asPerson(`${lost} --stack prod`)).toMatchObject({ code: 0 });
      const [one] = emulator.store.volumes.values();
      expect(await onRunner(deploy)).toMatchObject({ code: 2, said: expect.stringContaining(one!.id) });
      expect(volumes()).toEqual([data]);
    }, 600_000);
  });
