import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pods } from "../../api/pods";
import { CommandFailure } from "../../cli/io";
import { planInMarkdown } from "../../cli/stack/markdown";
import { StackPlan } from "../../cli/stack/plan";
import { planOf, readDocument } from "../../cli/stack/preview-document";
import { readDeployment } from "../../cli/state/deployment";
import { logicalNames } from "../../cli/import/names";
import { ResponseShapeError } from "../../client/errors/errors";
import { decode, noteSize } from "../../client/http/decode";
import { allItems } from "../../client/reads/pages";
import { addressOf } from "../../client/settings/address";
import { deletionGroups } from "../../engine/plan/dependencies";
import { ConfigFile } from "../../engine/project/config";
import { newEntry, type ResourceState } from "../../engine/state/resource-state";
import { checkIntegrity, Snapshot } from "../../engine/state/snapshot";
import { backendAddress } from "../../provider/host/backend";
import { fingerprintOfLine } from "../../provider/kinds/shared/key-line";
import { compare } from "../../cli/drift/compare";
import { LineDisplay } from "../../cli/stack/line-display";
import { TreeDisplay } from "../../cli/stack/tree-display";
import type { GpuType } from "../../api/catalog";
import type { Resource } from "../../examples/policies/resource";
import { Plan } from "../../provider/effects/plan";
import { secretProblems } from "../../examples/policies/rules";
import { whyNothing } from "../../provider/capacity/choose";
import { pod } from "../../provider/kinds/pod/fields";
import { observeEnv } from "../../provider/kinds/shared/environment";
import { toOutputs } from "../../provider/state/outputs";
import { hidden } from "../../provider/state/state";
import { unattendedIo } from "../unattended-io";
import { podList } from "./samples";

const manyWrong = `[${"1,".repeat(8_000_000)}1]`;
const many = (sign: string) => sign.repeat(200_000);

/** The first pod of a list, with something else in one of its members. */
const inPod = (member: string, text: string) =>
  JSON.stringify({ pods: [{ ...podList.pods[0], [member]: "HERE" }] }).replace('"HERE"', text);

const headers = { "content-type": "application/json" };
const nested = "[".repeat(4_000_000) + "]".repeat(4_000_000);
const decoded = (text: string) => decode(pods.list, "GET /v2/pods", { status: 200, headers, body: Buffer.from(text) });

/** @throws where it is read without complaint, or ends in another error. */
function met(kinds: readonly (abstract new (...args: never[]) => Error)[], read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (kinds.some((kind) => error instanceof kind)) return;
    throw error;
  }
  throw new Error("it was taken");
}
/** @throws where it is read without complaint. */
export function refused(body: Buffer): void {
  try {
    decode(pods.list, "GET /v2/pods", { status: 200, headers, body });
  } catch (error) {
    if (error instanceof ResponseShapeError && error.message.includes("and more")) return;
    throw error;
  }
  throw new Error("it was taken");
}

const urn = (name: string) => `urn:pulumi:dev::p::pkg:index:Thing::${name}`;
const podUrn = (n: number) => `urn:pulumi:dev::p::compute:index:Pod::pod${n}`;
const severity = "warning" as const;
const entry = (name: string, more: Partial<ResourceState>) =>
  newEntry({ urn: urn(name), type: "pkg:index:Thing", custom: true, id: name, ...more });

/** A state is checked, put in order as an operation does it, and its destroy is put in order. */
function handled(resources: readonly ResourceState[]): void {
  checkIntegrity(resources);
  const snapshot = new Snapshot(resources);
  for (const one of resources.toReversed()) snapshot.keep(one);
  if (snapshot.resources().length !== resources.length) throw new Error("an entry got lost");
  deletionGroups(resources, resources);
}

