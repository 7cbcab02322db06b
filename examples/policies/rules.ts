import { gpuNeedsOf, gpusOf, needsOf, type Resource } from "./resource";

/** The GPU types of a pod or cluster, and the pools of an endpoint, that are not on the list. */
export function gpuProblems(resource: Resource, allowed: readonly string[]): string[] {
  const what = resource.kind === "Endpoint" ? "pool of GPUs" : "GPU type";
  return [
    ...gpusOf(resource)
      .filter((id) => !allowed.includes(id))
      .map((id) => `${id} is not an allowed ${what}. Allowed: ${allowed.join(", ")}.`),
    ...gpuNeedsOf(resource).map(
      ({ memory }) => `Any ${what} with ${memory} GB may be taken. Name it by its id. Allowed: ${allowed.join(", ")}.`,
    ),
  ];
}

/** Hardware of which neither the type nor the cost is said. */
export const uncappedProblems = (resource: Resource): string[] =>
  needsOf(resource)
    .filter(({ maxHourlyCost }) => maxHourlyCost === undefined)
    .map(
      ({ memory }) =>
        `Whatever has ${memory} GB is taken at whatever price. Set maxHourlyCost, or name the hardware by its id.`,
    );

/** A delegation of a repository that is not on the list. A `*` at the end of an entry stands for any ending. */
export function repositoryProblems({ kind, props: { resource } }: Resource, allowed: readonly string[]): string[] {
  if (kind !== "RegistryDelegation" || typeof resource !== "string") return [];
  const isListed = allowed.some((entry) =>
    entry.endsWith("*") ? resource.startsWith(entry.slice(0, -1)) : resource === entry,
  );
  return isListed
    ? []
    : [`The platform could pull from ${resource}. Remove the delegation, or add the repository to "allowed".`];
}

/** Reasons for open ports by the resource's name in the program, `*` for every resource: `{ trainer: { "22/tcp": "…" } }`. */
export type PortReasons = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The ports that anybody on the internet can reach and for which nobody has given a reason. */
export function portProblems({ name, props }: Resource, reasons: PortReasons): string[] {
  return (props.ports ?? [])
    .filter((port) => !(reasons[name]?.[port] ?? reasons["*"]?.[port])?.trim())
    .map(
      (port) =>
        `Port ${port} would be reachable from the internet. Remove it, or give a reason for it in this policy's "reasons".`,
    );
}

/** Why a volume could lose its data to a mistake. */
export function volumeProblems({ kind, props }: Resource, isProtected: boolean): string[] {
  if (kind !== "NetworkVolume") return [];
  const problems = [];
  if (!isProtected)
    problems.push(
      "The volume can be deleted by a destroy or by removing it from the program. Set the option protect: true.",
    );
  if (props.dataLoss === "allow")
    problems.push('dataLoss: "allow" lets a replacement destroy the data. Remove it, or set "refuse".');
  return problems;
}

const namesSecret = /(^|_)(API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)$/i;
const looksSecret = /^(hf_|ghp_|github_pat_|glpat-|sk-|xox[abp]-|AKIA)[\w-]{8,}|-----BEGIN [A-Z ]*PRIVATE KEY-----/;
/** What the platform replaces with a secret of the account when the container starts. */
const refersToSecret = /^\{\{ *(?=\w+ *\}\}$)\w+?_SECRET_\w+ *\}\}$/;

/** Variables that hold a credential itself, which everybody who may look at the container can read. The value is never shown. */
export function secretProblems({ props }: Resource, allowed: readonly string[]): string[] {
  return Object.entries(props.env ?? {})
    .filter(([name, value]) => (namesSecret.test(name) || looksSecret.test(value)) && !refersToSecret.test(value))
    .filter(([name, value]) => value !== "" && !allowed.includes(name))
    .map(
      ([name]) =>
        `env.${name} holds a credential that everybody who may look at the container can read. Store it as a secret of the ` +
        "account, an AccountSecret, and refer to it, as in {{ PLATFORM_SECRET_name }}.",
    );
}
