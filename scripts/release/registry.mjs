// A package registry for rehearsals, in one process and in memory: it takes what `npm publish` sends, and serves that back.
// Every other package is a redirect to the registry that npm is set up with. Like the real one it never lets a version
// be published twice, and checks that the tarball is the one whose hash the manifest states.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

const integrityOf = (bytes) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;

/** Starts it on a free port. `published` holds the bytes of each version by its name, such as `compute@1.2.0`. */
export async function startRegistry(upstream) {
  const documents = new Map();
  const published = new Map();

  function publish(document) {
    const [[version, manifest]] = Object.entries(document.versions);
    const [attachment] = Object.values(document._attachments);
    const bytes = Buffer.from(attachment.data, "base64");
    const id = `${document.name}@${version}`;
    if (published.has(id)) return [403, { error: `cannot publish over the previously published version ${version}` }];
    if (manifest.dist.integrity !== integrityOf(bytes))
      return [400, { error: `the tarball of ${id} is not the one that its manifest states` }];
    published.set(id, bytes);
    const { versions = {}, "dist-tags": tags = {} } = documents.get(document.name) ?? {};
    manifest.dist.tarball = `${address}/-/tarball/${encodeURIComponent(id)}`;
    documents.set(document.name, {
      name: document.name,
      versions: { ...versions, [version]: manifest },
      "dist-tags": { ...tags, ...document["dist-tags"] },
    });
    return [201, { ok: true }];
  }

  async function handle(request, response) {
    const answer = (status, body, headers = {}) => {
      response.writeHead(status, headers).end(body);
    };
    const json = (status, value) => answer(status, JSON.stringify(value), { "content-type": "application/json" });
    const path = decodeURIComponent(new URL(request.url, address).pathname.slice(1));
    if (request.method === "PUT") {
      const parts = [];
      for await (const part of request) parts.push(part);
      return json(...publish(JSON.parse(Buffer.concat(parts).toString("utf8"))));
    }
    const tarball = published.get(path.replace(/^-\/tarball\//, ""));
    if (tarball) return answer(200, tarball, { "content-type": "application/octet-stream" });
    if (documents.has(path)) return json(200, documents.get(path));
    answer(302, "", { location: new URL(request.url.slice(1), upstream).href });
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${server.address().port}`;
  return {
    address,
    published,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
