import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import * as z from "zod";
import { latestMs, ShortText } from "../kernel/bounds";
import { Answer, jsonAnswer, refusalAnswer } from "../kernel/answer";
import { ClientGone } from "../kernel/body";
import { Exchange } from "../kernel/exchange";
import { FaultSpec } from "../kernel/faults";
import { parseTypedJson } from "../kernel/json";
import type { App } from "../kernel/mount";
import { parsed } from "../kernel/schema";
import { violationsOf } from "../kernel/violations";
import { podActions } from "../../api/pods";
import { act, preempt } from "../pods/actions";
import { refuseMember, requirePod } from "../pods/rules";
import { advanceAll } from "../pods/lifecycle";
import { badRequest, notFound, Refusal, tooLarge, unprocessable, wrongMethod } from "../kernel/refusal";
import { PodScript } from "../pods/scripts";
import type { Store } from "../store/store";
import { defaultUser, type KeyRecord } from "../kernel/keys";
import { withoutSecrets } from "./mask";
import { CapacityChange, ClockMove, KeySpec, PodBusy, SettingsChange } from "./schemas";
import { type ControlRoute, plain, route } from "./route";
import { stateOf } from "./state";
import { createHash, timingSafeEqual } from "node:crypto";

const prefix = "/_emulator";
const megabyte = 1024 * 1024;
/** Enough for any of these requests, and for the dump of tens of thousands of pods. */
const maxBytes = megabyte;
const maxDumpBytes = 64 * megabyte;

const asksForSecrets = (query: URLSearchParams) => query.get("secrets") === "true";

/** The emulator's own routes, which the platform does not have. They need no key of the platform and are for the emulator's user. */
const routes: readonly ControlRoute[] = [
  plain("GET", "/state", stateOf),
  {
    method: "GET",
    path: "/requests",
    handle: (store, _, query) => {
      const last = Number(query.get("last") ?? Number.POSITIVE_INFINITY);
      if (!(last >= 1)) throw badRequest("last is how many of the latest requests are wanted, 1 or more");
      return store.requests.list().slice(-last);
    },
  },
  plain("DELETE", "/requests", (store) => store.requests.clear()),
  plain("POST", "/reset", (store) => store.reset()),
  plain("GET", "/clock", clockOf),
  route("POST", "/clock", ClockMove, async (store, { advanceMs }) => {
    if (store.now() + advanceMs > latestMs) throw badRequest("the clock goes no further than the year 9999");
    await store.clock.advance(advanceMs);
    return clockOf(store);
  }),
  plain("GET", "/faults", (store) => store.faults.list()),
  route("POST", "/faults", FaultSpec, (store, spec) => ({ id: store.faults.add(spec).id })),
  plain("DELETE", "/faults", (store) => store.faults.clear()),
  plain("GET", "/scripts", (store) => store.scripts.list()),
  route("POST", "/scripts", PodScript, (store, script) => {
    advanceAll(store);
    store.scripts.add(script);
    return { scripts: store.scripts.list().length };
  }),
  plain("DELETE", "/scripts", (store) => {
    advanceAll(store);
    store.scripts.clear();
  }),
  plain("GET", "/settings", (store) => store.settings),
  route("POST", "/settings", SettingsChange, (store, change) => {
    advanceAll(store);
    Object.assign(store.settings, change);
    store.restUntil = Number.NEGATIVE_INFINITY;
    return store.settings;
  }),
  plain("GET", "/capacity", (store) => {
    advanceAll(store);
    return store.capacity.list().map((stock) => ({ ...stock, free: store.capacity.free(stock.id) }));
  }),
  route("POST", "/capacity", CapacityChange, (store, { free, ...filter }) => {
    advanceAll(store);
    return { changed: store.capacity.setFree(filter, free) };
  }),
  route("POST", "/preempt", z.strictObject({ podId: ShortText }), (store, { podId }) => {
    preempt(store, requirePod({ id: podId }, store));
  }),
  route("POST", "/busy", PodBusy, (store, { podId, percent }) => {
    requirePod({ id: podId }, store).load = percent ?? undefined;
  }),
  // As somebody in the console would: no key, no rate limit, not in the log of requests.
  route("POST", "/pod-action", z.strictObject({ podId: ShortText, action: z.enum(podActions) }), (store, asked) => {
    const pod = requirePod({ id: asked.podId }, store);
    refuseMember(pod);
    act(store, pod, asked.action);
  }),
  {
    method: "GET",
    path: "/dump",
    handle: (store, _, query) => (asksForSecrets(query) ? store.dump() : withoutSecrets(store.dump())),
  },
  {
    ...route("POST", "/load", z.record(z.string(), z.unknown()), (store, dump) => store.load(dump)),
    maxBytes: maxDumpBytes,
  },
];

