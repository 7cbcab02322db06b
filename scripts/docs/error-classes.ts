import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One error as the reference page tells it. The code is stable. */
export interface ErrorEntry {
  readonly code: string;
  /** The class in `pulumi-compute-platform/client`, or where else it comes from. */
  readonly name: string;
  readonly cause: string;
  /** What has happened on the platform by then, where anything has. */
  readonly done?: string | undefined;
  readonly fix: string;
  /** Of the contract. */
  readonly rules?: readonly string[] | undefined;
}

/** A class with a code, and the comment above it. */
const errorClass =
  /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/(?: \/\/ ([^\n]+))?\n)?(?:export )?(?:abstract )?class (\w+)[^{]*\{(?:(?!\bclass \w)[^])*?\bcode(?:: string)? = "(\w+)"/g;

/**
 * The errors of some files or folders, as the comments of their classes tell them: the first paragraph is the cause, `@done` what has
 * happened by then, `@fix` what to do. The rules of the contract follow the comment.
 */
export const errorsIn = (root: string, ...places: readonly string[]): ErrorEntry[] =>
  places
    .flatMap((place) => sources(join(root, place)))
    .flatMap((text) =>
      [...text.matchAll(errorClass)].map(([, comment = "", rules, name, code]) => entry(name!, code!, comment, rules)),
    );

function sources(place: string): string[] {
  if (place.endsWith(".ts")) return [readFileSync(place, "utf8")];
  const entries = readdirSync(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile() && each.name.endsWith(".ts"));
  return files.map((each) => readFileSync(join(each.parentPath ?? each.path, each.name), "utf8"));
}

function entry(name: string, code: string, comment: string, rules?: string): ErrorEntry {
  const [text = "", ...tags] = comment.replace(/^ *\* ?/gm, "").split(/^@/m);
  const tag = (wanted: string) => tags.find((each) => each.startsWith(`${wanted} `))?.slice(wanted.length + 1);
  const [cause, done, fix] = [text.trim().split(/\n\s*\n/)[0]!, tag("done"), tag("fix")].map(
    (part) => part && inOneLine(part),
  );
  if (!cause || !fix) throw new Error(`the comment of ${name} says no ${cause ? "@fix" : "cause"}`);
  return { code, name, cause, done, fix, rules: rules?.split(/, */) };
}

const inOneLine = (text: string): string => text.trim().replace(/\s+/g, " ");
