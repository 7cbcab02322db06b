import { isDeepStrictEqual } from "node:util";
import type { Emulator } from "../../emulator";

/** One thing that somebody does at the page, and what must come of it. */
export interface Deed {
  readonly what: string;
  /** Runs in the page; what it returns is what was seen. */
  readonly script: string;
  readonly isRight: (seen: unknown, emulator: Emulator) => boolean;
  /** Under this name the window is photographed afterwards. */
  readonly shows?: string;
}

const is = (wanted: unknown) => (seen: unknown) => isDeepStrictEqual(seen, wanted);
const podsOf = ({ store }: Emulator) => [...store.pods.values()];

/** The deeds in order, each done on the page that the one before it left. */
export const deeds = (size: number): readonly Deed[] => [
  {
    what: "all pods are shown, and no name is markup",
    script: `await until(() => rows("Pods").length === ${size}); return [rows("Pods").length, document.title, all("#resources img, #resources script").length];`,
    isRight: is([size, "Compute Platform emulator", 0]),
    shows: "resources",
  },
  {
    what: "the hourly price is the list price of what is running",
    script: `return [one("#compute").textContent, one("#rate").textContent, document.body.textContent.includes("page-secret")];`,
    isRight: (seen, emulator) => {
      const list = podsOf(emulator).reduce((sum, { ratePerHourUsd }) => sum + ratePerHourUsd, 0);
      const [compute, rate, isLeaked] = seen as [string, string, boolean];
      const isClose = Math.abs(parseFloat(compute) - list) < 0.01;
      return isClose && parseFloat(rate) > list && !isLeaked;
    },
  },
  {
    what: "both charts fill the width that there is for them, below what they are called",
    script: `return all("#charts figure").map((each) => { const bars = each.querySelector(".bars").getBoundingClientRect();
      return [Math.round(bars.width - each.clientWidth), bars.top >= each.querySelector("figcaption").getBoundingClientRect().bottom]; });`,
    isRight: is([
      [0, true],
      [0, true],
    ]),
  },
  {
    what: "a refused request is shown, and what it leaves of the rate limit",
    script: `await until(() => /\\/v2\\/pods\\/none404/.test(one("#requests tbody").textContent));
      const { scrollWidth, clientWidth } = one("#requests .scroll");
      return [/owner, minute1 of 60, new in \\d+ (s|min)/.test(document.body.textContent), innerWidth < 1200 || scrollWidth <= clientWidth, one("#notice").textContent];`,
    isRight: is([true, true, ""]),
  },
  {
    what: "the filter leaves what has all its words",
    script: `type("#filter", "trainer A40 running"); const found = texts("Pods", 0); const of = part("Pods").firstChild.textContent;
      type("#filter", ""); return [found.length > 0 && found.every((name) => name.startsWith("trainer")), of.includes(" of ${size})"), rows("Pods").length];`,
    isRight: (seen) =>
      size < 10 || (seen as unknown[]).every((each) => each === true || each === size) || is([false, true, size])(seen),
  },
  {
    what: "a heading sorts up and down",
    script: `const heading = () => [...part("Pods").querySelectorAll("th button")].find((each) => each.textContent === "Name");
      heading().click(); const up = texts("Pods", 0); heading().click(); const down = texts("Pods", 0);
      return [up.join() === down.toReversed().join(), up.length, heading().parentElement.getAttribute("aria-sort")];`,
    isRight: is([true, size, "descending"]),
  },
  {
    what: "moving the clock makes it later and dearer",
    script: `const before = one("#spent").textContent; const then = one("#now").textContent; click("#clock-moves button", "+ 1 hour");
      await until(() => one("#now").textContent !== then);
      return [one("#now").textContent > then, parseFloat(one("#spent").textContent) > parseFloat(before), one("#told").textContent];`,
    isRight: is([true, true, "The clock was moved by 1 hour."]),
  },
  {
    what: "hardware is taken away in one data center",
    script: `one("#capacity-type").value = "NVIDIA L40S"; one("#capacity-place").value = "EU-XX-1"; one("#capacity [name=free]").value = "0"; one("#capacity").requestSubmit();
      return [await until(() => rows("Hardware").some((row) => /NVIDIA L40S.*EU-XX-1/.test(row.textContent) && row.cells[3].textContent === "0")), one("#told").textContent];`,
    isRight: (seen, { store }) => {
      const stocks = store.capacity.of("NVIDIA L40S");
      const gone = stocks.filter(({ dataCenter }) => dataCenter === "EU-XX-1");
      const others = stocks.filter(({ dataCenter }) => dataCenter !== "EU-XX-1");
      const areRight =
        gone.every(({ id }) => store.capacity.free(id) === 0) && others.every(({ id }) => store.capacity.free(id) > 0);
      return areRight && is([true, "NVIDIA L40S has 0 free in EU-XX-1."])(seen);
    },
  },
  {
    what: "a fault is added, strikes, and its request is copied as curl",
    script: `one("#fault [name=method]").value = "GET"; one("#fault [name=path]").value = "/v2/pods"; one("#fault [name=status]").value = "503"; one("#fault").requestSubmit();
      await until(() => rows("Faults in force").length === 1);
      const answer = await fetch("/v2/pods?limit=1");
      await until(() => /\\/v2\\/pods503/.test(one("#requests tbody tr").textContent));
      click("#requests tbody tr button"); await until(() => one("#told").textContent.includes("curl"));
      return [answer.status, texts("Faults in force", 4), one("#told").textContent.replace(location.origin, "")];`,
    isRight: (seen) => {
      const [status, struck, told] = seen as [number, string[], string];
      const command = `curl -X 'GET' '/v2/pods' -H "authorization: Bearer $COMPUTE_API_KEY"`;
      return status === 503 && told.endsWith(command) && isDeepStrictEqual(struck, ["1"]);
    },
    shows: "faults",
  },
  {
    what: "faults are cleared",
    script: `click("#faults-clear"); return until(() => rows("Faults in force").length === 0);`,
    isRight: (seen, { faults }) => seen === true && faults.list().length === 0,
  },
  {
    what: "details show how busy a pod is, and its log, and Stop stops it",
    script: `const running = rows("Pods").find((row) => /^server.*RUNNING/.test(row.textContent)); running.click();
      await until(() => /Log, the last [1-9]/.test(one("#details-log").textContent));
      const meters = all("#details-busy meter").length; const log = /step \\d+ done/.test(one("#details-log pre").textContent);
      window.before = { name: one("#details-title").textContent };
      click("#details-actions button", "Stop");
      await until(() => all("#details-actions button").some((each) => each.textContent === "Start"));
      return [one("#details").open, meters >= 2, log, all("#details-actions button").map((each) => each.textContent), window.before.name];`,
    isRight: (seen, emulator) => {
      const [isOpen, isBusy, hasLog, actions, name] = seen as [boolean, boolean, boolean, string[], string];
      const isStopped = podsOf(emulator).some((pod) => pod.name === name && pod.status === "EXITED");
      return isOpen && isBusy && hasLog && isStopped && isDeepStrictEqual(actions, ["Start", "Terminate"]);
    },
  },
  {
    what: "right after closing one pod, the details of another open, with its log",
    script: `click("#details-close"); rows("Pods").find((row) => /^trainer.*RUNNING/.test(row.textContent)).click();
      await until(() => /Log, the last [1-9]/.test(one("#details-log").textContent));
      return [one("#details").open, /step \\d+ done/.test(one("#details-log pre").textContent)];`,
    isRight: is([true, true]),
    shows: "details",
  },
  {
    what: "Preempt takes the machine away",
    script: `click("#details-actions button", "Preempt"); await until(() => /"status": "EXITED"/.test(one("#details-record").textContent));
      const told = one("#details-told").textContent; click("#details-close"); return [told, one("#details").open];`,
    isRight: (seen, emulator) => {
      const [told, isOpen] = seen as [string, boolean];
      const name = told.replace(" has lost its machine.", "");
      return !isOpen && podsOf(emulator).some((pod) => pod.name === name && pod.status === "EXITED");
    },
  },
];