/** @param token Who asks must have it, if it is given: `authorization: Bearer TOKEN`. */
export function mountControl(
  app: App,
  store: Store,
  more: readonly ControlRoute[],
  accounts: KnownAccounts,
  token?: string,
): void {
  const allRoutes = [...routes, ...more];
  const mayPass = token === undefined ? () => true : tokenCheck(token);
  for (const each of allRoutes) {
    app.on(each.method, prefix + each.path, async (c) => {
      const exchange = new Exchange(c.env.incoming, c.env.outgoing);
      const isKnown = mayPass(exchange.header("authorization"));
      const account = exchange.query.get("account");
      const isThere = account === null || accounts.has(account);
      if (!isKnown) await exchange.send(refusalAnswer("api", unknownToken));
      else if (!isThere) await exchange.send(refusalAnswer("api", notFound("account")));
      else await exchange.send(await answer(store, each, exchange));
      return RESPONSE_ALREADY_SENT;
    });
  }
  // Here too a known path names the methods it has.
  app.all(`${prefix}/*`, async (c) => {
    const exchange = new Exchange(c.env.incoming, c.env.outgoing);
    const allow = allRoutes.filter(({ path }) => prefix + path === exchange.path).map(({ method }) => method);
    const refusal = allow.length > 0 ? wrongMethod([...allow].sort()) : notFound();
    await exchange.send(refusalAnswer("api", refusal));
    return RESPONSE_ALREADY_SENT;
  });
}

async function answer(store: Store, asked: ControlRoute, exchange: Exchange): Promise<Answer> {
  const { method, body, handle, maxBytes: limit = maxBytes } = asked;
  try {
    const raw = await exchange.readBody(limit);
    if (!raw) throw tooLarge(limit);
    const value = parseTypedJson(raw, exchange.header("content-type"));
    const result = await handle(store, (body && parse(body, value)) as never, exchange.query);
    if (method !== "GET") await store.saved();
    return result === undefined ? new Answer(204) : jsonAnswer(200, result);
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer("api", error);
    if (error instanceof ClientGone) return new Answer(400);
    store.reportDefect(error);
    return refusalAnswer("api", new Refusal(500, "internal error"));
  }
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = parsed(schema, value);
  if (!result?.success) throw unprocessable(violationsOf(schema, value));
  return result.data;
}

function clockOf(store: Store) {
  return { now: new Date(store.now()).toISOString() };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares in a time that does not tell how much of a token was right. */
function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  const wanted = digest(`Bearer ${token}`);
  return (authorization = "") => timingSafeEqual(digest(authorization.replace(/^bearer +/i, "Bearer ")), wanted);
}

const unknownToken = new Refusal(
  401,
  "the emulator's own routes need its control token here: authorization: Bearer TOKEN",
  undefined,
  { "www-authenticate": "Bearer" },
);

/** The part of the accounts that the emulator's own routes need. */
export interface KnownAccounts {
  has(name: string): boolean;
  setKey(account: string, record: KeyRecord): void;
}

/** The route that gives keys to accounts, and makes those that are not there. */
export function keyControl(accounts: KnownAccounts): readonly ControlRoute[] {
  return [
    route("POST", "/keys", KeySpec, (_store, { user = defaultUser, account = "default", ...spec }) => {
      accounts.setKey(account, { ...spec, user });
      return { account, grant: spec.grant, user, disabled: spec.disabled ?? false };
    }),
  ];
}
