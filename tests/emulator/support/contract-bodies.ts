/**
 * The request bodies of the version 2 surface, written down once more from the tables of the contract. It shares nothing
 * with `api/`, or both could be wrong together.
 */
export type Shape =
  | {
      readonly kind: "string";
      min?: number;
      max?: number;
      pattern?: string;
      nullable?: true;
      orEmpty?: true;
      maxBytes?: number;
    }
  | { readonly kind: "enum"; values: readonly string[] }
  | { readonly kind: "integer" | "number"; min?: number; max?: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "array"; of: Shape; min?: number; max?: number; unique?: true }
  | { readonly kind: "map"; of: Shape }
  | ObjectShape
  | { readonly kind: "by type"; variants: Readonly<Record<string, ObjectShape>> };

export interface ObjectShape {
  readonly kind: "object";
  readonly members: Readonly<Record<string, Shape>>;
  readonly required: readonly string[];
  /** At least one member. */
  notEmpty?: true;
  /** The second is required where the first is (E-28). */
  dependent?: readonly [string, string];
}

type Bounds = { min?: number; max?: number };
const text = (more: Bounds & { pattern?: string; nullable?: true; orEmpty?: true; maxBytes?: number } = {}): Shape => ({
  kind: "string",
  ...more,
});
const whole = (more: Bounds = {}): Shape => ({ kind: "integer", ...more });
const flag: Shape = { kind: "boolean" };
const oneOf = (...values: string[]): Shape => ({ kind: "enum", values });
const list = (of: Shape, more: Bounds & { unique?: true } = {}): Shape => ({ kind: "array", of, ...more });

/** Members whose name ends in `!` are required. */
function closed(members: Readonly<Record<string, Shape>>, more: Partial<ObjectShape> = {}): ObjectShape {
  const entries = Object.entries(members);
  return {
    kind: "object",
    members: Object.fromEntries(entries.map(([name, shape]) => [name.replace("!", ""), shape])),
    required: entries.filter(([name]) => name.endsWith("!")).map(([name]) => name.slice(0, -1)),
    ...more,
  };
}

const cuda = text({ pattern: "^\\d+\\.\\d+$" });
const named = text({ min: 1 });

/** M-1 without `registry` (C-22). */
const clusterContainer = {
  image: text(),
  args: text(),
  cmd: list(text()),
  entrypoint: list(text()),
  disk: whole({ min: 1 }),
  env: { kind: "map", of: text() } as Shape,
  ports: list(text({ pattern: "^[0-9]+/(http|tcp)$" })),
};
const container = { ...clusterContainer, registry: text({ nullable: true }) };

/** M-20. */
const persistent = closed({ "size!": whole({ min: 10 }), "path!": text() });
const mounts = closed({
  persistent,
  network: list(closed({ "volumeId!": text(), "path!": text() }), { max: 1 }),
});
/** M-50, M-60. */
const podGpu = closed({
  "id!": text(),
  count: whole({ min: 1 }),
  allowedCudaVersions: list(cuda),
  minCudaVersion: cuda,
  minRamPerGpu: whole({ min: 1 }),
  minVcpuCountPerGpu: whole({ min: 1 }),
});
const cpu = closed({ "id!": named, "vcpuCount!": whole({ min: 2 }) });

