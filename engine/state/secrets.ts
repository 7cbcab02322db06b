import { createCipheriv, createDecipheriv, pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { EngineError } from "../errors";
import { orElse } from "../../values/or-else";

/** Encrypts and decrypts the values of one stack, in the text form of Pulumi's passphrase provider. */
export interface Crypter {
  /** `v1:<base64 of 8 random bytes>:<encryption of "pulumi">`, as in `encryptionsalt`. */
  readonly salt: string;
  readonly encrypt: (plain: string) => string;
  readonly decrypt: (cipher: string) => string;
}

type Bytes = (count: number) => Buffer;
const probe = "pulumi";
const tagLength = 16;

/** Opens the crypter of an existing salt. @throws EngineError `passphrase` for a wrong passphrase. */
export async function openCrypter(passphrase: string, salt: string, bytes: Bytes): Promise<Crypter> {
  const [version, encoded, ...check] = salt.split(":");
  if (version !== "v1" || !encoded || check.length !== 3)
    throw new EngineError("passphrase", `the encryption salt is not one of a passphrase: expected v1:<salt>:v1:…`);
  const crypter = withKey(salt, await deriveKey(passphrase, Buffer.from(encoded, "base64")), bytes);
  // Its error does not say which of the two is wrong.
  if (orElse(undefined, () => crypter.decrypt(check.join(":"))) !== probe)
    throw new EngineError(
      "passphrase",
      "incorrect passphrase: it does not open the encryption salt of this stack. " +
        "Set PULUMI_CONFIG_PASSPHRASE (or PULUMI_CONFIG_PASSPHRASE_FILE) to the one the stack was made with",
    );
  return crypter;
}

/** Derived keys: deriving is slow by design (0.2 s), so each is derived once for a stack object. */
export type Keys = Map<string, Crypter>;

interface Opening {
  readonly keys: Keys;
  readonly passphrase: () => Promise<string>;
  readonly ambient: { readonly bytes: Bytes };
}

/** The crypter of a salt, derived unless it is cached. @throws EngineError `passphrase` like {@link openCrypter}. */
export async function openKnown(salt: string, { keys, passphrase, ambient }: Opening): Promise<Crypter> {
  const known = keys.get(salt);
  if (known) return known;
  const opened = await openCrypter(await passphrase(), salt, ambient.bytes);
  keys.set(salt, opened);
  return opened;
}

export async function newCrypter(passphrase: string, bytes: Bytes): Promise<Crypter> {
  const salt = bytes(8);
  const key = await deriveKey(passphrase, salt);
  return withKey(`v1:${salt.toString("base64")}:${withKey("", key, bytes).encrypt(probe)}`, key, bytes);
}

const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  promisify(pbkdf2)(passphrase, salt, 1_000_000, 32, "sha256");

function withKey(salt: string, key: Buffer, bytes: Bytes): Crypter {
  return {
    salt,
    encrypt: (plain) => {
      const nonce = bytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
    },
    decrypt: (text) => {
      const [version, nonce, data] = text.split(":");
      if (version !== "v1" || !nonce || !data) throw new EngineError("state", "a ciphertext is malformed");
      const sealed = Buffer.from(data, "base64");
      // GCM also accepts shorter tags, which can be guessed.
      if (sealed.length < tagLength) throw new EngineError("state", "a ciphertext is cut short");
      const options = { authTagLength: tagLength };
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"), options);
      decipher.setAuthTag(sealed.subarray(-tagLength));
      try {
        return decipher.update(sealed.subarray(0, -tagLength), undefined, "utf8") + decipher.final("utf8");
      } catch (cause) {
        const message = "a ciphertext was encrypted with another passphrase or salt, or changed since";
        throw new EngineError("state", message, { cause });
      }
    },
  };
}
