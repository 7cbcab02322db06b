import { afterEach, describe, expect, it } from "@jest/globals";
import { inspect } from "node:util";
import { type Client, type ClientOptions, createClient } from "../../../client";
import { systemClock } from "../../../client/clock";
import { certificate } from "../../support/certificates";
import { freePort } from "../../support/free-port";
import { ManualClock } from "../../support/manual-clock";
import { createdPod } from "../../support/pod-samples";
import { type Proxy, type ProxyOptions, startProxy } from "../../support/proxy";
import { answer, type ScriptedServer, startScriptedServer } from "../../support/scripted-server";
import { startTlsFront } from "../../support/tls-front";

const apiKey = "key-CANARY";
const event = `id: 1\ndata: ${JSON.stringify({ source: "container", timestamp: "2026-01-01T00:00:00Z", line: "hello" })}\n\n`;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The platform behind a proxy only: no name of `.test` can be looked up. */
async function behindProxy(options: Partial<ProxyOptions> = {}) {
  const platform = await startScriptedServer((request, response) => {
    if (request.url?.includes("/logs")) response.writeHead(200, { "content-type": "text/event-stream" }).end(event);
    else if (request.url?.includes("/status/"))
      answer(response, { status: 200, body: { id: "j", status: "IN_QUEUE" } });
    else answer(response, { status: 200, body: createdPod });
  });
  const port = Number(new URL(platform.url).port);
  const proxy = await startProxy({
    hosts: { "api.test": port, "api.test:8080": port, "queue.test": port },
    ...options,
  });
  closing.push(
    () => platform.close(),
    () => proxy.close(),
  );
  return { platform, proxy };
}

function clientOf(options: ClientOptions): Client {
  const client = createClient({ apiKey, clock: new ManualClock(), retry: { attempts: 2 }, ...options });
  closing.push(() => client.close());
  return client;
}

const overHttp = (proxy: string): ClientOptions => ({
  apiUrl: "http://api.test:8080",
  queueUrl: "http://queue.test",
  allowHttp: ["api.test:8080", "queue.test"],
  proxies: { http: proxy },
});

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

