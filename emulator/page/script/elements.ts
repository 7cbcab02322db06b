/** Making elements and words. */
export const elements = `
let latest;
const at = (id) => document.getElementById(id);
const usd = (value) => "$" + (value ?? 0).toFixed(Math.abs(value ?? 0) >= 10 ? 2 : 4);
const shortTime = (text) => text.slice(11, 19);
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
/** Fills a part of the page anew when what it shows has changed, so that what is selected in it stays selected. */
function fill(id, facts, make) {
  const text = JSON.stringify(facts);
  if (shown[id] === text) return;
  shown[id] = text;
  at(id).replaceChildren(...make());
}
`;
