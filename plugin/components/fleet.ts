import { ownMember } from "../../values/own-member";
import type { Alias } from "@pulumi/pulumi/proto/alias_pb";
import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { deletedWithLeaves, mayRest, membersOf } from "../../provider/fleet/members";
import { kinds } from "../../provider/kinds";
import { isObject, type Props } from "../../provider/table/props";
import { hasUnknown, isUnknown, unknownValue } from "../../provider/table/unknown";
import { alternativesOf, withAlternatives } from "../forms";
import { dynamicType, fleetType, localFleetType, pluginType } from "../names";
import { type Opened, type Secrets, toStruct, wholly } from "../values";
import { formerType, type Made, type Monitor } from "./monitor";
import { opened, sourcesOf, type Urns } from "./sources";

export interface Asked {
  readonly name: string;
  readonly parent: string;
  readonly inputs: Opened;
  readonly sent: Props;
  readonly inputDependencies: Readonly<Record<string, Urns>>;
  readonly dependencies: Urns;
  readonly aliases: readonly Alias[];
  /** The reference of the pods' provider. */
  readonly provider: string;
  readonly deletedWith: string;
  readonly protect: boolean | undefined;
  readonly retainOnDelete: boolean | undefined;
  readonly customTimeouts: RegisterResourceRequest.CustomTimeouts | undefined;
}

export interface Constructed {
  readonly urn: string;
  readonly state: Props;
  readonly dependencies: Readonly<Record<string, Urns>>;
}

type Own = Readonly<Record<string, unknown>>;

/** The component `Fleet` for programs in any language, as the TypeScript class. A failed pod leaves `ready` unknown. */
export async function constructFleet(asked: Asked, monitor: Monitor): Promise<Constructed> {
  const { name, provider, protect, retainOnDelete } = asked;
  const args = withoutNulls(asked.inputs.props);
  const own = declaredIn(name, args, asked.deletedWith);
  const { pod, maxUnavailable, waitFor, timeouts } = args;
  const component = await monitor.register({
    type: fleetType,
    name,
    parent: asked.parent,
    properties: toStruct({}),
    aliases: [formerType(localFleetType), ...asked.aliases],
    dependencies: asked.dependencies,
    protect,
    retainOnDelete,
  });
  const child = (
    kind: string,
    childName: string,
    props: Props,
    secrets: Readonly<Record<string, Secrets>>,
    of: (property: string) => Urns,
  ) =>
    monitor.register({
      type: pluginType(kind),
      name: childName,
      parent: component.urn,
      provider,
      protect,
      retainOnDelete,
      properties: toStruct(props, secrets),
      aliases: [formerType(dynamicType(kind))],
      propertyDependencies: Object.fromEntries(Object.keys(props).map((property) => [property, of(property)])),
      customTimeouts: kind === "Ready" ? asked.customTimeouts : undefined,
    });
  const rollout = maxUnavailable === undefined ? {} : { rollout: { group: name, maxUnavailable } };
  const ofPod = sourcesOf(asked.sent["pod"], asked.inputDependencies["pod"]);
  const [ownSent] = opened(asked.sent["pods"]);
  const made = await Promise.all(
    Object.entries(own).map(async ([key, differing]): Promise<[string, Made]> => {
      const shared = withoutReplaced(pod as Own, differing);
      const secrets = {
        ...within(asked.inputs.secrets["pod"], shared),
        ...within(ownMember(within(asked.inputs.secrets["pods"], own), key), differing),
      };
      const props = { ...shared, waitFor: "none", ...rollout, ...differing };
      const ofOwn = sourcesOf(ownMember(ownSent, key), asked.inputDependencies["pods"]);
      const sources = (property: string) => (Object.hasOwn(differing, property) ? ofOwn : ofPod)(property);
      return [key, await child("Pod", `${name}-${key}`, props, secrets, sources)];
    }),
  );
  const urns = made.map(([, { urn }]) => urn);
  const idOf = ({ id }: Made) => (id === "" ? unknownValue : id);
  const ids = Object.fromEntries(made.map(([key, one]) => [key, idOf(one)]));
  const outputs = async (ready: unknown, readyUrns: Urns): Promise<Constructed> => {
    const state = { ids, ready };
    await monitor.registerOutputs(component.urn, toStruct(state));
    return { urn: component.urn, state, dependencies: { ids: urns, ready: [...urns, ...readyUrns] } };
  };
  if (made.some(([, { isFailed }]) => isFailed)) return outputs(unknownValue, []);
  const awaited = made.filter(([, { props }]) => props["desiredStatus"] !== "EXITED").map(([, one]) => idOf(one));
  const isResting = [pod as Own, ...Object.values(own)].some(mayRest);
  const readiness = await child(
    "Ready",
    name,
    { pods: awaited, waitFor, timeouts, ...(isResting && { acceptStopped: true }) },
    {},
    (property) => (property === "pods" ? urns : (ownMember(asked.inputDependencies, property) ?? [])),
  );
  const isWaitedFor = !readiness.isFailed && !hasUnknown(readiness.props["ids"]);
  return outputs(isWaitedFor ? ids : unknownValue, [readiness.urn]);
}

function declaredIn(name: string, args: Props, deletedWith: string): Readonly<Record<string, Own>> {
  if (deletedWith !== "") throw new Error(deletedWithLeaves(`Fleet ${name}`, "the pods of the fleet"));
  const { pods } = args;
  const unknown = ["pod", "count", "pods", "maxUnavailable"].find((each) => isUnknown(ownMember(args, each)));
  const one = isObject(pods) ? Object.keys(pods).find((key) => isUnknown(ownMember(pods, key))) : undefined;
  const path = unknown ?? (one && `pods.${one}`);
  if (path !== undefined)
    throw new Error(
      `Fleet ${name}: \`${path}\` is not known before the deployment, so no preview can say which pods there will be; ` +
        "make it from the program or the stack's configuration, and not from the output of a resource.",
    );
  const known = { ...args, ...(isObject(args["pod"]) && { pod: withoutNulls(args["pod"]) }) };
  const own = isObject(pods)
    ? Object.fromEntries(Object.entries(pods).map(([key, each]) => [key, isObject(each) ? withoutNulls(each) : {}]))
    : pods;
  const more = withAlternatives(kinds.Pod.resource).map(alternativesOf);
  return membersOf<Own>(name, { ...known, ...(own !== undefined && { pods: own }) }, more);
}

/** The common arguments without those that a pod overrides, including alternatives. */
const withoutReplaced = (shared: Own, own: Own): Own =>
  Object.fromEntries(
    Object.entries(shared).filter(
      ([property, value]) => value !== null && !Object.keys(own).some((name) => property === alternativesOf(name)),
    ),
  );

/** The secret marks of an object's members; in an object that is secret as a whole, each member is secret. */
function within(secrets: Secrets | undefined, value: object): Readonly<Record<string, Secrets>> {
  if (secrets === true) return wholly(Object.keys(value));
  return isObject(secrets) ? secrets : {};
}

/** Some languages send omitted arguments as null. */
const withoutNulls = (props: Props): Props =>
  Object.fromEntries(Object.entries(props).filter(([, value]) => value !== null && value !== undefined));
