import { isRecord } from "../../values/json";
import { ownMember } from "../../values/own-member";
import { createHash } from "node:crypto";
import { EngineError, unsupported } from "../errors";
import type { PendingOperation, ResourceState } from "./resource-state";
import type { StateCodec } from "./state-codec";
import type { JsonMap } from "../protocol/wire";

/** The CLI requires a version that it can parse, and refuses a magic that is not its hash. */
const version = "v3.260.0-local";
const magic = createHash("sha256").update(version).digest("hex");

/** The feature of a state with tainted entries. This engine refuses the CLI's other features. */
const taint = "taint";

/** The version of a state with its features: version 4 lists them, and is written only if there are any. */
export type StateVersion = { readonly version: 3 } | { readonly version: 4; readonly features: readonly string[] };

/** The version in which the CLI would write these entries, given as objects or as stored. */
export const versionOf = (resources: readonly object[]): StateVersion =>
  resources.some((entry) => "taint" in entry && entry.taint === true)
    ? { version: 4, features: [taint] }
    : { version: 3 };

/** A checkpoint file with encrypted values. */
export interface RawCheckpoint {
  readonly salt: string | undefined;
  readonly resources: readonly JsonMap[];
  readonly operations: readonly JsonMap[];
}

const empty: RawCheckpoint = { salt: undefined, resources: [], operations: [] };

/** Reads a checkpoint, or the deployment of a `stack export`. @throws EngineError for one that this engine can't continue. */
export function parseCheckpoint(text: string, where: string): RawCheckpoint {
  let json: JsonMap;
  try {
    json = JSON.parse(text) as JsonMap;
  } catch (cause) {
    throw new EngineError(
      "project",
      `${where} is not JSON. Put back a copy of it: the state before the last write may be beside it, in a file that ends in .bak`,
      { cause },
    );
  }
  if (typeof json !== "object" || json === null) throw new EngineError("project", `${where} is not a JSON object`);
  if (json["version"] !== 3 && json["version"] !== 4)
    throw unsupported(`state version ${JSON.stringify(json["version"])} (${where}), only 3 and 4`);
  const features: unknown[] = Array.isArray(json["features"]) ? json["features"] : [];
  const strange = features.filter((feature) => feature !== taint);
  if (strange.length > 0) throw unsupported(`the features ${strange.join(", ")} of ${where}`);
  const checkpoint = json["checkpoint"] as JsonMap | undefined;
  const latest = (json["deployment"] ?? checkpoint?.["latest"]) as JsonMap | undefined;
  if (!latest) return empty;
  const provider = latest["secrets_providers"] as { type?: string; state?: { salt?: string } } | undefined;
  if (provider?.type && provider.type !== "passphrase")
    throw unsupported(`the secrets provider ${JSON.stringify(provider.type)} (${where}), only passphrase`);
  return {
    salt: provider?.state?.salt,
    resources: objectsIn(latest, "resources", where),
    operations: objectsIn(latest, "pending_operations", where),
  };
}

function objectsIn(deployment: JsonMap, member: string, where: string): JsonMap[] {
  const list = ownMember(deployment, member) ?? [];
  if (!Array.isArray(list) || !list.every(isRecord))
    throw new EngineError("project", `${where} is damaged: its ${member} are not a list of objects`);
  return list as JsonMap[];
}

export interface DeploymentContent {
  readonly salt: string;
  readonly resources: readonly ResourceState[];
  readonly operations: readonly PendingOperation[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The text of a deployment: the inner part of a checkpoint and of `stack export`. */
export function formatDeployment(content: DeploymentContent, codec: StateCodec): string {
  const head = {
    manifest: { time: new Date(content.at).toISOString(), magic, version },
    secrets_providers: { type: "passphrase", state: { salt: content.salt } },
  };
  const list = (key: string, texts: string[]) => (texts.length > 0 ? `,"${key}":[${texts.join(",")}]` : "");
  const resources = list("resources", content.resources.map(codec.writeEntry));
  const operations = list("pending_operations", content.operations.map(codec.writeOperation));
  return `${JSON.stringify(head).slice(0, -1)}${resources}${operations},"metadata":{}}`;
}

export const formatCheckpoint = (project: string, stack: string, deployment: string, as: StateVersion): string => {
  const name = JSON.stringify(`organization/${project}/${stack}`);
  return `${JSON.stringify(as).slice(0, -1)},"checkpoint":{"stack":${name},"latest":${deployment}}}`;
};
