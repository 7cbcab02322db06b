import { createClient } from "../../client";
import { DirectDispatcher, type Traffic } from "../direct-dispatcher";
import { addresses, type World } from "./world";

const minuteMs = 60_000;
const latencyMs = 100;

/** Somebody leaves log streams before their answer, and then asks for something else with the same client. */
export async function leaveLogs(world: World, streams: number): Promise<string[]> {
  const client = clientFor(world, world.key, {
    fate: (_, path) => (path.includes("/logs") ? "hang-before" : "ok"),
    latencyMs: () => latencyMs,
  });
  const left = new AbortController();
  const reading = Array.from({ length: streams }, async (_, index) => {
    for await (const _line of client.pods.logs(`pod-${index}`, { signal: left.signal })) return;
  });
  await world.clock.sleep(1_000);
  left.abort();
  await Promise.allSettled(reading);
  const asked = client.networkVolumes.list().then(() => true);
  const isAnswered = await Promise.race([asked, world.clock.sleep(10 * minuteMs).then(() => false)]);
  return isAnswered ? [] : [`after ${streams} log streams were left, the client sends nothing any more`];
}

/** Somebody sends many calls at once under a tight limit, each of which waits for it no longer than it was told. */
export async function askMuch(world: World, calls: number): Promise<string[]> {
  const maxWaitMs = 2 * minuteMs;
  const client = clientFor(
    world,
    world.keyOf("a slow key"),
    { fate: () => "ok", latencyMs: () => latencyMs },
    maxWaitMs,
  );
  const waits = await Promise.all(
    Array.from({ length: calls }, async (_, index) => {
      const startedAt = world.clock.now();
      // What is gone counts as deleted, so that this changes nothing.
      await client.registries.delete(`none-${index}`).catch(() => undefined);
      return world.clock.now() - startedAt;
    }),
  );
  const longest = Math.max(...waits);
  // The platform's clock ticks in whole seconds, and an answer takes its time.
  const isTooLong = longest > maxWaitMs + 10_000;
  return isTooLong
    ? [`a call of ${calls} waited ${Math.round(longest / minuteMs)} minutes, and was to wait ${maxWaitMs / minuteMs}`]
    : [];
}

function clientFor({ clock, platform, keep }: World, apiKey: string, traffic: Traffic, maxWaitMs?: number) {
  const dispatcher = keep(new DirectDispatcher(platform.handle, clock, traffic));
  const limiter = maxWaitMs === undefined ? undefined : { maxWaitMs };
  return createClient({ apiKey, apiUrl: addresses.right, clock, random: () => 0.5, dispatcher, limiter });
}
