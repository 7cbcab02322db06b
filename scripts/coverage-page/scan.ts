import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript";
import { ruleId } from "./rules";

/** A test that names rules in its title, or in the `rule` member of a row of its table. */
export interface NamedTest {
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  readonly title: string;
  readonly rules: readonly string[];
}

/** Every test below a folder that names at least one rule. */
export function scanTests(root: string, folder = "tests"): NamedTest[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((path) => scanFile(relative(root, path).split(sep).join("/"), readFileSync(path, "utf8")));
}

/** The tests of one file. Titles of `describe` count for each test inside. */
export function scanFile(file: string, source: string): NamedTest[] {
  const found: NamedTest[] = [];
  const visit = (node: ts.Node, texts: readonly string[], suite: string | undefined): void => {
    const call = ts.isCallExpression(node) ? titledCall(node) : undefined;
    if (call?.kind === "test") {
      const rules = [...texts, ...call.texts].flatMap((text) => text.match(ruleId) ?? []);
      if (rules.length > 0) found.push({ file, title: shownTitle(call.title, suite), rules: [...new Set(rules)] });
    }
    const isSuite = call?.kind === "describe";
    const within = isSuite ? [...texts, ...call.texts] : texts;
    ts.forEachChild(node, (child) => visit(child, within, isSuite ? call.title : suite));
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest), [], undefined);
  return found;
}

/** What a row of a table fills in is shown as `…`; a title that begins with it says nothing without the one of its `describe`. */
function shownTitle(title: string, suite: string | undefined): string {
  const shown = title.replaceAll(/'?(?:%[sidjpo]|\$[a-zA-Z][\w.]*)'?/g, "…");
  return shown.startsWith("…") && suite !== undefined ? `${suite}: ${shown}` : shown;
}

/** `it("…")`, `test("…")`, `describe("…")` and their `each` forms: the title, and the rules of the table's rows. */
function titledCall(call: ts.CallExpression) {
  const [first] = call.arguments;
  const title =
    first && (ts.isStringLiteralLike(first) ? first.text : ts.isTemplateExpression(first) ? textOf(first) : undefined);
  if (title === undefined) return undefined;
  const name = rootName(call.expression);
  if (name !== "it" && name !== "test" && name !== "describe") return undefined;
  const table = ts.isCallExpression(call.expression) ? rowRules(call.expression) : [];
  return { kind: name === "describe" ? ("describe" as const) : ("test" as const), title, texts: [title, ...table] };
}

/** `it` of `it(…)`, `it.each(…)(…)` and `it.each\`…\`(…)`. */
function rootName(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return rootName(expression.expression);
  if (ts.isCallExpression(expression)) return rootName(expression.expression);
  return ts.isTaggedTemplateExpression(expression) ? rootName(expression.tag) : undefined;
}

const textOf = (template: ts.TemplateExpression) =>
  template.head.text + template.templateSpans.map(({ literal }) => literal.text).join("…");

/** Texts of every `rule` member in a table written out in place. */
function rowRules(node: ts.Node): string[] {
  const rules: string[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isPropertyAssignment(child) && ts.isIdentifier(child.name) && child.name.text === "rule") {
      if (ts.isStringLiteralLike(child.initializer)) rules.push(child.initializer.text);
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return rules;
}
