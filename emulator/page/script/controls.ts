/** Changing the emulated platform: its clock, its hardware, its faults. */
export const controls = `
function tell(text) {
  at("told").textContent = text;
  at("details-told").textContent = text;
}

/** Asks the emulator for a change, reports the outcome, and shows the new state. */
async function change(path, body, done, method = "POST") {
  try {
    const headers = { ...authorized, ...(body && { "content-type": "application/json" }) };
    const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    tell(answer.ok ? done : "The emulator refused: " + reasonIn(text));
  } catch (error) {
    tell("The emulator does not answer: " + error.message);
  }
  await refresh();
}
function reasonIn(text) {
  try {
    const { detail, errors, title, error } = JSON.parse(text);
    return [detail ?? title ?? error, ...(errors ?? [])].map((part) => typeof part === "string" ? part : JSON.stringify(part)).join("; ");
  } catch {
    return text;
  }
}

const hourMs = 3600000;
const moves = [["1 minute", hourMs / 60], ["10 minutes", hourMs / 6], ["1 hour", hourMs], ["1 day", 24 * hourMs], ["30 days", 720 * hourMs]];
at("clock-moves").replaceChildren(...moves.map(([words, advanceMs]) => button("+ " + words, () => void change("clock", { advanceMs }, "The clock was moved by " + words + "."))));

const given = (form) => Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
at("fault").onsubmit = (event) => {
  event.preventDefault();
  const { status, times = "1", ...spec } = given(event.target);
  const answers = /^(before|after)$/.test(spec.phase) && status ? { status: Number(status) } : {};
  const delay = spec.phase === "slow" ? { delayMs: 30000 } : {};
  void change("faults", { ...spec, ...answers, ...delay, times: times === "always" ? times : Number(times) }, "The fault is in force.");
};
at("faults-clear").onclick = () => void change("faults", undefined, "No fault is in force any more.", "DELETE");
at("capacity").onsubmit = (event) => {
  event.preventDefault();
  const { free, ...stock } = given(event.target);
  void change("capacity", { ...stock, free: Number(free) }, (stock.type ?? "Each type") + " has " + free + " free in " + (stock.dataCenter ?? "each data center") + ".");
};

/** The choices are the emulator's own objects. */
function drawChoices() {
  const distinct = (of) => [...new Set(latest.capacity.map(of))].sort();
  const options = (all, values) => [element("option", { value: "", textContent: all }), ...values.map((value) => element("option", { value, textContent: value }))];
  const types = distinct(({ type }) => type);
  const places = distinct(({ dataCenter }) => dataCenter);
  fill("capacity-type", types, () => options("Every type", types));
  fill("capacity-place", places, () => options("Every data center", places));
}
`;
