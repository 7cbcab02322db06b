import { describe, expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { codeBlocks, pages } from "../docs/code-blocks";
import { root } from "./checkout";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly needs?: string;
  readonly "runs-on": string;
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: { readonly os: string[]; readonly node: string[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(root, ".github", "workflows");
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const files = readdirSync(folder).sort();
const workflows = files.map((file) => ({ file, text: read(file), workflow: parse(read(file)) as Workflow }));
const workflowOf = (file: string) => parse(read(file)) as Workflow;
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ where: `${file} › ${name}`, workflow, job })),
);
const { scripts: npmScripts, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
  engines: { node: string };
};

describe.each(workflows)("$file", ({ text, workflow }) => {
  it("pins each action to a whole commit hash and says which version that is", () => {
    const uses = text.split("\n").filter((line) => /\buses:/.test(line));
    expect(uses).not.toEqual([]);
    for (const line of uses) {
      expect(line).toMatch(/^\s+- uses: [a-z0-9-]+\/[a-z0-9-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it("is not started by what a stranger controls with the rights of the repository", () => {
    expect(Object.keys(workflow.on)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/_target$|workflow_run|issue/)]),
    );
  });

  it("calls only npm scripts that exist", () => {
    const called = [...text.matchAll(/\bnpm run (?:--silent )?([a-z:]+)/g)].map(([, name]) => name);
    for (const name of called) expect(Object.keys(npmScripts)).toContain(name);
  });

  it("puts no expression into a shell script, where a branch's name could become a command", () => {
    for (const job of Object.values(workflow.jobs)) {
      for (const { run = "" } of job.steps) expect(run).not.toContain("${{");
    }
  });
});

describe("workflows to copy", () => {
  const ofPages = pages()
    .flatMap(codeBlocks)
    .filter(({ language }) => language === "yaml");
  const examples = join(root, "examples");
  const ofExamples = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.ya?ml$/.test(file) && !file.includes("node_modules"),
  );
  const all = [
    ...ofPages.map(({ page, code }) => ({ where: page, text: code })),
    ...ofExamples.map((file) => ({ where: file, text: readFileSync(join(examples, file), "utf8") })),
  ].filter(({ text }) => text.includes("actions/checkout@"));

  it("leave no token behind a checkout, wherever they stand", () => {
    expect(all.map(({ where }) => where).sort()).toEqual([
      "docs/guides/plans-for-review.md",
      "docs/guides/several-machines-and-ci.md",
      "examples/drift-check/README.md",
      join("keep", "github-actions.yml"),
    ]);
    for (const { text } of all) {
      const checkouts = Object.values((parse(text) as Workflow).jobs)
        .flatMap((job) => job.steps)
        .filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
      for (const step of checkouts) expect(step.with).toMatchObject({ "persist-credentials": false });
    }
  });

  const readme = readFileSync(join(root, "examples", "drift-check", "README.md"), "utf8");
  const copied = parse(/```yaml\n([^]*?)```/.exec(readme)?.[1] ?? "") as Workflow;

  it("are pinned and may only read, like ours", () => {
    expect(copied.permissions).toEqual({ contents: "read" });
    const steps = Object.values(copied.jobs).flatMap((job) => job.steps);
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses).not.toEqual([]);
    for (const action of uses) expect(action).toMatch(/@[0-9a-f]{40}$/);
    // Ours installs no CLI.
    for (const action of uses.filter((each) => !each.startsWith("pulumi/"))) expect(read("ci.yml")).toContain(action);
  });
});

