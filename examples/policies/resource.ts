/** One entry, or a list of alternatives in order of preference. */
type OneOrMore<T> = T | readonly T[];

interface Gpu {
  readonly id: string;
  readonly count?: number;
}
interface Cpu {
  readonly id: string;
  readonly vcpuCount: number;
}
interface Compute {
  readonly gpuTypeId: string;
  readonly podCount: number;
  readonly gpuCountPerPod: number;
}

/** Of the arguments of all kinds those that policies look at. Programs in Python, Go and YAML list alternatives apart. */
interface Arguments {
  readonly gpu?: OneOrMore<Gpu> | { readonly pools: readonly string[] };
  readonly gpuAlternatives?: readonly Gpu[];
  readonly cpu?: OneOrMore<Cpu>;
  readonly cpuAlternatives?: readonly Cpu[];
  readonly compute?: OneOrMore<Compute>;
  readonly computeAlternatives?: readonly Compute[];
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

function entriesOf<T extends object>(value: OneOrMore<T> | undefined, others: readonly T[] = []): readonly T[] {
  if (value === undefined) return others;
  return [...(Array.isArray(value) ? (value as readonly T[]) : [value as T]), ...others];
}

/** The hardware that a pod or cluster may get: each alternative by its id in the catalog, and how many units of it. */
export function hardwareOf({ kind, props }: Resource): { id: string; units: number; isGpu: boolean }[] {
  if (kind === "Cluster") {
    return entriesOf(props.compute, props.computeAlternatives).map(({ gpuTypeId, podCount, gpuCountPerPod }) => ({
      id: gpuTypeId,
      units: podCount * gpuCountPerPod,
      isGpu: true,
    }));
  }
  if (kind !== "Pod") return [];
  return [
    ...entriesOf(props.gpu as OneOrMore<Gpu> | undefined, props.gpuAlternatives).map(({ id, count = 1 }) => ({
      id,
      units: count,
      isGpu: true,
    })),
    ...entriesOf(props.cpu, props.cpuAlternatives).map(({ id, vcpuCount }) => ({ id, units: vcpuCount, isGpu: false })),
  ];
}

/** The GPUs that a resource may get: ids of types, and of an endpoint ids of pools. */
export function gpusOf(resource: Resource): string[] {
  const { gpu } = resource.props;
  if (resource.kind === "Endpoint" && gpu !== undefined && "pools" in gpu) return [...gpu.pools];
  return hardwareOf(resource).flatMap(({ id, isGpu }) => (isGpu ? [id] : []));
}
