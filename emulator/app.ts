import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { getPath } from "hono/utils/url";
import { keyControl, type KnownAccounts, mountControl } from "./control/control";
import { serverlessControl } from "./control/serverless";
import type { Families } from "./families";
import { operationsOf } from "./nouns";
import { refusalAnswer } from "./kernel/answer";
import { answered } from "./kernel/exchange";
import { type App, Router } from "./kernel/mount";
import { mountPage } from "./page/page";
import { Refusal } from "./kernel/refusal";
import { mountDocuments } from "./documents/routes";
import type { Store } from "./store/store";

const dotSegment = /\/(\.|%2e){1,2}(\/|$|\?)/i;

/** The path as sent. One with dot segments names nothing: it would be normalized into another family's. */
function literalPath(request: Request, options?: { env?: Partial<HttpBindings> }): string {
  return dotSegment.test(options?.env?.incoming?.url ?? "") ? "/.." : getPath(request);
}

export function createApp(store: Store, families: Families, accounts: KnownAccounts, controlToken?: string): App {
  const router = new Router(store);
  for (const operations of operationsOf(families)) router.mount(operations);
  // The router that Hono's automatic choice would end with, after building another one in vain.
  const app: App = new Hono({ getPath: literalPath, router: new TrieRouter() });
  mountPage(app);
  mountControl(app, store, [...serverlessControl(families), ...keyControl(accounts)], accounts, controlToken);
  mountDocuments(app, store, router);
  router.register(app);
  router.refuseUnknown(app);
  app.onError((error, c) => {
    store.reportDefect(error);
    if (!c.env.outgoing.headersSent) return answered(c, refusalAnswer("api", new Refusal(500, "internal error")));
    c.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });
  return app;
}
