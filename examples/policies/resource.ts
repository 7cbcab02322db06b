/** One entry, or a list of alternatives in order of preference. */
type OneOrMore<T> = T | readonly T[];

/** What stands in place of an id for any hardware that has the memory. */
export interface Need {
  readonly memory?: number;
  readonly maxHourlyCost?: number;
}
interface Gpu extends Need {
  readonly id?: string;
  readonly count?: number;
}
interface Cpu extends Need {
  readonly id?: string;
  readonly vcpuCount: number;
}
interface Compute extends Need {
  readonly gpuTypeId?: string;
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

/** One alternative of a pod or cluster: its id in the catalog and how many units of it, or a need. */
type Alternative = { readonly id: string; readonly units: number; readonly isGpu: boolean } | Need;

function alternativesOf({ kind, props }: Resource): Alternative[] {
  if (kind === "Cluster") {
    return entriesOf(props.compute, props.computeAlternatives).map((one) =>
      one.gpuTypeId === undefined ? one : { id: one.gpuTypeId, units: one.podCount * one.gpuCountPerPod, isGpu: true },
    );
  }
  if (kind !== "Pod") return [];
  return [
    ...entriesOf(props.gpu as OneOrMore<Gpu> | undefined, props.gpuAlternatives).map((one) =>
      one.id === undefined ? one : { id: one.id, units: one.count ?? 1, isGpu: true },
    ),
    ...entriesOf(props.cpu, props.cpuAlternatives).map((one) =>
      one.id === undefined ? one : { id: one.id, units: one.vcpuCount, isGpu: false },
    ),
  ];
}

/** The hardware that a pod or cluster may get, of what the program names by its id. */
export const hardwareOf = (resource: Resource): { id: string; units: number; isGpu: boolean }[] =>
  alternativesOf(resource).flatMap((one) => ("id" in one ? [one] : []));

/** What it may get of what the program only says the need of. */
export const needsOf = (resource: Resource): Need[] =>
  alternativesOf(resource).flatMap((one) => ("id" in one ? [] : [one]));

/** The needs of GPUs, of an endpoint's workers too. */
export function gpuNeedsOf(resource: Resource): readonly Need[] {
  const { gpu, compute } = resource.props;
  if (resource.kind === "Endpoint") return gpu === undefined || "pools" in gpu ? [] : entriesOf(gpu);
  return gpu === undefined && compute === undefined ? [] : needsOf(resource);
}

/** The GPUs that a resource may get: ids of types, and of an endpoint ids of pools. */
export function gpusOf(resource: Resource): string[] {
  const { gpu } = resource.props;
  if (resource.kind === "Endpoint" && gpu !== undefined && "pools" in gpu) return [...gpu.pools];
  return hardwareOf(resource).flatMap(({ id, isGpu }) => (isGpu ? [id] : []));
}
