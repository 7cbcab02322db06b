import { type Document, parseDocument, type ParseOptions } from "yaml";
import { EngineError } from "../errors";

/** A YAML file and what it says. @throws EngineError saying where it is wrong. */
export function readYaml(
  path: string,
  text: string,
  options: ParseOptions = {},
): { document: Document; value: unknown } {
  const document = parseDocument(text, { logLevel: "error", ...options });
  const [wrong] = document.errors;
  if (wrong) throw new EngineError("project", `${path}: ${wrong.message}`, { cause: wrong });
  try {
    return { document, value: document.toJS() };
  } catch (cause) {
    // An alias without its anchor, or aliases that stand for more than there is room for.
    throw new EngineError("project", `${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
