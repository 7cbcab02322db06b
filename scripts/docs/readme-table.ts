import { dataLossByDefault } from "../../provider/table/data-loss";
import { isCondition, type Resource } from "../../provider/table/resource";
import { resources } from "../../provider/kinds";
import { pageName } from "../resource-pages";

const start = "<!-- made by `npm run docs` from provider/kinds -->";
const end = "<!-- end of what is made -->";

/**
 * The README with its table of resources() as the declarations have it.
 *
 * @throws where the two marks are missing.
 */
export function withResourceTable(readme: string): string {
  const [before, rest] = readme.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new Error("README.md has lost the marks of its table");
  return `${before}${start}\n\n${resourceTable()}\n\n${end}${after}`;
}

function resourceTable(): string {
  const rows = resources().map((resource) => [
    `[\`${resource.kind}\`](docs/resources/${pageName(resource)})`,
    names(resource, ({ change }) => change === "update"),
    conditions(resource),
    `${names(resource, ({ change }) => change === "replace")}${refusal(resource)}`,
  ]);
  const head = ["", "updates in place", "depends on the change", "replaces"];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const names = ({ inputs }: Resource, isWanted: (field: Resource["inputs"][string]) => boolean): string =>
  Object.entries(inputs)
    .filter(([, field]) => isWanted(field))
    .map(([name]) => `\`${name}\``)
    .join(", ") || "–";

/** `gpu`, `cpu`: why; of fields with the same sentence it is said once. */
function conditions({ inputs }: Resource): string {
  const byReason = new Map<string, string[]>();
  for (const [name, { change }] of Object.entries(inputs)) {
    if (!isCondition(change)) continue;
    byReason.set(change.because, [...(byReason.get(change.because) ?? []), `\`${name}\``]);
  }
  const said = [...byReason].map(([because, fields]) => `${fields.join(", ")}: ${because}`);
  return said.join("<br>") || "–";
}

const refusal = (resource: Resource): string =>
  dataLossByDefault(resource) === "refuse"
    ? '; refused unless `dataLoss: "allow"`, because the data would be lost'
    : "";
