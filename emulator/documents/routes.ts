import type { Surface } from "../../api/endpoint";
import { Answer, jsonAnswer } from "../kernel/answer";
import { answered } from "../kernel/exchange";
import type { App, Router } from "../kernel/mount";
import { openApiOf } from "./openapi";
import type { Store } from "../store/store";

/** The interface documents, which need no key. */
export function mountDocuments(app: App, store: Store, router: Router): void {
  const serve = (surface: Surface, path: string, answer: () => Answer) => {
    app.get(path, (c) => answered(c, answer()));
    router.refuseOthers(app, surface, path, ["GET"]);
  };
  serve("api", "/v2/openapi.json", () => jsonAnswer(200, openApiOf("api", store.urls.apiUrl)));
  serve("base", "/v1/openapi.json", () => jsonAnswer(200, openApiOf("base", store.urls.baseUrl)));
  serve("base", "/v1/docs", () => new Answer(200, { "content-type": "text/html; charset=utf-8" }, docsOf(router)));
}

function docsOf(router: Router): string {
  const rows = router
    .endpoints()
    .filter(({ surface }) => surface === "base")
    .map(({ method, path }) => `<li><code>${method} ${path}</code></li>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Version 1</title><h1>Version 1</h1><p>See <a href="openapi.json">openapi.json</a>.</p><ul>${rows.join("")}</ul></html>`;
}
