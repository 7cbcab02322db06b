import { type Template, templates } from "../../api/templates";
import type { PageQuery } from "../../api/shared";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";
import { allItems } from "../reads/pages";
import { familyOn } from "./family";

export function templatesOn(call: Call) {
  const family = familyOn(call, templates);
  return {
    ...family,
    /** Every template of your own, read page by page while you go. */
    listAll: ({
      limit,
      ...options
    }: Omit<CallOptions & PageQuery, "cursor"> = {}): AsyncGenerator<Template, void, void> =>
      allItems(
        (cursor) => family.list({ ...options, limit, cursor }),
        (page) => page.templates,
      ),
  };
}
