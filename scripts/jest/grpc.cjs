/**
 * gRPC whose calls to a server of the same process are carried as bytes from one to the other, without a socket between them: in
 * tests with the engine, the program and the provider in one process, HTTP/2 took almost half of the time. Messages are written and
 * read as ever; calls to and from other processes, and streams, go through sockets.
 */
const { AsyncResource } = require("node:async_hooks");
const { EventEmitter } = require("node:events");
const { join } = require("node:path");

const real = require(join(__dirname, "..", "..", "node_modules", "@grpc", "grpc-js", "build", "src", "index.js"));
const { Metadata, status } = real;

/** The servers of this process, by the address that clients give. */
const servers = new Map();

class Server extends real.Server {
  addresses = [];
  pending = new Set();

  bindAsync(address, credentials, callback) {
    const scope = new AsyncResource("in-process server");
    super.bindAsync(address, credentials, (error, port) => {
      if (!error) {
        const reached = address.replace(/:0$/, `:${port}`);
        this.addresses.push(reached);
        servers.set(reached, { server: this, scope });
      }
      callback(error, port);
    });
  }

  tryShutdown(callback) {
    this.leave();
    const whenIdle = () => (this.pending.size > 0 ? setImmediate(whenIdle) : super.tryShutdown(callback));
    whenIdle();
  }

  forceShutdown() {
    this.leave();
    for (const stop of [...this.pending]) stop({ code: status.UNAVAILABLE, details: "Connection dropped" });
    super.forceShutdown();
  }

  leave() {
    for (const address of this.addresses.splice(0)) servers.delete(address);
  }
}

/** A channel that is made once something goes through it. */
function lateChannel(...given) {
  let channel;
  const made = () => (channel ??= new real.Channel(...given));
  return new Proxy(
    { close: () => channel?.close() },
    {
      get: (own, name) => own[name] ?? (typeof made()[name] === "function" ? made()[name].bind(made()) : made()[name]),
    },
  );
}

/** What gRPC makes of an error that a handler answers with. */
const statusOf = (error, trailer) => ({
  code: Number.isInteger(error.code) ? error.code : status.UNKNOWN,
  details: (Number.isInteger(error.code) && error.details) || error.message || "Unknown Error",
  metadata: trailer ?? error.metadata ?? new Metadata(),
});

/** One call, as a client makes it of a server of this process. */
function carry({ server, scope }, { path, requestSerialize, responseDeserialize }, argument, given) {
  const callback = AsyncResource.bind(given.find((each) => typeof each === "function"));
  const metadata = given.find((each) => each instanceof Metadata)?.clone() ?? new Metadata();
  const bytes = requestSerialize(argument);
  const handler = server.handlers.get(path);
  const call = Object.assign(new EventEmitter(), {
    metadata,
    cancelled: false,
    sendMetadata: () => undefined,
    getDeadline: () => Infinity,
    getPeer: () => "in-process",
    getPath: () => path,
  });
  let hasEnded = false;
  const end = (failure, answer) => {
    if (hasEnded) return;
    hasEnded = true;
    server.pending.delete(stop);
    setImmediate(() => {
      if (!failure) return callback(null, responseDeserialize(answer));
      const { code, details, metadata: trailer = new Metadata() } = failure;
      const error = new Error(`${code} ${status[code]}: ${details}`);
      callback(Object.assign(error, { code, details, metadata: trailer }), undefined);
    });
  };
  const stop = (failure) => {
    end(failure);
    call.cancelled = true;
    call.emit("cancelled", "cancelled");
  };
  server.pending.add(stop);
  setImmediate(() =>
    scope.runInAsyncScope(() => {
      if (hasEnded) return;
      if (!handler)
        return end({ code: status.UNIMPLEMENTED, details: `The server does not implement the method ${path}` });
      const reply = (error, value, trailer) =>
        error ? end(statusOf(error, trailer)) : end(undefined, handler.serialize(value));
      try {
        call.request = handler.deserialize(bytes);
        handler.func(call, reply);
      } catch (error) {
        end({ code: status.UNKNOWN, details: `Server method handler threw error ${error.message}` });
      }
    }),
  );
  return Object.assign(new EventEmitter(), {
    cancel: () => stop({ code: status.CANCELLED, details: "Cancelled on client" }),
    getPeer: () => "in-process",
  });
}

function makeGenericClientConstructor(methods, name, options) {
  const Base = real.makeGenericClientConstructor(methods, name, options);
  class Client extends Base {
    constructor(address, credentials, more) {
      super(address, credentials, { channelFactoryOverride: lateChannel, ...more });
      this.serverAddress = address;
    }
  }
  for (const [method, definition] of Object.entries(methods)) {
    if (definition.requestStream || definition.responseStream) continue;
    const bySocket = Base.prototype[method];
    const either = function (argument, ...given) {
      const there = servers.get(this.serverAddress);
      return there ? carry(there, definition, argument, given) : bySocket.call(this, argument, ...given);
    };
    for (const each of [method, definition.originalName])
      if (each) Client.prototype[each] = Object.assign(either, bySocket);
  }
  return Client;
}

module.exports = { ...real, Server, makeGenericClientConstructor, makeClientConstructor: makeGenericClientConstructor };
