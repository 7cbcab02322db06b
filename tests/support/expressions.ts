import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { root } from "../../proofs/root";

/** A regular expression that stands in the sources, and where. */
export interface Expression {
  readonly place: string;
  readonly pattern: RegExp;
}

/** Every regular expression in the code of some folders. */
export function expressionsIn(folders: readonly string[]): Expression[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) => expressionsOf(join(folder, name))),
  );
}

function expressionsOf(path: string): Expression[] {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.ES2022, false);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const text = node.getText(file);
      const end = text.lastIndexOf("/");
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({
        place: `${path}:${line + 1} ${text}`,
        pattern: new RegExp(text.slice(1, end), text.slice(end + 1)),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Texts that make an expression look at the rest again and again, if anything does: many of a sign that it knows, and an end that it does not. */
export function* attacksOn({ source }: RegExp, length: number): Generator<string> {
  const spelled = source.replace(/\\u\{?([\da-f]+)\}?|\\x([\da-f]{2})/gi, " ").replace(/\\[bBdDsSwWpP]/g, " a0_-");
  const signs = new Set(["a", "A", "0", " ", "\n", "\t", "-", "é", ...spelled.replace(/[\\()[\]|?*+^$]/g, "")]);
  const start = /^\^?((?:\w|[ :/#@-])+)/.exec(source)?.[1] ?? "";
  for (const sign of signs)
    for (const unit of [sign, `${sign}a`, `a${sign}`])
      for (const before of new Set(["", start])) yield `${before}${unit.repeat(length / unit.length)}\u0000!`;
}
