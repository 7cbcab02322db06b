/** One entry, or a list of alternatives in order of preference. */
type OneOrMore<T> = T | readonly T[];

/** Of the arguments of all kinds those that policies look at. */
interface Arguments {
  readonly gpu?: OneOrMore<{ readonly id: string; readonly count?: number }> | { readonly pools: readonly string[] };
  readonly cpu?: OneOrMore<{ readonly id: string; readonly vcpuCount: number }>;
  readonly compute?: OneOrMore<{
    readonly gpuTypeId: string;
    readonly podCount: number;
    readonly gpuCountPerPod: number;
  }>;
  readonly desiredStatus?: string;
  readonly ports?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly dataLoss?: string;
  /** The repository that a delegation hands over. */
  readonly resource?: string;
}

/** One resource of this package in a stack. */
export interface Resource {
  readonly kind: string;
  readonly name: string;
  readonly props: Arguments;
}

/** The kind that a type names, whether the dynamic provider or the plugin deploys it; undefined for others' resources. */
export function kindOf(type: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/compute|compute:index):(\w+)$/.exec(type)?.[1];
}

function entriesOf<T extends object>(value: OneOrMore<T> | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

/** The hardware that a pod or cluster may get: each alternative by its id in the catalog, and how many units of it. */
export function hardwareOf({ kind, props }: Resource): { id: string; units: number; isGpu: boolean }[] {
  if (kind === "Cluster") {
    return entriesOf(props.compute).map(({ gpuTypeId, podCount, gpuCountPerPod }) => ({
      id: gpuTypeId,
      units: podCount * gpuCountPerPod,
      isGpu: true,
    }));
  }
  if (kind !== "Pod") return [];
  return [
    ...entriesOf(props.gpu as OneOrMore<{ id: string; count?: number }> | undefined).map(({ id, count = 1 }) => ({
      id,
      units: count,
      isGpu: true,
    })),
    ...entriesOf(props.cpu).map(({ id, vcpuCount }) => ({ id, units: vcpuCount, isGpu: false })),
  ];
}

/** The GPUs that a resource may get: ids of types, and of an endpoint ids of pools. */
export function gpusOf(resource: Resource): string[] {
  const { gpu } = resource.props;
  if (resource.kind === "Endpoint" && gpu !== undefined && "pools" in gpu) return [...gpu.pools];
  return hardwareOf(resource).flatMap(({ id, isGpu }) => (isGpu ? [id] : []));
}
