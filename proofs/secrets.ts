import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { createClient, systemClock } from "../client";
import { openBookkeeping } from "../provider/host/open-bookkeeping";
import { kinds } from "../provider/kinds";
import type { Props } from "../provider/table/props";
import { canary, commandCanary, formsOf, leakIn, leaksBelow, withoutCommands } from "./canaries";
import type { Ended } from "./engines";
import type { Mode } from "./plugin";
import type { Outcome, Proof, ProofOptions } from "./proof";
import { providersOf } from "./providers";
import { type Spec, Workbench, type WorkbenchOptions } from "./workbench";

/** Most secrets in one stack, so that its state stays of an ordinary size. */
const perStack = 1_250;
const variablesPerPod = 20;

export const secrets: Proof = {
  claim:
    "no secret is in state, backups, history, output, errors, the client's log, the journal or what the emulator shows",
  unit: "canaries",
  fullSize: 10_000,
  isSplittable: true,
  hasModes: true,
  async run({ size, seed, progress, mode = "dynamic", serves }: ProofOptions): Promise<Outcome> {
    const canaries = new Canaries(seed);
    const failures: string[] = [];
    const counts = { canaries: 0, stacks: 0, "texts searched": 0, "errors seen": 0 };
    const search = (what: string, text: string) => {
      counts["texts searched"] += 1;
      const leak = leakIn(text) ?? fingerprintIn(text);
      if (leak !== undefined) failures.push(`${what}: ${leak}`);
    };
    // Of each stack's share a fifth goes to providers in this process, where nobody hides what they throw.
    while (canaries.count < size) {
      const share = Math.min(perStack, size - canaries.count);
      await throughEngine({ mode, serves }, canaries, Math.ceil(share * 0.8), search, failures);
      await throughProviders(mode, canaries, Math.max(1, share - Math.ceil(share * 0.8)), search, failures, counts);
      counts.stacks += 1;
      progress(`${canaries.count} canaries, ${failures.length} failures`);
    }
    return { counts: { ...counts, canaries: canaries.count }, failures };
  },
};

class Canaries {
  count = 0;
  /** Canaries of other seeds are others. */
  constructor(private readonly seed: number) {}
  next(): string {
    return canary(this.seed * 1_000_000 + ++this.count);
  }
  command(): string {
    return commandCanary(this.seed * 1_000_000 + ++this.count);
  }
}

/** Fingerprints are printed no more than what they are of. */
const fingerprintIn = (text: string): string | undefined => (/s1:[\w-]{22}/.test(text) ? "a fingerprint" : undefined);

type Expected = "succeeded" | "failed";
type Search = (what: string, text: string) => void;

const image = "registry.example.com/acme/app:1";
const secret = (value: unknown) => ({ $secret: value });

/** A stack whose every secret is a canary, through everything an engine does, failures that quote them included. */
async function throughEngine(
  how: Pick<WorkbenchOptions, "mode" | "serves">,
  canaries: Canaries,
  share: number,
  search: Search,
  failures: string[],
): Promise<void> {
  const bench = await Workbench.open({ ...how, apiKey: `key-${canaries.next().replace(/[^\w]/g, "")}` });
  try {
    const program = secretProgram(canaries, share);
    const run = async (what: string, operation: Promise<Ended>, expected: Expected = "succeeded") => {
      const result = await operation;
      search(`result of ${what}`, JSON.stringify(result) + inspect(result, { depth: 8 }));
      const said = result.diagnostics.map(({ message }) => message).join(" ");
      if (result.result !== expected) failures.push(`${what} ${result.result}: ${said}`);
      for (const folder of ["state", "journal"])
        failures.push(...leaksBelow(join(bench.folder, folder)).map((leak) => `after ${what}: ${leak}`));
    };
    bench.onEvent = (event) => search("an event of the engine", JSON.stringify(event));
    await run("preview", bench.preview(program));
    await run("up", bench.up(program));
    await run("refresh", bench.refresh());
    await run("an up that check refuses", bench.up([...program, ...refusedByCheck(canaries)]), "failed");
    for (const name of ["credential-0", "pod-0", "account-0"]) {
      const changed = rotated(program, [name], canaries);
      quoteInAnswers(bench, changed);
      await run("an up that the platform refuses", bench.up(changed), "failed");
    }
    bench.emulator.faults.clear();
    for (const route of ["state", "requests", "faults"]) {
      const answer = await fetch(`${bench.emulator.apiUrl}/_emulator/${route}`);
      search(`GET /_emulator/${route}`, withoutCommands(await answer.text()));
    }
    const names = program.filter((_, index) => index % 7 === 0).map(({ name }) => name);
    await run(
      "another up",
      bench.up(rotated(program, [...names.filter((name) => !name.startsWith("cluster")), "job-0"], canaries)),
    );
    await run("destroy", bench.destroy());
  } finally {
    await bench.close();
  }
}

