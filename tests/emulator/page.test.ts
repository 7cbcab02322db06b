import { runInNewContext } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import { gpuPod, usePlatform } from "./support/platform";
import { newQueue } from "./support/serverless";
import { TinyDocument, type TinyElement } from "./support/tiny-document";
import { until } from "../support/until";

const platform = usePlatform({ rateLimit: true });
const page = async () => String((await platform.get("/_emulator/", { key: null })).body);
const scriptOf = (html: string) => /<script>(.*)<\/script>/s.exec(html)?.[1] ?? "";

/** Runs the page's own script against this emulator until it has shown what it read, once. */
async function shown(
  fetchPage = (path: string, init?: RequestInit) => fetch(`${platform.emulator.apiUrl}/_emulator/${path}`, init),
): Promise<TinyDocument> {
  const document = new TinyDocument();
  let hasRefreshed: () => void = () => undefined;
  const refreshed = new Promise<void>((resolve) => (hasRefreshed = resolve));
  // The next refresh is what the timer is for; the test looks in its place.
  runInNewContext(scriptOf(await page()), { document, fetch: fetchPage, setTimeout: () => hasRefreshed() });
  await refreshed;
  return document;
}

describe("the page", () => {
  it("is one HTML document that needs no key and loads nothing from elsewhere", async () => {
    const { status, headers, body } = await platform.get("/_emulator/", { key: null });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    const html = String(body);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).not.toMatch(/https?:\/\/|src=|@import|url\(/);
    for (const id of ["now", "compute", "rate", "spent", "balance", "resources", "windows", "requests"])
      expect(html).toContain(`id="${id}"`);
    expect((await platform.get("/_emulator", { key: null })).headers.location).toBe("/_emulator/");
  });

  it("shows resources with their statuses, and what they cost per hour and so far", async () => {
    const pod = await platform.runningPod({ name: "trainer-a" });
    await platform.create("/v2/network-volumes", { name: "datasets", size: 120, dataCenter: "EU-XX-1" });
    await platform.create("/v2/network-volumes", { name: "notes", size: 10, dataCenter: "EU-XX-1" });
    await newQueue(platform, { name: "img-gen", workers: { min: 1 } });
    await platform.advance(3_600_000);
    const document = await shown();
    const rows = document.getElementById("resources").rows();
    // The list price of the GPU, as `compute cost` prints it; what it cost so far has the container disk in it.
    const cost = ["0.86 USD/h", expect.stringMatching(/^0\.8\d USD$/)];
    expect(rows).toContainEqual(["trainer-a", "RUNNING", "1 x NVIDIA L40S", "EU-XX-1", ...cost, pod.image, pod.id]);
    // A long image loses its beginning, which is the registry of all.
    const cells = (each: TinyElement): TinyElement[] => [each, ...each.children.flatMap(cells)];
    const image = cells(document.getElementById("resources")).find((each) => each.textContent === pod.image);
    expect(image?.className).toContain("end");
    expect(await page()).toContain("td.end { direction: rtl;");
    expect(rows).toContainEqual(
      expect.arrayContaining(["datasets", "120", "EU-XX-1", "STANDARD", "0.01 USD/h", "0.01 USD"]),
    );
    expect(rows).toContainEqual(expect.arrayContaining(["notes", "10", "0.001 USD/h", "0.001 USD"]));
    expect(rows).toContainEqual(expect.arrayContaining(["img-gen", "QUEUE", "1 idle"]));
    expect(document.getElementById("resources").textContent).toContain("No clusters, templates, ");
    const { account } = (await platform.get("/_emulator/state")).body;
    const workerUsd = account.computePerHourUsd - 0.86;
    expect(workerUsd).toBeGreaterThan(0);
    expect(account.ratePerHourUsd).toBeGreaterThan(account.computePerHourUsd);
    expect(document.getElementById("compute").textContent).toBe(`${account.computePerHourUsd.toFixed(2)} USD/h`);
    expect(document.getElementById("rate").textContent).toBe(`${account.ratePerHourUsd.toFixed(2)} USD/h`);
    expect(document.getElementById("spent").textContent).toBe(`${account.spentUsd.toFixed(2)} USD`);
    expect(account.spentUsd).toBeGreaterThan(0.86);
    expect(document.getElementById("notice").textContent).toBe("");
  });

  it("draws what uses what, and what it costs", async () => {
    const { id } = await platform.create("/v2/network-volumes", { name: "datasets", size: 120, dataCenter: "EU-XX-1" });
    const mounts = { network: [{ volumeId: id, path: "/data" }] };
    for (const nth of [1, 2]) await platform.runningPod({ name: `worker-${nth}`, dataCenterIds: ["EU-XX-1"], mounts });
    await platform.runningPod({ name: "alone" });
    const document = await shown();
    const graph = document.getElementById("graph").textContent;
    expect(graph).toContain("datasets (volume)");
    expect(graph).toContain("worker (2)");
    expect(graph).not.toContain("alone");
    const { account } = (await platform.get("/_emulator/state")).body;
    expect(document.getElementById("charts").textContent).toContain(
      `${account.ratePerHourUsd.toFixed(2)} USD/h, at most`,
    );
  });

  it("shows the rate windows and the live request log, newest first", async () => {
    await platform.get("/v2/pods");
    await platform.get("/v2/pods/p0");
    const document = await shown();
    const windows = document.getElementById("windows");
    expect(windows.textContent).toContain("owner, minute2 of 60, new in 1 min");
    expect(windows.children[0]?.children[2]).toMatchObject({ name: "meter", value: 2, max: 60 });
    const requests = document.getElementById("requests").rows();
    const [, first, second] = requests.map(([, ...rest]) => rest);
    expect([first, second]).toEqual([
      ["GET", "/v2/pods/p0", "404", "curl"],
      ["GET", "/v2/pods", "200", "curl"],
    ]);
  });

  it("writes names as text: markup in one stays text, and no value of an environment is there", async () => {
    await platform.create("/v2/pods", gpuPod({ name: "<img src=x onerror=alert(1)>", env: { TOKEN: "hidden-value" } }));
    const document = await shown();
    expect(document.getElementById("resources").textContent).toContain("<img src=x onerror=alert(1)>");
    expect(scriptOf(await page())).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write/);
    expect(JSON.stringify((await platform.get("/_emulator/state")).body)).not.toContain("hidden-value");
  });

  it.each([
    [0, "0 s"],
    [59, "59 s"],
    [125, "2 min 5 s"],
    [10_797, "2 h 59 min"],
    [360_000, "4 d 4 h"],
  ])("says how long %i s of uptime are", async (seconds, text) => {
    const [declaration] = /^function duration.*?^}/ms.exec(scriptOf(await page())) ?? [];
    expect(runInNewContext(`${declaration}; duration(${seconds})`)).toBe(text);
  });

  it("shows every pod of many", async () => {
    await platform.post("/_emulator/settings", { rateLimit: null, creditUsd: 1e6, spendingCapPerHourUsd: 1e6 });
    await platform.post("/_emulator/capacity", { free: 1_000 });
    for (let i = 0; i < 250; i++) await platform.create("/v2/pods", gpuPod({ name: `pod-${i}` }));
    const names = (await shown())
      .getElementById("resources")
      .rows()
      .map(([name]) => name);
    expect(names.filter((name) => name?.startsWith("pod-"))).toHaveLength(250);
  });

  it("does what its buttons say, and tells so", async () => {
    const { id } = await platform.runningPod({ name: "trainer-a" });
    platform.emulator.faults.add({ path: "/v2/pods", phase: "reset", times: "always" });
    const document = await shown();
    const told = document.getElementById("told");
    const click = async (clicked: TinyElement | undefined) => {
      told.textContent = "";
      clicked!.onclick!();
      await until(() => told.textContent !== "");
      return told.textContent;
    };
    const button = (where: string, text: string) => document.getElementById(where).clickable(text);
    const before = platform.emulator.store.now();
    expect(await click(button("clock-moves", "+ 1 hour"))).toBe("The clock was moved by 1 hour.");
    expect(platform.emulator.store.now() - before).toBe(3_600_000);
    expect(await click(document.getElementById("faults-clear"))).toBe("No fault is in force any more.");
    expect(platform.emulator.faults.list()).toEqual([]);
    button("resources", "trainer-a")!.onclick!();
    expect(document.getElementById("details").open).toBe(true);
    expect(document.getElementById("details-title").textContent).toBe("trainer-a");
    expect(await click(button("details-actions", "Stop"))).toBe("stop was asked of trainer-a.");
    expect(platform.emulator.store.pods.get(id)?.status).toBe("EXITED");
  });

  it("says so when the emulator does not answer", async () => {
    const document = await shown(() => Promise.reject(new Error("refused")));
    expect(document.getElementById("notice").textContent).toBe("The emulator does not answer: refused");
  });
});
