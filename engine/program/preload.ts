/**
 * A failing program's runner tells the error by `util.inspect(error, { colors: true })`, whose colours stand inside the places that
 * are read from it. On Node below 24 that can also run for a minute and gigabytes on the stack traces of the Pulumi SDK. This
 * drops the colours for errors, and the promise that the SDK attaches to each error it passes on.
 */
const calmInspect = `
const inspect = util.inspect;
util.inspect = Object.assign((value, ...rest) => {
  if (!(value instanceof Error) || !rest[0] || typeof rest[0] !== "object") return inspect(value, ...rest);
  if (util.types.isPromise(value.promise)) delete value.promise;
  return inspect(value, { ...rest[0], colors: false });
}, inspect);`;

/**
 * As it starts, the SDK loads what few programs need: the TypeScript compiler and npm's package readers, for serialising
 * closures; the Automation API; OpenTelemetry, for a tracing that this engine does not ask for. Together they take longer
 * than everything else that a program loads. This puts each off until something of it is used. Only these requires of the
 * SDK's own files are touched, and only where the module can be found.
 */
const lateModules: Readonly<Record<string, string>> = {
  typescript: "typescript-shim",
  "@npmcli/arborist": "runtime.closure.codePaths",
  "normalize-package-data": "runtime.closure.codePaths",
  "./automation": "index",
  "@opentelemetry/resources": "cmd.run.tracing",
  "@opentelemetry/sdk-trace-base": "cmd.run.tracing",
  "@opentelemetry/exporter-zipkin": "cmd.run.tracing",
  "@opentelemetry/instrumentation-grpc": "cmd.run.tracing",
  "@opentelemetry/sdk-trace-node": "cmd.run.tracing",
  "@opentelemetry/instrumentation": "cmd.run.tracing",
};

/**
 * For serialising closures, which few programs do, the SDK attaches V8's debugger to every program as it starts. From then on
 * V8 asks of each error that is thrown whether anybody will catch it: on Node 20 a request that fails takes seconds of the
 * processor. This attaches it where a closure is serialised, and tells the SDK then of the scripts that were there before.
 */
const lateDebugger = `
const withScriptsBefore = (inspector) => ({
  ...inspector,
  Session: class extends inspector.Session {
    parsed = [];
    constructor() {
      super();
      this.on("Debugger.scriptParsed", (event) => this.parsed.push(event));
    }
    addListener(name, listener) {
      if (name === "Debugger.scriptParsed") {
        this.removeAllListeners(name);
        this.parsed.splice(0).forEach((event) => listener(event));
      }
      return super.addListener(name, listener);
    }
  },
});`;

/**
 * The SDK has stack traces mapped to sources. For a trace through the SDK itself that means reading its own maps, a
 * megabyte in each process, to name lines of files that nobody has. Programs keep their maps; installed packages go without.
 * The SDK's own ts-node brings along a source map support that takes no such setting: it is given frames to leave alone.
 */
const quickStart = `
const load = Module.prototype.require;
const late = new Map(${JSON.stringify(Object.entries(lateModules))});
const isOf = (place, file) => new RegExp("@pulumi.pulumi." + place + "[.]js$").test(file);
const noMap = JSON.stringify({ version: 3, sources: [], names: [], mappings: "" });
const isInstalled = (file) => /[\\\\/]node_modules[\\\\/]/.test(file);
const asItIs = (frame) => ({ isNative: () => true, toString: () => String(frame) });
const withoutMaps = (compiler) => ({
  ...compiler,
  register(options) {
    const registered = compiler.register(options);
    const prepare = Error.prepareStackTrace;
    Error.prepareStackTrace = (error, frames) =>
      prepare(error, frames.map((frame) => (isInstalled(frame.getFileName() ?? "") ? asItIs(frame) : frame)));
    return registered;
  },
});
Module.prototype.require = function require(name) {
  if (name === "source-map-support/register" && isOf("cmd.*", this.filename)) {
    const retrieveSourceMap = (file) => (isInstalled(file) ? { url: file, map: noMap } : null);
    return load.call(this, "source-map-support").install({ retrieveSourceMap });
  }
  if (name === "../../runtime/closure/v8Hooks" && isOf("cmd.run.index", this.filename))
    return { isInitializedAsync: async () => undefined };
  if (name === "inspector" && isOf("runtime.closure.v8Hooks", this.filename))
    return withScriptsBefore(load.call(this, name));
  if (/vendor.ts-node@[^/\\\\]+$/.test(name) && isOf("cmd.*", this.filename)) return withoutMaps(load.call(this, name));
  if (!late.has(name) || !isOf(late.get(name), this.filename)) return load.call(this, name);
  Module._resolveFilename(name, this);
  late.delete(name);
  let module;
  const loaded = () => (module ??= load.call(this, name));
  return new Proxy({}, {
    get: (_, key) => {
      if (key === "__esModule") return true;
      return key === "default" && !loaded().__esModule ? loaded() : loaded()[key];
    },
    has: (_, key) => key in loaded(),
    ownKeys: () => Reflect.ownKeys(loaded()),
    getOwnPropertyDescriptor: (_, key) => {
      const found = Reflect.getOwnPropertyDescriptor(loaded(), key);
      return found && { ...found, configurable: true };
    },
  });
};`;

/**
 * A program may throw a value that is no Error. The SDK's runner tells an object as `[object Object]`, and fails itself on `undefined`:
 * it is given the text that Node shows of such a value, in one line.
 */
const tellThrown = `
const emit = process.emit;
const isError = (value) => util.types.isNativeError(value) || typeof value?.stack === "string";
const told = (value) =>
  isError(value) || (typeof value === "string" && value !== "")
    ? value
    : util.inspect(value, { breakLength: Infinity, compact: true }).replace(/\\s*\\n\\s*/g, " ");
process.emit = function (event, value, ...rest) {
  const isThrown = event === "uncaughtException" || event === "unhandledRejection";
  return emit.call(this, event, isThrown ? told(value) : value, ...rest);
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
  /**
   * Needs a pipe at `lifelineFd`. A provider host would serve for ever an engine that is no more, and the SDK's runner tells that
   * printing has failed by printing, for ever too.
   */
  readonly endsWithParent?: boolean;
}

/** Arguments for Node that make programs and provider hosts start sooner and fail in time, unmodified as they are. */
export function preload({ endsWithParent = false }: PreloadOptions = {}): string[] {
  const parts = [calmInspect, lateDebugger, quickStart, tellThrown, endsWithParent ? endWithParent : ""];
  const code = `(function (util, Module, net) {${parts.join("")}})`;
  // Compiled under its own name, which stack traces show in place of the whole text.
  const loader = `import util from "node:util";
import Module from "node:module";
import net from "node:net";
import vm from "node:vm";
vm.runInThisContext(${JSON.stringify(code)}, { filename: "local-engine-preload" })(util, Module, net);`;
  return [`--import=data:text/javascript,${encodeURIComponent(loader)}`];
}
