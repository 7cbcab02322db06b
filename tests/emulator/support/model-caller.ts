import assert from "node:assert/strict";
import type { Model } from "./model";
import { nothing } from "./model-steps";
import type { Platform } from "./platform";

/** Where each kind is listed, and under which member. */
const lists = {
  pods: ["/v2/pods", "pods"],
  volumes: ["/v2/network-volumes", "networkVolumes"],
  registries: ["/v2/registries", "registries"],
  clusters: ["/v2/clusters", "clusters"],
  templates: ["/v2/templates", "templates"],
  secrets: ["/v2/account/secrets", "secrets"],
  delegations: ["/v2/registries/delegations", "delegations"],
  endpoints: ["/v2/serverless", "endpoints"],
} as const;

export type Kind = keyof typeof lists | "jobs";

/** Sends requests under faults, lets the model answer them too, and remembers every id that was given out. */
export class Caller {
  /** Dead ones included. */
  readonly seen: Record<Kind, string[]> = {
    pods: [],
    volumes: [],
    registries: [],
    clusters: [],
    templates: [],
    secrets: [],
    delegations: [],
    endpoints: [],
    jobs: [],
  };

  constructor(
    readonly platform: Platform,
    readonly model: Model,
    public fault = "none",
  ) {}

  /**
   * Sends a request under the step's fault. `expected` is the model's answer, and its effect; it is not asked when nothing
   * was carried out. `created` is told the id of what was made, found by looking when the answer was lost.
   */
  async call(
    method: string,
    path: string,
    body: unknown,
    expected: () => number,
    kind?: Kind,
    created: (id: string) => unknown = () => undefined,
  ): Promise<void> {
    const { fault, platform } = this;
    if (fault !== "none") platform.emulator.faults.add(faults[fault] ?? { phase: "reset" });
    const reply = await platform.call(method, path, body).catch(() => undefined);
    platform.emulator.faults.clear();
    if (fault === "before") return assert.equal(reply?.status, 503);
    if (fault === "reset") return assert.equal(reply, undefined);
    const status = expected();
    if (fault === "replaced") assert.equal(reply?.status, 502);
    else if (fault === "after" || fault === "mid-body") assert.equal(reply, undefined);
    else assert.equal(reply?.status, status, `${method} ${path}: ${JSON.stringify(reply?.body)}`);
    if (kind === undefined || (status !== 201 && kind !== "jobs") || status >= 400) return;
    const id = reply?.body?.id ?? (await this.newest(kind));
    this.seen[kind].push(id);
    created(id);
  }

  /** After a lost answer: the only one of its kind that nobody was told of. */
  private async newest(kind: Kind): Promise<string> {
    const listed = kind === "jobs" ? await this.jobs() : await this.listed(kind);
    const unknown = listed.filter(({ id }) => !this.seen[kind].includes(id));
    assert.equal(unknown.length, 1);
    return unknown[0]?.id ?? "";
  }

  async listed(kind: keyof typeof lists): Promise<any[]> {
    const [path, member] = lists[kind];
    return (await this.platform.get(path)).body[member];
  }

  /** No operation lists jobs; the emulator's own state does. */
  private async jobs(): Promise<{ id: string }[]> {
    const { endpoints } = (await this.platform.get("/_emulator/state")).body;
    return endpoints.flatMap(({ jobs }: any) => jobs);
  }

  /** One of those made so far, the newest first; or an id of none. */
  pick(kind: Kind, index: number): string;
  pick(kind: Kind, index: number | undefined): string | undefined;
  pick(kind: Kind, index: number | undefined): string | undefined {
    if (index === undefined) return undefined;
    const ids = this.seen[kind];
    return index === nothing ? "none" : (ids.at(-1 - (index % ids.length)) ?? "none");
  }
}

const faults: Readonly<Record<string, { phase: "before" | "after" | "mid-body" | "reset"; status?: number }>> = {
  before: { phase: "before" },
  after: { phase: "after" },
  reset: { phase: "reset" },
  "mid-body": { phase: "mid-body" },
  replaced: { phase: "after", status: 502 },
};
