import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as settings from "@pulumi/pulumi/runtime/settings";
import type { Goal } from "../../engine/plan/goal";
import type { Monitor, Registered } from "../../engine/protocol/monitor-server";
import { filled, fromStruct, loadProto } from "../../engine/protocol/proto";
import { stackType } from "../../engine/protocol/urn";
import { mapFromWire, mapToWire } from "../../engine/protocol/wire";
import type { EngineEvent } from "../../engine/run/events";
import type { Outcome } from "../../engine/run/end";
import { PreviewDocument, reportsOf } from "../../cli/stack/preview-document";
import { dynamicProviderLog } from "../../provider/host/host-log";
import type { Notify } from "../../provider/host/notify";
import { pulumi, serveProgram } from "../engines/cli";
import { hostFile } from "../engines/serve-host";
import { Executable, pluginNames } from "../engines/served";
import { modes } from "../plugin";
import { root } from "../root";
import { systemClock } from "../../client/clock";
import { type Checkout, keys, passphrase } from "./checkout";
import type { Host } from "./host";
import type { Operation, Verb } from "./life";
import type { Program } from "./program";
import { project, runProgram, stackName, stackUrn } from "./registrations";
import type { World } from "./world";

/** The outcome of an operation of the CLI, in the terms of the local engine. */
interface Told {
  readonly outcome: Pick<Outcome, "result" | "steps" | "diagnostics" | "summary">;
  readonly events: readonly EngineEvent[];
}

/** One operation of the CLI. */
interface Work {
  readonly world: World;
  readonly checkout: Checkout;
  readonly program: Program;
  readonly operation: Operation;
  readonly verb: Verb;
  readonly isPreview: boolean;
  /** Starts a provider host whose messages go to the CLI. */
  readonly start: (notify: Notify) => Host;
}

