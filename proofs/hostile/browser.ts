import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmulator, type Emulator } from "../../emulator";
import type { Outcome } from "../proof";
import { afterRebinding, fromAnotherOrigin, framing, type Attack } from "./attacks";
import { type Chromium, startBrowser } from "./chromium";

const attacker = "attacker.test";
const empty = "<!doctype html><title>attack</title><body></body>";

/** Pages of other origins, in a real browser, against an emulator that holds something; none may change or read it. */
export async function attackInBrowser(): Promise<Outcome> {
  const browser = await startBrowser(`MAP ${attacker} 127.0.0.1`);
  if (typeof browser === "string") return { counts: { browser }, failures: [] };
  const emulator = await startEmulator({ speed: 0, rateLimit: false, apiKey: "browser-secret-key" });
  const servers = [new Front(emulator), new Front(emulator), new Front(emulator)] as const;
  try {
    const [front, page, rebound] = servers;
    for (const server of servers) await server.listen();
    front.isOpen = rebound.flips = true;
    const round = new Round(emulator, browser);
    await round.seeOwnPage(front);
    for (const from of ["127.0.0.1", "localhost"]) {
      for (const to of ["127.0.0.1", "localhost"]) {
        const target = front.at(to);
        for (const attack of fromAnotherOrigin) await round.attack(attack, page.at(from), target);
        await round.frame(page.at(from), target, front);
      }
    }
    for (const attack of afterRebinding) {
      rebound.isOpen = false;
      // The page itself comes from the attacker, and only then does its name lead to the emulator.
      await round.attack(attack, rebound.at(attacker), rebound.at(attacker));
    }
    await round.markupInFault(front.at("127.0.0.1"));
    const counts = {
      browser: await browser.version(),
      "browser: attacks": round.attacks,
      "browser: requests that reached the emulator": front.passed + rebound.passed,
    };
    return { counts, failures: round.failures };
  } finally {
    await browser.close();
    await Promise.all(servers.map((server) => server.close()));
    await emulator.close();
  }
}

/** Attacks one after the other, each against an emulator that is as it was. */
class Round {
  attacks = 0;
  readonly failures: string[] = [];
  private readonly full: string;

  constructor(
    private readonly emulator: Emulator,
    private readonly browser: Chromium,
  ) {
    emulator.store.secrets.set({
      id: "s1",
      seq: 1,
      createdAtMs: 0,
      value: "browser-secret",
      record: { id: "s1", name: "TOKEN", createdAt: "2026-05-05T08:10:02Z" },
    });
    this.full = this.shape();
  }

  /** Checks that the emulator's own page may do what the attacks must fail at; otherwise they would prove nothing. */
  async seeOwnPage(front: Front): Promise<void> {
    const script = `(async () => {
      while (!document.body.dataset.refreshed) await new Promise((resolve) => setTimeout(resolve, 50));
      const moved = await fetch("clock", { method: "POST", headers: { "content-type": "application/json" }, body: '{"advanceMs":1}' });
      return [document.getElementById("notice").textContent, document.getElementById("resources").textContent, moved.status].join("|");
    })()`;
    const seen = String(await this.browser.visit(`${front.at("127.0.0.1")}/_emulator/`, script));
    if (!/^\|.*TOKEN.*\|200$/s.test(seen))
      this.failures.push(`browser: the emulator's own page does not work: ${seen}`);
    this.restore();
  }

  async attack({ name, script }: Attack, from: string, to: string): Promise<void> {
    const run = `(async () => { const E = ${JSON.stringify(to)}; ${script} })().catch(() => undefined)`;
    // By asking for `/flip` the page tells its server that it is there, and that its name may lead elsewhere now.
    const read = await this.browser.visit(`${from}/`, `fetch("/flip").catch(() => undefined).then(() => ${run})`);
    this.judge(`${name}, from ${from} to ${to}`, read);
  }

  async frame(from: string, to: string, front: Front): Promise<void> {
    const works = async () => {
      front.states = 0;
      await this.browser.visit(`${from}/`, `(async () => { const E = ${JSON.stringify(to)}; ${framing} })()`);
      return front.states > 0;
    };
    // A window that an attack has opened may ask once more as it closes.
    const isFramed = (await works()) && (await works());
    this.judge(`a frame, from ${from} to ${to}`, isFramed ? "the page works in a frame" : undefined);
  }

  /** A fault's body is markup; whoever is led to it runs no script in the emulator's name. */
  async markupInFault(target: string): Promise<void> {
    const body = `<script>fetch("/_emulator/reset", { method: "POST" })</script>`;
    const headers = { "content-type": "text/html" };
    this.emulator.faults.add({ path: "/v2/pods", phase: "before", status: 400, times: "always", body, headers });
    const before = this.shape();
    // A sandboxed page has no timers: what it could do, it does as it loads.
    await this.browser.visit(`${target}/v2/pods`);
    await sleep(500);
    this.attacks += 1;
    if (this.shape() !== before) this.failures.push("browser: markup in the body of a fault runs");
    this.restore();
  }

  private judge(what: string, read: unknown): void {
    this.attacks += 1;
    if (read !== undefined) this.failures.push(`browser: ${what}: ${JSON.stringify(read).slice(0, 100)}`);
    if (this.shape() !== this.full) this.failures.push(`browser: ${what}: changed the emulator`);
    this.restore();
  }

  private shape(): string {
    const { emulator } = this;
    return JSON.stringify([emulator.dump(), emulator.faults.list().map(({ path, phase }) => [path, phase])]);
  }

  private restore(): void {
    const [dump] = JSON.parse(this.full) as [Record<string, unknown>];
    this.emulator.reset();
    this.emulator.load(dump);
  }
}

/** A server that is the attacker's until it is open; then what it gets goes to the emulator, as it came. */
class Front {
  isOpen = false;
  /** It opens as soon as the page that it gave has asked for `/flip`. */
  flips = false;
  passed = 0;
  /** How often the page's own question has come through. */
  states = 0;
  private readonly server: Server;

  constructor(emulator: Emulator) {
    const { port } = new URL(emulator.apiUrl);
    this.server = createServer((incoming, outgoing) => {
      if (!this.isOpen) {
        if (incoming.url === "/flip") this.isOpen = this.flips;
        outgoing.writeHead(200, { "content-type": "text/html" }).end(empty);
        return;
      }
      this.passed += 1;
      if (incoming.url === "/_emulator/state") this.states += 1;
      const { method, url: path, headers } = incoming;
      const passed = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    });
  }

  at(name: string): string {
    return `http://${name}:${(this.server.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
  }

  async close(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