/** Credentials, what jobs are handed, and variables and commands of pods, clusters, templates and endpoints; as many secrets as were asked for. */
function secretProgram(canaries: Canaries, share: number): Spec[] {
  const specs: Spec[] = [];
  const end = canaries.count + share;
  for (let index = 0; canaries.count < end; index++) {
    specs.push({
      kind: "RegistryCredential",
      name: `credential-${index}`,
      args: { username: canaries.next(), password: canaries.next() },
    });
    specs.push({ kind: "AccountSecret", name: `account-${index}`, args: { value: canaries.next() } });
    const env = () =>
      Object.fromEntries(
        Array.from({ length: Math.min(variablesPerPod, Math.max(1, end - canaries.count)) }, (_, variable) => [
          `SECRET_${variable}`,
          secret(canaries.next()),
        ]),
      );
    const cpu = { id: "cpu3c", vcpuCount: 2 };
    const registry = { $id: `credential-${index}` };
    // The platform's own variable comes back as an output of another name, and a command in three forms.
    const jupyter = { startJupyter: true, env: { ...env(), JUPYTER_PASSWORD: secret(canaries.next()) } };
    const command =
      index % 2 === 0 ? { cmd: secret(["serve", canaries.command()]) } : { args: secret(canaries.command()) };
    specs.push({ kind: "Pod", name: `pod-${index}`, args: { image, cpu, registry, ...jupyter, ...command } });
    if (index % 5 === 0) {
      const run = index % 2 === 0 ? { args: secret(canaries.command()) } : { cmd: secret([canaries.command()]) };
      specs.push({ kind: "Template", name: `template-${index}`, args: { image, registry, env: env(), ...run } });
      const scaling = { type: "REQUEST_COUNT", requestCount: 2 };
      const workers = { type: "LOAD_BALANCER", scaling, gpu: { pools: ["ADA_24"] }, registry, env: env(), ...run };
      specs.push({ kind: "Endpoint", name: `endpoint-${index}`, args: { image, ...workers } });
    }
    if (index % 10 !== 0) continue;
    const queue = { type: "QUEUE", scaling: { type: "QUEUE_DELAY", queueDelay: 1 }, workers: { min: 1 } };
    specs.push({ kind: "Endpoint", name: `queue-${index}`, args: { image, ...queue, gpu: { pools: ["ADA_24"] } } });
    specs.push({ kind: "JobRun", name: `job-${index}`, args: jobArgs(canaries, `queue-${index}`) });
    const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
    const entrypoint = secret(["/bin/sh", canaries.command()]);
    const inside = { image, env: env(), entrypoint };
    specs.push({ kind: "Cluster", name: `cluster-${index}`, args: { type: "TRAINING", compute, ...inside } });
  }
  return specs;
}

/** The arguments of a job with secrets in each, the token in the webhook's address among them. */
const jobArgs = (canaries: Canaries, endpoint: string): Readonly<Record<string, unknown>> => ({
  endpointId: { $id: endpoint },
  input: { token: secret(canaries.next()) },
  webhook: `http://127.0.0.1:9/done?token=${encodeURIComponent(canaries.next())}`,
  s3Config: {
    accessId: canaries.next(),
    accessSecret: secret(canaries.next()),
    bucketName: "results",
    endpointUrl: "https://s3.example.org",
  },
});

const hasVariables = ({ kind }: Spec): boolean => "env" in kinds[kind].resource.inputs;

/** The same program with other secrets in the resources named. */
function rotated(program: readonly Spec[], names: readonly string[], canaries: Canaries): Spec[] {
  return program.map((spec) => {
    if (!names.includes(spec.name)) return spec;
    return { ...spec, args: { ...spec.args, ...otherSecrets(spec, canaries) } };
  });
}

function otherSecrets(spec: Spec, canaries: Canaries): Readonly<Record<string, unknown>> {
  if (hasVariables(spec)) return { env: { ROTATED: secret(canaries.next()) } };
  if (spec.kind === "JobRun") return { input: { token: secret(canaries.next()) } };
  return { [spec.kind === "AccountSecret" ? "value" : "password"]: canaries.next() };
}

