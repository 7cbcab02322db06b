import { isRecord, jsonIn } from "../../values/json";
import { mark, secretEnvelope } from "../../provider/state/state";
import { CommandFailure } from "../io";

/** Values of a state without their secret wrappers, and the paths of the wrappers. */
export interface Unwrapped {
  readonly value: unknown;
  /** Paths of secrets whose value is in `value`. */
  readonly secrets: readonly string[];
  /** Paths of secrets that stayed encrypted; `undefined` stands in `value`. */
  readonly sealed: readonly string[];
}

export type Decrypt = (ciphertext: string) => string;

/** Opens the secrets of a passphrase. @throws EngineError `passphrase` for a wrong one. */
export async function decrypterWith(passphrase: string, salt: string): Promise<Decrypt> {
  const [{ openCrypter }, { systemAmbient }] = await Promise.all([
    import("../../engine/state/secrets.js"),
    import("../../engine/ambient.js"),
  ]);
  return (await openCrypter(passphrase, salt, systemAmbient.bytes)).decrypt;
}

/** Removes the wrappers. Without `decrypt` an encrypted value stays sealed; one exported with `--show-secrets` is plain. */
export function unwrap(json: unknown, decrypt?: Decrypt): Unwrapped {
  const secrets: string[] = [];
  const sealed: string[] = [];

  const open = (wrapper: Record<string, unknown>, path: string): unknown => {
    const { plaintext, ciphertext } = wrapper;
    const text =
      typeof plaintext === "string" ? plaintext : decrypt && typeof ciphertext === "string" && decrypt(ciphertext);
    if (typeof text !== "string") {
      sealed.push(path);
      return undefined;
    }
    secrets.push(path);
    // What is inside is as secret as the whole: inner paths are not listed again, and an inner "ciphertext" is plain JSON text.
    return unwrap(parseSecret(text, path), (inner) => inner).value;
  };
  const walk = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, `${path}[${index}]`));
    if (!isRecord(value)) return value;
    if (value[mark] === secretEnvelope) return open(value, path);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, walk(item, path === "" ? key : `${path}.${key}`)]),
    );
  };
  return { value: walk(json, ""), secrets, sealed };
}

/** @throws CommandFailure that does not quote the secret, as the words of the parser would. */
function parseSecret(text: string, path: string): unknown {
  const value = jsonIn(text);
  if (value !== undefined) return value;
  throw new CommandFailure(`the secret ${path} of the state is not JSON inside. Export the state again.`);
}
