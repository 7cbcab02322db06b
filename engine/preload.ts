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

/** Arguments for Node that make programs and provider hosts start sooner and fail in time, unmodified as they are. */
export function preload(): string[] {
  const major = Number(process.versions.node.split(".")[0]);
  const code = `(function (util, Module) {${major < 24 ? calmInspect : ""}${lazySerialiser}})`;
  // Compiled under a name of its own, which is what stack traces show in place of the whole text.
  const loader = `import util from "node:util";
import Module from "node:module";
import vm from "node:vm";
vm.runInThisContext(${JSON.stringify(code)}, { filename: "local-engine-preload" })(util, Module);`;
  return [`--import=data:text/javascript,${encodeURIComponent(loader)}`];
}
