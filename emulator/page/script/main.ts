/** Reads and shows, once a second. */
export const main = `
/** The control token, where the emulator wants one: the page is opened as /_emulator/#TOKEN, and a fragment is not sent. */
const token = typeof location === "undefined" ? "" : decodeURIComponent(location.hash.slice(1));
const authorized = token ? { authorization: "Bearer " + token } : {};
async function read(path) {
  const answer = await fetch(path, { cache: "no-store", headers: authorized });
  if (answer.status === 401) throw new Error("it wants its control token: open this page as /_emulator/#TOKEN");
  if (!answer.ok) throw new Error(path + " answered " + answer.status);
  return answer.json();
}

async function refresh() {
  try {
    const [state, requests, capacity] = await Promise.all([read("state"), read("requests?last=500"), read("capacity")]);
    latest = { ...state, capacity, requests: numbered(requests).reverse() };
    noteBusy(state.pods);
    noteReading(latest);
    await readPodLog();
    const { account, now, rateWindows, rateResets } = state;
    at("now").textContent = now.replace("T", " ").replace(/\\.\\d+Z$/, " UTC");
    at("compute").textContent = usdPerHour(account.computePerHourUsd);
    at("rate").textContent = usdPerHour(account.ratePerHourUsd);
    at("spent").textContent = usd(account.spentUsd);
    at("balance").textContent = usd(account.balanceUsd);
    drawCharts();
    drawGraph();
    drawResources();
    drawRequests();
    drawDetails();
    drawChoices();
    fill("windows", [rateWindows, rateResets, state.settings.rateLimit], () => windows(state));
    at("notice").textContent = "";
  } catch (error) {
    at("notice").textContent = "The emulator does not answer: " + error.message;
  }
  document.body.dataset.refreshed = String(Number(document.body.dataset.refreshed ?? 0) + 1);
}

/** Each with a key that stays the same while older requests fall out: how often there was the same one before it. */
function numbered(requests) {
  const before = new Map();
  return requests.map((each) => {
    const key = [each.at, each.method, each.path, each.status].join(" ");
    before.set(key, (before.get(key) ?? 0) + 1);
    return { ...each, nth: key + " " + before.get(key) };
  });
}

const again = () => setTimeout(() => void refresh().then(again), 1000);
void refresh().then(again);
`;