/** Secrets that check itself refuses: the engine prints the value of the property that a failure names. */
function refusedByCheck(canaries: Canaries): Spec[] {
  const long = canaries.next().repeat(1_000);
  return [
    { kind: "RegistryCredential", name: "too-long", args: { username: "u", password: long } },
    {
      kind: "Pod",
      name: "too-many",
      args: {
        image,
        cpu: { id: "cpu3c", vcpuCount: 2 },
        env: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`V${index}`, secret(canaries.next())])),
      },
    },
  ];
}

/** The platform quotes what it was sent in its refusals, in every form. */
function quoteInAnswers(bench: Workbench, program: readonly Spec[]): void {
  bench.emulator.faults.clear();
  const sent = program.flatMap(({ args, name }) => (name === "credential-0" ? formsOf(args.password as string) : []));
  const body = { title: "Bad Request", status: 400, detail: sent.join(" "), errors: sent };
  bench.emulator.faults.add({ method: "POST", path: "/v2/registries", phase: "before", status: 400, body });
  const env = program.flatMap(({ args, name }) => (name === "pod-0" ? valuesOf(args.env).flatMap(formsOf) : []));
  const refusal = { title: "Unprocessable Entity", status: 422, detail: env.join(" "), errors: env };
  bench.emulator.faults.add({ method: "PATCH", path: "/v2/pods/:id", phase: "before", status: 422, body: refusal });
  const value = program.flatMap(({ args, name }) => (name === "account-0" ? formsOf(args.value as string) : []));
  const quoted = { title: "Bad Request", status: 400, detail: value.join(" "), errors: value };
  const path = "/v2/account/secrets/:id";
  bench.emulator.faults.add({ method: "PATCH", path, phase: "before", status: 400, body: quoted });
}

const valuesOf = (env: unknown): string[] =>
  Object.values((env ?? {}) as Record<string, { $secret: string }>).map(({ $secret }) => $secret);

/** Providers in this process: their errors as thrown, the client's events, and the journal. */
async function throughProviders(
  mode: Mode,
  canaries: Canaries,
  share: number,
  search: Search,
  failures: string[],
  counts: { "errors seen": number },
): Promise<void> {
  const bench = await Workbench.open();
  const journal = mkdtempSync(join(tmpdir(), "compute-prove-journal-"));
  try {
    const log = (event: object) =>
      search("an event of the client", inspect(event, { depth: 8 }) + JSON.stringify(event));
    const env = {
      COMPUTE_API_KEY: bench.emulator.apiKey,
      COMPUTE_API_URL: bench.emulator.apiUrl,
      COMPUTE_JOURNAL_DIR: journal,
    };
    const providers = providersOf(mode, {
      env,
      clock: systemClock,
      randomBytes: (count) => new Uint8Array(count).fill(canaries.count % 251),
      connect: (settings) =>
        createClient({ ...settings, clock: systemClock, limiter: false, hooks: { onRequest: log, onResponse: log } }),
      openBookkeeping: (settings, clock, notify) => openBookkeeping(settings, clock, env, notify),
    });
    const end = canaries.count + share;
    for (let index = 0; canaries.count < end; index++) {
      const value = canaries.next();
      const forms = formsOf(value);
      const quoted = forms[index % forms.length]!;
      const fault = {
        status: 400 + (index % 3) * 11,
        title: "Bad Request",
        detail: `not ${quoted} please`,
        errors: [`$.env.A: ${quoted}`],
      };
      bench.emulator.faults.add({ method: "POST", phase: "before", status: fault.status, body: fault });
      const isPod = index % 2 === 0;
      const args: Props = isPod
        ? { image, cpu: { id: "cpu3c", vcpuCount: 2 }, env: { A: value }, waitFor: "none" }
        : { username: canaries.next(), password: value };
      const provider = isPod ? providers.pod : providers.registryCredential;
      const own = { __logicalName: `r${index}`, __key: `k${index}`, __provider: "code" };
      const { inputs } = await provider.check({}, { ...args, ...own });
      try {
        await provider.create(inputs);
        failures.push("a create that the platform refused went well");
      } catch (error) {
        counts["errors seen"] += 1;
        const { message, stack } = error as Error;
        search("an error's message", `${message}\n${stack}`);
        search("an error's members", inspect(error, { depth: 8, showHidden: true }));
      }
      const { id } = await provider.create(inputs);
      await provider.delete(id, { ...own });
      failures.push(...leaksBelow(journal).map((leak) => `journal: ${leak}`));
    }
  } finally {
    rmSync(journal, { recursive: true, force: true });
    await bench.close();
  }
}
