import type { KindName } from "../../provider/kinds/names";

/** Lines of a doc comment. */
export const docLines = (lines: readonly string[]): string =>
  lines.map((line) => (line === "" ? " *" : ` * ${line}`)).join("\n");

/** The example of a kind's page as a doc comment ends with it, where an editor shows it. */
export const exampleLines = (example: string): string =>
  docLines(["", "@example", "```ts", ...example.split("\n"), "```"]);

/** The source of a class that is written by hand, with the example of its page in its documentation. */
export function withExample(source: string, kind: KindName, example: string): string {
  const end = ` */\nexport class ${kind} `;
  const at = source.indexOf(end);
  if (at < 0) throw new Error(`the class ${kind} has no documentation to put an example into`);
  const before = source.slice(0, at).replace(/( \*\n)? \* @example\n[^]*$/, "");
  return `${before}${exampleLines(example)}\n${source.slice(at)}`;
}
