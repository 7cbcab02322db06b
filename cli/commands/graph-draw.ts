import { inMermaid } from "../escaped";
import { type GraphNode, labelLines, type Standing } from "./graph-of-state";

type StandingOf = (urn: string) => Standing | undefined;

const textOf = (lines: readonly string[]): string => lines.map(inMermaid).join("<br/>");

const looks = ["  classDef well stroke:#1a7f37,stroke-width:2px", "  classDef unwell stroke:#cf222e,stroke-width:2px"];

/** The graph in Mermaid: components contain their children, and an arrow leads from a resource to its dependency. */
export function drawn(nodes: readonly GraphNode[], standingOf: StandingOf): string {
  const ids = new Map(nodes.flatMap(({ urns }, at) => urns.map((urn) => [urn, `n${at}`] as const)));
  const idOf = ({ urns: [urn = ""] }: GraphNode) => ids.get(urn) ?? "";
  const below = (parent: string | undefined, indent: string): string[] =>
    nodes
      .filter((node) => node.parent === parent)
      .flatMap((node) => {
        const lines = labelLines(node, standingOf);
        const inside = node.isComponent ? below(node.urns[0], `${indent}  `) : [];
        const named = `${idOf(node)}["${textOf(lines)}"]`;
        if (inside.length > 0) return [`${indent}subgraph ${named}`, ...inside, `${indent}end`];
        const standings = node.urns.flatMap((urn) => standingOf(urn) ?? []);
        const look = standings.length === 0 ? "" : standings.every(({ isWell }) => isWell) ? ":::well" : ":::unwell";
        const own = `${indent}${named}${look}`;
        return [own, ...(node.isComponent ? [] : below(node.urns[0], indent))];
      });
  const edges = nodes.flatMap((node) => {
    const targets = new Set([...node.needs].flatMap((urn) => ids.get(urn) ?? []));
    return [...targets].map((to) => `  ${idOf(node)} --> ${to}`);
  });
  return ["flowchart LR", ...below(undefined, "  "), ...edges, ...looks].join("\n");
}
