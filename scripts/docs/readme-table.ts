import { dataLossByDefault } from "../../provider/table/data-loss";
import type { Resource } from "../../provider/table/resource";
import { resources } from "../../provider/kinds";
import { firstSentence, pageName } from "./resource-pages";

const start = "<!-- made by `npm run docs` from provider/kinds -->";
const end = "<!-- end of what is made -->";

/**
 * The README with its table of resources as the declarations have it.
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
    `${firstSentence(resource.doc)}${refusal(resource)}`,
  ]);
  const fleet = [
    "[`Fleet`](docs/guides/fleets.md)",
    "Many pods of one declaration, awaited together and changed a few at a time.",
  ];
  return [["resource", "what it is"], ["---", "---"], ...rows, fleet]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

const refusal = (resource: Resource): string =>
  dataLossByDefault(resource) === "refuse" ? " A change that would destroy its data is refused." : "";
