import { inDot, inMermaid } from "../escaped";
import { type GraphNode, labelLines, type StandingOf } from "./graph-of-state";

interface Language {
  readonly begin: readonly string[];
  readonly end: readonly string[];
  readonly node: (id: string, lines: readonly string[], looks: "well" | "unwell" | undefined) => string;
  readonly open: (id: string, lines: readonly string[]) => string;
  readonly close: string;
  readonly edge: (from: string, to: string) => string;
}

const mermaidText = (lines: readonly string[]): string => lines.map(inMermaid).join("<br/>");
const dotText = (lines: readonly string[]): string => lines.map(inDot).join("\\n");

const languages = {
  mermaid: {
    begin: ["flowchart LR"],
    end: ["  classDef well stroke:#1a7f37,stroke-width:2px", "  classDef unwell stroke:#cf222e,stroke-width:2px"],
    node: (id, lines, looks) => `${id}["${mermaidText(lines)}"]${looks ? `:::${looks}` : ""}`,
    open: (id, lines) => `subgraph ${id}["${mermaidText(lines)}"]`,
    close: "end",
    edge: (from, to) => `${from} --> ${to}`,
  },
  dot: {
    begin: ["digraph stack {", "  rankdir=LR", '  node [shape=box, style=rounded, fontname="sans-serif"]'],
    end: ["}"],
    node: (id, lines, looks) =>
      `${id} [label="${dotText(lines)}"${looks ? `, color="${looks === "well" ? "#1a7f37" : "#cf222e"}"` : ""}]`,
    open: (id, lines) => `subgraph cluster_${id} { label="${dotText(lines)}"`,
    close: "}",
    edge: (from, to) => `${from} -> ${to}`,
  },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof languages;
export const languageNames = Object.keys(languages) as LanguageName[];

/** The graph as text: components contain their children, and an arrow leads from a resource to its dependency. */
export function drawn(nodes: readonly GraphNode[], standingOf: StandingOf, language: LanguageName): string {
  const say: Language = languages[language];
  const ids = new Map(nodes.flatMap(({ urns }, at) => urns.map((urn) => [urn, `n${at}`] as const)));
  const idOf = ({ urns: [urn = ""] }: GraphNode) => ids.get(urn) ?? "";
  const below = (parent: string | undefined, indent: string): string[] =>
    nodes
      .filter((node) => node.parent === parent)
      .flatMap((node) => {
        const lines = labelLines(node, standingOf);
        const inside = node.isComponent ? below(node.urns[0], `${indent}  `) : [];
        if (inside.length > 0) return [`${indent}${say.open(idOf(node), lines)}`, ...inside, `${indent}${say.close}`];
        const standings = node.urns.flatMap((urn) => standingOf(urn) ?? []);
        const looks = standings.length === 0 ? undefined : standings.every(({ isWell }) => isWell) ? "well" : "unwell";
        const own = `${indent}${say.node(idOf(node), lines, looks)}`;
        return [own, ...(node.isComponent ? [] : below(node.urns[0], indent))];
      });
  const edges = nodes.flatMap((node) => {
    const targets = new Set([...node.needs].flatMap((urn) => ids.get(urn) ?? []));
    return [...targets].map((to) => `  ${say.edge(idOf(node), to)}`);
  });
  return [...say.begin, ...below(undefined, "  "), ...edges, ...say.end].join("\n");
}
