import type { Attempt } from "../../provider/create/journal/attempt";
import type { Journal } from "../../provider/create/journal/journal";
import type { Kind } from "../state/deployment";

/** An object that a run of the stack made on this machine and handed to the engine, by the journal. */
export interface MadeObject {
  readonly kind: Kind;
  readonly id: string;
  /** The name in its create. */
  readonly name: string;
  /** The key of the resource that it was made for. */
  readonly key: string;
  /** It was made with another API key, and may be in another account. */
  readonly isOfOtherKey?: true;
}

/** Finds the objects that runs of these stacks made. */
export async function madeIn(
  journal: Journal,
  { stacks, backend }: { readonly stacks: ReadonlySet<string>; readonly backend: string },
): Promise<MadeObject[]> {
  const isAsked = (maker: Attempt) => maker.stack !== undefined && stacks.has(maker.stack) && maker.backend === backend;
  return (await journal.owned()).flatMap((maker) => {
    const { kind, made: id, name, key, isVouched } = maker;
    return id !== undefined && isAsked(maker)
      ? [{ kind: kind as Kind, id, name, key, ...(!isVouched && { isOfOtherKey: true }) }]
      : [];
  });
}