/** Section 8. */
const scaling: Shape = {
  kind: "by type",
  variants: {
    QUEUE_DELAY: closed({ "type!": oneOf("QUEUE_DELAY"), "queueDelay!": { kind: "number", min: 0.5 } }),
    REQUEST_COUNT: closed({ "type!": oneOf("REQUEST_COUNT"), "requestCount!": whole({ min: 1 }) }),
  },
};
const endpointGpu = {
  excludedTypes: list(text({ pattern: "^\\s*[^-\\s]" }), { unique: true }),
  count: whole({ min: 1 }),
  allowedCudaVersions: list(cuda),
};
const pools = list(text(), { min: 1 });
const endpointSettings = {
  ...container,
  cpu: list(cpu, { min: 1, unique: true }),
  workers: closed({ min: whole({ min: 0 }), max: whole({ min: 0 }), idleTimeout: whole({ min: 1, max: 3600 }) }),
  dataCenterIds: list(text()),
  networkVolumes: list(text()),
  timeout: whole(),
  flashboot: oneOf("OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"),
  templateId: named,
};
const templateSettings = {
  ...container,
  mounts: closed({ persistent }),
  serverless: flag,
  public: flag,
  category: oneOf("CPU", "NVIDIA", "AMD"),
  startSsh: flag,
  startJupyter: flag,
  allowedCudaVersions: list(cuda),
};
const secretText = { value: text({ min: 1 }), description: text({ maxBytes: 65_535 }) };
const volumeSize = whole({ min: 10, max: 4096 });

/** By operation id. */
export const contractBodies: Readonly<Record<string, ObjectShape>> = {
  "P-10": closed({
    "name!": named,
    ...container,
    cloud: oneOf("SECURE", "COMMUNITY"),
    gpu: podGpu,
    cpu,
    dataCenterIds: list(text()),
    globalNetworking: flag,
    mounts,
    startJupyter: flag,
    startSsh: flag,
    templateId: named,
  }),
  "P-21": closed({ name: named, ...container, mounts, locked: flag, globalNetworking: flag, templateId: named }),
  "P-23": closed({ "action!": oneOf("start", "stop", "restart", "terminate") }),
  "C-2": closed({
    "name!": named,
    "type!": oneOf("APPLICATION", "TRAINING", "SLURM", "RAY"),
    "compute!": closed({
      "gpuTypeId!": named,
      "gpuCountPerPod!": whole({ min: 1 }),
      "podCount!": whole({ min: 2, max: 250 }),
    }),
    ...clusterContainer,
    templateId: named,
    dataCenterIds: list(text()),
    mounts,
    startJupyter: flag,
    startSsh: flag,
  }),
  "C-4": closed({ name: named }, { notEmpty: true }),
  "V-2": closed({
    "name!": named,
    "size!": volumeSize,
    "dataCenter!": named,
    type: oneOf("STANDARD", "HIGH_PERFORMANCE"),
  }),
  "V-4": closed({ name: named, size: volumeSize }, { notEmpty: true }),
  "R-2": closed({
    "name!": text({ min: 1, max: 191 }),
    "username!": text({ min: 1, max: 191 }),
    "password!": text({ min: 1, max: 16_384 }),
  }),
  "R-21": closed({ "resource!": text(), name: text({ nullable: true }) }),
  "E-2": closed({
    "name!": named,
    "type!": oneOf("QUEUE", "LOAD_BALANCER"),
    "scaling!": scaling,
    gpu: closed({ "pools!": pools, ...endpointGpu, minCudaVersion: cuda }),
    ...endpointSettings,
  }),
  "E-4": closed({
    name: named,
    scaling,
    gpu: closed(
      { pools, ...endpointGpu, minCudaVersion: text({ pattern: "^\\d+\\.\\d+$", orEmpty: true }) },
      { dependent: ["excludedTypes", "pools"] },
    ),
    ...endpointSettings,
  }),
  "T-2": closed({ "name!": named, ...templateSettings, "image!": text() }),
  "T-4": closed({ name: named, ...templateSettings }),
  "U-2": closed({ "keys!": list(text({ pattern: "^(ssh|ecdsa|sk)-[^\\s]+ [^\\s]+([ \\t][^\\n\\r]*)?$" })) }),
  "U-11": closed({
    "name!": text({ min: 1, max: 191, pattern: "^[a-zA-Z_][a-zA-Z0-9_.\\-/]*$" }),
    "value!": secretText.value,
    description: secretText.description,
  }),
  "U-13": closed(secretText, { notEmpty: true }),
};
