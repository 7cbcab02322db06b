/**
 * On Node below 24, `util.inspect(error, { colors: true })` can run for a minute and gigabytes on the stack traces of
 * the Pulumi SDK; that is what a failing program's runner calls. This drops the colours for errors.
 */
const calmInspect = `
const inspect = util.inspect;
util.inspect = Object.assign(
  (value, ...rest) =>
    value instanceof Error && rest[0] && typeof rest[0] === "object"
      ? inspect(value, { ...rest[0], colors: false })
      : inspect(value, ...rest),
  inspect,
);`;

/**
 * The SDK loads the TypeScript compiler and npm's package reader as it starts, half a second each in each process, for
 * serialising closures, which few programs need. This puts the loading off until something of theirs is used. Only the
 * two requires of the SDK's own serialiser are touched, and only where the module can be found.
 */
const lazySerialiser = `
const load = Module.prototype.require;
const late = new Map([
  ["typescript", /@pulumi.pulumi.typescript-shim\\.js$/],
  ["@npmcli/arborist", /@pulumi.pulumi.runtime.closure.codePaths\\.js$/],
]);
Module.prototype.require = function require(name) {
  if (!late.get(name)?.test(this.filename)) return load.call(this, name);
  Module._resolveFilename(name, this);
  late.delete(name);
  if (late.size === 0) Module.prototype.require = load;
  let module;
  const loaded = () => (module ??= load.call(this, name));
  return new Proxy({}, {
    get: (_, key) => (key === "__esModule" ? true : loaded()[key]),
    has: (_, key) => key in loaded(),
  });
};`;

/** File descriptor of a pipe that only the process which started this one holds open; see `endsWithParent`. */
export const lifelineFd = 3;

/** Ends the process with the one that started it, also when that one is killed: the pipe then closes. */
const endWithParent = `
new net.Socket({ fd: ${lifelineFd}, readable: true, writable: false })
  .on("close", () => process.exit(1))
  .resume()
  .unref();`;

export interface PreloadOptions {
  /** Needs a pipe at `lifelineFd`. A provider host would serve for ever an engine that is no more. */
  readonly endsWithParent?: boolean;
}

/** Arguments for Node that make programs and provider hosts start sooner and fail in time, unmodified as they are. */
export function preload({ endsWithParent = false }: PreloadOptions = {}): string[] {
  const major = Number(process.versions.node.split(".")[0]);
  const parts = [major < 24 ? calmInspect : "", lazySerialiser, endsWithParent ? endWithParent : ""];
  const code = `(function (util, Module, net) {${parts.join("")}})`;
  // Compiled under a name of its own, which is what stack traces show in place of the whole text.
  const loader = `import util from "node:util";
import Module from "node:module";
import net from "node:net";
import vm from "node:vm";
vm.runInThisContext(${JSON.stringify(code)}, { filename: "local-engine-preload" })(util, Module, net);`;
  return [`--import=data:text/javascript,${encodeURIComponent(loader)}`];
}
