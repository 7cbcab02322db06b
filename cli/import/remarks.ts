import { addTo, namedOf } from "../../values/many";
import type { Spelling } from "../../plugin/settings-in-code";
import { warningIn } from "../../plugin/failures";

const mostNamed = 5;

export const leftOut = (refusals: readonly string[], spelling: Spelling): string[] =>
  refusals.map((refusal) => `Left out: ${warningIn(refusal, spelling)}`);

const remark = /^(?<kind>\w+) (?<id>\S+): (?<facts>.+?)\.(?: (?<advice>Add those [^]*))?$/;

/** Groups the provider's remarks on imports: each fact once with all its objects, and the advice once at the end. */
export function grouped(remarks: readonly string[], spelling: Spelling): string[] {
  const objects = new Map<string, string[]>();
  const others = new Set<string>();
  let isAdvised = false;
  for (const each of remarks) {
    const { kind, id, facts, advice } = remark.exec(each)?.groups ?? {};
    if (kind === undefined || id === undefined || facts === undefined) {
      others.add(each);
      continue;
    }
    isAdvised ||= advice !== undefined;
    for (const fact of facts.split("; ")) {
      const about = `${kind}\n${fact}`;
      addTo(objects, about, id);
    }
  }
  const facts = [...objects].map(([about, ids]) => {
    const [kind, fact] = about.split("\n") as [string, string];
    const said = ids.length > 1 ? fact.replace("its arguments", "their arguments") : fact;
    return `${kind} ${namedOf(ids, mostNamed)}: ${said}.`;
  });
  const advice =
    "Add those that you use to your program, with the values that the objects have: the next up records them and replaces nothing because of that.";
  return [...others, ...facts.map((fact) => warningIn(fact, spelling)), ...(isAdvised ? [advice] : [])];
}