describe.each(jobs)("$where", ({ workflow, job }) => {
  const permissions = job.permissions ?? workflow.permissions;

  it("states its permissions and writes at most one thing", () => {
    expect(permissions).toBeDefined();
    const writes = Object.values(permissions ?? {}).filter((access) => access !== "read" && access !== "none");
    expect(writes.length).toBeLessThanOrEqual(1);
  });

  it("runs neither our code nor that of a dependency when it may write", () => {
    const mayWrite = Object.values(permissions ?? {}).includes("write");
    const runs = job.steps.map(({ run = "" }) => run).join("\n");
    const isCheckedOut = job.steps.some(({ uses = "" }) => uses.startsWith("actions/checkout@"));
    expect(mayWrite && (isCheckedOut || /\bnpm (run|ci|install|test)\b|\.ci\/run/.test(runs))).toBe(false);
  });

  it("leaves no token behind a checkout, and ends by itself", () => {
    for (const step of job.steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"))) {
      expect(step.with).toMatchObject({ "persist-credentials": false });
    }
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  it("reads no secret of the repository", () => {
    expect(JSON.stringify(job)).not.toMatch(/secrets[.[]/);
  });
});

describe("scripts", () => {
  const commands = [
    ...Object.entries(npmScripts).map(([name, command]) => ({ where: `npm run ${name}`, command })),
    ...jobs.map(({ where, job }) => ({ where, command: job.steps.map(({ run = "" }) => run).join("\n") })),
    { where: ".ci/run", command: readFileSync(join(root, ".ci", "run"), "utf8") },
  ];

  it.each(commands)("$where gives Node no option, which some line of Node would refuse", ({ command }) => {
    expect(command).not.toMatch(/\bnode\s+-|NODE_OPTIONS/);
  });
});

describe("CI", () => {
  const { permissions, jobs: own } = workflowOf("ci.yml");

  it("runs .ci/run on three systems and each line of Node that is supported, from the oldest version on, and may only read", () => {
    const [job] = Object.values(own);
    const policy = readFileSync(join(root, "docs", "decisions", "0007-node-version-policy.md"), "utf8");
    const supported = [...policy.matchAll(/^\| Node (\S+) \|/gm)].map(([, line]) => line);
    expect(supported[0]).toBe(/\d\S+/.exec(engines.node)?.[0]);
    expect(job?.strategy?.matrix).toEqual({ os: ["ubuntu-latest", "macos-latest", "windows-latest"], node: supported });
    expect(job?.steps.at(-1)).toEqual({ run: "bash .ci/run", shell: "bash" });
    expect(permissions).toEqual({ contents: "read" });
    expect(job?.permissions).toBeUndefined();
  });

  it("checks out the same bytes on each system", () => {
    expect(readFileSync(join(root, ".gitattributes"), "utf8")).toMatch(/^\* text=auto eol=lf$/m);
  });
});

describe("Release", () => {
  const { on, permissions, jobs: own } = workflowOf("release.yml");
  const runsOf = (name: string) => (own[name]?.steps ?? []).map(({ run = "" }) => run).join("\n");

  it("starts from a tag of a version only, with no right that a job does not ask for", () => {
    expect(on).toEqual({ push: { tags: ["v*"] } });
    expect(permissions).toEqual({});
  });

  it("verifies before it publishes: gates, tests, signatures of the registry, and the release's own rules", () => {
    expect(own["publish"]?.needs).toBe("verify");
    expect(own["announce"]?.needs).toBe("publish");
    expect(runsOf("verify")).toMatch(/\.ci\/run[^]*npm audit signatures[^]*release -- check --tag "\$GITHUB_REF_NAME"/);
    expect(runsOf("verify")).toContain("npm run --silent release -- sbom release/*.tgz > release/sbom.cdx.json");
    expect(runsOf("verify")).toMatch(/notes\.md\n.*release -- artifacts --out release/);
    for (const file of ["*.tgz", "*.whl", "*.tar.gz", "sbom.cdx.json", "SHA256SUMS"])
      expect(runsOf("announce")).toContain(` release/${file}`);
    expect(own["verify"]?.permissions).toEqual({ contents: "read" });
  });

  it("signs in one job alone, which stands behind an environment and publishes what was verified", () => {
    const signing = Object.entries(own).filter(([, job]) => job.permissions?.["id-token"] !== undefined);
    expect(signing.map(([name]) => name)).toEqual(["publish"]);
    expect(own["publish"]).toMatchObject({ environment: "release", permissions: { "id-token": "write" } });
    expect(runsOf("publish").trim()).toBe("npm publish ./release/*.tgz --provenance --access public --ignore-scripts");
  });

  it("restores no cache, which a pull request could have filled", () => {
    const nodes = Object.values(own).flatMap(({ steps }) =>
      steps.filter(({ uses = "" }) => uses.includes("setup-node@")),
    );
    expect(nodes.length).toBe(2);
    for (const step of nodes) {
      expect(step.with).toMatchObject({ "package-manager-cache": false });
      expect(step.with).not.toHaveProperty("cache");
    }
  });
});

describe("dependency updates", () => {
  const { version, updates } = parse(readFileSync(join(root, ".github", "dependabot.yml"), "utf8")) as {
    version: number;
    updates: { "package-ecosystem": string; directory: string; schedule: object; cooldown: object }[];
  };

  it("are proposed for npm and for actions, a week after they came out", () => {
    expect(version).toBe(2);
    expect(updates.map((update) => update["package-ecosystem"])).toEqual(["npm", "github-actions"]);
    for (const update of updates) {
      expect(update).toMatchObject({
        directory: "/",
        schedule: { interval: "weekly" },
        cooldown: { "default-days": 7 },
      });
    }
  });
});

describe("issue forms", () => {
  const forms = join(root, ".github", "ISSUE_TEMPLATE");

  it.each(readdirSync(forms).filter((file) => file !== "config.yml"))(
    "%s asks questions that have an id of their own",
    (file) => {
      const form = parse(readFileSync(join(forms, file), "utf8")) as {
        name: string;
        description: string;
        body: { type: string; id?: string; attributes: object }[];
      };
      expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
      const ids = form.body.filter(({ type }) => type !== "markdown").map(({ id }) => id);
      expect(ids).not.toContain(undefined);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );
});