describe("http addresses through a proxy", () => {
  it("calls, the queue and log streams are sent to the proxy with their whole address", async () => {
    const { platform, proxy } = await behindProxy();
    const client = clientOf(overHttp(proxy.url));
    await client.pods.get("p");
    await client.queue("e").status("j");
    for await (const _ of client.pods.logs("p")) break;
    expect(proxy.asked).toEqual([
      "GET http://api.test:8080/v2/pods/p",
      "GET http://queue.test/v2/e/status/j",
      expect.stringMatching(/^GET http:\/\/api\.test:8080\/v2\/pods\/p\/logs/),
    ]);
    expect(platform.asked[0]?.headers.host).toBe("api.test:8080");
    expect(platform.asked[1]?.headers.host).toBe("queue.test");
  });

  it("an address of this machine is reached without the proxy", async () => {
    const { platform, proxy } = await behindProxy();
    await clientOf({ apiUrl: platform.url, proxies: { http: proxy.url, https: proxy.url } }).pods.get("p");
    expect(proxy.asked).toEqual([]);
  });

  it("a proxy that asks for a password fails at once with its name, and with nothing secret in it", async () => {
    const { proxy } = await behindProxy({ authorization: "Basic other" });
    const withPassword = proxy.url.replace("//", "//me:CANARY@");
    const client = clientOf(overHttp(withPassword));
    for (const call of [() => client.pods.get("p"), () => client.pods.logs("p").next()]) {
      const error = await failure(call());
      expect(error).toMatchObject({ code: "proxy", outcome: "not-sent" });
      expect(error?.message).toContain(`the proxy ${proxy.url} answered 407 (Proxy Authentication Required)`);
      expect(inspect(error, { depth: 9 })).not.toContain("CANARY");
    }
    expect(proxy.asked).toHaveLength(2);
  });

  it("a proxy that nobody serves is named beside the address", async () => {
    const proxy = `http://127.0.0.1:${await freePort()}`;
    const client = clientOf(overHttp(proxy));
    const message = `could not reach http://api.test:8080 through the proxy ${proxy} (connection refused)`;
    expect(await failure(client.pods.get("p"))).toMatchObject({ message: expect.stringContaining(message) });
    expect(await failure(client.pods.logs("p").next())).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe("https addresses through a proxy", () => {
  const unknownHost = { apiUrl: "https://api.test" };

  it.each([
    [407, "Proxy Authentication Required", "proxy", 1],
    [403, "Forbidden", "proxy", 1],
    [502, "Bad Gateway", "connection", 2],
  ])("a tunnel refused with %s (%s) is the error %s, after %s tries", async (status, words, code, tries) => {
    const { proxy } = await behindProxy({ refuseWith: status });
    const error = await failure(clientOf({ ...unknownHost, proxies: { https: proxy.url } }).pods.get("p"));
    expect(error).toMatchObject({ code, outcome: "not-sent" });
    expect(error?.message).toContain(
      `could not reach https://api.test: the proxy ${proxy.url} answered ${status} (${words})`,
    );
    expect(proxy.asked).toEqual(Array.from({ length: tries }, () => "CONNECT api.test:443"));
  });

  it("a proxy that never answers ends with the time for connections", async () => {
    const { proxy } = await behindProxy({ isSilent: true });
    const client = clientOf({
      ...unknownHost,
      proxies: { https: proxy.url },
      clock: systemClock,
      timeouts: { connectMs: 50 },
      retry: { attempts: 1 },
    });
    const error = await failure(client.pods.get("p"));
    expect(error).toMatchObject({ code: "timeout", phase: "connect", outcome: "not-sent" });
    expect(error?.message).toContain(`found no connection through the proxy ${proxy.url} within 0.05 s`);
  });

  it.each(["http", "https"])(
    "a proxy over %s is told the credentials of its URL, and the platform is not",
    async (scheme) => {
      const { platform, proxy } = await withCertificates({
        authorization: `Basic ${Buffer.from("me:p@ss").toString("base64")}`,
        isSecure: scheme === "https",
      });
      const https = proxy.url.replace("//", "//me:p%40ss@");
      const client = clientOf({ ...unknownHost, proxies: { https } });
      // What the process trusts is read when it starts, so the whole way is seen in tests/cli/networks.test.ts.
      const error = await failure(client.pods.get("p"));
      expect(error).toMatchObject({ code: "certificate", outcome: "not-sent" });
      expect(platform.asked).toEqual([]);
      expect(proxy.asked).toEqual(scheme === "https" ? [] : ["CONNECT api.test:443"]);
      const whose = scheme === "https" ? `the certificate of the proxy ${proxy.url}` : "the certificate of api.test";
      expect(error?.message).toContain(whose);
    },
  );

  async function withCertificates(options: Partial<ProxyOptions> & { isSecure: boolean }) {
    const authority = certificate({ name: "Example Root", isAuthority: true });
    const platform: ScriptedServer = await startScriptedServer([{ status: 200, body: createdPod }]);
    const front = await startTlsFront(
      Number(new URL(platform.url).port),
      certificate({ name: "api.test", issuer: authority }),
    );
    const proxy: Proxy = await startProxy({
      hosts: { "api.test:443": front.port },
      ...(options.isSecure ? { certificate: certificate({ name: "127.0.0.1", issuer: authority }) } : {}),
      ...options,
    });
    closing.push(
      () => platform.close(),
      () => front.close(),
      () => proxy.close(),
    );
    return { platform, proxy };
  }
});

describe("certificates", () => {
  const authority = certificate({ name: "Example Root", isAuthority: true });

  async function failureWith(cert: ReturnType<typeof certificate>) {
    const platform = await startScriptedServer([{ status: 200, body: createdPod }]);
    const front = await startTlsFront(Number(new URL(platform.url).port), cert);
    closing.push(
      () => platform.close(),
      () => front.close(),
    );
    const clock = new ManualClock();
    const client = clientOf({ apiUrl: `https://localhost:${front.port}`, clock });
    const errors = [await failure(client.pods.get("p")), await failure(client.pods.logs("p").next())];
    expect(platform.asked).toEqual([]);
    expect(clock.sleeps).toEqual([]);
    for (const error of errors) expect(error).toMatchObject({ code: "certificate", outcome: "not-sent" });
    const [message, ofStream] = errors.map((error) => error?.message.replace(/^\S+ \S+ /, ""));
    expect(message).toBe(ofStream);
    return message?.replaceAll(String(front.port), "PORT");
  }

  it("one of an authority that this machine does not know is named, with its issuer and the variable to set", async () => {
    expect(await failureWith(certificate({ name: "localhost", issuer: authority }))).toBe(
      'could not reach https://localhost:PORT: the certificate of localhost is not trusted: it is for "localhost" and ' +
        'issued by "Example Root" (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Nothing was sent. If the issuer is an authority of ' +
        "your network, set the environment variable NODE_EXTRA_CA_CERTS to a PEM file with its certificate, and run this " +
        "again.",
    );
  });

  it("one that signs itself is named the same way", async () => {
    expect(await failureWith(certificate({ name: "localhost" }))).toMatch(
      /issued by "localhost" .*DEPTH_ZERO_SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/,
    );
  });

  it("a name in a certificate can't command a terminal, nor fill the message", async () => {
    const message = await failureWith(certificate({ name: `\u001b[2J${"x".repeat(200)}` }));
    expect(message).not.toContain("\u001b");
    expect(message).not.toContain("x".repeat(101));
  });
});
