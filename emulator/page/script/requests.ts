/** Who asked for what, newest first, each of them as a command line; and how full the rate windows are. */
export const requests = `
const quoted = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'";
/** The request as a command. Its body is not in the log, because there may be passwords in it. */
function curlOf({ method, path }) {
  const body = /^(POST|PUT|PATCH)$/.test(method) ? " -H 'content-type: application/json' -d @body.json" : "";
  return "curl -X " + quoted(method) + " " + quoted(location.origin + path) + ' -H "authorization: Bearer $COMPUTE_API_KEY"' + body;
}
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell("Copied: " + text);
  } catch {
    tell("Your browser does not let this page copy. The text is: " + text);
  }
}

let requestWords = [];
const requestColumns = [{ title: "Time", kind: "number", of: (row) => shortTime(row.at) }, { title: "Method", of: (row) => row.method },
  { title: "Path", kind: "mono long", of: (row) => row.path }, status];
const requestTable = () => table(requestColumns, { keyOf: (row) => row.nth, act: (made) =>
  button("curl", () => void copy(curlOf(made.row)), "Copy this request as a curl command"), redraw: () => drawRequests() });
const requestsShown = requestTable();

function drawRequests() {
  if (!latest) return;
  const fitting = requestsShown.show(latest.requests, requestWords);
  const none = latest.requests.length === 0 ? "None yet." : "Nothing fits the filter.";
  fill("requests", fitting > 0 ? "" : none, () => [fitting > 0 ? requestsShown.node : element("p", { className: "none", textContent: none })]);
}
at("request-filter").oninput = (event) => { requestWords = wordsOf(event.target.value); drawRequests(); };

function windows({ rateWindows, rateResets, settings: { rateLimit }, keys }) {
  const users = Object.entries(rateWindows);
  if (users.length === 0) return [element("p", { className: "none", textContent: rateLimit ? "Nothing asked yet." : "No limits are in force." })];
  return users.flatMap(([user, used]) => Object.entries(used).map(([window, count]) => {
    const own = keys.find(({ key, quota }) => quota && user === "key:" + key)?.quota;
    const quota = own?.[window] ?? rateLimit?.[window];
    const says = count + " of " + (quota ?? "any") + (count > 0 ? ", new in " + duration(rateResets[user][window]) : "");
    return element("div", {}, element("span", { textContent: user + ", " + window }), element("span", { className: "used", textContent: says }),
      bar(quota === undefined ? 0 : count, quota ?? 1, user + ", " + window));
  }));
}
const bar = (value, max, ariaLabel) => element("meter", { min: 0, max, high: max * 0.8, value, ariaLabel });
`;
