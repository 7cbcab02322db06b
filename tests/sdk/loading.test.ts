import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

const dist = join(__dirname, "..", "..", "dist");

/** Every program of a user waits for what its import loads. */
it.each([["sdk"], ["sdk/plugin"]])("importing %s loads no schemas, and no HTTP client", (entry) => {
  const script = `require(${JSON.stringify(join(dist, entry))}); process.stdout.write(JSON.stringify(Object.keys(require.cache)));`;
  const loaded = JSON.parse(execFileSync(process.execPath, ["-e", script]).toString()) as string[];
  const ours = loaded.filter((file) => file.startsWith(dist)).map((file) => file.slice(dist.length + 1));
  expect(ours).toContain("sdk/pod.js");
  expect(loaded.filter((file) => /node_modules\/(zod|undici)\//.test(file))).toEqual([]);
});
