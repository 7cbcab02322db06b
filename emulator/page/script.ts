/**
 * Runs in the browser: asks this emulator for its state and its request log once a second, and writes what comes back as
 * text, never as markup.
 */
export const script = `
"use strict";
const at = (id) => document.getElementById(id);
const usd = (value) => "$" + (value ?? 0).toFixed(value >= 100 ? 2 : 4);
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
  if (rows.length === 0) return element("p", "none", "none");
  const made = element("table");
  const head = made.createTHead().insertRow();
  for (const column of columns) head.append(element("th", column.title, column.kind));
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const column of columns) {
      const text = String(column.of(row) ?? "");
      const cell = element("td", text, [column.kind, column.title === "Status" ? tone(text) : ""].join(" ").trim());
      line.append(cell);
    }
  }
  return made;
}

const id = { title: "Id", kind: "id", of: (row) => row.id };
const name = { title: "Name", of: (row) => row.name };
const status = { title: "Status", of: (row) => row.status };
const cost = { title: "USD per hour", kind: "number", of: (row) => usd(row.cost ?? row.ratePerHourUsd) };
const hardware = (row) => row.gpu ? row.gpu.count + " x " + (row.gpu.id ?? row.gpu.pools.join(", ")) :
  [row.cpu].flat().filter(Boolean).map((cpu) => cpu.vcpuCount + " vCPU " + cpu.id).join(", ");

const sections = [
  { title: "Pods", key: "pods", columns: [id, name, status, { title: "Hardware", of: hardware },
    { title: "Data center", of: (row) => row.dataCenterId }, { title: "Image", of: (row) => row.image }, cost] },
  { title: "Clusters", key: "clusters", columns: [id, name, { title: "Type", of: (row) => row.type },
    { title: "Status", of: (row) => Object.entries(row.pods.byStatus).map(([each, count]) => count + " " + each).join(", ") }] },
  { title: "Endpoints", key: "endpoints", columns: [id, name, { title: "Type", of: (row) => row.type }, { title: "Hardware", of: hardware },
    { title: "Workers", of: (row) => row.summary.running + " running, " + row.summary.idle + " idle, " + row.summary.total + " in all" },
    { title: "Jobs", of: (row) => row.counters.inQueue + " queued, " + row.counters.completed + " done, " + row.counters.failed + " failed" },
    cost, { title: "USD so far", kind: "number", of: (row) => usd(row.spentUsd) }] },
  { title: "Network volumes", key: "networkVolumes", columns: [id, name, { title: "GB", kind: "number", of: (row) => row.size },
    { title: "Data center", of: (row) => row.dataCenter }, { title: "Tier", of: (row) => row.type }] },
  { title: "Registry credentials", key: "registries", columns: [id, name] },
  { title: "Templates", key: "templates", columns: [id, name, { title: "Image", of: (row) => row.image }] },
  { title: "Faults in force", key: "faults", columns: [id, { title: "Call", of: (row) => (row.method ?? "any") + " " + (row.path ?? "*") },
    { title: "Phase", of: (row) => row.phase }, { title: "Struck", kind: "number", of: (row) => row.struck }] },
];

function showState(state) {
  at("now").textContent = state.now.replace("T", " ").replace(/\\.\\d+Z$/, " UTC");
  at("rate").textContent = usd(state.account.ratePerHourUsd);
  at("spent").textContent = usd(state.account.spentUsd);
  at("balance").textContent = usd(state.account.balanceUsd);
  at("resources").replaceChildren(...sections.flatMap(({ title, key, columns }) => {
    const rows = state[key] ?? [];
    return [element("h3", title + " (" + rows.length + ")"), table(columns, rows.slice(0, 200))];
  }));
  const quotas = state.settings.rateLimit;
  const windows = Object.entries(state.rateWindows).flatMap(([user, used]) =>
    Object.entries(used).map(([window, count]) => ({ user, window, count, quota: quotas ? quotas[window] : "no limit" })));
  at("windows").replaceChildren(table([{ title: "User", of: (row) => row.user }, { title: "Window", of: (row) => row.window },
    { title: "Used", kind: "number", of: (row) => row.count }, { title: "Quota", kind: "number", of: (row) => row.quota }], windows));
}

function showRequests(requests) {
  at("requests").replaceChildren(table([{ title: "Time", of: (row) => row.at }, { title: "Method", of: (row) => row.method },
    { title: "Path", of: (row) => row.path }, status], requests.slice(-200).reverse()));
}

async function read(path) {
  const answer = await fetch(path, { cache: "no-store" });
  if (!answer.ok) throw new Error(path + " answered " + answer.status);
  return answer.json();
}

async function refresh() {
  try {
    const [state, requests] = await Promise.all([read("state"), read("requests")]);
    showState(state);
    showRequests(requests);
    at("notice").textContent = "";
  } catch (error) {
    at("notice").textContent = "The emulator does not answer: " + error.message;
  }
  document.body.dataset.refreshed = String(Number(document.body.dataset.refreshed ?? 0) + 1);
  setTimeout(refresh, 1000);
}
void refresh();
`;
