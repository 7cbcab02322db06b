import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import type { ScenarioStep } from "./scenario";

/** Of the passphrase "correct horse": one salt for all, so that its key is derived once. */
const salt = "v1:PS6V+pP4h1s=:v1:aSwUwMbDUEDPLu3Y:FozUJXPzTHU43O9kCoeO6R68xZjpIw==";

/** A project directory of its own for one scenario, with the recorded program, an empty cloud and an empty backend. */
export class Workspace {
  readonly dir = fs.mkdtempSync(path.join(os.tmpdir(), "local-engine-"));
  readonly backendUrl = `file://${this.dir}/state`;
  readonly passphrase = "correct horse";
  readonly project = "proj";
  /** The stack that is worked on. */
  stack: "dev" | "other" = "dev";

  constructor() {
    for (const name of ["state", "cloud"]) fs.mkdirSync(path.join(this.dir, name));
    fs.cpSync(path.join(__dirname, "program"), this.dir, { recursive: true });
    fs.symlinkSync(path.join(__dirname, "../../../node_modules"), path.join(this.dir, "node_modules"));
    this.write(
      "Pulumi.yaml",
      "name: proj\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n" +
        "plugins:\n  providers:\n    - name: test\n      path: plugin\n",
    );
    this.write("program.json", "{}");
    for (const stack of ["dev", "other"]) this.write(`Pulumi.${stack}.yaml`, `encryptionsalt: ${salt}\n`);
  }

  /** Another one with the same files. */
  copy(): Workspace {
    const copy = new Workspace();
    fs.cpSync(this.dir, copy.dir, { recursive: true, filter: (source) => path.basename(source) !== "node_modules" });
    return copy;
  }

  get env(): Record<string, string> {
    return { PROGRAM: path.join(this.dir, "program.json"), CLOUD: path.join(this.dir, "cloud") };
  }

  get configFile(): string {
    return path.join(this.dir, `Pulumi.${this.stack}.yaml`);
  }

  get stateFile(): string {
    return path.join(this.dir, "state/.pulumi/stacks", this.project, `${this.stack}.json`);
  }

  write(name: string, text: string): void {
    fs.writeFileSync(path.join(this.dir, name), text);
  }

  read(name: string): string | undefined {
    const file = path.join(this.dir, name);
    return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
  }

  /** Sets the scene for a step, and empties the list of calls. */
  prepare(step: ScenarioStep): void {
    this.stack = step.stack ?? "dev";
    if (step.program) this.write("program.json", JSON.stringify(step.program));
    if (step.configText !== undefined) fs.writeFileSync(this.configFile, step.configText);
    this.write("cloud/faults.json", JSON.stringify(step.faults ?? {}));
    this.write("cloud/calls.jsonl", "");
    if (!step.cloud) return;
    const cloud = JSON.parse(this.read("cloud/cloud.json") ?? '{"next":{},"objects":{}}');
    for (const [id, change] of Object.entries(step.cloud)) {
      if (change === null) delete cloud.objects[id];
      else cloud.objects[id] = { ...cloud.objects[id], ...change };
    }
    this.write("cloud/cloud.json", JSON.stringify(cloud));
  }

  calls(): { method: string; [key: string]: unknown }[] {
    const lines = (this.read("cloud/calls.jsonl") ?? "").split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line));
  }

  objects(): Record<string, Record<string, unknown>> {
    return JSON.parse(this.read("cloud/cloud.json") ?? '{"objects":{}}').objects;
  }

  remove(): void {
    fs.rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
