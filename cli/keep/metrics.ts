import { createServer, type Server } from "node:http";
import type { Registry } from "prom-client";
import { forEverybody, writeWhole } from "../../files";
import { CommandFailure } from "../io";
import type { StackReport } from "../documents/keep";
import { isOverBudget } from "./pass";

/** Where passes put what they saw, in Prometheus' text format: a file, or a port that is scraped. */
export class Metrics {
  private reports = new Map<string, StackReport>();
  private server: Server | undefined;

  private constructor(private readonly file: string | undefined) {}

  /**
   * @param where a file's path, `PORT` on the loopback address, or `HOST:PORT`.
   * @throws CommandFailure where the port can't be had.
   */
  static async open(where: string): Promise<Metrics> {
    const [, host = "127.0.0.1", port] = /^(?:([^/]*):)?(\d+)$/.exec(where) ?? [];
    const metrics = new Metrics(port === undefined ? where : undefined);
    if (port !== undefined) await metrics.serve(host, Number(port));
    return metrics;
  }

  /** @param isDryRun the pass stopped nothing, whatever it says. */
  async note(said: StackReport, isDryRun: boolean): Promise<void> {
    const report = isDryRun ? { ...said, stopped: [] } : said;
    this.reports.set(report.stack, report);
    if (this.file !== undefined) writeWhole(this.file, await this.text(), forEverybody);
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  async text(): Promise<string> {
    const { Registry, Gauge } = await import("prom-client");
    return registryOf([...this.reports.values()], Registry, Gauge).metrics();
  }

  private async serve(host: string, port: number): Promise<void> {
    const server = createServer((request, response) => {
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

type Prometheus = typeof import("prom-client");

function registryOf(
  reports: readonly StackReport[],
  Registry: Prometheus["Registry"],
  Gauge: Prometheus["Gauge"],
): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, labels: readonly string[]) =>
    new Gauge({ name: `compute_${name}`, help, labelNames: [...labels], registers: [registry] });
  const pod = ["stack", "name", "id"];
  const resource = ["stack", "kind", "name", "id"];
  const stack = ["stack"];
  const status = gauge("pod_status", "1 for the status that the pod has.", [...pod, "status"]);
  const busy = gauge("pod_busy_percent", "The GPU that is used most, or the CPU of a pod without one.", pod);
  const cost = gauge("pod_cost_usd_per_hour", "What the pod costs as it is.", pod);
  const hourly = gauge("stack_cost_usd_per_hour", "What the stack's pods and clusters cost as they are.", stack);
  const spent = gauge("stack_spent_today_usd", "What the stack came to since midnight UTC.", stack);
  const over = gauge("stack_over_budget", "1 where the stack passes compute:maxDailyCost.", stack);
  const drift = gauge("stack_drift", "Differences between the state and the platform.", stack);
  const spentBy = gauge("resource_spent_today_usd", "What a resource came to since midnight UTC.", resource);
  const driftOf = gauge("resource_drift", "Differences of a resource that has any.", resource);
  const stopped = gauge("pass_stopped_pods", "Pods that the last pass stopped.", stack);
  const left = gauge("rate_limit_requests_left", "What the rate limit leaves in a window.", [...stack, "window"]);
  const requests = gauge("pass_requests", "Requests of the last pass.", stack);
  const passed = gauge("pass_timestamp_seconds", "When the last pass looked.", stack);
  for (const report of reports) {
    const of = { stack: report.stack };
    for (const { name, id, ...row } of report.pods) {
      status.set({ ...of, name, id, status: row.status }, 1);
      if (row.busy !== null) busy.set({ ...of, name, id }, row.busy);
      cost.set({ ...of, name, id }, row.costPerHour);
    }
    hourly.set(of, report.costPerHour);
    if (report.spentToday !== null) spent.set(of, report.spentToday);
    for (const { usd, ...one } of report.spent) spentBy.set({ ...of, ...one }, usd);
    for (const { kind, name, id } of report.drift) driftOf.inc({ ...of, kind, name, id });
    over.set(of, isOverBudget(report) ? 1 : 0);
    drift.set(of, report.drift.length);
    stopped.set(of, report.stopped.length);
    for (const [window, count] of Object.entries(report.requestsLeft)) left.set({ ...of, window }, count);
    requests.set(of, report.requests);
    passed.set(of, Date.parse(report.at) / 1_000);
  }
  return registry;
}
