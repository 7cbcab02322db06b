import type * as z from "zod";
import type { Endpoint, Group } from "../../api/endpoint";
import { ownMember } from "../../values/own-member";
import { absentIsDeleted } from "../errors/api-errors";
import type { CallInput, CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

type Ids<P extends string> = P extends `${string}:${infer Rest}` ? [id: string, ...Ids<Rest>] : [];
/** The ids in the path, the body and the options, as far as the endpoint has them. */
type Arguments<P extends string, Q, B> = [
  ...Ids<P>,
  ...([B] extends [z.ZodNever] ? [] : [body: z.input<B>]),
  options?: CallOptions & ([Q] extends [z.ZodNever] ? unknown : z.input<Q>),
];
/** Nothing where there is no answer, or none that may be read. */ // O-20
type Answer<T, Member> = Member extends keyof T
  ? T[Member]
  : unknown extends T
    ? void
    : [T] extends [undefined]
      ? void
      : T;
type Method<E, Member> =
  E extends Endpoint<infer P, infer Q, infer B, infer R>
    ? (...given: Arguments<P, Q, B>) => Promise<Answer<z.output<R>, Member>>
    : never;
/** The options, and what the client itself adds to them. */
type Sent = Pick<CallInput<string, never, never>, keyof CallOptions | "deadline">;
type Members<G extends Group> = { readonly [Name in keyof G]?: string };

/** A method for each endpoint of a group, with the endpoint's own words. */
export type Family<G extends Group, Of extends Members<G> = Record<never, never>> = {
  [Name in keyof G]: Method<G[Name], Name extends keyof Of ? Of[Name] : undefined>;
};

/** The methods of a family, from its declarations. @param members of the answers that methods return; default: all. */
export function familyOn<G extends Group, const Of extends Members<G> = Record<never, never>>(
  call: Call,
  group: G,
  members?: Of,
): Family<G, Of> {
  const methods = Object.entries(group).map(([name, endpoint]) => {
    const parameters = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!);
    const member = ownMember<string | undefined>(members ?? {}, name);
    const method = async (...given: unknown[]): Promise<unknown> => {
      const params = Object.fromEntries(parameters.map((parameter) => [parameter, given.shift() as string]));
      const body = endpoint.body && given.shift();
      const { signal, priority, isSentOnce, deadline, ...query } = (given.shift() ?? {}) as Sent;
      const options = { signal, priority, isSentOnce, deadline, ...(endpoint.query && { query }) };
      const input: CallInput<string, z.ZodType, z.ZodType> = { params, body, ...options };
      if (endpoint.method === "DELETE") return absentIsDeleted(call(endpoint, input));
      const answer = await call(endpoint, input);
      return member === undefined ? answer : ownMember(answer as Readonly<Record<string, unknown>>, member);
    };
    return [name, method] as const;
  });
  return Object.fromEntries(methods) as Family<G, Of>;
}
