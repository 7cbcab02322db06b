import type * as z from "zod";
import type { Condition, ChangeEffect, Field, Resource } from "./resource";

type Fields = Resource["inputs"];
type EffectsOf<C> = C extends ChangeEffect ? C : C extends Condition<infer E> ? E : never;

/** The type of a field in a request, which has one alternative. */
type Sent<F extends Field> = F extends { readonly alternatives: true }
  ? Exclude<z.output<F["schema"]>, readonly unknown[]>
  : z.output<F["schema"]>;

type OnCreate<F extends Field> = F extends { readonly local: true } | { readonly sent: "update" | "action" }
  ? false
  : true;
type OnUpdate<F extends Field> = F extends { readonly local: true } | { readonly sent: "action" }
  ? false
  : "update" extends EffectsOf<F["change"]>
    ? true
    : false;

type CreateOf<I extends Fields> = { [N in keyof I as OnCreate<I[N]> extends true ? N : never]: Sent<I[N]> };
type UpdateOf<I extends Fields> = { [N in keyof I as OnUpdate<I[N]> extends true ? N : never]: Sent<I[N]> };

/** The demand on each field of a request type. Its type fits no field, so the compiler points at the wrong one. */
type Agreement<Body, Request> = {
  readonly [N in Exclude<keyof Body, keyof Request>]: "the request in api/ has no such member";
} & {
  readonly [N in keyof Body & keyof Request as Body[N] extends Request[N]
    ? never
    : N]: "the request in api/ takes another type";
} & { readonly [N in Exclude<keyof Request, keyof Body>]: Field };

type Takes<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;

/** The demands on a declaration that make its table true of requests. */
export interface TrueOfRequests<R extends Resource> {
  readonly inputs: Agreement<CreateOf<R["inputs"]>, Takes<R["requests"]["create"]>> &
    Agreement<UpdateOf<R["inputs"]>, Takes<R["requests"]["update"]>>;
}
