import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Resource } from "../../provider/table/resource";
import { pageName } from "../resource-pages";
import { withExample } from "./class-example";
import { parts } from "./page-parts";

/** Where the class of a kind is: in `sdk`, or beside the component that it belongs to. */
function classFile(root: string, resource: Resource): string {
  const name = pageName(resource).replace(/md$/, "ts");
  return [`sdk/${name}`, `sdk/fleet/${name}`].find((file) => existsSync(join(root, file))) ?? `sdk/${name}`;
}

/** Classes with the example of their page, by their path. One that is not there yet is left out. */
export const classPages = (root: string, resources: readonly Resource[]): (readonly [string, string])[] =>
  resources.flatMap((resource) => {
    const file = classFile(root, resource);
    if (!existsSync(join(root, file))) return [];
    return [[file, withExample(readFileSync(join(root, file), "utf8"), resource.kind, parts[resource.kind].example)]];
  });

/** Of a new kind: its class imports types that are generated, so they are written before the class can be. */
export const missingClasses = (root: string, resources: readonly Resource[]): string[] =>
  resources.map((resource) => classFile(root, resource)).filter((file) => !existsSync(join(root, file)));
