import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { kinds } from "../../provider/kinds";
import type { KindName } from "../../provider/kinds/names";
import { isSentOnUpdate } from "../../provider/table/requests";
import { type Effect, effectsOf, type Resource } from "../../provider/table/resource";

/*
 * What a change does is said once, in the table of each kind. Prose that says it again is found by its words, and each
 * sentence names here what of the table it restates: a change of the table fails at the sentences that it makes untrue.
 */
const words =
  /\bin place\b(?! of)|\bcan(?:no|')t(?: be)? (?:change|rename|update)|\bnever changes?\b|\bonly [^.|"]* can change|\bchange only\b|\breplaces the |\bneeds a new |[Aa]ny change |for ever"/;

/** Where prose is written by hand. */
const places = [
  ...["api", "sdk", "examples", "templates", "policies", "docs/guides", "README.md"],
  ...["provider/kinds/*/fields.ts", "scripts/docs/page-parts*.ts"],
];
const generated = /^sdk\/(classes|args)\//;
/** Of the tables and of the pages' parts, what is said of the whole kind: the rest stands beside the fact that it speaks of. */
const saidOfKind = /^(provider|scripts)\//;
const ofKind = /^ {2}doc: |whyReplaced: "/;
/** What a run printed, and the table that is made. */
const printed = /^ {9}|^\|.*(?:docs\/resources|depends on the change)/;

type Restated = readonly string[];

const table = (kind: KindName): Resource => kinds[kind].resource;

/** A change of these arguments can have this effect. Returns those of which that is not true. */
const does = (kind: KindName, effect: Effect, ...names: string[]): Restated =>
  names
    .filter((name) => !table(kind).inputs[name] || !effectsOf(table(kind).inputs[name]!).includes(effect))
    .map((name) => `a change of ${kind}.${name} does not ${effect}`);

/** An update takes these, and nothing else. */
function updatesOnly(kind: KindName, ...names: string[]): Restated {
  const { inputs } = table(kind);
  const taken = Object.keys(inputs).filter((name) => isSentOnUpdate(inputs[name]!));
  const isSame = taken.length === names.length && names.every((name) => taken.includes(name));
  return isSame ? [] : [`an update of a ${kind} takes ${taken.join(", ") || "nothing"}`];
}

/** By a part of the line that no other line has. Without an entry: the line speaks of something else. */
const sentences: Readonly<Record<string, readonly Restated[]>> = {
  "A different image, command or environment updates the pod in place. A different GPU replaces the pod": [
    does("Pod", "update", "image", "args", "cmd", "entrypoint", "env"),
    does("Pod", "replace", "gpu"),
  ],
  "The platform cannot change a credential, and refuses": [updatesOnly("RegistryCredential")],
  "credential, points both pods at it in place": [does("Pod", "update", "registry")],
  "the environment is updated in place and the container restarts. Change `cpu.id`": [
    does("Pod", "update", "env"),
    does("Pod", "replace", "cpu"),
  ],
  "Home directory in GB, 10 to 4096. Default 100. Grows in place.": [does("NetworkVolume", "update", "size")],
  "Only the name of a cluster can change in place: a different size or image replaces": [
    updatesOnly("Cluster", "name"),
    does("Cluster", "replace", "compute", "image"),
  ],
  "Rotating the password replaces the credential": [does("RegistryCredential", "replace", "password")],
  "Outlives the pods that mount it. Grows in place": [does("NetworkVolume", "update", "size")],
  "| `registryPassword` | none | replaces the credential": [does("RegistryCredential", "replace", "password")],
  "| `registryUsername` | `puller` | replaces the credential": [does("RegistryCredential", "replace", "username")],
  "| `gpuType` | `NVIDIA L40S` | replaces the pod and the cluster": [
    does("Pod", "replace", "gpu"),
    does("Cluster", "replace", "compute"),
  ],
  "| `gpuCount` | 1 | replaces the pod": [does("Pod", "replace", "gpu")],
  "| `dataCenter` | `EU-XX-1` | replaces the pod": [
    does("Pod", "replace", "dataCenterIds"),
    does("NetworkVolume", "replace", "dataCenter"),
  ],
  "| `volumeSize` | 100 | grows the volume in place": [does("NetworkVolume", "update", "size")],
  "A new image, a larger volume, a new cluster name: updated in place": [
    does("Pod", "update", "image"),
    does("NetworkVolume", "update", "size"),
    does("Cluster", "update", "name"),
  ],
  "differs, and can be updated in place, such as `image`, `env`, or the size of a growing volume": [
    does("Pod", "update", "image", "env"),
    does("NetworkVolume", "update", "size"),
  ],
  "credentials cannot be renamed": [updatesOnly("RegistryCredential")],
  '`desiredStatus: "EXITED"` stops a pod in place': [does("Pod", "update", "desiredStatus")],
  "| `restartTriggers` | the pod restarts in place": [does("Pod", "update", "restartTriggers")],
  "| what the container runs: `image`, `cmd`, `env`, … | the pod is changed in place": [
    does("Pod", "update", "image", "cmd", "env"),
  ],
  "| `triggers` | a new pod replaces the old one": [does("Pod", "replace", "triggers")],
  "| `disk`, `image`, `env`, `ports`, `registry`, the command, the `path` of a mount | in place": [
    does("Pod", "update", "disk", "image", "env", "ports", "registry", "args", "cmd", "entrypoint", "mounts"),
  ],
  "| `mounts.persistent.size` grows | in place": [does("Pod", "update", "mounts")],
  "| a volume's `size` grows, or its `name` changes | in place": [updatesOnly("NetworkVolume", "name", "size")],
  "The platform can't change a credential, and refuses": [updatesOnly("RegistryCredential")],
  "second credential, updates the pods in place": [does("Pod", "update", "registry")],
  "up->>pod: update in place: use the new credential": [does("Pod", "update", "registry")],
  "A new value is set in place": [does("AccountSecret", "update", "value")],
  "the provider sets it in place and": [does("AccountSecret", "update", "value")],
  "Only the name can change in place; member pods": [updatesOnly("Cluster", "name")],
  "Any change creates a new credential": [updatesOnly("RegistryCredential")],
  "The platform can't change a delegation: any change registers a new one": [updatesOnly("RegistryDelegation")],
  "a secret keeps its name for ever": [does("AccountSecret", "replace", "name")],
  "the platform can't update delegations": [updatesOnly("RegistryDelegation")],
  "the platform can change only a cluster's name": [updatesOnly("Cluster", "name")],
  "the platform can change only a volume's name and size": [updatesOnly("NetworkVolume", "name", "size")],
  "the platform can't update credentials": [updatesOnly("RegistryCredential")],
  "the list is changed in place": [does("AccountSshKeys", "update", "keys")],
  "it on an existing pod": [],
  "it on an existing endpoint": [],
  "it on an existing template": [],
  "On update it replaces the whole map": [],
  "an `env` here replaces the `env` there": [],
  "## What never changes": [],
  "because the engine then replaces the resource without asking": [],
  "Each argument says whether a change updates": [],
};

const isMade = (file: string, text: string): boolean =>
  saidOfKind.test(file) ? !ofKind.test(text) : file === "README.md" && printed.test(text);

interface Line {
  readonly where: string;
  readonly text: string;
}

function linesOfProse(): Line[] {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...places])
    .toString()
    .split("\0")
    .filter((file) => /\.(ts|py|go|md|ya?ml)$/.test(file) && !generated.test(file));
  return files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((text, at) => (words.test(text) && !isMade(file, text) ? [{ where: `${file}:${at + 1}`, text }] : [])),
  );
}

describe("prose that says what a change does", () => {
  const lines = linesOfProse();

  it("names here what of the table it restates", () => {
    const unknown = lines.filter(({ text }) => !Object.keys(sentences).some((part) => text.includes(part)));
    expect(unknown.map(({ where, text }) => `${where}: ${text.trim()}`)).toEqual([]);
  });

  it("is there still, wherever it is named here", () => {
    expect(Object.keys(sentences).filter((part) => !lines.some(({ text }) => text.includes(part)))).toEqual([]);
  });

  it.each(Object.entries(sentences))("is true of the table: %s", (_part, restated) => {
    expect(restated.flat()).toEqual([]);
  });
});
