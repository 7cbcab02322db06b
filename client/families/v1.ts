import type * as z from "zod";
import type { Endpoint, Group } from "../../api/endpoint";
import { v1NetworkVolumes } from "../../api/v1/network-volumes";
import { v1Billing, v1Endpoints, v1Templates } from "../../api/v1/others";
import { v1Pods } from "../../api/v1/pods";
import { v1Registries } from "../../api/v1/registries";
import { absentIsDeleted } from "../errors/api-errors";
import type { CallInput, CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

/** The id in the path, the body and the options, as far as the endpoint has them. */
type Arguments<P extends string, Q, B> = [
  ...(P extends `${string}:${string}` ? [id: string] : []),
  ...([B] extends [z.ZodNever] ? [] : [body: z.input<B>]),
  options?: CallOptions & ([Q] extends [z.ZodNever] ? unknown : z.input<Q>),
];
/** Nothing where there is no answer, or none that may be read (O-20). */
type Answer<R extends z.ZodType> =
  unknown extends z.output<R> ? void : [z.output<R>] extends [undefined] ? void : z.output<R>;
type Method<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer R> ? (...given: Arguments<P, Q, B>) => Promise<Answer<R>> : never;
type Family<G extends Group> = { readonly [Name in keyof G]: Method<G[Name]> };

/** A method for each endpoint of a group; what is deleted already counts as deleted. */
function familyOn<G extends Group>(call: Call, group: G): Family<G> {
  const methods = Object.entries(group).map(([name, endpoint]) => {
    const [, parameter] = /:(\w+)/.exec(endpoint.path) ?? [];
    const method = (...given: unknown[]): Promise<unknown> => {
      const params = parameter === undefined ? {} : { [parameter]: given.shift() as string };
      const body = endpoint.body && given.shift();
      const { signal, priority, isSentOnce, ...query } = (given.shift() ?? {}) as CallOptions;
      const options = { signal, priority, isSentOnce, ...(endpoint.query && { query }) };
      const input: CallInput<string, z.ZodType, z.ZodType> = { params, body, ...options };
      return endpoint.method === "DELETE" ? absentIsDeleted(call(endpoint, input)) : call(endpoint, input);
    };
    return [name, method] as const;
  });
  return Object.fromEntries(methods) as Family<G>;
}

/**
 * The version 1 surface, at `baseUrl`. Deprecated by the platform, which has announced its end: use it only
 * for what version 2 lacks, such as resetting a pod. It acts on the same resources.
 */ // section 14, O-9
export interface V1 {
  /** Registry credentials under `/containerregistryauth`; the same as in version 2. */
  readonly registries: Family<typeof v1Registries>;
  /** Pods in their flat version 1 form. The four actions answer nothing that may be read. */ // O-20
  readonly pods: Family<typeof v1Pods>;
  /** Network volumes in version 1: `dataCenterId` instead of `dataCenter`, no `type`. */ // V-18, O-35
  readonly networkVolumes: Family<typeof v1NetworkVolumes>;
  /** Serverless endpoints in their flat version 1 form. */ // O-40
  readonly endpoints: Family<typeof v1Endpoints>;
  /** Templates in their flat version 1 form. */ // O-40
  readonly templates: Family<typeof v1Templates>;
  /** What was spent, in USD, as version 1 tells it. */ // O-40
  readonly billing: Family<typeof v1Billing>;
}

export const v1On = (call: Call): V1 => ({
  registries: familyOn(call, v1Registries),
  pods: familyOn(call, v1Pods),
  networkVolumes: familyOn(call, v1NetworkVolumes),
  endpoints: familyOn(call, v1Endpoints),
  templates: familyOn(call, v1Templates),
  billing: familyOn(call, v1Billing),
});
