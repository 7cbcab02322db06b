import * as fs from "node:fs";
import { parseCheckpoint } from "../../../engine/state/checkpoint";
import type { ResourceState } from "../../../engine/state/resource-state";
import { type Crypter, openCrypter } from "../../../engine/state/secrets";
import { createStateCodec } from "../../../engine/state/state-codec";
import type { Value } from "../../../engine/protocol/values";
import { plainEntry } from "./plain-state";
import type { Observation, Scenario } from "./scenario";
import type { Workspace } from "./workspace";

/** Entries by URN and id with their times, to tell what a step touched. */
export type Times = Map<string, { created?: string | undefined; modified?: string | undefined }>;

const keys = new Map<string, Promise<Crypter>>();
const crypterFor = (salt: string, passphrase: string): Promise<Crypter> => {
  const known = keys.get(salt) ?? openCrypter(passphrase, salt, (count) => Buffer.alloc(count));
  keys.set(salt, known);
  return known;
};

/** The state in terms that do not change from run to run: as a set, decrypted, without times, versions and positions. */
export async function readState(workspace: Workspace, before: Times) {
  const none = { kept: { state: [], pending: [] }, times: before };
  if (!fs.existsSync(workspace.stateFile)) return none;
  const text = fs.readFileSync(workspace.stateFile, "utf8");
  const raw = parseCheckpoint(text, workspace.stateFile);
  if (raw.salt === undefined) return none;
  const codec = createStateCodec(await crypterFor(raw.salt, workspace.passphrase));
  const entries = raw.resources.map(codec.readEntry);
  const times: Times = new Map(entries.map((entry) => [timeKey(entry), entry]));
  const state = entries.map((entry) => ({
    ...plainEntry(entry, code),
    times: touched(entry, before.get(timeKey(entry))),
  }));
  const pending = raw.operations
    .map(codec.readOperation)
    .map(({ type, resource }) => ({ type, ...plainEntry(resource, code) }));
  return { kept: { state: sorted(state), pending: sorted(pending), ...formIn(text) }, times };
}

function formIn(text: string): Pick<Observation, "form"> {
  const { version, features = [] } = JSON.parse(text);
  return version === 3 && features.length === 0 ? {} : { form: [version, ...features].join(" ") };
}

const timeKey = ({ urn, id }: ResourceState) => `${urn} ${id ?? ""}`;

function touched(
  now: ResourceState,
  before: { created?: string | undefined; modified?: string | undefined } | undefined,
) {
  if (!before) return now.created === now.modified ? "new" : "new, then modified";
  const kept = (a?: string, b?: string) => (a === b ? "kept" : "changed");
  return `created ${kept(now.created, before.created)}, modified ${kept(now.modified, before.modified)}`;
}

const code = (text: Value | undefined): string => {
  const [, comment = "", variant = ""] =
    /^(?:\/\* (.*?) \*\/)?.*\.(\w+)$/.exec(typeof text === "string" ? text : "") ?? [];
  return `${variant} ${comment}`.trim();
};

/** With members in order and long names cut short. */
function canonical(value: unknown): unknown {
  if (typeof value === "string")
    return value
      .replaceAll("urn:pulumi:dev::proj::", "urn:")
      .replaceAll("pulumi-nodejs:dynamic/test:Thing", "Thing")
      .replace(/(?<=::default::)[0-9a-f-]{36}$/, "<provider id>");
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const pairs = Object.entries(value).map(([key, member]) => [canonical(key) as string, canonical(member)] as const);
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const sorted = <Item>(items: Item[]): Item[] =>
  items
    .map((item) => [JSON.stringify(canonical(item)), canonical(item) as Item] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item);

const nameOf = (call: Record<string, any>): string =>
  (call.inputs ?? call.news ?? call.props ?? call.olds)?.name ?? "?";

export function readCalls(workspace: Workspace, scenario: Scenario): Pick<Observation, "calls" | "order"> {
  const calls = workspace.calls();
  const order = calls.filter(({ method }) => ["create", "update", "delete"].includes(method));
  // `configure` is called once a provider text; when it is called is not fixed.
  return {
    calls: sorted(calls),
    ...(scenario.ordered === false ? {} : { order: order.map((call) => `${call.method} ${nameOf(call)}`) }),
  };
}

/** The part of an error that both engines tell, as the CLI words it. The CLI also prints the value that a check refused. */
export const firstLine = (message: string): string =>
  (
    message
      .replace(/^Running program [^\n]*:\n/, "")
      .trim()
      .split("\n")[0] ?? ""
  )
    .replace(/^\w+\.js:[\d:]* /, "")
    .replace(/ value \{.*\} has/, " has")
    .replace(
      /^The program ended with exit code (\d+) before .*/,
      "an unhandled error occurred: Program exited with non-zero exit code: $1",
    )
    .replace(/'\S*\/(\w+\.js)'/, "'$1'");

export const detailedLine = (urn: string, path: string, kind: string): string =>
  `${urn.split("::").pop()} ${path} ${kind}`;
