/** An attack by a page. Its script finds the emulator's address in `E`, and returns what it got to read, if anything. */
export interface Attack {
  readonly name: string;
  readonly script: string;
}

const move = JSON.stringify('{"advanceMs":60000}');
const fault = JSON.stringify('{"phase":"reset","times":"always"}');
const key = JSON.stringify('{"key":"stolen"}');
const pause = "await new Promise((resolve) => setTimeout(resolve, 400));";

const blindly = (path: string, init: string) => `await fetch(E + "/_emulator/${path}", { mode: "no-cors", ${init} })`;
const aloud = (path: string, init = "") => `
  const answer = await fetch(E + "/_emulator/${path}", { ${init} });
  return answer.ok ? "read: " + (await answer.text()).slice(0, 80) : undefined;`;
const json = `headers: { "content-type": "application/json" }`;

const form = (path: string, type: string, fields: string) => `
  const form = Object.assign(document.createElement("form"),
    { method: "POST", action: E + "/_emulator/${path}", enctype: "${type}", target: "_blank" });
  for (const [name, value] of ${fields}) form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
  ${pause}`;

const element = (name: string, member: string, path: string) => `
  return await new Promise((resolve) => {
    const made = Object.assign(document.createElement("${name}"), { rel: "stylesheet", ${member}: E + "/${path}" });
    made.onload = () => resolve("loaded ${path} as ${name}");
    made.onerror = () => resolve(undefined);
    document.body.append(made);
  });`;

/** Attacks by a page of another origin, on this machine or anywhere. */
export const fromAnotherOrigin: readonly Attack[] = [
  { name: "reset, without a body", script: blindly("reset", `method: "POST"`) },
  { name: "the clock, as text", script: blindly("clock", `method: "POST", body: ${move}`) },
  { name: "a fault, as text", script: blindly("faults", `method: "POST", body: ${fault}`) },
  { name: "a key, without a type", script: blindly("keys", `method: "POST", body: new Blob([${key}])`) },
  { name: "the clock, as a form", script: blindly("clock", `method: "POST", body: new URLSearchParams(${move})`) },
  { name: "settings, as JSON", script: aloud("settings", `method: "POST", ${json}, body: '{"creditUsd":0}'`) },
  { name: "requests, deleted", script: aloud("requests", `method: "DELETE"`) },
  { name: "a beacon", script: `navigator.sendBeacon(E + "/_emulator/reset"); ${pause}` },
  {
    name: "a beacon with a type",
    script: `navigator.sendBeacon(E + "/_emulator/reset", new Blob(["{}"], { type: "text/plain" })); ${pause}`,
  },
  { name: "a form", script: form("reset", "application/x-www-form-urlencoded", "[]") },
  { name: "a form that is JSON", script: form("faults", "text/plain", `[['{"phase":"reset","path":"', '"}']]`) },
  {
    name: "an empty dump",
    script: form("load", "text/plain", `[['{"version":1,"sequence":0,"ids":0,"now":0,"x":"', '"}']]`),
  },
  { name: "the dump", script: aloud("dump?secrets=true") },
  { name: "the state", script: aloud("state") },
  { name: "the page", script: aloud("") },
  { name: "the requests as a script", script: element("script", "src", "_emulator/requests") },
  { name: "the state as a style", script: element("link", "href", "_emulator/state") },
  { name: "the page as an image", script: element("img", "src", "_emulator/") },
  {
    name: "the page in a window",
    script: `const opened = open(E + "/_emulator/"); ${pause} try { return opened.document.body.innerText; } catch { return undefined; } finally { opened.close(); }`,
  },
];

/** Attacks by a page whose name led to its own server and leads to the emulator now: the same origin for the browser. */
export const afterRebinding: readonly Attack[] = [
  { name: "the dump", script: aloud("dump?secrets=true") },
  { name: "the state", script: aloud("state") },
  { name: "reset", script: aloud("reset", `method: "POST"`) },
  { name: "the clock, as JSON", script: aloud("clock", `method: "POST", ${json}, body: ${move}`) },
];

/** The frame in which the page would ask for its state at once. */
export const framing = `
  const frame = Object.assign(document.createElement("iframe"), { src: E + "/_emulator/" });
  document.body.append(frame);
  await new Promise((resolve) => setTimeout(resolve, 1500));`;
