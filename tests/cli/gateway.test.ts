import { once } from "node:events";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { modes } from "../../proofs/plugin";
import { entryOf, Project } from "../support/project";

let emulator: Emulator;
let gateway: Server;
/** The gateway has no route, as in an outage. */
let isLost: boolean;
beforeEach(async () => {
  isLost = false;
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
  gateway = createServer((request, response) => {
    if (isLost) return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404 Not Found</h1>");
    const { method, headers } = request;
    const passed = forward(`${emulator.apiUrl}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(gateway, "listening");
});
afterEach(async () => {
  gateway.close();
  gateway.closeAllConnections();
  await emulator.close();
});

describe.each(modes)("A-24: the 404 of a gateway, in the form %s,", (mode) => {
  it("deletes nothing and lets go of nothing", async () => {
    const apiUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const program = `const compute = require("${entryOf(mode)}");
      const data = new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10, name: "data" });
      new compute.Pod("pod", { image: "x:1", cpu: { id: "cpu3c", vcpuCount: 4 } });
      new compute.RegistryCredential("registry", { username: "u", password: "p" });`;
    const stack = await new Project({ ...emulator, apiUrl }, { program }).here({ mode });
    expect((await stack.up()).result).toBe("succeeded");
    const before = JSON.stringify(await stack.exportState());
    isLost = true;
    const errors = async (run: typeof stack.refresh) => {
      const { result, diagnostics } = await run.call(stack);
      return [
        result,
        diagnostics
          .filter(({ severity }) => severity === "error")
          .map(({ message }) => message)
          .join("\n"),
      ];
    };
    for (const run of [stack.refresh, stack.destroy])
      expect(await errors(run)).toEqual(["failed", expect.stringContaining("not the platform's answer")]);
    const { pods, volumes, registries } = emulator.store;
    expect([pods.size, volumes.size, registries.size]).toEqual([1, 1, 1]);
    const urns = (text: string) => [...text.matchAll(/"urn":"[^"]*compute[^"]*"/g)].map(String).sort();
    expect(urns(JSON.stringify(await stack.exportState()))).toEqual(urns(before));
    isLost = false;
    expect((await stack.destroy()).result).toBe("succeeded");
    expect([pods.size, volumes.size, registries.size]).toEqual([0, 0, 0]);
  }, 120_000);
});
