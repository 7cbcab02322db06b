import { mayRest } from "../../provider/kinds/pod/waiting";
import { isObject, type Props } from "../../provider/table/props";
import { enter } from "../../emulator/pods/lifecycle";
import { fingerprintOfLine, keyOfLine } from "../../provider/kinds/shared/key-line";
import { foundObject, sourceOf } from "../arguments";
import { keysIn, pathOf, type PlatformObject } from "../platform-objects";
import { byIds, hasOwnName, type LivingKind as Kind } from "../programs";
import { type Checkout, logicalNameOf } from "./checkout";
import { kindOfType } from "./host";
import type { Drift } from "./life";
import type { World } from "./world";

/** Carries out what others do with a key of the account, at once. A resource without an object is left alone. */
export async function drift(world: World, checkout: Checkout, change: Drift): Promise<void> {
  if (change.what === "make") return make(world, change);
  if (change.what === "sell out" || change.what === "restock") {
    world.account.store.capacity.setFree({}, change.what === "restock" ? 1_000 : 0);
    return;
  }
  const found = await objectOf(world, checkout, change.name);
  if (!found) return;
  const { kind, object, inputs } = found;
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
    case "load": {
      const pod = account.store.pods.get(object.id);
      if (pod) pod.load = change.percent;
      return;
    }
    case "end": {
      // A container that ends by itself leaves its pod EXITED (P-48). The emulator brings a pod up to date as somebody looks.
      await platform.ask(key, "GET", path);
      const { store } = account;
      const members = kind === "pod" ? [object.id] : ((object as { podIds?: readonly string[] }).podIds ?? []);
      for (const pod of members.flatMap((id) => store.pods.get(id) ?? [])) {
        if (kind === "pod" && pod.status !== "RUNNING") return;
        enter(store, pod, "EXITED", store.now());
      }
      if (kind === "pod" && !mayRest(inputs)) world.touch(object.id);
      return;
    }
    case "make a twin":
      return ask("POST", twinOf(world, kind, object), pathOf[kind]);
  }
}

/** Makes an object that no stack knows. */
async function make(world: World, { name, kind, body }: Extract<Drift, { what: "make" }>): Promise<void> {
  const { platform, account, key, strangers } = world;
  if (strangers.has(name)) return;
  const lines = keysIn(account.store).map(({ publicKey }) => publicKey);
  const isKey = kind === "sshKey";
  const { status, body: answer } = isKey
    ? await platform.ask(key, "PUT", pathOf.sshKey, { keys: [...lines, body.publicKey] })
    : await platform.ask(key, "POST", pathOf[kind], byIds(body));
  if (status >= 300) throw new Error(`others can't make a ${kind}: ${status} ${answer.toString()}`);
  const id = isKey ? fingerprintOfLine(String(body.publicKey)) : (JSON.parse(answer.toString()) as { id: string }).id;
  strangers.set(name, id);
  world.madeByOthers.set(id, world.clock.now());
  world.everTouched.add(id);
}

/** Ids of the templates and endpoints that lose their reference to a credential that is deleted. */
export async function usersOf(world: World, credential: string): Promise<string[]> {
  const { account } = world;
  return (await world.allEntries()).flatMap(({ type, id = "" }) => {
    const kind = kindOfType(type);
    const { registry } = (kind && (account.find(kind, id) as { registry?: unknown } | undefined)) ?? {};
    return registry === credential ? [id] : [];
  });
}

/** Changes one key as people do: reads all of them, and writes all of them. */
async function driftOfKey(world: World, id: string, { what }: Drift): Promise<void> {
  const { account, key, platform } = world;
  const lines = keysIn(account.store).flatMap((each) => {
    if (each.id !== id) return [each.publicKey];
    if (what === "delete") return [];
    return [what === "change" ? `${keyOfLine(each.publicKey)} drifted` : each.publicKey];
  });
  if (lines.join() === account.store.sshKeys.join()) return;
  await platform.ask(key, "PUT", pathOf.sshKey, { keys: lines });
  world.touch(id);
}

async function objectOf(
  world: World,
  checkout: Checkout,
  name: string,
): Promise<{ kind: Kind; object: PlatformObject; inputs: Props } | undefined> {
  const entries = await checkout.entries();
  const entry = entries.find((each) => logicalNameOf(each) === name && !each.delete && each.id);
  const kind = entry && kindOfType(entry.type);
  const object = kind && world.account.find(kind, entry.id!);
  return object && { kind, object, inputs: entry.inputs };
}

/** A request of somebody else for an object of the same name, or of a like one if names of the kind are unique. */
function twinOf(world: World, kind: Kind, { name }: PlatformObject): Props {
  const { body } = foundObject(sourceOf(world.chance), kind, name);
  return { ...body, name: hasOwnName(kind) && kind !== "registryDelegation" ? `${name}-theirs` : name };
}
