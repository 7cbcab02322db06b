import type { Props } from "../../provider/table/props";
import { isObject } from "../../provider/table/props";
import { enter } from "../../emulator/pods/lifecycle";
import { fingerprintOfLine, keyOfLine } from "../../provider/kinds/shared/key-line";
import type { LivingKind as Kind } from "../programs";
import type { PlatformObject } from "./account";
import { type Checkout, logicalNameOf } from "./checkout";
import { type Drift, pathOf } from "./drift";
import { kindOfType } from "./host";
import type { World } from "./world";

/** Carries out what others do, with our account's key: at once, and about nothing where there is nothing. */
export async function drift(world: World, checkout: Checkout, change: Drift): Promise<void> {
  if (change.what === "make") return make(world, change);
  const found = await objectOf(world, checkout, change.name);
  if (!found) return;
  const { kind, object } = found;
  const { platform, account, key } = world;
  if (kind === "sshKey") return driftOfKey(world, object.id, change);
  // Only the time of the last value tells that there is another, and it is a whole second (U-15): nobody is that quick.
  const { valueLastUpdatedAt: since } = object as { valueLastUpdatedAt?: string };
  if (since !== undefined && world.clock.now() < Date.parse(since) + 1_000) return;
  const path = `${pathOf[kind]}/${object.id}`;
  const ask = async (method: string, body?: Props, at = path) => {
    const { status } = await platform.ask(key, method, at, body);
    if (status >= 300) return;
    world.touch(object.id);
  };
  switch (change.what) {
    case "change":
      return ask("PATCH", change.body);
    case "add a variable": {
      const { env } = object as { env?: unknown };
      if (env === undefined || kind === "cluster") return;
      return ask("PATCH", { env: { ...(isObject(env) ? env : {}), [change.variable]: change.value } });
    }
    case "delete": {
      const losers = await usersOf(world, object.id);
      await ask("DELETE");
      for (const id of losers) world.touch(id);
      return;
    }
    case "stop":
    case "start":
      if (kind !== "pod") return;
      return ask("POST", { action: change.what }, `${path}/action`);
    case "end its members": {
      // A container that ends by itself leaves its pod EXITED (P-48).
      const members = (object as { podIds?: readonly string[] }).podIds ?? [];
      const { store } = account;
      for (const id of members) {
        const pod = store.pods.get(id);
        if (pod) enter(store, pod, "EXITED", store.now());
      }
      return;
    }
    case "make a twin":
      return ask("POST", twinOf(kind, object), pathOf[kind]);
  }
}

/** From then on the account has an object that no stack knows. */
async function make(world: World, { name, kind, body }: Extract<Drift, { what: "make" }>): Promise<void> {
  const { platform, account, key, strangers } = world;
  if (strangers.has(name)) return;
  const lines = account.keys().map(({ publicKey }) => publicKey);
  const isKey = kind === "sshKey";
  const { status, body: answer } = isKey
    ? await platform.ask(key, "PUT", pathOf.sshKey, { keys: [...lines, body.publicKey] })
    : await platform.ask(key, "POST", pathOf[kind], body);
  if (status >= 300) throw new Error(`others can't make a ${kind}: ${status} ${answer.toString()}`);
  const id = isKey ? fingerprintOfLine(String(body.publicKey)) : (JSON.parse(answer.toString()) as { id: string }).id;
  strangers.set(name, id);
  world.everTouched.add(id);
}

/** What loses its reference to a credential that is deleted: templates and endpoints. */
export async function usersOf(world: World, credential: string): Promise<string[]> {
  const { account } = world;
  return (await world.allEntries()).flatMap(({ type, id = "" }) => {
    const kind = kindOfType(type);
    const { registry } = (kind && (account.find(kind, id) as { registry?: unknown } | undefined)) ?? {};
    return registry === credential ? [id] : [];
  });
}

/** Who changes one key reads all of them and writes all of them. */
async function driftOfKey(world: World, id: string, { what }: Drift): Promise<void> {
  const { account, key, platform } = world;
  const lines = account.keys().flatMap((each) => {
    if (each.id !== id) return [each.publicKey];
    if (what === "delete") return [];
    return [what === "change" ? `${keyOfLine(each.publicKey)} drifted` : each.publicKey];
  });
  const isOther = lines.join() !== account.store.sshKeys.join();
  if (!isOther) return;
  await platform.ask(key, "PUT", pathOf.sshKey, { keys: lines });
  world.touch(id);
}

async function objectOf(
  world: World,
  checkout: Checkout,
  name: string,
): Promise<{ kind: Kind; object: PlatformObject } | undefined> {
  const entries = await checkout.entries();
  const entry = entries.find((each) => logicalNameOf(each) === name && !each.delete && each.id);
  const kind = entry && kindOfType(entry.type);
  const object = kind && world.account.find(kind, entry.id!);
  return object && { kind, object };
}

function twinOf(kind: Exclude<Kind, "sshKey">, { name }: PlatformObject): Props {
  const gpu = "NVIDIA L40S";
  switch (kind) {
    case "pod":
      return { name, image: "registry.example.com/acme/theirs:1", gpu: { id: gpu } };
    case "cluster": {
      const compute = { gpuTypeId: gpu, gpuCountPerPod: 1, podCount: 2 };
      return { name, type: "TRAINING", image: "registry.example.com/acme/theirs:1", compute };
    }
    case "networkVolume":
      return { name, size: 25, dataCenter: "EU-XX-1" };
    case "registryCredential":
      return { name: `${name}-theirs`, username: "them", password: "theirs" };
    case "template":
      return { name: `${name}-theirs`, image: "registry.example.com/acme/theirs:1" };
    case "endpoint": {
      const scaling = { type: "QUEUE_DELAY", queueDelay: 4 };
      return { name, type: "QUEUE", image: "registry.example.com/acme/theirs:1", gpu: { pools: ["ADA_24"] }, scaling };
    }
    case "accountSecret":
      return { name: `${name}-theirs`, value: "theirs" };
    case "registryDelegation":
      return { name, resource: "arn:aws:ecr:eu-central-1:123456789012:repository/theirs" };
  }
}
