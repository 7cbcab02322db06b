import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { examples } from "./schema/examples";
import type { Resource } from "../../provider/table/resource";
import { stem, withExample } from "./class-sources";

/** The class of a kind that is written by hand: in `sdk`, or beside the component that it belongs to. */
export const classByHand =
  (root: string) =>
  (resource: Resource): string | undefined =>
    [stem(resource), `fleet/${stem(resource)}`].find((file) => existsSync(join(root, "sdk", `${file}.ts`)));

/** Those classes with the example of their page, by their path. */
export const classPages = (root: string, resources: readonly Resource[]): (readonly [string, string])[] =>
  resources.flatMap((resource) => {
    const file = classByHand(root)(resource);
    if (file === undefined) return [];
    const path = `sdk/${file}.ts`;
    return [
      [
        path,
        withExample(readFileSync(join(root, path), "utf8"), resource.kind, examples[resource.kind].programs.typescript),
      ],
    ];
  });
