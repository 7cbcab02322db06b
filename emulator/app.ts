import { keyControl, type KnownAccounts, mountControl } from "./control/control";
import { serverlessControl } from "./control/serverless";
import type { Families } from "./families";
import { operationsOf } from "./nouns";
import { Router } from "./kernel/mount";
import { mountPage } from "./page/page";
import { mountDocuments } from "./documents/routes";
import type { Store } from "./store/store";

export function createApp(store: Store, families: Families, accounts: KnownAccounts, controlToken?: string): Router {
  const router = new Router(store);
  for (const operations of operationsOf(families)) router.mount(operations);
  mountPage(router);
  mountControl(router, store, [...serverlessControl(families), ...keyControl(accounts)], accounts, controlToken);
  mountDocuments(router, store);
  router.register();
  return router;
}
