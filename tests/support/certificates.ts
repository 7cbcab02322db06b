import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A certificate and its key, in PEM; made anew for each test, so that none is stored and none expires. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly name: string;
  readonly privateKey: KeyObject;
}

export interface CertificateOptions {
  /** Common name, and for a host the name it is valid for. */
  readonly name: string;
  /** Who signs it; itself, if left out. */
  readonly issuer?: Certificate;
  readonly isAuthority?: boolean;
  readonly until?: Date;
}

/** X.509 in the fewest fields that TLS asks for. */
export function certificate({ name, issuer, isAuthority = false, until }: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = sequence(oid("2a8648ce3d040302")); // ECDSA with SHA-256
  const extensions = [
    isAuthority && extension("551d13", sequence(der(0x01, Buffer.from([0xff])))), // basic constraints
    !isAuthority && extension("551d11", sequence(der(0x82, Buffer.from(name)))), // subject alternative name
  ].filter((one) => one !== false);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    algorithm,
    named(issuer?.name ?? name),
    sequence(time(new Date(Date.UTC(2020, 0, 1))), time(until ?? new Date(Date.UTC(2049, 0, 1)))),
    named(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", body, issuer?.privateKey ?? privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    name,
    privateKey,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const long = [length >> 8, length & 255];
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, ...long];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...members: readonly Buffer[]) => der(0x30, Buffer.concat(members));
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const named = (name: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));
const time = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`));
