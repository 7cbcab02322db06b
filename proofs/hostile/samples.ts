const at = "2026-05-05T08:10:02.000001Z";
const event = (id: string, line: string) => `id: ${id}\ndata: {"ts":"${at}","source":"container","line":"${line}"}\n\n`;

export const eventStreams: readonly string[] = [
  `${event(at, "started")}: keep-alive\n\n${event(`${at}/000000000002`, "step 1 \\u001b[1m")}`,
  `retry: 10\nevent: log\r\n${event("é", "\\ud83d\\ude00")}data: a\ndata: b\n\n`,
];

export const problems: readonly object[] = [
  { title: "Unprocessable Entity", status: 422, detail: "Request validation failed.", errors: ["$: missing 'a'"] },
  { message: "pod not found", error: { nested: ["x"] } },
  { error: "rate limit exceeded" },
];

export const podList = {
  pods: [
    {
      id: "p1",
      name: "a",
      status: "RUNNING",
      actions: ["stop"],
      image: "i",
      args: "",
      cmd: [],
      entrypoint: [],
      disk: 50,
      env: { A: "b" },
      ports: ["22/tcp"],
      registry: null,
      mounts: {},
      cloud: "SECURE",
      cost: 0.86,
      dataCenterId: "EU-XX-1",
      cudaVersion: "12.6",
      ssh: { proxy: null, direct: null },
      template: null,
      locked: false,
      globalNetworking: { enabled: false },
      runtime: null,
      createdAt: at,
      startedAt: null,
    },
  ],
  pagination: { nextCursor: null, hasNextPage: false },
};

export const rateLimit = '"minute";r=59;t=60, "hour";r=2999;t=3600, "day";r=49999;t=86400';
export const ratePolicy = '"minute";q=60;w=60, "hour";q=3000;w=3600, "day";q=50000;w=86400';
export const retryAfter = "Wed, 06 May 2026 07:28:00 GMT";

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: '"x"' };
const urn = (type: string, name: string) => `urn:pulumi:dev::quickstart::${type}::${name}`;
const stack = urn("pulumi:pulumi:Stack", "quickstart-dev");
const pod = {
  urn: urn("pulumi-nodejs:dynamic/compute:Pod", "a"),
  custom: true,
  id: "p1",
  parent: stack,
  type: "pulumi-nodejs:dynamic/compute:Pod",
  inputs: { name: "a", env: secret, gpu: { id: "NVIDIA A40" } },
  outputs: {
    name: "a",
    env: secret,
    cost: { "4dabf18193072939515e22adb298388d": "8ad145fe-0d11-4827-bfd7-1abcbf086f5c", value: "7ff0000000000000" },
  },
  dependencies: [stack],
  propertyDependencies: { name: [stack] },
  created: at,
  modified: at,
  customTimeouts: { create: 600 },
  additionalSecretOutputs: ["env"],
  provider: `${stack}::u`,
};
export const checkpoint = {
  version: 3,
  checkpoint: {
    stack: "dev",
    latest: {
      manifest: { time: at, magic: "m", version: "v3.260.0" },
      secrets_providers: { type: "passphrase", state: { salt: "v1:a:b" } },
      resources: [{ urn: stack, custom: false, type: "pulumi:pulumi:Stack", outputs: { url: secret } }, pod],
      pending_operations: [{ type: "creating", resource: pod }],
    },
  },
};

export const yaml: readonly string[] = [
  "encryptionsalt: v1:a:v1:b:c\nconfig:\n  compute:apiUrl: http://127.0.0.1:1\n  compute:apiKey:\n    secure: v1:x:y\n  p:list:\n    - a\n    - 1\n    - {b: true}\n",
  'name: p\nruntime:\n  name: nodejs\n  options: {typescript: true}\nmain: .\nconfig:\n  pulumi:tags:\n    value: {"pulumi:template": x}\n',
  "config: &a\n  p:x: &b [1, 2]\n  p:y: *b\n  p:z: !!binary aGk=\n  p:t: 2026-01-01\n  p:f: .inf\n",
];

const attempt = {
  id: "a",
  kind: "Pod",
  key: "dev::a",
  name: "trainer",
  isMarked: true,
  fingerprint: "f",
  account: "acc",
  startedAt: 1_000,
  known: ["p1"],
  since: at,
  owner: { pid: 1, startedAt: "x" },
};
export const journal: readonly object[] = [{ begin: attempt }, { again: 2_000 }, { owner: null }, { made: "p2" }];
