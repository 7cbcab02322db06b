import { type Document, isScalar, parseDocument, type ParseOptions, type Scalar, visit } from "yaml";
import { EngineError } from "../errors";

/** Reads a YAML file. @throws EngineError naming the place of an error. */
export function readYaml(
  path: string,
  text: string,
  options: ParseOptions = {},
): { document: Document; value: unknown } {
  // The library's own search for duplicate keys compares all pairs.
  const document = parseDocument(text, { logLevel: "error", uniqueKeys: false, ...options });
  const [wrong] = document.errors;
  if (wrong) throw new EngineError("project", `${path}: ${wrong.message}`, { cause: wrong });
  const [twice, line] = keyThatOccursTwice(document, text) ?? [];
  if (twice !== undefined)
    throw new EngineError(
      "project",
      `${path}: Map keys must be unique: ${JSON.stringify(twice)} occurs again at line ${line}`,
    );
  try {
    return { document, value: document.toJS() };
  } catch (cause) {
    // An alias without its anchor, or aliases that expand too far.
    throw new EngineError("project", `${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function keyThatOccursTwice(document: Document, text: string): [key: unknown, line: number] | undefined {
  let found: Scalar | undefined;
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          found = key;
          return visit.BREAK;
        }
        seen.add(key.value);
      }
    },
  });
  return found && [found.value, text.slice(0, found.range?.[0]).split("\n").length];
}
