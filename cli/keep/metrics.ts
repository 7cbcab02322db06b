import { createServer, type Server } from "node:http";
import type { Registry } from "prom-client";
import { visibleInLine } from "../../client/errors/visible";
import { Guard } from "../../emulator/kernel/guard";
import { forEverybody, writeWhole } from "../../disk";
import { CommandFailure } from "../io";
import type { KeepDocument, Mending } from "../documents/keep";
import type { Passes } from "./memory";
import { isOverBudget } from "./pass";

/** The results of the passes over a stack: the last report, and the number of failures. */
interface Seen {
  readonly report?: KeepDocument | undefined;
  readonly mending?: Mending | undefined;
  readonly passes: Passes;
}

/** Publishes the results of passes in Prometheus' text format: in a file, or at a port for scraping. */
export class Metrics {
  private readonly seen = new Map<string, Seen>();
  private kept: readonly string[] = [];
  private server: Server | undefined;

  private constructor(private readonly file: string | undefined) {}

  /** @param where a file, `PORT` or `:PORT` on the loopback address, or `HOST:PORT`. @throws CommandFailure */
  static async open(where: string): Promise<Metrics> {
    const [, host, port] = /^(?:([^/]*):)?(\d+)$/.exec(where) ?? [];
    const metrics = new Metrics(port === undefined ? where : undefined);
    if (port !== undefined) await metrics.serve((host || "127.0.0.1").replace(/^\[|\]$/g, ""), Number(port));
    return metrics;
  }

  /** Forgets stacks that are no longer kept. Failures before any stack was known have no name. */
  keepOnly(stacks: readonly string[]): void {
    this.kept = stacks;
    for (const stack of this.seen.keys()) if (stack !== "" && !stacks.includes(stack)) this.seen.delete(stack);
  }

  /**
   * Notes a pass, and writes the file once it has every stack, so that none leaves it for the first part of a pass.
   *
   * @param title names the stack until a report does.
   * @param report undefined if the pass failed; the last one then stays.
   */
  async note(title: string, report: KeepDocument | undefined, passes: Passes, mending?: Mending): Promise<void> {
    const last = this.seen.get(title);
    this.seen.set(title, report ? { report, mending, passes } : { ...last, passes });
    if (this.file === undefined || !this.kept.every((each) => this.seen.has(each))) return;
    try {
      writeWhole(this.file, await this.text(), forEverybody);
    } catch (error) {
      throw new CommandFailure(`Could not write the metrics: ${(error as Error).message}.`);
    }
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  text = async (): Promise<string> => registryOf(this.seen, await import("prom-client")).metrics();

  private async serve(host: string, port: number): Promise<void> {
    // Web pages can't read it, not even one whose host name points here.
    const guard = new Guard([host]);
    const server = createServer((request, response) => {
      if (guard.check(request))
        return void response.writeHead(403).end("not to this Host: use an address of --metrics\n");
      if (request.url !== "/metrics") return void response.writeHead(404).end("see /metrics\n");
      void this.text().then((text) =>
        response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(text),
      );
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        reject(new CommandFailure(`Can't serve metrics at ${host}:${port} (${error.code ?? error.message}).`)),
      );
      server.listen(port, host, resolve);
    });
  }
}

/** The numbers of each stack; null if unknown. */
const numbers: readonly (readonly [
  name: string,
  help: string,
  of: (all: KeepDocument, done?: Mending) => number | null,
])[] = [
  ["stack_cost_usd_per_hour", "What the stack's pods and clusters cost as they are.", (all) => all.costPerHour],
  ["stack_spent_today_usd", "What the stack came to since midnight UTC.", (all) => all.spentToday],
  ["stack_over_budget", "1 where the stack passes compute:maxDailyCost.", (all) => (isOverBudget(all) ? 1 : 0)],
  ["stack_drift", "Differences between the state and the platform.", (all) => all.drift.length],
  ["pass_stopped_pods", "Pods that the last pass stopped.", (all) => (all.isDryRun ? 0 : all.stopped.length)],
  ["pass_unknown", "What the last pass could not find out.", (all) => all.unknown.length],
  ["pass_mended_resources", "Resources that the last pass put right.", (_, done) => done?.mended.length ?? 0],
  ["pass_mend_refusals", "Reasons why it put nothing right.", (_, done) => done?.refused.length ?? 0],
  ["pass_requests", "Requests of the last pass.", (all) => all.requests],
];

type Prometheus = Pick<typeof import("prom-client"), "Registry" | "Gauge" | "Counter">;

function registryOf(seen: ReadonlyMap<string, Seen>, { Registry, Gauge, Counter }: Prometheus): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, labels: readonly string[]) =>
    new Gauge({ name: `compute_${name}`, help, labelNames: [...labels], registers: [registry] });
  const stack = ["stack"];
  const pod = [...stack, "name", "id"];
  const status = gauge("pod_status", "1 for the status that the pod has.", [...pod, "status"]);
  const busy = gauge("pod_busy_percent", "The GPU that is used most, or the CPU of a pod without one.", pod);
  const cost = gauge("pod_cost_usd_per_hour", "What the pod costs as it is.", pod);
  const spentBy = gauge("resource_spent_today_usd", "What a resource came to since midnight UTC.", [...pod, "kind"]);
  const driftOf = gauge("resource_drift", "Differences of a resource that has any.", [...pod, "kind"]);
  const left = gauge("rate_limit_requests_left", "What the rate limit leaves in a window.", [...stack, "window"]);
  const passed = gauge("pass_timestamp_seconds", "When the last pass looked.", stack);
  const ofStack = numbers.map(([name, help, of]) => [gauge(name, help, stack), of] as const);
  const failures = new Counter({
    name: "compute_pass_failures_total",
    labelNames: stack,
    registers: [registry],
    help: "Passes that could not find out, do or tell all of it; without a stack, those that found none.",
  });
  for (const [title, { report, mending, passes }] of seen) {
    const of = { stack: report?.stack ?? title };
    failures.inc(of, passes.failed);
    if (passes.lookedAt !== undefined) passed.set(of, passes.lookedAt / 1_000);
    if (report === undefined) continue;
    for (const { name, id, ...row } of report.pods) {
      const labels = { ...of, name: visibleInLine(name), id };
      status.set({ ...labels, status: row.status }, 1);
      if (row.busy !== null) busy.set(labels, row.busy);
      cost.set(labels, row.costPerHour);
    }
    for (const { usd, ...one } of report.spent) spentBy.set({ ...of, ...one, name: visibleInLine(one.name) }, usd);
    for (const { kind, name, id } of report.drift) driftOf.inc({ ...of, kind, name: visibleInLine(name), id });
    for (const [window, count] of Object.entries(report.requestsLeft)) left.set({ ...of, window }, count);
    for (const [one, numberOf] of ofStack) {
      const number = numberOf(report, mending);
      if (number !== null) one.set(of, number);
    }
  }
  return registry;
}
