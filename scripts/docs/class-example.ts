import type { KindName } from "../../provider/kinds/names";

/** The source of a class with the example of its page in its documentation, where an editor shows it. */
export function withExample(source: string, kind: KindName, example: string): string {
  const lines = ["@example", "```ts", ...example.split("\n"), "```"].map((line) => (line === "" ? " *" : ` * ${line}`));
  const end = ` */\nexport class ${kind} `;
  const at = source.indexOf(end);
  if (at < 0) throw new Error(`the class ${kind} has no documentation to put an example into`);
  const before = source.slice(0, at).replace(/( \*\n)? \* @example\n[^]*$/, "");
  return `${before} *\n${lines.join("\n")}\n${source.slice(at)}`;
}
