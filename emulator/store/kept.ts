import { ownMember } from "../../values/own-member";
import type * as z from "zod";

type Shape = Readonly<Record<string, z.ZodType>>;
type Requests<Create extends Shape, Update extends Shape> = Create & Omit<Update, keyof Create>;
type Names<Create extends Shape, Update extends Shape, Answer extends Shape, Own> = Exclude<
  keyof Requests<Create, Update> & keyof Answer,
  Own
>;
type Allows<S extends Shape, Name> = Name extends keyof S ? (undefined extends z.output<S[Name]> ? true : false) : true;
type Value<S extends Shape, Name> = Name extends keyof S ? Exclude<z.output<S[Name]>, undefined> : never;

/** Those that every answer has although a create may leave them out. */
type NeedsDefault<Create extends Shape, Answer extends Shape, Name> = Name extends unknown
  ? Allows<Create, Name> extends true
    ? Allows<Answer, Name> extends true
      ? never
      : Name
    : never
  : never;
/** Those that may be missing from the record as well. */
type MayBeMissing<Create extends Shape, Answer extends Shape, Name> = Name extends unknown
  ? [Allows<Create, Name>, Allows<Answer, Name>] extends [true, true]
    ? Name
    : never
  : never;

type Kept<R extends Shape, Missing extends PropertyKey, Name extends PropertyKey> = {
  [N in Exclude<Name, Missing>]: Value<R, N>;
} & { [N in Extract<Name, Missing>]?: Value<R, N> };

/**
 * The members of a noun that the platform keeps as they are sent and shows as they are kept. They are read off `api/`: what a
 * request and the answer both have, but for the noun's `own`, about which it has a rule. So a member that is added to both there
 * is stored, updated, shown and dumped without a line here; one that every answer has, and that a create may leave out,
 * needs its default, and the compiler asks for it.
 */
export function keptMembers<
  Create extends Shape,
  Update extends Shape,
  Answer extends Shape,
  const Own extends string,
  Name extends Names<Create, Update, Answer, Own>,
>(noun: {
  readonly create: Create;
  readonly update: Update;
  readonly answer: Answer;
  readonly own: readonly Own[];
  /**
   * Members of which a create makes more than the record. The compiler refuses one that an update takes: take it out, and
   * have the noun's update change what was made of it too.
   */
  readonly fixed?: readonly Exclude<keyof Create, keyof Update>[];
  readonly absent: {
    readonly [N in NeedsDefault<Create, Answer, Name>]: Value<Requests<Create, Update>, N>;
  };
}) {
  type Members = Kept<Requests<Create, Update>, MayBeMissing<Create, Answer, Name>, Name>;
  const { create, update, answer, own, absent } = noun;
  const requests: Shape = { ...update, ...create };
  const names = Object.keys(requests).filter(
    (name) => Object.hasOwn(answer, name) && !(own as readonly string[]).includes(name),
  );
  /** Those of them that are there. Every answer is made of it, so it is made in the way that is quickest to copy. */
  const of = (from: object): Partial<Members> => {
    const members = from as Readonly<Record<string, unknown>>;
    const there: Record<string, unknown> = {};
    for (const name of names) {
      const member = ownMember(members, name);
      if (member !== undefined) there[name] = member;
    }
    return there as Partial<Members>;
  };
  return {
    created: (body: object): Members => ({ ...structuredClone(absent), ...of(body) }) as Members,
    /** What an update with this body changes: members left out stay as they are. */
    changed: of,
    /** What an answer shows of a record. */
    shown: (stored: Members): Members => of(stored) as Members,
    /** A record from a dump. One that was written before a member existed has its default. */
    loaded: <T>(stored: T): T => ({ ...structuredClone(absent), ...stored }),
    /** The schema of a dump's members: those with a default may be missing. */
    inDumps: Object.fromEntries(
      names.map((name) => {
        const schema = ownMember(requests, name)!;
        return [name, Object.hasOwn(absent, name) ? schema.optional() : schema];
      }),
    ),
  };
}

export type KeptBy<T extends { readonly created: (body: never) => unknown }> = ReturnType<T["created"]>;
