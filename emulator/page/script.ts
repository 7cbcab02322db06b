/**
 * Runs in the browser: asks this emulator for its state and its request log once a second, and writes what comes back as
 * text, never as markup. A part that did not change is left alone, so that what is selected in it stays selected.
 */
export const script = `
"use strict";
const at = (id) => document.getElementById(id);
const usd = (value) => "$" + (value ?? 0).toFixed(Math.abs(value ?? 0) >= 10 ? 2 : 4);
const tone = (status) =>
  /^(RUNNING|COMPLETED|IDLE|2..)$/.test(status) ? "good" : /^(ERROR|FAILED|UNHEALTHY|TIMED_OUT|[45]..|0)$/.test(status) ? "bad" :
  /^(PROVISIONING|STARTING|INITIALIZING|THROTTLED)$/.test(status) ? "busy" : "";

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function table(columns, rows) {
  const made = element("table");
  const head = made.createTHead().insertRow();
  for (const column of columns) head.append(element("th", column.title, column.kind));
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const column of columns) {
      const text = String(column.of(row) ?? "");
      const kinds = [column.kind, column.kind === "status" ? tone(column.toneOf ? column.toneOf(row) : text) : ""];
      line.append(element("td", text, kinds.filter(Boolean).join(" ")));
    }
  }
  const scroll = element("div", undefined, "scroll");
  scroll.append(made);
  return scroll;
}

const shown = {};
/** Fills a part of the page anew when what it shows has changed. */
function fill(id, facts, make) {
  const text = JSON.stringify(facts);
  if (shown[id] === text) return;
  shown[id] = text;
  at(id).replaceChildren(...make());
}

const id = { title: "Id", kind: "id", of: (row) => row.id };
const name = { title: "Name", kind: "name", of: (row) => row.name };
const status = { title: "Status", kind: "status", of: (row) => row.status };
const image = { title: "Image", kind: "long", of: (row) => row.image };
const dataCenter = { title: "Data center", of: (row) => row.dataCenterId ?? row.dataCenter };
const money = [
  { title: "USD per hour", kind: "number", of: (row) => usd(row.ratePerHourUsd) },
  { title: "so far", kind: "number", of: (row) => usd(row.spentUsd) },
];
const hardware = { title: "Hardware", of: (row) => row.gpu ? row.gpu.count + " x " + (row.gpu.id ?? row.gpu.pools.join(", ")) :
  [row.cpu].flat().filter(Boolean).map((cpu) => cpu.vcpuCount + " vCPU " + cpu.id).join(", ") };
const counts = (named) => Object.entries(named).filter(([, count]) => count > 0).map(([each, count]) => count + " " + each).join(", ");
const clusterTone = ({ pods }) => pods.byStatus.ERROR ? "ERROR" : pods.byStatus.RUNNING === pods.total ? "RUNNING" : "STARTING";

const sections = [
  { title: "Pods", key: "pods", columns: [id, name, status, hardware, dataCenter, image, ...money] },
  { title: "Clusters", key: "clusters", columns: [id, name, { title: "Status", kind: "status", of: (row) => counts(row.pods.byStatus), toneOf: clusterTone },
    { title: "Type", of: (row) => row.type }, { title: "Hardware", of: ({ compute }) => compute.podCount + " x " + compute.gpuCountPerPod + " x " + compute.gpuTypeId },
    dataCenter, ...money] },
  { title: "Endpoints", key: "endpoints", columns: [id, name, { title: "Type", of: (row) => row.type }, hardware,
    { title: "Workers", of: ({ summary: { total, ...each } }) => counts(each) || "none" },
    { title: "Jobs", of: (row) => row.counters.inQueue + " queued, " + row.counters.completed + " done, " + row.counters.failed + " failed" }, ...money] },
  { title: "Network volumes", key: "networkVolumes", columns: [id, name, { title: "GB", kind: "number", of: (row) => row.size }, dataCenter,
    { title: "Tier", of: (row) => row.type }, ...money] },
  { title: "Templates", key: "templates", columns: [id, name, image] },
  { title: "Registry credentials", key: "registries", columns: [id, name] },
  { title: "Secrets", key: "secrets", columns: [id, name] },
  { title: "Delegations", key: "delegations", columns: [id, name, { title: "Repository", of: (row) => row.repository }] },
  { title: "Faults in force", key: "faults", columns: [id, { title: "Call", kind: "mono", of: (row) => (row.method ?? "any") + " " + (row.path ?? "*") },
    { title: "Phase", of: (row) => row.phase }, { title: "Struck", kind: "number", of: (row) => row.struck }] },
];
const mostRows = 200;

function resources(state) {
  const there = sections.filter(({ key }) => (state[key] ?? []).length > 0);
  const missing = sections.filter((each) => !there.includes(each)).map(({ title }) => title.toLowerCase());
  const parts = there.flatMap(({ title, key, columns }) => {
    const rows = state[key];
    const more = rows.length > mostRows ? [element("p", "and " + (rows.length - mostRows) + " more", "note")] : [];
    return [element("h3", title + " (" + rows.length + ")"), table(columns, rows.slice(0, mostRows)), ...more];
  });
  return missing.length === 0 ? parts : [...parts, element("p", "No " + missing.join(", ") + ".", "none")];
}

function windows({ rateWindows, rateResets, settings: { rateLimit }, keys }) {
  const users = Object.entries(rateWindows);
  if (users.length === 0) return [element("p", rateLimit ? "Nothing asked yet." : "No limits are in force.", "none")];
  return users.flatMap(([user, used]) => Object.entries(used).map(([window, count]) => {
    const own = keys.find(({ key, quota }) => quota && user === "key:" + key)?.quota;
    const quota = own?.[window] ?? rateLimit?.[window];
    const line = element("div");
    line.append(element("span", user + ", " + window));
    line.append(element("span", count + " of " + (quota ?? "any") + (count > 0 ? ", new in " + rateResets[user][window] + " s" : ""), "used"));
    const bar = element("meter");
    Object.assign(bar, { min: 0, max: quota ?? 1, high: (quota ?? 1) * 0.8, value: quota === undefined ? 0 : count });
    line.append(bar);
    return line;
  }));
}

const requestColumns = [{ title: "Time", kind: "number", of: (row) => row.at.slice(11, 19) }, { title: "Method", of: (row) => row.method },
  { title: "Path", kind: "mono long", of: (row) => row.path }, status];

/** The control token, where the emulator wants one: the page is opened as /_emulator/#TOKEN, and a fragment is not sent. */
const token = typeof location === "undefined" ? "" : decodeURIComponent(location.hash.slice(1));
async function read(path) {
  const answer = await fetch(path, { cache: "no-store", headers: token ? { authorization: "Bearer " + token } : {} });
  if (answer.status === 401) throw new Error("it wants its control token: open this page as /_emulator/#TOKEN");
  if (!answer.ok) throw new Error(path + " answered " + answer.status);
  return answer.json();
}

async function refresh() {
  try {
    const [state, requests] = await Promise.all([read("state"), read("requests")]);
    const { account, now, rateWindows, rateResets } = state;
    at("now").textContent = now.replace("T", " ").replace(/\\.\\d+Z$/, " UTC");
    at("rate").textContent = usd(account.ratePerHourUsd);
    at("spent").textContent = usd(account.spentUsd);
    at("balance").textContent = usd(account.balanceUsd);
    fill("resources", sections.map(({ key }) => state[key]), () => resources(state));
    fill("windows", [rateWindows, rateResets, state.settings.rateLimit], () => windows(state));
    const newest = requests.slice(-mostRows).reverse();
    fill("requests", newest, () => [newest.length === 0 ? element("p", "None yet.", "none") : table(requestColumns, newest)]);
    at("notice").textContent = "";
  } catch (error) {
    at("notice").textContent = "The emulator does not answer: " + error.message;
  }
  document.body.dataset.refreshed = String(Number(document.body.dataset.refreshed ?? 0) + 1);
  setTimeout(refresh, 1000);
}
void refresh();
`;
