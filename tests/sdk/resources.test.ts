import type { ClassKind } from "../../sdk/resource";
import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { resources } from "../../provider/kinds";
import { type KindName, kindNames } from "../../provider/kinds/names";
import { exportNameOf, storedProvider } from "../../provider/state/stored-provider";
import * as sdk from "../../sdk";
import * as plugin from "../../sdk/plugin";
import { Cluster, NetworkVolume, Pod, RegistryCredential } from "../../sdk";
import { podKind } from "../../sdk/classes/pod";
import { registryCredentialKind } from "../../sdk/classes/registry-credential";
import { exampleOf } from "../provider/fixtures";

interface Registered extends pulumi.runtime.MockResourceArgs {
  readonly inputs: Record<string, any>;
}

let registered: Registered[];
beforeEach(async () => {
  registered = [];
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs,
    newResource(resource) {
      registered.push(resource);
      return {
        id: `${resource.name}-id`,
        state: { ...resource.inputs, status: "RUNNING", jupyterPassword: "generated", ssh: { command: "ssh x" } },
      };
    },
  });
});

const valueOf = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply((value) => resolve(value)));
const inputsOf = async (resource: pulumi.CustomResource) => {
  const urn = await valueOf(resource.urn);
  return registered.find(({ name }) => urn.endsWith(`::${name}`))!.inputs;
};

const gpu = { id: "NVIDIA L40S" };
const image = "registry.example.com/acme/trainer:1";
const secrets = { username: "puller", password: "example-only" };

