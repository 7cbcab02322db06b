import { scryptSync } from "node:crypto";
import { getOrMake } from "../../values/many";
import type { Props } from "../table/props";
import type { Settings } from "../host/settings";
import { hidden } from "./state";
import { withoutTrailing } from "../../client/text";

/**
 * The key and address with which an object was created or last seen, stored in the state:
 * `<digest of the key>@<digest of the address>`. A platform answers 404 for an object of another account too, so a
 * 404 is believed only with the same sighting.
 */
export type Sighting = string;

export const sightingOf = ({ apiUrl = "", apiKey = "" }: Settings): Sighting =>
  `${keyDigestOf({ apiKey })}@${addressDigest(apiUrl)}`;

/** The part of a sighting that tells the account. */
export const keyDigestOf = ({ apiKey = "" }: Settings): string => digestOf("key", apiKey);

export function sightingIn(state: Props): Sighting | undefined {
  const { [hidden.seen]: seen } = state;
  return typeof seen === "string" ? withDigest(seen) : undefined;
}

/** Tells whether a state does not say that the object was seen with another key or address than this one. */
export const isSeenFrom = (here: Sighting, state: Props): boolean => (sightingIn(state) ?? here) === here;

/** Early states contain the address itself. */
function withDigest(sighting: string): Sighting {
  const [key, address] = partsOf(sighting);
  return `${key}@${addressDigest(address)}`;
}

function partsOf(sighting: string): [key: string, address: string] {
  const at = sighting.indexOf("@");
  return [sighting.slice(0, at), sighting.slice(at + 1)];
}

/** Tells whether two sightings have the same platform, with any keys. */
export const isOnePlatform = (one: Sighting, other: Sighting): boolean => partsOf(one)[1] === partsOf(other)[1];

/** Tells whether two sightings have the same key, at any address. */
export const isOneKey = (one: Sighting, other: Sighting): boolean => partsOf(one)[0] === partsOf(other)[0];

/** A run's view of the platform: its sighting, and whether a person has confirmed that invisible objects are gone. */
export function viewOf(settings: Settings) {
  const here = sightingOf(settings);
  const { acceptMissing } = settings;
  return { here, isMissingAccepted: acceptMissing !== undefined && withDigest(acceptMissing) === here };
}

/** How the second differs from the first: `another API key`. */
export function differenceOf(one: Sighting, other: Sighting): string {
  const what = [...(isOneKey(one, other) ? [] : ["API key"]), ...(isOnePlatform(one, other) ? [] : ["address"])];
  return `another ${what.join(" and another ")}`;
}

/** For messages: the fingerprint of a key tells whether it is the same one, and not what it is. */
export function inWords(sighting: Sighting): string {
  const [key, address] = partsOf(sighting);
  return `the API key with the fingerprint ${key} at the address with the fingerprint ${address}`;
}

/** An address alone in words, if it is noted. */
export const addressInWords = ({ address }: { readonly address?: string | undefined }): string =>
  address === undefined ? "another address" : `the address with the fingerprint ${addressDigest(address)}`;

/** The digest of an address, which may be a secret of the stack and is therefore neither stored nor printed. A digest stays unchanged. */
export function addressDigest(address: string): string {
  if (/^[0-9a-f]{5}$/.test(address)) return address;
  if (!URL.canParse(address)) return digestOf("address", address);
  const { origin, pathname } = new URL(address);
  return digestOf("address", origin + withoutTrailing(pathname, "/"));
}

const digests = new Map<string, string>();

/** Twenty bits of a stretched hash, which one in a million guesses fits, so that it reveals no key. It takes 10 ms. */
const digestOf = (what: "key" | "address", text: string): string =>
  getOrMake(digests, `${what} ${text}`, () =>
    scryptSync(text, `compute:${what}`, 16, { N: 4_096 }).toString("hex").slice(0, 5),
  );
