import { isRecord } from "../../values/json";
import { addTo, groupedBy } from "../../values/many";
import { usdPerHour } from "../../provider/cost/money";
import { parseUrn } from "../../plugin/names";
import type { Row } from "../documents/status";
import { kindName } from "../stack/step-line";
import { namesText } from "../stack/names";
import { deploymentIn } from "../state/deployment";

/** A node of the graph: one resource, or several similar ones. */
export interface GraphNode {
  readonly urns: readonly string[];
  readonly kind: string;
  readonly names: readonly string[];
  /** The URN of their component. */
  readonly parent: string | undefined;
  /** The URNs of their dependencies. */
  readonly needs: ReadonlySet<string>;
  readonly isComponent: boolean;
}

type Standing = Pick<Row, "phase" | "isWell" | "costPerHour">;

export type StandingOf = (urn: string) => Standing | undefined;

/** The resources of a state with their dependencies, without the stack and default providers. */
export function graphOf(text: string, where: string): GraphNode[] {
  const entries = deploymentIn(text, where).filter(
    (entry) => typeof entry["urn"] === "string" && entry["delete"] !== true,
  );
  const drawn = entries.filter(
    ({ type }) => type !== "pulumi:pulumi:Stack" && !String(type).startsWith("pulumi:providers:"),
  );
  const known = new Set(drawn.map(({ urn }) => String(urn)));
  return drawn.map((entry) => {
    const urn = String(entry["urn"]);
    const { type, name } = parseUrn(urn);
    const parent = typeof entry["parent"] === "string" && known.has(entry["parent"]) ? entry["parent"] : undefined;
    const byProperty = isRecord(entry["propertyDependencies"]) ? Object.values(entry["propertyDependencies"]) : [];
    const named = [entry["dependencies"], ...byProperty].flatMap(
      (list) => (Array.isArray(list) ? list : []) as unknown[],
    );
    const needs = new Set(named.map(String).filter((each) => known.has(each) && each !== urn && each !== parent));
    return { urns: [urn], kind: kindName(type), names: [name], parent, needs, isComponent: entry["custom"] !== true };
  });
}

const leastAlike = 3;

/** Merges nodes with the same component, dependencies and dependents. */
export function folded(nodes: readonly GraphNode[], standingOf: StandingOf): GraphNode[] {
  const neededBy = new Map<string, string[]>();
  for (const { urns, needs } of nodes) for (const each of needs) for (const urn of urns) addTo(neededBy, each, urn);
  const parents = new Set(nodes.flatMap(({ parent }) => parent ?? []));
  const keyOf = ({ urns: [urn = ""], kind, parent, needs }: GraphNode) =>
    parents.has(urn)
      ? urn
      : JSON.stringify([
          kind,
          parent,
          [...needs].sort(),
          [...(neededBy.get(urn) ?? [])].sort(),
          standingOf(urn)?.phase,
        ]);
  return [...groupedBy(nodes, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (group.length < leastAlike || first === undefined) return group;
    return [{ ...first, urns: group.flatMap(({ urns }) => urns), names: group.flatMap(({ names }) => names) }];
  });
}

/** `Pod workers-0 … workers-29 (30)`, with their status and total cost below. */
export function labelLines({ kind, names, urns }: GraphNode, standingOf: StandingOf): string[] {
  const count = names.length > 1 ? ` (${names.length})` : "";
  const standings = urns.flatMap((urn) => standingOf(urn) ?? []);
  const costs = standings.flatMap(({ costPerHour }) => costPerHour ?? []);
  const [first] = standings;
  const cost = costs.length === 0 ? [] : [usdPerHour(costs.reduce((sum, each) => sum + each, 0))];
  const standing = [...(first ? [first.phase] : []), ...cost].join(", ");
  return [`${kind} ${namesText(names)}${count}`, ...(standing === "" ? [] : [standing])];
}
