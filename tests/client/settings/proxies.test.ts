import { describe, expect, it } from "@jest/globals";
import { proxiesIn, proxyFor } from "../../../client/settings/proxies";

const shown = (address: string, env: Record<string, string>) => proxyFor(new URL(address), proxiesIn(env))?.shown;
const proxy = "http://proxy.test:3128";

describe("the proxies of the environment", () => {
  it.each([
    ["HTTPS_PROXY", "https://api.test", proxy],
    ["https_proxy", "https://api.test", proxy],
    ["HTTP_PROXY", "http://api.test", proxy],
    ["http_proxy", "http://api.test", proxy],
    ["ALL_PROXY", "https://api.test", proxy],
    ["all_proxy", "http://api.test", proxy],
    ["HTTP_PROXY", "https://api.test", undefined],
    ["HTTPS_PROXY", "http://api.test", undefined],
  ])("%s is asked for %s: %s", (name, address, expected) => {
    expect(shown(address, { [name]: proxy })).toBe(expected);
  });

  it("the lower case wins, and an empty value counts as none, as with curl", () => {
    const env = { https_proxy: proxy, HTTPS_PROXY: "http://other.test:1" };
    expect(shown("https://api.test", env)).toBe(proxy);
    expect(shown("https://api.test", { ...env, https_proxy: "" })).toBe("http://other.test:1");
    expect(shown("https://api.test", { HTTPS_PROXY: "", ALL_PROXY: "" })).toBeUndefined();
  });

  it.each(["http://localhost:8080", "http://127.0.0.1:8080", "https://127.1.2.3", "https://[::1]:8443"])(
    "%s is on this machine, and never reached through a proxy",
    (address) => {
      expect(shown(address, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy })).toBeUndefined();
    },
  );

  it.each([
    ["api.test", "https://api.test", false],
    ["api.test", "https://eu.api.test", false],
    [".api.test", "https://api.test", false],
    ["API.test.", "https://api.test", false],
    ["*.api.test", "https://eu.api.test", false],
    ["other.test, api.test", "https://api.test", false],
    ["other.test api.test", "https://api.test", false],
    ["*", "https://api.test", false],
    ["api.test:443", "https://api.test", false],
    ["api.test:8443", "https://api.test", true],
    ["10.0.0.0/8", "https://10.1.2.3", false],
    ["10.0.0.0/8", "https://11.1.2.3", true],
    ["10.1.2.3", "https://10.1.2.3", false],
    ["fd00::/8", "https://[fd00::1]", false],
    ["[fd00::1]", "https://[fd00::1]", false],
    ["api.test", "https://notapi.test", true],
    ["1.2.3", "https://10.1.2.3", true],
    ["10.0.0.0/99", "https://10.1.2.3", true],
    ["", "https://api.test", true],
  ])("NO_PROXY=%s: %s goes through the proxy: %s", (no, address, expected) => {
    expect(shown(address, { HTTPS_PROXY: proxy, NO_PROXY: no }) !== undefined).toBe(expected);
    expect(shown(address, { HTTPS_PROXY: proxy, no_proxy: no }) !== undefined).toBe(expected);
  });

  it.each([
    ["proxy.test:3128", "http://proxy.test:3128"],
    ["proxy.test", "http://proxy.test:1080"],
    ["http://proxy.test:80/", "http://proxy.test"],
    ["https://proxy.test", "https://proxy.test"],
    ["http://[fd00::1]:3128", "http://[fd00::1]:3128"],
  ])("the proxy %s is %s, as with curl", (value, expected) => {
    expect(shown("https://api.test", { HTTPS_PROXY: value })).toBe(expected);
  });

  it("credentials of a proxy go into its header, and are never shown", () => {
    const found = proxyFor(new URL("https://api.test"), { https: "http://me:p%40ss@proxy.test:3128" });
    expect(found).toMatchObject({
      shown: proxy,
      authorization: `Basic ${Buffer.from("me:p@ss").toString("base64")}`,
      secrets: ["p@ss", "p%40ss", Buffer.from("me:p@ss").toString("base64")],
    });
    expect(proxyFor(new URL("https://api.test"), { https: "http://me:100%@proxy.test:3128" })?.authorization).toBe(
      `Basic ${Buffer.from("me:100%").toString("base64")}`,
    );
  });

  it.each(["socks5://me:CANARY@proxy.test:1080", "http://me:CANARY@", "ftp://me:CANARY@x", "http://me:CANARY@a b"])(
    "%s is refused in words that do not repeat it",
    (value) => {
      const look = () => proxyFor(new URL("https://api.test"), { https: value });
      expect(look).toThrow(/HTTPS_PROXY.*http:\/\/ or https:\/\//);
      expect(look).not.toThrow(/CANARY/);
    },
  );
});
