import { isTooDeep } from "../../values/json";
import { badRequest, Refusal, wrongMediaType } from "./refusal";
import { choices } from "./choices";

const jsonType = /^application\/json[ \t]*(;|$)/i;

/** Parses a body that says that it is JSON; 415 for any other, which a web page could send without being asked. */
export function parseTypedJson(raw: Buffer, contentType: string | undefined): unknown {
  if (raw.length > 0 && !jsonType.test(contentType ?? "")) throw wrongMediaType();
  return parseJson(raw);
}

/** Parses a body's JSON: `undefined` for an empty one; 400 for anything that is not JSON, or is nested too deep. */
function parseJson(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  try {
    const text = utf8.decode(raw);
    if (isTooDeep(text, choices.maxJsonDepth)) throw badRequest("request body is nested too deeply");
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw error instanceof Refusal ? error : badRequest("request body is not valid JSON");
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
