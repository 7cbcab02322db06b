// A platform in a directory: `cloud.json` holds what lives there, `calls.jsonl` what it was asked, `faults.json` what
// is to go wrong. All of it is synchronous, so that two calls at once cannot lose each other's writes.
const fs = require("node:fs");
const path = require("node:path");

const home = process.env.CLOUD;
const at = (name) => path.join(home, name);
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function load() {
  try {
    return JSON.parse(fs.readFileSync(at("cloud.json"), "utf8"));
  } catch {
    return { next: {}, objects: {} };
  }
}
const store = (cloud) => fs.writeFileSync(at("cloud.json"), JSON.stringify(cloud));

function record(method, args) {
  const { __provider, ...rest } = { ...args };
  fs.appendFileSync(at("calls.jsonl"), `${JSON.stringify({ method, ...rest })}\n`);
}

/** Faults by `method name`, as `create b`: { message, delayMs, until, init, exit, keep } */
function faultOf(method, name) {
  if (!fs.existsSync(at("faults.json"))) return {};
  return JSON.parse(fs.readFileSync(at("faults.json"), "utf8"))[`${method} ${name}`] ?? {};
}

const plain = ({ __provider, ...rest } = {}) => rest;

/** A line in the engine's own display, as a provider can write one: with what the host has loaded, to its argument. */
function say(message) {
  const load = require("node:module").createRequire(process.argv[1]);
  const { LogRequest, LogSeverity } = load("../../proto/engine_pb");
  const { EngineClient } = load("../../proto/engine_grpc_pb");
  const client = new EngineClient(process.argv[2], load("@grpc/grpc-js").credentials.createInsecure());
  const request = new LogRequest();
  request.setSeverity(LogSeverity.WARNING);
  request.setMessage(message);
  return new Promise((done) => client.log(request, { deadline: Date.now() + 5_000 }, () => done()));
}

async function meet(fault) {
  if (fault.say) await say(fault.say);
  if (fault.mark) fs.writeFileSync(at(fault.mark), "");
  if (fault.delayMs) await new Promise((done) => setTimeout(done, fault.delayMs));
  // Goes on once there is this file.
  while (fault.until && !fs.existsSync(at(fault.until))) await new Promise((turn) => setImmediate(turn));
  if (fault.exit) process.exit(1);
  if (fault.message) throw new Error(fault.message);
}

/** Ids are made of the name, so that they are the same in whatever order things are created. */
function newId(cloud, name) {
  cloud.next[name] = (cloud.next[name] ?? 0) + 1;
  return `${name}-${cloud.next[name]}`;
}

let token = "unconfigured";

const full = {
  async configure({ config }) {
    token = config.get("token") ?? "none";
    fs.appendFileSync(at("calls.jsonl"), `${JSON.stringify({ method: "configure", token })}\n`);
  },
  async check(olds, news) {
    record("check", { olds: plain(olds), news: plain(news) });
    await meet(faultOf("check", news.name));
    const failures = [];
    if (news.reject) failures.push({ property: news.reject === "whole" ? "" : news.reject, reason: "rejected" });
    return { inputs: { size: 1, ...news }, failures };
  },
  async diff(id, olds, news) {
    record("diff", { id, olds: plain(olds), news: plain(news) });
    await meet(faultOf("diff", news.name));
    const keys = new Set([...Object.keys(plain(olds)), ...Object.keys(plain(news))]);
    const changed = [...keys].filter((key) => !["server", "secretName", "drift"].includes(key) && JSON.stringify(olds[key]) !== JSON.stringify(news[key]));
    const replaces = changed.filter((key) => key === "kind" || key === "dep");
    return { changes: changed.length > 0, replaces, deleteBeforeReplace: news.first === true };
  },
  async create(inputs) {
    record("create", { inputs: plain(inputs) });
    const fault = faultOf("create", inputs.name);
    if (fault.delayMs || fault.until || fault.exit || fault.mark) await meet({ ...fault, message: undefined });
    if (fault.message && !fault.init) throw new Error(fault.message);
    const cloud = load();
    const id = newId(cloud, inputs.name);
    const outs = { ...inputs, server: `s-${id}`, secretName: `secret-of-${id}` };
    cloud.objects[id] = plain(outs);
    store(cloud);
    if (fault.init) throw Object.assign(new Error(fault.message), { id, properties: outs, reasons: [fault.message] });
    return { id, outs };
  },
  async read(id, props) {
    record("read", { id, props: plain(props) });
    await meet(faultOf("read", props.name));
    const found = load().objects[id];
    if (!found) return { id: "", props: {} };
    const answer = { id, props: { ...props, ...found } };
    return found.readInputs ? { ...answer, inputs: { ...plain(props), ...found, server: undefined, secretName: undefined } } : answer;
  },
  async update(id, olds, news) {
    record("update", { id, olds: plain(olds), news: plain(news) });
    const fault = faultOf("update", news.name);
    await meet(fault.init ? { ...fault, message: undefined } : fault);
    const cloud = load();
    const outs = { ...news, server: `s-${id}`, secretName: `secret-of-${id}` };
    cloud.objects[id] = plain(outs);
    store(cloud);
    if (fault.init) throw Object.assign(new Error(fault.message), { id, properties: outs, reasons: [fault.message] });
    return { outs };
  },
  async delete(id, props) {
    record("delete", { id, props: plain(props) });
    await meet(faultOf("delete", props.name));
    const cloud = load();
    delete cloud.objects[id];
    store(cloud);
  },
};

const { diff: _, ...noDiff } = full;
const { check: __, ...noCheck } = full;
const { read: ___, ...noRead } = full;
const { update: ____, ...noUpdate } = full;

/** What lives on the platform, by id. */
const cloudObjects = () => load().objects;

module.exports = { record, cloudObjects, full, noDiff, noCheck, noRead, noUpdate, unknown };