/** A folder in which the CLI works on the stack of a life; in memory on Linux. */
export class CliFolder {
  private readonly folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "compute-lives-"));
  private readonly stateFile: string;
  private readonly executables = modes.map((mode) => [mode, new Executable(mode, join(this.folder, mode))] as const);

  constructor() {
    const { folder } = this;
    const stacks = join(folder, "state", ".pulumi", "stacks", project);
    for (const each of [stacks, join(folder, "node_modules"), join(folder, "home")])
      mkdirSync(each, { recursive: true });
    symlinkSync(join(root, "node_modules", "@pulumi"), join(folder, "node_modules", "@pulumi"));
    const plugins = modes.map((mode) => `    - name: ${pluginNames[mode]}\n      path: ${mode}\n`);
    const runtime = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
    writeFileSync(
      join(folder, "Pulumi.yaml"),
      `name: ${project}\n${runtime}plugins:\n  providers:\n${plugins.join("")}`,
    );
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    writeFileSync(join(folder, "state", ".pulumi", "meta.yaml"), "version: 1\n");
    this.stateFile = join(stacks, `${stackName}.json`);
  }

  async run({ checkout, program, operation, verb, isPreview, world, start }: Work): Promise<Told> {
    const { salt } = await keys();
    writeFileSync(join(this.folder, `Pulumi.${stackName}.yaml`), `encryptionsalt: ${salt}\n`);
    writeFileSync(this.stateFile, checkout.exported);
    const hosts: Host[] = [];
    const served = await serveProgram(() => runProgram(world.mode, program, monitor, isPreview));
    const flags = [...flagsOf(operation, verb, isPreview), ...served.flags];
    const env = { PULUMI_CONFIG_PASSPHRASE: passphrase };
    const run = this.executables.reduce(
      (work, [mode, executable]) =>
        () =>
          executable.during(
            () => {
              const host = start(engineLog(executable));
              hosts.push(host);
              return host.serve(mode);
            },
            work,
            async (all) => {
              await Promise.all(hosts.map((host) => host.stop()));
              for (const { close } of all) close();
            },
          ),
      () => pulumi(flags, this.folder, env),
    );
    const { stdout, failure } = await run().finally(served.close);
    if (!isPreview) checkout.save(readFileSync(this.stateFile, "utf8"));
    return told(isPreview ? stdout : "", failure);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** URNs of a logical name, whatever its type and its parents. */
const patternOf = (name: string): string => `**::${name}`;

function flagsOf(
  { target = [], exclude = [], replace = [], continuesOnError, do: asked }: Operation,
  verb: Verb,
  isPreview: boolean,
): string[] {
  const isOfUp = verb !== "destroy" && verb !== "refresh";
  const what = isOfUp ? [isPreview ? "preview" : "up"] : [verb, ...(isPreview ? ["--preview-only"] : [])];
  return [
    ...what,
    ...(asked === "up --refresh" ? ["--refresh"] : []),
    ...(isPreview ? ["--json"] : ["--yes", "--skip-preview"]),
    // Otherwise it leaves out the deletion of what an earlier run has replaced.
    ...(isPreview && isOfUp ? ["--show-replacement-steps"] : []),
    ...target.flatMap((name) => ["--target", patternOf(name)]),
    ...(target.length > 0 ? ["--target-dependents"] : []),
    ...exclude.flatMap((name) => ["--exclude", patternOf(name)]),
    ...(exclude.length > 0 ? ["--exclude-dependents"] : []),
    ...replace.flatMap((name) => ["--replace", patternOf(name)]),
    ...(continuesOnError && !isPreview ? ["--continue-on-error"] : []),
    ...["--stack", stackName, "--non-interactive"],
  ];
}

/** What `pulumi preview --json` says, as the local engine would. */
function told(text: string, failure: string | undefined): Told {
  const result = failure === undefined ? "succeeded" : "failed";
  const failed = failure === undefined ? [] : [{ severity: "error" as const, message: failure }];
  if (failure !== undefined || text === "")
    return { outcome: { result, steps: [], summary: {}, diagnostics: failed }, events: [] };
  const document = PreviewDocument.parse({ steps: [], ...(JSON.parse(text) as object) });
  const steps = reportsOf(document);
  const said = (document.diagnostics ?? []).map(({ severity, message, urn }) => ({
    severity: severity as "info" | "warning",
    message: message.replace(/^(warning|info): /, "").trim(),
    ...(urn && { urn }),
  }));
  const taken = said.flatMap(({ message, urn = "" }): EngineEvent[] => {
    const [, adopted, made] = /^It is there already, as (\S+?):|^An earlier run made (\S+) for it:/.exec(message) ?? [];
    const id = adopted ?? made;
    if (id === undefined) return [];
    return [{ kind: "facts", urn, facts: { does: adopted === undefined ? "take over" : "adopt", id } }];
  });
  const events: EngineEvent[] = [
    // For a program the CLI has the provider's facts only as its sentences.
    ...taken,
    ...steps.map((step): EngineEvent => ({ kind: "step-done", step })),
    ...said.map((diagnostic): EngineEvent => ({ kind: "diagnostic", diagnostic })),
    ...document.costs.map(({ message, urn = "" }): EngineEvent => {
      return { kind: "diagnostic", diagnostic: { severity: "info", message, urn } };
    }),
  ];
  return { outcome: { result, steps, summary: {}, diagnostics: said }, events };
}

/** The screen of the engine that started the executable. */
function engineLog(executable: Executable): Notify {
  let log: Notify | undefined;
  const toEngine = () => (log ??= dynamicProviderLog(executable.engine, hostFile, systemClock));
  return {
    warn: (message, urn) => toEngine().warn(message, urn),
    info: (message, urn) => toEngine().info(message, urn),
  };
}

/** The engine of a program in this process, as far as lives use one. */
const monitor: Monitor = {
  register: async (goal) => (goal.type === stackType ? { urn: stackUrn, id: "", outputs: {} } : register(goal)),
  registerOutputs: async () => undefined,
  programEnded: async () => undefined,
  log: () => undefined,
  fail: () => undefined,
  construct: refused,
  read: refused,
  invoke: refused,
};

/** The messages of the SDK that speaks to the CLI here. */
const proto = loadProto(root);

async function refused(): Promise<never> {
  throw new Error("no life asks for it");
}

function register(goal: Goal): Promise<Registered> {
  const request = filled(proto, new proto.resource.RegisterResourceRequest(), { object: mapToWire(goal.inputs) })
    .setType(goal.type)
    .setName(goal.name)
    .setCustom(goal.custom)
    .setParent(goal.parent ?? stackUrn)
    .setDependenciesList([...goal.dependencies])
    .setDeletebeforereplace(goal.deleteBeforeReplace ?? false)
    .setDeletebeforereplacedefined(goal.deleteBeforeReplace !== undefined)
    .setIgnorechangesList([...goal.ignoreChanges])
    .setReplaceonchangesList([...goal.replaceOnChanges])
    .setAdditionalsecretoutputsList([...goal.additionalSecretOutputs])
    .setImportid(goal.importId ?? "")
    // Programs of lives name earlier resources by their URNs.
    .setAliasesList(
      goal.aliases.filter((alias) => typeof alias === "string").map((urn) => new proto.alias.Alias().setUrn(urn)),
    )
    .setAliasspecs(true)
    .setAcceptsecrets(true)
    .setAcceptresources(true)
    .setSupportspartialvalues(true)
    .setSupportsresultreporting(true);
  if (goal.protect !== undefined) request.setProtect(goal.protect);
  if (goal.retainOnDelete !== undefined) request.setRetainondelete(goal.retainOnDelete);
  for (const [name, urns] of Object.entries(goal.propertyDependencies)) {
    const message = new proto.resource.RegisterResourceRequest.PropertyDependencies().setUrnsList([...urns]);
    request.getPropertydependenciesMap().set(name, message);
  }
  return new Promise((resolve, reject) => {
    settings.getMonitor()!.registerResource(request, (error, answer) => {
      if (error || !answer) return reject(error ?? new Error("no answer"));
      const failed = answer.getResult() !== proto.resource.Result.SUCCESS;
      const outputs = mapFromWire(fromStruct(answer.getObject()));
      resolve({ urn: answer.getUrn(), id: answer.getId(), outputs, failed });
    });
  });
}
