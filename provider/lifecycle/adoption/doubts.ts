import { fingerprint } from "../../state/fingerprint";
import { asMadeBut, declaredNames, fingerprints, hidden, uncertainNames } from "../../state/state";
import { comparedText } from "../../table/canonical";
import type { Resource } from "../../table/resource";
import { isObject, type Props, strings, withoutUndefined } from "../../table/props";
import type { Context } from "../context";
import { differsNow } from "./differs-now";

/**
 * Clears the doubts that an interrupted run left in a state. The state is unsure of an argument that no read shows; the
 * journal settles it if the program's value is the one that the object was made with.
 *
 * @returns `state` itself if the journal clears nothing.
 */
export async function withoutDoubts(
  { resource, kind, session }: Context,
  id: string,
  state: Props,
  news: Props,
): Promise<Props> {
  const asMade = strings(state[hidden.asMade]);
  const earlier = asMade.length > 0 ? await session.books.creates.madeFrom(kind, id, news) : undefined;
  if (!earlier) return state;
  const differs = differsNow(resource, news, earlier, state[hidden.fromTemplate]);
  const same = new Set(asMade.filter((name) => !differs(name)));
  if (same.size === 0) return state;
  const secret = [...same].filter((name) => resource.inputs[name]?.secret);
  const open = [...same].filter((name) => !secret.includes(name));
  const prints = { ...(isObject(state[fingerprints]) && state[fingerprints]), ...printsOf(resource, id, secret, news) };
  return withoutUndefined({
    ...state,
    ...Object.fromEntries(open.map((name) => [name, news[name]])),
    ...(secret.length > 0 && { [fingerprints]: prints }),
    [hidden.declared]: declaredNames(resource, state).filter((name) => !same.has(name) || news[name] !== undefined),
    [hidden.uncertain]: uncertainNames(state).filter((name) => !same.has(name)),
    [hidden.asMade]: asMadeBut(state, same),
  });
}

const printsOf = ({ inputs }: Resource, id: string, names: readonly string[], news: Props): Props =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = comparedText(inputs[name]!, news[name]);
      return text === undefined ? [] : [[name, fingerprint(id, name, text)]];
    }),
  );
