import { commentOfLine, keyOfLine } from "../shared/key-line";

const keysOf = (lines: readonly string[]): Set<string> => new Set(lines.map(keyOfLine));

/** The lines whose keys the wanted list lacks. */
export function removed(there: readonly string[], wanted: readonly string[]): string[] {
  const kept = keysOf(wanted);
  return there.filter((line) => !kept.has(keyOfLine(line)));
}

/**
 * Of these, the last keys of people who put them there themselves. People are told apart by the comments of their keys;
 * a key without a comment is a person's only one.
 *
 * @param ours what this resource set before: a program that drops one of these means it.
 */
export function lastKeysOfOthers(
  there: readonly string[],
  wanted: readonly string[],
  ours: readonly string[],
): string[] {
  const own = keysOf(ours);
  const stay = new Set(wanted.map(commentOfLine));
  return removed(there, wanted).filter((line) => {
    const comment = commentOfLine(line);
    return !own.has(keyOfLine(line)) && (comment === "" || !stay.has(comment));
  });
}
