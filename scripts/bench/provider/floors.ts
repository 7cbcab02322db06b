import { podKind } from "../../../sdk/classes/pod";
import type { Nothing } from "../engine/project";

/** A dynamic resource of three properties as Pulumi documents it: its provider's code is serialised into each state. */
export const documented: Nothing = {
  program: `const pulumi = require("@pulumi/pulumi");
const nothing = { create: async (inputs) => ({ id: inputs.name, outs: inputs }) };
class Nothing extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(nothing, name, args);
  }
}
for (let i = 0; i < Number(process.env.COUNT); i++) new Nothing("n" + i, { name: "n" + i, size: i, on: true });
`,
};

/** The state of a pod of the bench. */
const outputs = {
  cloud: "SECURE",
  cost: 0.06,
  costPerHour: 0.06,
  cpu: { id: "cpu3c", vcpuCount: 2 },
  createdAt: "2026-11-21T10:34:03Z",
  cudaVersion: null,
  dataCenterId: "EU-XX-1",
  desiredStatus: "RUNNING",
  disk: 50,
  endpoints: {},
  globalNetworking: false,
  locked: false,
  memory: 4,
  mounts: {},
  networking: { enabled: false },
  ports: [],
  registry: null,
  ssh: {
    command: "ssh pludcy09pf-c5e3e965@ssh.platform.example",
    direct: null,
    proxy: {
      host: "ssh.platform.example",
      port: 22,
      username: "pludcy09pf-c5e3e965",
      command: "ssh pludcy09pf-c5e3e965@ssh.platform.example",
    },
  },
  startedAt: "2026-11-21T10:34:03Z",
  status: "RUNNING",
  vcpuCount: 2,
};

/** Resources with the arguments and outputs of a pod, of which the provider knows everything without asking or loading. */
export const asLargeAsPods: Nothing = {
  program: `const pulumi = require("@pulumi/pulumi");
const provider = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./nothing")';
const outputs = ${JSON.stringify(Object.fromEntries(podKind.outputs.map((name) => [name, 0])))};
for (const name in outputs) outputs[name] = undefined;
class Nothing extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/bench:Nothing", name, { ...outputs, ...args, __provider: provider });
  }
}
for (let i = 0; i < Number(process.env.COUNT); i++)
  new Nothing("pod" + i, { name: "pod" + i, image: "registry.example.com/acme/app:1", cpu: { id: "cpu3c", vcpuCount: 2 } });
`,
  provider: `const outputs = ${JSON.stringify(outputs)};
module.exports = {
  check: async (olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: inputs.name, outs: { ...outputs, ...inputs } }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: { ...outputs, ...news } }),
  delete: async () => undefined,
};
`,
};
