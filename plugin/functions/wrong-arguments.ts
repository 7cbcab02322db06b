import type * as z from "zod";
import { visible, visibleInLine } from "../../client/errors/visible";
import { type CheckFailure, toFailure } from "../../provider/table/check";
import { listed } from "../../provider/table/listed";
import { nearest } from "../../provider/table/spelling";
import { notSet, unknownMember, type Wrong, wrongIn } from "../../provider/table/wrong-value";
import type { Fn } from "./table";

/** What is wrong with the arguments of a function, in the words of a resource's check. No value is quoted: it may be a secret. */
export function wrongArguments(name: string, fn: Fn, { issues }: z.ZodError): CheckFailure[] {
  return issues
    .flatMap((issue) => wrongIn(issue, []))
    .map((wrong) => toFailure({ path: wrong.path, ...inWords(name, fn, wrong) }))
    .map(({ property, reason }) => ({ property: visibleInLine(property), reason: visible(reason) }));
}

function inWords(name: string, { args, argDocs }: Fn, { path, problem }: Wrong): { problem: string; remedy: string } {
  const argument = String(path[0]);
  const known = Object.keys(args.shape);
  if (problem === unknownMember) {
    const similar = nearest(argument, known);
    const all = known.length > 0 ? `there ${known.length === 1 ? "is" : "are"} ${listed(known, "and")}` : "it has none";
    return { problem: `not an argument of ${name}`, remedy: similar ? `did you mean ${similar}?` : all };
  }
  return { problem, remedy: problem === notSet ? `set it: ${inSentence(argDocs[argument] ?? argument)}` : "" };
}

const inSentence = (doc: string): string => doc.charAt(0).toLowerCase() + doc.slice(1).replace(/\.$/, "");