describe("a resource", () => {
  it("refused by Pulumi, leads to the line of the program that made it", () => {
    const limit = Error.stackTraceLimit;
    const make = () => new Pod("", { image, gpu });
    const error = (() => {
      try {
        return make();
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toMatchObject({
      message: expect.stringContaining("name"),
      stack: expect.stringContaining("resources.test.ts"),
    });
    expect(Error.stackTraceLimit).toBe(limit);
  });

  it("registers with the dynamic type token and the constant that state holds", async () => {
    const all = kindNames.map((kind) => {
      const Class = sdk[kind] as new (name: string, args: unknown) => pulumi.CustomResource;
      return new Class(kind, exampleOf[kind]);
    });
    for (const resource of all) await valueOf(resource.urn);
    const seen = registered.map(({ type, inputs }) => ({ type, provider: inputs.__provider }));
    expect(seen.sort((a, b) => a.type.localeCompare(b.type))).toEqual(
      kindNames
        .map((kind) => ({ type: `pulumi-nodejs:dynamic/compute:${kind}`, provider: storedProvider(kind) }))
        .sort((a, b) => a.type.localeCompare(b.type)),
    );
  });

  it("refuses the option import, which can't work, and names the way out", () => {
    const importing = () => new Pod("p", { image, gpu }, { import: "p1" });
    expect(importing).toThrow(/Pod p: the option `import` .*`adopt: \{ id \}`/);
  });

  it.each([
    ["a dynamic resource", sdk],
    ["a resource of the plugin", plugin],
  ])(
    "as %s refuses the option deletedWith, which would leave its object behind",
    (_, { Pod, Ready, Fleet, SshKey }) => {
      const main = new Pod("main", { image, gpu });
      expect(() => new Pod("side", { image, gpu }, { deletedWith: main })).toThrow(
        "Pod side: the option `deletedWith` would leave the Pod on the platform, with all that this costs: ",
      );
      expect(() => new SshKey("key", { publicKey: "ssh-ed25519 AAAA" }, { deletedWith: main })).toThrow(
        "SshKey key: the option `deletedWith` would leave the SshKey on the platform",
      );
      // Its pods would inherit it.
      expect(() => new Fleet("fleet", { pod: { image, gpu }, count: 1 }, { deletedWith: main })).toThrow(
        "Fleet fleet: the option `deletedWith` would leave the pods of the fleet on the platform",
      );
      // What is only in the state leaves nothing, and what is only read is never deleted.
      expect(() => new Ready("ready", { pods: [main] }, { deletedWith: main })).not.toThrow();
      expect(() => Pod.get("seen", "p1", { deletedWith: main })).not.toThrow();
    },
  );

  it.each([
    ["a dynamic resource", sdk],
    ["a resource of the plugin", plugin],
  ])(
    "as %s refuses options with which the engine replaces what has data without asking, unless the data may be lost",
    (_, { NetworkVolume, Pod, SshKey }) => {
      const main = new Pod("main", { image, gpu });
      const volume = { dataCenter: "EU-XX-1", size: 10 };
      const refused = (option: string) =>
        `NetworkVolume data: with the option \`${option}\` the NetworkVolume is replaced because of something else that changed, `;
      expect(() => new NetworkVolume("data", volume, { replacementTrigger: "1" })).toThrow(
        refused("replacementTrigger"),
      );
      expect(() => new NetworkVolume("data", volume, { replaceWith: [main] })).toThrow(refused("replaceWith"));
      const perhaps = { ...volume, dataLoss: pulumi.output("allow" as const) };
      expect(() => new NetworkVolume("data", perhaps, { replaceWith: [main] })).toThrow(refused("replaceWith"));
      const kept = { image, gpu, dataLoss: "refuse" } as const;
      expect(() => new Pod("kept", kept, { replacementTrigger: "1" })).toThrow("Pod kept: with the option");

      const lost = { ...volume, dataLoss: "allow" } as const;
      expect(() => new NetworkVolume("lost", lost, { replacementTrigger: "1", replaceWith: [main] })).not.toThrow();
      expect(() => new Pod("any", { image, gpu }, { replacementTrigger: "1" })).not.toThrow();
      expect(() => new SshKey("key", { publicKey: "ssh-ed25519 AAAA" }, { replaceWith: [main] })).not.toThrow();
      expect(() => NetworkVolume.get("seen", "v1", { replaceWith: [main] })).not.toThrow();
    },
  );

  it("hands over replaceOnChanges, which the engine can't heed for a dynamic resource", async () => {
    const pod = new Pod("p", { image, gpu }, { replaceOnChanges: ["image"] });
    expect(await inputsOf(pod)).toMatchObject({ __replaceOnChanges: ["image"] });
    expect(await inputsOf(new Pod("q", { image, gpu }))).not.toHaveProperty("__replaceOnChanges");
  });

  it("hands over its logical name, and outputs come back", async () => {
    const pod = new Pod("trainer", { image, gpu });
    expect(await valueOf(pod.status)).toBe("RUNNING");
    expect(await valueOf(pod.ssh.command)).toBe("ssh x");
    expect((await inputsOf(pod)).__logicalName).toBe("trainer");
  });

  it("can be given as an argument, as itself, as an Output of itself, or by its id", async () => {
    const registry = new RegistryCredential("r", secrets);
    const volume = new NetworkVolume("v", { size: 10, dataCenter: "EU-XX-1" });
    const mount = (volumeId: pulumi.Input<NetworkVolume | string>) => ({ network: [{ volumeId, path: "/data" }] });
    const pods = [
      new Pod("itself", { image, gpu, registry, mounts: mount(volume) }),
      new Pod("output", { image, gpu, registry: pulumi.output(registry), mounts: pulumi.output(mount(volume)) }),
      new Pod("by-id", { image, gpu, registry: registry.id, mounts: mount(volume.id) }),
      new Pod("plain", { image, gpu, registry: "r-id", mounts: mount("v-id") }),
    ];
    for (const pod of pods) {
      const inputs = await inputsOf(pod);
      expect(inputs.registry).toBe("r-id");
      expect(inputs.mounts).toEqual({ network: [{ volumeId: "v-id", path: "/data" }] });
    }
  });

  it("takes timeouts from its arguments and, where they are silent, from customTimeouts", async () => {
    const options = { customTimeouts: { create: "5m", delete: "30s" } };
    const pod = new Pod("p", { image, gpu, timeouts: { create: 60 } }, options);
    expect((await inputsOf(pod)).timeouts).toEqual({ create: 60, delete: "30s" });
    expect(await inputsOf(new Pod("q", { image, gpu }))).not.toHaveProperty("timeouts");
    // What a program in JavaScript may write is for the check to refuse.
    const slip = { image, gpu, timeouts: "10m" } as unknown as sdk.PodArgs;
    expect((await inputsOf(new Pod("slip", slip))).timeouts).toBe("10m");
  });

  it("is read, not made, by get", async () => {
    const pod = Pod.get("theirs", "p123");
    expect(await valueOf(pod.id)).toBe("p123");
    expect(registered[0]).toMatchObject({ id: "p123", inputs: { __provider: storedProvider("Pod") } });
  });
});

describe("a list of alternatives", () => {
  const list = [{ id: "NVIDIA H200" }, { id: "NVIDIA L40S" }];

  it("goes to the provider as a list", async () => {
    expect((await inputsOf(new Pod("p", { image, gpu: list }))).gpu).toEqual(list);
  });

  it("is an output of one: of mocks, which choose none, the first", async () => {
    expect(await valueOf(new Pod("p", { image, gpu: list }).gpu)).toEqual(list[0]);
    expect(await valueOf(new Pod("q", { image, gpu }).gpu)).toEqual(gpu);
    const compute = { gpuTypeId: "g", gpuCountPerPod: 1, podCount: 2 };
    expect(await valueOf(new Cluster("c", { type: "RAY", image, compute: [compute] }).compute)).toEqual(compute);
  });

  it("may be taken exactly where the declaration says so", () => {
    for (const { resource, kind } of kinds) {
      const declared = Object.entries(resource.inputs).filter(([, field]) => field.alternatives ?? field.need);
      expect(declared.map(([name]) => name)).toEqual([...(kind.alternatives ?? [])]);
    }
  });
});

describe("secrets", () => {
  it("R-10: username and password reach the engine as secrets", async () => {
    const registry = new RegistryCredential("r", secrets);
    const { username, password } = await inputsOf(registry);
    expect([username, password].map((value) => pulumi.runtime.isRpcSecret(value))).toEqual([true, true]);
  });

  it("of env stay secret, one by one", async () => {
    const env = { STAGE: "dev", TOKEN: pulumi.secret("t") };
    const { env: sent } = await inputsOf(new Pod("p", { image, gpu, env }));
    const isHidden = pulumi.runtime.isRpcSecret(sent) || pulumi.runtime.isRpcSecret(sent.TOKEN);
    expect(isHidden).toBe(true);
  });

  it("of any argument are told by the argument's name, which is all that tells the provider of them", async () => {
    const mounts = { network: [{ volumeId: pulumi.secret("v").apply((id) => id), path: "/d" }] };
    const pod = new Pod("p", { image: pulumi.output("i"), name: pulumi.secret("n"), gpu, mounts, disk: 20 });
    expect(await inputsOf(pod)).toMatchObject({
      __secrets: ["name", "mounts"],
      __secretPaths: [["name"], ["mounts", "network", 0, "volumeId"]],
    });
    expect(await inputsOf(new Pod("q", { image: pulumi.output("i"), gpu }))).not.toHaveProperty("__secrets");
    const env = pulumi.secret({ TOKEN: "t" });
    expect(await inputsOf(new Pod("r", { image, gpu, env }))).toMatchObject({ __secretPaths: [["env"]] });
  });

  it("P-52: the generated password is a secret output", async () => {
    expect(podKind.secretOutputs).toContain("jupyterPassword");
    expect(registryCredentialKind.secretOutputs).toContain("fingerprints");
  });

  it("are secret outputs of the class exactly where the declaration says so", () => {
    for (const { resource, kind } of kinds) {
      const declared = Object.entries(resource.outputs).filter(([, output]) => "secret" in output && output.secret);
      expect(declared.map(([name]) => name)).toEqual([...(kind.secretOutputs ?? [])]);
      const secretInputs = Object.entries(resource.inputs).filter(([, field]) => field.secret);
      expect(secretInputs.map(([name]) => name)).toEqual([...(kind.secretArguments ?? [])]);
    }
  });
});

/** What the generated file of a kind tells about it. */
function kindOf(name: KindName): ClassKind {
  const file = name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
  const told = jest.requireActual<Readonly<Record<string, ClassKind>>>(`../../sdk/classes/${file}`);
  return told[`${exportNameOf(name)}Kind`]!;
}
const kinds = resources().map((resource) => ({ resource, kind: kindOf(resource.kind), name: resource.kind }));

it.each(kinds)("$name has an output for all that the declaration has, and no other", ({ resource, kind }) => {
  const inputs = Object.entries(resource.inputs).filter(([, field]) => !field.secret && !field.local);
  const outputs = Object.keys(resource.outputs);
  expect([...kind.outputs].sort()).toEqual([...inputs.map(([name]) => name), ...outputs].sort());
});

describe("arguments are checked by the compiler", () => {
  it("in their names, types and literals", () => {
    const calls = () => [
      // @ts-expect-error no such argument
      new Pod("a", { image, gpu, gpuCount: 2 }),
      // @ts-expect-error a number, not its spelling
      new Pod("a", { image, gpu, disk: "20" }),
      // @ts-expect-error not a cloud
      new Pod("a", { image, gpu, cloud: "PRIVATE" }),
      // @ts-expect-error a GPU without its type
      new Pod("a", { image, gpu: { count: 1 } }),
      // @ts-expect-error an alternative without its type
      new Pod("a", { image, gpu: [gpu, { count: 1 }] }),
      // @ts-expect-error a mount without its path
      new Pod("a", { image, gpu, mounts: { network: [{ volumeId: "v" }] } }),
      // @ts-expect-error another kind of resource
      new Pod("a", { image, gpu, registry: new NetworkVolume("v", { size: 10, dataCenter: "d" }) }),
      // @ts-expect-error size is required
      new NetworkVolume("a", { dataCenter: "d" }),
      // @ts-expect-error not a tier
      new NetworkVolume("a", { size: 10, dataCenter: "d", type: "SLOW" }),
      // @ts-expect-error password is required
      new RegistryCredential("a", { username: "u" }),
      // @ts-expect-error not a type of cluster
      new Cluster("a", { type: "MPI", image, compute: { gpuTypeId: "g", gpuCountPerPod: 1, podCount: 2 } }),
      // @ts-expect-error never an output
      new RegistryCredential("a", secrets).password,
    ];
    expect(calls).toBeDefined();
  });

  it("and may be Outputs at any depth", () => {
    const text = pulumi.output("x");
    const calls = () => [
      new Pod("a", {
        image: text,
        gpu: { id: text, count: pulumi.output(1), allowedCudaVersions: [text] },
        env: { A: text },
        ports: [text],
        dataCenterIds: pulumi.output(["EU-XX-1"]),
        mounts: { network: [{ volumeId: text, path: text }] },
        desiredStatus: "EXITED",
        waitFor: "ssh",
      }),
      new Pod("c", { image, gpu: [{ id: text }, pulumi.output({ id: "g" })], waitForCapacity: "2h" }),
      new Pod("d", { image, cpu: pulumi.output([{ id: "c", vcpuCount: 2 }]), waitForCapacity: 60 }),
      new Pod("b", { templateId: text, cpu: { id: text, vcpuCount: 2 }, registry: null }),
    ];
    expect(calls).toBeDefined();
  });
});
