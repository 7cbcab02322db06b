import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../cli/program";
import { entryOf, exportOf } from "./commands/states";
import { FakeIo } from "./fake-io";
import { type ScriptedServer, startScriptedServer } from "../support/scripted-server";
import { temporaryFolder } from "../support/temporary-folder";

/** A platform whose lists never end, and which answers nothing else. */
let server: ScriptedServer;
let io: FakeIo;
beforeEach(async () => {
  let asked = 0;
  server = await startScriptedServer((request, response) => {
    const [, kind] = /^\/v2\/(pods|templates|serverless)(?:\?|$)/.exec(request.url ?? "") ?? [];
    asked += 1;
    if (kind === undefined || asked === 3) io.stop();
    if (kind === undefined) return;
    const pagination = { nextCursor: `c${asked}`, hasNextPage: true };
    const list = kind === "serverless" ? "endpoints" : kind;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ [list]: [], pagination }));
  });
  io = new FakeIo();
  io.cwd = temporaryFolder("stopped");
  Object.assign(io.env, { COMPUTE_API_URL: server.url, COMPUTE_QUEUE_URL: server.url, COMPUTE_API_KEY: "k" });
});
afterEach(() => server.close());

it.each(["catalog gpus", "logs web", "logs web --follow", "jobs status e j", "status", "drift", "cost", "doctor"])(
  "compute %s ends with the first signal, although the platform's lists never do",
  async (command) => {
    const file = join(io.cwd, "state.json");
    writeFileSync(
      file,
      exportOf([entryOf({ kind: "Pod", name: "web", id: "p1", outputs: { id: "p1", name: "web" } })]),
    );
    const isOfState = /^(?:status|drift|cost|doctor)/.test(command);
    await runProgram(io, ["node", "compute", ...command.split(" "), ...(isOfState ? ["--file", file] : [])]);
    expect({ isStopped: io.signal.aborted, err: io.written.err }).toMatchObject({ isStopped: true });
    expect(server.asked.length).toBeLessThan(20);
  },
);
