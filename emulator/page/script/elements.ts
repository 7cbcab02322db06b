/** Making elements and words. */
export const elements = `
let latest;
const at = (id) => document.getElementById(id);
/** Cents; of less than one, as a small volume costs, two digits more. */
const usd = (value) => {
  const exact = Number((value ?? 0).toFixed(4)) || 0;
  return (exact === 0 || Math.abs(exact) >= 0.01 ? exact.toFixed(2) : exact) + " USD";
};
const usdPerHour = (value) => usd(value) + "/h";
const shortTime = (text) => text.slice(11, 19);
/** A length of time for people: 8 s, 2 min 5 s, 3 h 20 min, 4 d 2 h. */
function duration(seconds) {
  const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const first = Math.max(0, units.findIndex(([size]) => seconds >= size));
  const [[large, unit], next] = seconds < 1 ? [[1, "s"]] : units.slice(first);
  const rest = next ? Math.floor((seconds % large) / next[0]) : 0;
  return Math.floor(seconds / large) + " " + unit + (rest > 0 ? " " + rest + " " + next[1] : "");
}
const tone = (status) =>
  /^(RUNNING|COMPLETED|IDLE|2..)$/.test(status) ? "good" : /^(ERROR|FAILED|UNHEALTHY|TIMED_OUT|[45]..|0)$/.test(status) ? "bad" :
  /^(PROVISIONING|STARTING|INITIALIZING|THROTTLED)$/.test(status) ? "busy" : "";

/** An element with these properties. Text that came from elsewhere only ever becomes textContent. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  if (children.length > 0) made.append(...children);
  return made;
}

const button = (text, onclick, label = text) => element("button", { type: "button", textContent: text, title: label, onclick });

const shown = {};
/** Redraws a part of the page only if its content has changed, so that a selection in it stays. */
function fill(id, facts, make) {
  const text = JSON.stringify(facts);
  if (shown[id] === text) return;
  shown[id] = text;
  at(id).replaceChildren(...make());
}
`;
