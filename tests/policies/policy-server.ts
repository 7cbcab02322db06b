import * as grpc from "@grpc/grpc-js";
import { AnalyzerClient } from "@pulumi/pulumi/proto/analyzer_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/analyzer_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { temporaryFolder } from "../support/temporary-folder";

const root = resolve(__dirname, "..", "..");

/** The policy pack as a user has it: copied next to an installed `@pulumi/policy`. */
export function copyOfPack(): string {
  const folder = temporaryFolder("policies");
  cpSync(join(root, "examples", "policies"), folder, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

export interface Declared {
  readonly type: string;
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly protect?: boolean;
}

/** Runs the pack in a process of its own and asks it, as the Pulumi CLI does. */
export async function startPolicies(config: Readonly<Record<string, object>>) {
  const folder = copyOfPack();
  const script = join(root, "node_modules", "@pulumi", "pulumi", "cmd", "run-policy-pack");
  // The engine's address is only used to log.
  const child = spawn(process.execPath, [script, "127.0.0.1:1", "."], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(createInterface(child.stdout), "line")) as [string];
  const client = new AnalyzerClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());

  function call<Answer>(start: (done: (error: grpc.ServiceError | null, answer: Answer) => void) => unknown) {
    return new Promise<Answer>((done, fail) => start((error, answer) => (error ? fail(error) : done(answer))));
  }
  const configure = new messages.ConfigureAnalyzerRequest();
  for (const [policy, properties] of Object.entries(config)) {
    const one = new messages.PolicyConfig();
    one.setEnforcementlevel(messages.EnforcementLevel.MANDATORY);
    one.setProperties(Struct.fromJavaScript(properties as Record<string, never>));
    configure.getPolicyconfigMap().set(policy, one);
  }
  await call((done) => client.configure(configure, done));

  /** The policy's description stands above each message. */
  const told = (answer: messages.AnalyzeResponse) =>
    answer.getDiagnosticsList().map((each) => `${each.getPolicyname()}: ${each.getMessage().split("\n").at(-1)}`);
  const urnOf = ({ type, name }: Declared) => `urn:pulumi:dev::proj::${type}::${name}`;
  return {
    resource: async (declared: Declared) => {
      const request = new messages.AnalyzeRequest();
      request.setType(declared.type);
      request.setName(declared.name);
      request.setUrn(urnOf(declared));
      request.setProperties(Struct.fromJavaScript(declared.props as Record<string, never>));
      const options = new messages.AnalyzerResourceOptions();
      options.setProtect(declared.protect ?? false);
      request.setOptions(options);
      return told(await call<messages.AnalyzeResponse>((done) => client.analyze(request, done)));
    },
    stack: async (all: readonly Declared[]) => {
      const request = new messages.AnalyzeStackRequest();
      for (const declared of all) {
        const one = new messages.AnalyzerResource();
        one.setType(declared.type);
        one.setName(declared.name);
        one.setUrn(urnOf(declared));
        one.setProperties(Struct.fromJavaScript(declared.props as Record<string, never>));
        one.setOptions(new messages.AnalyzerResourceOptions());
        request.addResources(one);
      }
      return told(await call<messages.AnalyzeResponse>((done) => client.analyzeStack(request, done)));
    },
    close: async () => {
      client.close();
      const closed = once(child, "close");
      child.kill();
      await closed;
    },
  };
}
