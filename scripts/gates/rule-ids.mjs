// The ids of the contract's rules, such as P-46, wherever code, tests and pages cite them.

/** An id of a rule, but no `EU-XX-1` and no `UTF-8`. */
const cited = /(?<![\w-])(?:A|B|C|E|J|K|L|M|O|P|R|T|U|V|CH|DF)-\d+\b/g;

/** A rule is defined by a row of a table or by the heading of an operation. */
const defined = /^(?:\| ([A-Z]+-\d+) \||#{2,5} ([A-Z]+-\d+) ·)/gm;

/** Every id that the contract defines. */
export const rulesOf = (contract) => new Set([...contract.matchAll(defined)].map(([, row, heading]) => row ?? heading));

/** The ids that a text cites and the contract does not define, each with its line. */
export function unknownRules(rules, text) {
  return text
    .split("\n")
    .flatMap((line, index) =>
      (line.match(cited) ?? []).filter((id) => !rules.has(id)).map((id) => ({ line: index + 1, id })),
    );
}
