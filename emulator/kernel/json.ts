import { badRequest, wrongMediaType } from "./refusal";
import { choices } from "./choices";

const jsonType = /^application\/json[ \t]*(;|$)/i;

/**
 * Parses a body that says that it is JSON; 415 for one that says anything else, or nothing: that is what a web page
 * can send to a stranger without being asked.
 */
export function parseTypedJson(raw: Buffer, contentType: string | undefined): unknown {
  if (raw.length > 0 && !jsonType.test(contentType ?? "")) throw wrongMediaType();
  return parseJson(raw);
}

/** Parses a body's JSON: `undefined` for an empty one; 400 for anything that is not JSON, or is nested too deep. */
function parseJson(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  if (depthOf(raw) > choices.maxJsonDepth) throw badRequest("request body is nested too deeply");
  try {
    return JSON.parse(utf8.decode(raw)) as unknown;
  } catch {
    throw badRequest("request body is not valid JSON");
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}');

/** Deepest nesting of brackets outside strings. */
function depthOf(raw: Buffer): number {
  // As deep as that takes as many bytes.
  if (raw.length <= choices.maxJsonDepth) return 0;
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < raw.length; i++) {
    const byte = raw[i];
    if (inString) {
      if (byte === backslash) i++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === openBracket || byte === openBrace) {
      if (++depth > deepest) deepest = depth;
    } else if (byte === closeBracket || byte === closeBrace) depth--;
  }
  return deepest;
}