/** Answers that are large and wrong: the process that reads one finds it in a file, as another finds it on the wire. */
export const largeAnswers: Readonly<Record<string, () => string>> = {
  "an answer of 16 MB, wrong in each element": () => `{"pods":${manyWrong}}`,
  "an answer of 16 MB, wrong in each port of a pod": () => inPod("ports", manyWrong),
  "an answer of 16 MB, wrong in each variable of a pod": () =>
    inPod("env", `{${Array.from({ length: 1_200_000 }, (_, n) => `"v${n}":1`).join()}}`),
};

/** What is large in other ways, made where it is read. */
export const largeInputs: Readonly<Record<string, () => unknown>> = {
  "a list with ever new cursors": async () => {
    let asked = 0;
    const read = async () => {
      const page = { pagination: { nextCursor: `c${(asked += 1)}`, hasNextPage: true } };
      noteSize(page, 1_000);
      return page;
    };
    try {
      for await (const _ of allItems(read, () => [])) break;
    } catch (error) {
      if (error instanceof ResponseShapeError) return;
      throw error;
    }
    throw new Error("it ended");
  },
  "an SSH key with 200,000 =": () => fingerprintOfLine(`ssh-ed25519 A${many("=")}A`),
  "a name with 200,000 -": () => logicalNames([{ kind: "Pod", name: `a${many("-")}a` }]),
  "an address with 200,000 /": () => addressOf("api", { apiUrl: `https://api.test/a${many("/")}a` }),
  "a backend with 200,000 /": () => backendAddress(`s3://bucket/a${many("/")}a`, "/"),
  "a stack's file of 40,000 settings": async () => {
    const folder = mkdtempSync(join(tmpdir(), "hostile-large-"));
    try {
      const lines = Array.from({ length: 40_000 }, (_, n) => `  p:key${n}: value ${n}\n`);
      writeFileSync(join(folder, "Pulumi.dev.yaml"), `config:\n${lines.join("")}`);
      const file = await ConfigFile.open(folder, "p", "dev");
      if (file.read((cipher) => cipher).size !== 40_000) throw new Error("a setting got lost");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  "an answer of 8 MB of brackets": () => met([ResponseShapeError], () => decoded(nested)),
  "a state of 8 MB of brackets": () => met([CommandFailure], () => readDeployment(nested, "state")),
  "a preview of 8 MB of brackets": () => met([CommandFailure], () => readDocument(nested, "preview")),
  "a plan of 20,000 steps, each with a message": () => {
    const urns = Array.from({ length: 20_000 }, (_, n) => podUrn(n));
    const steps = urns.map((each) => ({
      op: "create",
      urn: each,
      newState: { type: "compute:index:Pod", inputs: {} },
    }));
    const diagnostics = urns.map((each, n) => ({ severity: "info", urn: each, message: `message ${n}` }));
    const document = readDocument(JSON.stringify({ steps, diagnostics }), "preview");
    return planInMarkdown("p/dev", document, planOf(document).effects);
  },
  "a plan of 130,000 steps": () => {
    const newState = { type: "compute:index:Pod", inputs: {} };
    const steps = Array.from({ length: 130_000 }, (_, n) => ({ op: "create", urn: podUrn(n), newState }));
    const document = readDocument(JSON.stringify({ steps }), "preview");
    return planInMarkdown("p/dev", document, planOf(document).effects);
  },
  "a plan of 130,000 steps after a refresh of as many": () => {
    const plan = new Plan();
    for (const found of [true, false])
      for (let n = 0; n < 130_000; n++) {
        const [name, old] = [`p${n}`, { id: `p${n}`, inputs: {}, outputs: {} }];
        plan.add({ op: "same", urn: name, kind: "Pod", name, changed: [], found, old, next: old });
      }
    return plan.effects;
  },
  "100,000 warnings of one resource, on a screen and in a comment": () => {
    const diagnostics = Array.from({ length: 100_000 }, (_, n) => ({ severity, message: `word ${n}`, urn: podUrn(0) }));
    const io = unattendedIo({ env: {}, cwd: "/", now: () => 0, signal: new AbortController().signal });
    const done = { result: "succeeded", summary: {}, steps: [], diagnostics: [], outputs: {} } as const;
    for (const Display of [TreeDisplay, LineDisplay]) {
      const display = new Display(io, io.stdout, { isPlan: true, plan: new StackPlan() });
      for (const diagnostic of diagnostics) display.onEvent({ kind: "diagnostic", diagnostic });
      display.finish(done, { command: "compute preview" });
    }
    const steps = [{ op: "create", urn: podUrn(0), newState: { type: "compute:index:Pod", inputs: {} } }];
    const document = readDocument(JSON.stringify({ steps, diagnostics }), "preview");
    return planInMarkdown("p/dev", document, planOf(document).effects);
  },
  "a pod that somebody gave 600,000 variables": () => {
    const env = Object.fromEntries(Array.from({ length: 600_000 }, (_, n) => [`v${n}`, "1"]));
    const asked = { env: { STAGE: "dev" }, [hidden.declared]: ["env"], [hidden.inheritedEnv]: [] };
    const entry = { urn: urn("p"), type: "compute:index:Pod", id: "p", custom: true, inputs: asked, outputs: asked };
    const text = JSON.stringify({ version: 3, deployment: { resources: [entry] } });
    const [shown] = readDeployment(text, "state").resources;
    const now = toOutputs(pod, "p", asked, { env: observeEnv(pod, env, asked, []) });
    if (compare(shown!, now).length !== 1) throw new Error("it is not one difference");
    if (Object.keys(now["env"] as object).length > 3_000) throw new Error("it fills the state");
  },
  "a state of a pod with 600,000 variables": () => {
    const variables = Array.from({ length: 600_000 }, (_, n) => `"v${n}":"1"`).join();
    const entry = `{"urn":"${podUrn(0)}","type":"compute:index:Pod","inputs":{"env":{${variables}}}}`;
    const text = `{"version":3,"deployment":{"resources":[${entry}]}}`;
    met([CommandFailure], () => readDeployment(text, "state"));
  },
  "a catalog of 200,000 types of GPU": () => {
    const price = { secure: 1, community: 0, serverless: 0 };
    const of = { pool: "A", manufacturer: "NVIDIA", memory: 48, secure: true, community: false, price };
    const maxCount = { secure: 8, community: 0 };
    const gpus = Array.from({ length: 200_000 }, (_, n): GpuType => ({ id: `gpu ${n}`, name: "A", ...of, maxCount }));
    const need = { memory: 640, units: 8, machines: 1, excluding: [] };
    return whyNothing(gpus, need, { cloud: "SECURE", isNetworked: false });
  },
  "a variable of a policy with 200,000 blanks and underscores": () =>
    ["{{ ".padEnd(200_000), "{{ A".padEnd(200_000, "_SECRET_"), "{{ A_SECRET_B".padEnd(200_000)].map((TOKEN) =>
      secretProblems({ kind: "Pod", props: { env: { TOKEN } } } as unknown as Resource, []),
    ),
  "a provider whose name has 50,000 digits": () => {
    const urn = `urn:pulumi:dev::p::pulumi:providers:compute::default_1_1_${"1".repeat(50_000)}-`;
    const entry = { urn, type: "pulumi:providers:compute", id: "x", custom: true };
    return readDeployment(JSON.stringify({ version: 3, deployment: { resources: [entry] } }), "state");
  },
  "a state of 60,000 entries of one URN": () =>
    handled([
      entry("a", {}),
      ...Array.from({ length: 60_000 }, () => entry("a", { delete: true, dependencies: [urn("a")] })),
    ]),
  "a state of 60,000 entries in a chain": () =>
    handled(
      Array.from({ length: 60_000 }, (_, n) => entry(`t${n}`, { dependencies: n === 0 ? [] : [urn(`t${n - 1}`)] })),
    ),
};
