import fc from "fast-check";
import type { KindName } from "../../provider/kinds/names";
import type { Props } from "../../provider/table/props";
import type { Declared, Program } from "./rig";

/** What any program may ask of an emulated platform that has the templates and keys of `prepare`. */

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
const word = fc.string({ maxLength: 8 });
const variables = fc.dictionary(
  fc.oneof(fc.stringMatching(/^[A-Z_]{1,6}$/), fc.constantFrom("PUBLIC_KEY", "JUPYTER_PASSWORD", "LAB", "THREADS")),
  word,
  { maxKeys: 4 },
);
const ports = fc.uniqueArray(fc.constantFrom("22/tcp", "8888/http", "80/http", "70001/tcp"));
const places = fc.constantFrom<string[]>([], ["EU-XX-1"], ["EU-XX-1", "US-XX-1"], ["US-XX-1", "EU-XX-1"]);

/** Only what is there: an argument set to `undefined` never reaches a provider. */
const present = (props: Props): Props =>
  Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined));

const command = fc.oneof(
  fc.constant({}),
  fc.record({ args: fc.oneof(fc.constantFrom("", "serve --fast", "sh -c 'a b'", '{"cmd":["x"]}'), word) }),
  fc.record(
    { cmd: fc.array(word, { maxLength: 2 }), entrypoint: fc.array(word, { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
);

const container = fc
  .tuple(
    fc.record(
      {
        image: fc.constantFrom("registry.example.com/a:1", "registry.example.com/a:2"),
        disk: fc.integer({ min: 1, max: 100 }),
        env: variables,
        ports,
        startSsh: fc.boolean(),
        startJupyter: fc.boolean(),
        dataCenterIds: places,
      },
      { requiredKeys: ["image"] },
    ),
    command,
  )
  .map(([settings, run]): Props => ({ ...settings, ...run }));

const gpu = fc.record(
  {
    id: fc.constantFrom("NVIDIA L40S", "NVIDIA H200"),
    count: fc.integer({ min: 1, max: 2 }),
    allowedCudaVersions: fc.constantFrom([], ["12.6", "12.8"], ["12.8", "12.6"]),
  },
  { requiredKeys: ["id"] },
);
const persistent = fc.record({ size: fc.integer({ min: 10, max: 60 }), path: fc.constantFrom("/data", "/other") });
const mount = fc.oneof(
  fc.constant("none" as const),
  fc.constant("volume" as const),
  persistent.map((disk) => ({ persistent: disk })),
);

const podArguments = fc
  .record({
    container,
    gpu,
    other: gpu,
    inList: fc.constantFrom("no", "first", "last"),
    onGpu: fc.boolean(),
    mount,
    credential: fc.boolean(),
    templateId: fc.option(fc.constantFrom("t0official", "t3community"), { nil: undefined, freq: 4 }),
    own: fc.record(
      {
        name,
        globalNetworking: fc.boolean(),
        locked: fc.boolean(),
        desiredStatus: fc.constantFrom("RUNNING", "EXITED"),
        waitFor: fc.constantFrom("running", "none"),
        runToCompletion: fc.boolean(),
        triggers: fc.array(fc.oneof(word, fc.integer()), { maxLength: 2 }),
        restartTriggers: fc.array(word, { maxLength: 2 }),
        resetTriggers: fc.array(word, { maxLength: 2 }),
        // What the other one has depends on the hardware; the table's rows try it.
        cloud: fc.constant("SECURE"),
      },
      { requiredKeys: [] },
    ),
  })
  .map(
    ({
      container: settings,
      gpu: gpus,
      other,
      inList,
      onGpu,
      mount: mounted,
      credential,
      templateId,
      own,
    }): Declared => {
      const several = (one: Props, another: Props): unknown =>
        inList === "no" ? one : inList === "first" ? [one, another] : [another, one];
      const cpu = { id: "cpu3c", vcpuCount: 2 * (gpus.count ?? 1) };
      const hardware = onGpu ? { gpu: several(gpus, other) } : { cpu: several(cpu, { id: "cpu5c", vcpuCount: 4 }) };
      // A pod that stays locked can't be stopped or reset (P-46).
      const locked = own.locked && own.desiredStatus !== "EXITED";
      const networking = onGpu ? own.globalNetworking : undefined;
      const disk = onGpu && typeof mounted === "object" ? mounted : undefined;
      return {
        kind: "Pod",
        inputs: present({
          ...settings,
          ...own,
          ...hardware,
          locked,
          resetTriggers: locked ? undefined : own.resetTriggers,
          templateId: onGpu ? templateId : undefined,
          globalNetworking: networking,
          registry: credential ? "id:credential" : undefined,
          mounts: mounted === "volume" ? { network: [{ volumeId: "id:volume", path: "/data" }] } : disk,
          // Volumes are in Europe, and so has to be what mounts them.
          ...(mounted === "volume" && { dataCenterIds: ["EU-XX-1"] }),
        }),
      };
    },
  );

const clusterArguments = fc
  .record({
    container,
    name,
    podCount: fc.integer({ min: 2, max: 3 }),
    type: fc.constantFrom("TRAINING", "SLURM", "RAY"),
  })
  .map(({ container: settings, podCount, type, name: named }): Declared => {
    const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount };
    return { kind: "Cluster", inputs: { ...settings, name: named, compute, type } };
  });

const volumeArguments = fc
  .record(
    { name, size: fc.integer({ min: 10, max: 300 }), type: fc.constantFrom("STANDARD", "HIGH_PERFORMANCE") },
    { requiredKeys: ["size"] },
  )
  .map(
    (inputs): Declared => ({ kind: "NetworkVolume", inputs: { ...inputs, dataCenter: "EU-XX-1", dataLoss: "allow" } }),
  );

const credentialArguments = fc
  .record(
    {
      name: fc.constantFrom("registry", "other"),
      username: fc.string({ minLength: 1, maxLength: 9 }),
      password: fc.string({ minLength: 1, maxLength: 9 }),
    },
    { requiredKeys: ["username", "password"] },
  )
  .map((inputs): Declared => ({ kind: "RegistryCredential", inputs }));

const endpointArguments = fc
  .record({
    container,
    gpu: fc.record(
      {
        pools: fc.constantFrom(["ADA_24"], ["ADA_24", "AMPERE_48"], ["AMPERE_48", "ADA_24"]),
        count: fc.integer({ min: 1, max: 2 }),
        allowedCudaVersions: fc.constantFrom([], ["12.6", "12.8"], ["12.8", "12.6"]),
      },
      { requiredKeys: ["pools"] },
    ),
    onGpu: fc.boolean(),
    byRequests: fc.boolean(),
    own: fc.record(
      {
        name,
        workers: fc.record({ min: fc.constant(0), max: fc.integer({ min: 0, max: 4 }) }, { requiredKeys: [] }),
        timeout: fc.integer({ min: 5_000, max: 90_000 }),
        flashboot: fc.constantFrom("OFF", "FLASHBOOT"),
        jobLoss: fc.constantFrom("refuse", "allow"),
        waitFor: fc.constantFrom("ready", "none"),
      },
      { requiredKeys: [] },
    ),
    credential: fc.boolean(),
  })
  .map(({ container: settings, gpu: gpus, onGpu, byRequests, own, credential }): Declared => {
    const { startSsh: _, startJupyter: __, ...given } = settings;
    const scaling = byRequests ? { type: "REQUEST_COUNT", requestCount: 2 } : { type: "QUEUE_DELAY", queueDelay: 3 };
    const hardware = onGpu ? { gpu: gpus } : { cpu: [{ id: "cpu3c", vcpuCount: 2 }] };
    const registry = credential ? "id:credential" : undefined;
    return { kind: "Endpoint", inputs: present({ ...given, ...own, ...hardware, type: "QUEUE", scaling, registry }) };
  });

const templateArguments = fc
  .record({
    container,
    mount: fc.option(persistent, { nil: undefined }),
    own: fc.record(
      {
        name,
        public: fc.boolean(),
        serverless: fc.boolean(),
        category: fc.constantFrom("CPU", "NVIDIA", "AMD"),
        allowedCudaVersions: fc.constantFrom([], ["12.6", "12.8"], ["12.8", "12.6"]),
      },
      { requiredKeys: [] },
    ),
    credential: fc.boolean(),
  })
  .map(({ container: { dataCenterIds: _, ...settings }, mount: disk, own, credential }): Declared => {
    const mounts = disk && { persistent: disk };
    const registry = credential ? "id:credential" : undefined;
    return { kind: "Template", inputs: present({ ...settings, ...own, mounts, registry }) };
  });

const secretArguments = fc
  .record(
    {
      name: fc.constantFrom("token", "other/token"),
      value: fc.string({ minLength: 1, maxLength: 9 }),
      description: word,
    },
    { requiredKeys: ["value"] },
  )
  .map((inputs): Declared => ({ kind: "AccountSecret", inputs }));

const delegationArguments = fc
  .record(
    { name, region: fc.constantFrom("eu-central-1", "cn-north-1"), tag: fc.constantFrom("", ":latest", ":2.1") },
    { requiredKeys: ["region", "tag"] },
  )
  .map(({ region, tag, ...rest }): Declared => {
    const partition = region.startsWith("cn-") ? "aws-cn" : "aws";
    const resource = `arn:${partition}:ecr:${region}:123456789012:repository/team/app${tag}`;
    return { kind: "RegistryDelegation", inputs: { ...rest, resource } };
  });

export const programs: fc.Arbitrary<Program> = fc.record(
  {
    credential: credentialArguments,
    volume: volumeArguments,
    pod: podArguments,
    cluster: clusterArguments,
    second: podArguments,
    endpoint: endpointArguments,
    template: templateArguments,
    secret: secretArguments,
    delegation: delegationArguments,
  },
  { requiredKeys: ["credential", "volume", "pod"] },
);

const publicKey = fc
  .record({
    type: fc.constantFrom("ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", "sk-ssh-ed25519@openssh.com"),
    key: fc.stringMatching(/^AAAA[A-Za-z0-9+/]{8,20}$/),
    comment: fc.constantFrom("", " ada@example.org", "\tops", " ada@example.org\n"),
  })
  .map(({ type, key, comment }) => `${type} ${key}${comment}`);

const jobRunArguments: fc.Arbitrary<Props> = fc
  .record(
    {
      endpointId: fc.constantFrom("e-1", "e-2"),
      input: fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.oneof(word, fc.integer(), fc.boolean()), {
        maxKeys: 3,
      }),
      policy: fc.record(
        { executionTimeout: fc.integer({ min: 5_000, max: 604_800_000 }), lowPriority: fc.boolean() },
        { requiredKeys: [] },
      ),
      webhook: fc.constantFrom("https://hooks.example.org/jobs?token=t0k3n", "http://hooks.example.org/"),
      s3Config: fc.record({
        accessId: fc.constantFrom("key-1", "key-2"),
        accessSecret: fc.constantFrom("s3cret-one", "s3cret-two"),
        bucketName: fc.constantFrom("results", "archive"),
        endpointUrl: fc.constant("https://s3.example.org"),
      }),
      triggers: fc.array(fc.oneof(word, fc.integer()), { maxLength: 2 }),
    },
    { requiredKeys: ["endpointId", "input"] },
  )
  .map((args): Props => ({ __logicalName: "it", ...args }));

/** Inputs of one resource of each kind, without a platform: ids are made up. */
export const inputsByKind: Readonly<Record<KindName, fc.Arbitrary<Props>>> = {
  Pod: plain(podArguments),
  Cluster: plain(clusterArguments),
  NetworkVolume: plain(volumeArguments),
  RegistryCredential: plain(credentialArguments),
  SshKey: publicKey.map((line): Props => ({ __logicalName: "it", publicKey: line })),
  AccountSshKeys: fc.array(publicKey, { maxLength: 4 }).map((keys): Props => ({ __logicalName: "it", keys })),
  Endpoint: plain(endpointArguments),
  Template: plain(templateArguments),
  Ready: fc
    .array(word, { maxLength: 3 })
    .map((pods): Props => ({ __logicalName: "it", pods: pods.filter((id) => id !== "") })),
  JobRun: jobRunArguments,
  AccountSecret: plain(secretArguments),
  RegistryDelegation: plain(delegationArguments),
};

function plain(declared: fc.Arbitrary<Declared>): fc.Arbitrary<Props> {
  return declared.map(({ inputs }) => ({ __logicalName: "it", ...inputs }));
}
