/** One resource at a time: what can be done with it, how busy it is, its log, its requests, and all that is known of it. */
export const details = `
let opened;
let podLog = [];

function openDetails(section, row) {
  opened = { section, row };
  podLog = [];
  tell("");
  drawDetails();
  at("details").showModal();
  void refresh();
}
at("details-close").onclick = () => at("details").close();
// The event comes late: by then another resource may have been opened.
at("details").onclose = () => { if (!at("details").open) opened = undefined; };
// A click beside the panel closes it.
at("details").onclick = (event) => { if (event.target === at("details")) at("details").close(); };

async function readPodLog() {
  const isPod = opened?.section.key === "pods" && latest.pods.some((pod) => pod.id === opened.row.id);
  if (isPod) podLog = await read("pod-log?podId=" + encodeURIComponent(opened.row.id));
}

function drawDetails() {
  if (!opened || !latest) return;
  const { section, row: before } = opened;
  const row = latest[section.key].find((each) => each.id === before.id);
  if (row) opened.row = row;
  at("details-title").textContent = before.name ?? before.id;
  at("details-kind").textContent = section.title + " · " + before.id + (row ? "" : " · it no longer exists; this is the last that was seen");
  fill("details-actions", [before.id, row ? row.actions : []], () => actionsOf(section.key, row));
  fill("details-busy", [before.id, row?.runtime], () => row?.runtime ? utilisation(row) : []);
  fill("details-log", [before.id, podLog], () => logLines(section.key));
  const concerned = latest.requests.filter(({ path }) => path.includes(before.id)).slice(0, 100);
  fill("details-requests", concerned, () => {
    if (concerned.length === 0) return [];
    const rows = requestTable();
    rows.show(concerned);
    return [element("h3", { textContent: "Requests that name it" }), rows.node];
  });
  fill("details-record", opened.row, () => [element("pre", { textContent: JSON.stringify(opened.row, undefined, 2) })]);
}

function actionsOf(key, row) {
  if (key !== "pods" || !row) return [];
  const ask = (action) => button(action[0].toUpperCase() + action.slice(1), () => void change("pod-action", { podId: row.id, action }, action + " was asked of " + row.name + "."));
  const takeAway = button("Preempt", () => void change("preempt", { podId: row.id }, row.name + " has lost its machine."), "Take its machine away, as the platform may");
  return [...row.actions.map(ask), ...(row.actions.includes("stop") ? [takeAway] : [])];
}

function utilisation({ id, runtime: { uptime, cpu, memory, gpus } }) {
  const parts = [["CPU", cpu.util], ["Memory", memory.util], ...gpus.flatMap((gpu, nth) => [["GPU " + nth, gpu.util], ["GPU " + nth + " memory", gpu.memoryUtil]])];
  return [element("h3", { textContent: "Up for " + duration(uptime) }), ...parts.map(([what, percent]) => element("div", { className: "busy-bar" },
    element("span", { textContent: what }), bar(percent, 100, what), element("span", { className: "used", textContent: percent + " %" }))),
    busyChart(busyOf.get(id) ?? []), busySlider(id, gpus[0]?.util ?? cpu.util)];
}

/** Sets how busy a pod is, to try out the idle stop. */
function busySlider(podId, percent) {
  const slider = element("input", { type: "range", min: 0, max: 100, value: percent, title: "How busy it is from now on" });
  slider.onchange = () => void change("busy", { podId, percent: Number(slider.value) }, podId + " is " + slider.value + " % busy from now on.");
  return element("label", { className: "busy-bar" }, element("span", { textContent: "Set to" }), slider);
}

/** How busy pods were at each reading of this page, the last two minutes of them. */
const busyOf = new Map();
function noteBusy(pods) {
  for (const { id, runtime } of pods) {
    const percent = runtime ? Math.max(...runtime.gpus.map(({ util }) => util), runtime.gpus.length > 0 ? 0 : runtime.cpu.util) : 0;
    busyOf.set(id, [...(busyOf.get(id) ?? []), percent].slice(-120));
  }
}

function busyChart(percents) {
  return bars(percents, (percent) => percent + " % busy", 100);
}

function logLines(key) {
  if (key !== "pods") return [];
  const lines = podLog.map(({ at, source, line }) => shortTime(at) + " " + source.padEnd(9) + " " + line).reverse().join("\\n");
  return [element("h3", { textContent: "Log, the last " + podLog.length + " lines, newest first" }), element("pre", { className: "log", textContent: lines || "Nothing yet." })];
}
`;
