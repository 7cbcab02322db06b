import type { Kind, Stack, StackResource } from "../state/deployment";

/** An object on the platform, as far as a diagnosis needs it. */
export interface LiveObject {
  readonly id: string;
  readonly name: string;
  /** RFC 3339, where the platform tells. */
  readonly createdAt?: string;
  /** Only pods have one. */
  readonly status?: string;
}

export type World = Readonly<Record<Kind, readonly LiveObject[]>>;

export type Problem =
  | "lost-create"
  | "unfinished-update"
  | "unfinished-delete"
  | "not-ready"
  | "gone"
  | "leftover"
  | "same-name";

/** One thing that is not as it should be, and exactly what to do about it. */
export interface Finding {
  readonly problem: Problem;
  readonly kind: Kind;
  /** Logical name in the program. */
  readonly name: string;
  readonly urn: string;
  /** Objects on the platform that this is about. */
  readonly objects: readonly LiveObject[];
  readonly what: string;
  readonly nextStep: string;
}

/** Compares what a stack believes with what the platform has. Pure: it asks nothing and changes nothing. */
export function diagnose(stack: Stack, world: World): Finding[] {
  const known = new Set(stack.resources.map(({ kind, id }) => `${kind} ${id}`));
  const isKnown = (kind: Kind, id: string) => known.has(`${kind} ${id}`);
  return [
    ...stack.pending.flatMap(({ type, resource }) => pendingFinding(type, resource, world, isKnown)),
    ...stack.resources.flatMap((resource) => resourceFinding(resource, world)),
    ...sameName(stack, world, isKnown),
  ];
}

type IsKnown = (kind: Kind, id: string) => boolean;

function pendingFinding(type: string, resource: StackResource, world: World, isKnown: IsKnown): Finding[] {
  const { kind, name, urn, id } = resource;
  const live = world[kind].find((object) => object.id === id);
  const base = { kind, name, urn };
  switch (type) {
    case "creating": {
      const objects = world[kind].filter(
        (object) => object.name === resource.inputs["name"] && !isKnown(kind, object.id),
      );
      return [
        {
          ...base,
          problem: "lost-create",
          objects,
          what: lostCreate(resource, objects),
          nextStep: afterLostCreate(objects),
        },
      ];
    }
    case "updating":
      return [
        {
          ...base,
          problem: "unfinished-update",
          objects: live ? [live] : [],
          what: `an update of ${kind} ${name} (${id}) was begun and its end was not seen`,
          nextStep: "Run `refresh` to learn what arrived, then `up`: it sends what is still missing.",
        },
      ];
    case "deleting":
      return [
        {
          ...base,
          problem: "unfinished-delete",
          objects: live ? [live] : [],
          what: `a delete of ${kind} ${name} (${id}) was begun; the object ${live ? "still exists" : "is gone"}`,
          nextStep: live
            ? "Run `up` or `destroy` again: deleting twice is safe."
            : "Run `refresh`: it takes the object out of the state.",
        },
      ];
    default:
      return [];
  }
}

function lostCreate({ kind, name, inputs }: StackResource, objects: readonly LiveObject[]): string {
  const found =
    objects.length === 0
      ? "and the platform has no object of that name outside this stack"
      : `and the platform has ${objects.map(describe).join(", ")}`;
  return `a create of ${kind} ${name} (named ${JSON.stringify(inputs["name"])}) was begun and its end was not seen, ${found}`;
}

function afterLostCreate(objects: readonly LiveObject[]): string {
  const [only, ...others] = objects;
  if (only === undefined) return "Nothing was made. Run `refresh` to clear the pending operation, then `up`.";
  if (others.length > 0)
    return "Find out which of these objects is yours, by their creation time, and delete the others. Then run `doctor` again.";
  return (
    `If ${only.id} is that object, delete it, or keep it by giving the resource \`adopt: { id: "${only.id}" }\`. ` +
    "Run `refresh` to clear the pending operation, then `up`."
  );
}

function resourceFinding(resource: StackResource, world: World): Finding[] {
  const { kind, name, urn, id } = resource;
  if (id === "") return [];
  const live = world[kind].find((object) => object.id === id);
  const base = { kind, name, urn, objects: live ? [live] : [] };
  if (resource.isLeftover)
    return [
      {
        ...base,
        problem: "leftover",
        what: `${kind} ${name} (${id}) was replaced and is not deleted yet${live ? "" : "; the platform has it no longer"}`,
        nextStep: "Run `up`: it deletes what was replaced.",
      },
    ];
  if (!live)
    return [
      {
        ...base,
        problem: "gone",
        what: `${kind} ${name} (${id}) is in the state and not on the platform`,
        nextStep: "Run `refresh` to take it out of the state, then `up` to make it again.",
      },
    ];
  if (resource.initErrors.length > 0)
    return [
      {
        ...base,
        problem: "not-ready",
        what: `${kind} ${name} (${id}) was made but did not become ready: ${resource.initErrors.join("; ")}`,
        nextStep: "Run `up`: it goes on from there. For a pod, read `compute logs` first.",
      },
    ];
  return [];
}

/** An object with the very name of one of ours and another id: an earlier attempt whose answer was lost, or a copy. */
function sameName(stack: Stack, world: World, isKnown: IsKnown): Finding[] {
  const pending = new Set(stack.pending.map(({ resource }) => resource.urn));
  return stack.resources.flatMap(({ kind, name, urn, id, inputs, isLeftover }) => {
    if (isLeftover || pending.has(urn) || typeof inputs["name"] !== "string") return [];
    const objects = world[kind].filter((object) => object.name === inputs["name"] && !isKnown(kind, object.id));
    if (objects.length === 0) return [];
    return [
      {
        problem: "same-name" as const,
        kind,
        name,
        urn,
        objects,
        what: `the platform has ${objects.map(describe).join(", ")} with the name of ${kind} ${name} (${id}), outside this stack`,
        nextStep: "If another stack or person does not own it, delete it: it bills.",
      },
    ];
  });
}

function describe({ id, createdAt, status }: LiveObject): string {
  const facts = [status, createdAt && `created ${createdAt}`].filter(Boolean).join(", ");
  return facts === "" ? id : `${id} (${facts})`;
}
