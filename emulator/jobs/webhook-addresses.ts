import { lookup as lookUp } from "node:dns";
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";

/** Where no webhook goes by itself: metadata services, which give a machine's credentials away, and other link-local ones. */
const closed = new BlockList();
closed.addSubnet("169.254.0.0", 16);
closed.addSubnet("fe80::", 10, "ipv6");
closed.addAddress("100.100.100.200");
closed.addAddress("192.0.0.192");
closed.addAddress("168.63.129.16");
closed.addAddress("fd00:ec2::254", "ipv6");
closed.addAddress("fd20:ce::254", "ipv6");

function isClosed(address: string): boolean {
  const bare = embeddedIPv4(address) ?? address;
  return isIP(bare) !== 0 && closed.check(bare, isIPv4(bare) ? "ipv4" : "ipv6");
}

/**
 * Forms of IPv6 addresses that stand for an IPv4 one, with the number of groups before it: compatible (`::a.b.c.d`),
 * mapped (`::ffff:a.b.c.d`), translated (`::ffff:0:a.b.c.d`, `64:ff9b::a.b.c.d`, `64:ff9b:1::a.b.c.d`), and 6to4
 * (`2002:a.b.c.d::`).
 */
const embedding: readonly (readonly [form: RegExp, at: number])[] = [
  [/^(0:){6}/, 6],
  [/^(0:){5}ffff:/, 6],
  [/^(0:){4}ffff:0:/, 6],
  [/^64:ff9b:(0:){4}/, 6],
  [/^64:ff9b:1:/, 6],
  [/^2002:/, 1],
];

function embeddedIPv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const groups = groupsOf(address);
  const [, at] = embedding.find(([form]) => form.test(groups.join(":"))) ?? [];
  if (at === undefined) return undefined;
  const [high = 0, low = 0] = groups.slice(at, at + 2).map((group) => parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** The eight groups of an IPv6 address, none left out. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*/, "")}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => "0"), ...after];
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** Whether the URL itself names an address that is not called. A host name is checked when it is resolved. */
export function isRefusedWebhook(url: string, allowed: readonly string[]): boolean {
  const host = hostOf(new URL(url));
  return isClosed(host) && !allowed.includes(host);
}

/** Looks a webhook's host up, and fails where it stands for an address that is not called. */
export function openLookup(allowed: readonly string[], lookup = lookUp): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const isFound = !error && Array.isArray(addresses) && addresses.length > 0;
      const refused = isFound && !allowed.includes(hostname) && addresses.find(({ address }) => isClosed(address));
      if (refused) return done(new Error(`${hostname} is ${refused.address}, which webhooks do not go to`), "", 4);
      if (!isFound) return done(error ?? new Error(`${hostname} has no address`), "", 4);
      if (options.all) return (done as (error: null, found: typeof addresses) => void)(null, addresses);
      return done(null, addresses[0]?.address ?? "", addresses[0]?.family ?? 4);
    });
}
