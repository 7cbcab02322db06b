/** What it costs and what is asked of it over time, as small charts of the readings of this page. */
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
