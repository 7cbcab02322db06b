/** What uses what: volumes, credentials and templates at the left, and at the right what has them. */
export const graph = `
/** The name of a namespace, and no address. */
const svgSpace = ["http:", "", "www.w3.org", "2000", "svg"].join("/");
const tall = 30;
function svg(name, attributes, ...children) {
  const made = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
function node({ name, kind, status, x, y }) {
  const text = svg("text", { x: x + 10, y: y + 17 });
  text.textContent = cut(name, 26);
  const side = svg("text", { x: x + 250, y: y + 17, "text-anchor": "end", class: ("soft " + tone(status ?? "")).trim() });
  side.textContent = kind;
  const title = svg("title", {});
  title.textContent = name + " (" + kind + ")";
  return svg("g", {}, title, svg("rect", { x, y, width: 260, height: 24, rx: 5 }), text, side);
}

/** Uses by the id of the used object; similar pods with one stem are one node. */
function usesOf(state) {
  const used = new Map([...state.networkVolumes.map((one) => [one.id, { ...one, kind: "volume" }]), ...state.registries.map((one) => [one.id, { ...one, kind: "credential" }]),
    ...state.templates.map((one) => [one.id, { ...one, kind: "template" }])]);
  const users = new Map();
  const add = (one, kind, ids, status) => {
    const known = ids.filter((id) => used.has(id));
    if (known.length === 0) return;
    const stem = one.name.replace(/-[0-9a-f]{7}$/, "").replace(/-?\\d+$/, "");
    const key = JSON.stringify([stem, kind, known, status]);
    const user = users.get(key) ?? { name: one.name, kind, status, ids: known, count: 0 };
    users.set(key, { ...user, count: user.count + 1, name: user.count > 0 ? stem + " (" + (user.count + 1) + ")" : user.name });
  };
  const volumesOf = (mounts) => (mounts?.network ?? []).map(({ volumeId }) => volumeId);
  for (const pod of state.pods) if (!pod.cluster) add(pod, pod.status.toLowerCase(), [...volumesOf(pod.mounts), pod.registry, pod.template].map((each) => each?.id ?? each), pod.status);
  for (const cluster of state.clusters) add(cluster, "cluster", [...volumesOf(cluster.mounts), cluster.registry].map((each) => each?.id ?? each));
  for (const one of state.endpoints ?? []) add(one, "endpoint", [...(one.networkVolumes ?? []), one.templateId, one.template, one.registry].map((each) => each?.id ?? each));
  return { used: [...used.values()], users: [...users.values()] };
}

function drawGraph() {
  const { used, users } = usesOf(latest);
  fill("graph", [used.map(({ id, name }) => [id, name]), users], () => {
    if (users.length === 0) return [element("p", { className: "none", textContent: "Nothing here uses a volume, a credential or a template of the account." })];
    const rows = Math.max(used.length, users.length);
    const placed = (nodes, x) => nodes.map((each, nth) => ({ ...each, x, y: Math.round(((nth + 0.5) * rows * tall) / nodes.length - tall / 2) + 3 }));
    const left = placed(used, 0);
    const right = placed(users, 440);
    const lines = right.flatMap((user) => user.ids.map((id) => {
      const from = left.find((each) => each.id === id);
      return svg("path", { d: ["M", 260, from.y + 12, "C", 350, from.y + 12, 350, user.y + 12, 440, user.y + 12].join(" ") });
    }));
    const picture = svg("svg", { viewBox: "0 0 700 " + rows * tall, role: "img", "aria-label": "What uses what" }, ...lines, ...left.map(node), ...right.map(node));
    return [element("div", { className: "scroll", tabIndex: 0 }, picture)];
  });
}
`;

/** Cost and requests over time, as small charts of this page's readings. */
export const charts = `
const readings = 120;
/** One bar a reading, the latest at the right, as tall as its part of the largest. */
function bars(values, wordsOf, most = Math.max(...values, 0)) {
  const made = values.map((value) => element("i", { style: "height: " + (most > 0 ? Math.max(value > 0 ? 2 : 0, (value / most) * 100) : 0) + "%", title: wordsOf(value) }));
  return element("div", { className: "bars" }, ...made);
}

const costs = [];
const asked = [];
let readUntil = "";
function noteReading({ now, account, requests }) {
  // What was asked before this page was opened belongs to no reading of it.
  if (readUntil !== "") asked.push(requests.filter(({ at }) => at > readUntil && at <= now).length);
  readUntil = now;
  costs.push(account.ratePerHourUsd);
  for (const values of [costs, asked]) values.splice(0, values.length - readings);
}

function drawCharts() {
  const chart = (title, value, values, wordsOf) => element("figure", {}, element("figcaption", {}, element("span", { textContent: title }),
    element("span", { className: "used", textContent: value })), bars(values, wordsOf));
  const sum = asked.reduce((total, count) => total + count, 0);
  fill("charts", [costs, asked], () => [
    chart("Cost per hour, with storage", usdPerHour(costs.at(-1)) + ", at most " + usdPerHour(Math.max(...costs)), costs, usdPerHour),
    chart("Requests since this page was opened", sum + (sum === 1 ? " request" : " requests"), asked, (count) => count + (count === 1 ? " request" : " requests")),
  ]);
}
`;
