import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pods } from "../../api/pods";
import { toApiError, decode } from "../../client/http/decode";
import { CallError } from "../../client/errors/errors";
import { toLogEvent } from "../../client/logs/log-event";
import { readRateHeaders, readRetryAfter } from "../../client/rate-limit/rate-headers";
import { decodeEvents, EventTooLargeError } from "../../client/logs/sse";
import { parseCheckpoint } from "../../engine/state/checkpoint";
import { ConfigFile } from "../../engine/project/config";
import { EngineError } from "../../engine/errors";
import { readProject } from "../../engine/project/project";
import { createStateCodec } from "../../engine/state/state-codec";
import { Journal } from "../../provider/journal/journal";
import { Seal } from "../../provider/journal/seal";
import { memoryStorage } from "../../provider/journal/storage";
import type { Chance } from "../chance";
import { mutatedBytes, mutatedValue } from "./mutate";
import * as samples from "./samples";
import type { Target } from "./watched";

type ErrorClass = abstract new (...args: never[]) => Error;

/** The result of a parser: a value, or an error that is meant for the user. Any other error is a failure. */
async function met(kinds: readonly ErrorClass[], parse: () => unknown): Promise<string> {
  try {
    await parse();
    return "taken";
  } catch (error) {
    if (kinds.some((kind) => error instanceof kind)) return "refused";
    throw error;
  }
}

/** Half of the inputs are broken text, half well-formed text with a wrong value in it. */
function broken(sample: object, chance: Chance): Buffer {
  if (chance.int(0, 1) === 0) return mutatedBytes(JSON.stringify(sample), chance);
  return Buffer.from(JSON.stringify(mutatedValue(sample, chance)));
}

function answerOf(body: Buffer, status: number, type: string) {
  return { status, headers: { "content-type": type }, body };
}

const crypter = { encrypt: (text: string) => text, decrypt: (text: string) => text };

/** Every parser of bytes that others wrote. `close` removes their files. */
export function parsers(): { targets: readonly Target[]; close: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  const target = (name: string, feed: Target["feed"]): Target => ({ name, feed, mostMb: 64 });
  const targets = [
    target("SSE", (chance) => {
      const bytes = mutatedBytes(chance.pick(samples.eventStreams), chance);
      return met([EventTooLargeError], async () => {
        for await (const { data, id } of decodeEvents(pieces(bytes, chance))) toLogEvent(data, id);
      });
    }),
    target("problem bodies", (chance) =>
      met([], () => {
        const type = chance.pick(["application/problem+json", "application/json", "text/html", "x".repeat(3_000)]);
        const body = broken(chance.pick(samples.problems), chance);
        toApiError(
          "GET /v2/pods",
          chance.pick(["api", "base", "queue"]),
          answerOf(body, chance.int(300, 599), type),
          ["secret"],
          0,
        );
      }),
    ),
    target("success bodies", (chance) => {
      const body = broken(samples.podList, chance);
      return met([CallError], () => decode(pods.list, "GET /v2/pods", answerOf(body, 200, "application/json")));
    }),
    target("rate headers", (chance) =>
      met([], () => {
        const [limit, policy, after] = [samples.rateLimit, samples.ratePolicy, samples.retryAfter].map((sample) =>
          mutatedBytes(sample, chance).toString("latin1"),
        );
        readRateHeaders(limit, policy);
        readRetryAfter({ "retry-after": after }, 0);
      }),
    ),
    target("state files", (chance) =>
      met([EngineError], () => {
        const { resources, operations } = parseCheckpoint(broken(samples.checkpoint, chance).toString(), "state");
        const codec = createStateCodec(crypter as never);
        for (const resource of resources) codec.writeEntry(codec.readEntry(resource));
        for (const operation of operations) codec.readOperation(operation);
      }),
    ),
    target("YAML", (chance) =>
      met([EngineError], async () => {
        const text = mutatedBytes(chance.pick(samples.yaml), chance);
        if (chance.int(0, 3) === 0) {
          writeFileSync(join(folder, "Pulumi.yaml"), text);
          return readProject(folder);
        }
        writeFileSync(join(folder, "Pulumi.s.yaml"), text);
        const file = await ConfigFile.open(folder, "p", "s");
        file.hasSecrets();
        return [file.read((cipher) => cipher), file.sealed()];
      }),
    ),
    target("journal lines", (chance) =>
      met([], async () => {
        const lines = samples.journal.map((line) => journalLine(line, chance));
        const storage = memoryStorage();
        storage.entries.set("attempt-a", lines.join("\n"));
        const journal = new Journal(storage, { apiKey: "k" });
        await journal.unconfirmed();
      }),
    ),
  ];
  return { targets, close: () => rmSync(folder, { recursive: true, force: true }) };
}

const seal = new Seal("a", "k");
const sealed = (line: object): object => ({ ...line, mac: seal.markOf(line) });

/** Without marks, with the marks of what it was before it was broken, and with the marks of what it is now. */
function journalLine(line: object, chance: Chance): string {
  switch (chance.int(0, 2)) {
    case 0:
      return broken(line, chance).toString();
    case 1:
      return broken(sealed(line), chance).toString();
    default: {
      const changed = mutatedValue(line, chance);
      return JSON.stringify(typeof changed === "object" && changed !== null ? sealed(changed) : changed);
    }
  }
}

async function* pieces(bytes: Buffer, chance: Chance): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = chance.int(1, 400);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
