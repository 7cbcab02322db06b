import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const bundle = readFileSync(join(__dirname, "../../../dist/provider/host.js"), "utf8");
/** Our own modules in the bundle, as esbuild names them. */
const modules = [...bundle.matchAll(/^\/\/ ((?:api|client|provider)\/\S+)$/gm)].map(([, path]) => path);

describe("The file that the provider host loads", () => {
  it("holds what the kinds need, and no other family", () => {
    expect(modules).toEqual(
      expect.arrayContaining(["api/pods.ts", "client/resource-client.ts", "provider/lifecycle/provider.ts"]),
    );
    expect(modules.filter((path) => /billing|\/v1\//.test(path!))).toEqual([]);
  });
});
