/** Header of an answer that tells the host to kill itself, and when. */
export const strikeHeader = "x-prove-strike";

/**
 * Code for the provider host: it kills itself, with SIGKILL and so without any code of its own or ours running after,
 * at the two points that nobody outside of it can hit exactly.
 *
 * `after response`: the last byte of the answer has been read, and nothing has been made of it.
 * `before return`: the provider's method that made the exchange has done all its work, and returns to the host next;
 * of the plugin, its answer is about to be written to the engine.
 */
export const strikingHost = `
  const die = () => {
    writeFileSync(process.env.PROVE_STRUCK_FILE, "");
    process.kill(process.pid, "SIGKILL");
  };
  const calls = new AsyncLocalStorage();
  const callOf = new WeakMap();
  const doomed = new WeakSet();
  const anyCall = { isStruck: false };
  channel("undici:request:create").subscribe(({ request }) => callOf.set(request, calls.getStore() ?? anyCall));
  channel("undici:request:headers").subscribe(({ request, response: { headers } }) => {
    const at = headers.findIndex((name) => String(name).toLowerCase() === "${strikeHeader}");
    if (at < 0) return;
    if (String(headers[at + 1]) === "after response") doomed.add(request);
    else callOf.get(request).isStruck = true;
  });
  channel("undici:request:trailers").subscribe(({ request }) => {
    if (doomed.has(request)) die();
  });
  const watched = (handler) =>
    new Proxy(handler, {
      get(target, name) {
        const member = target[name];
        if (typeof member !== "function") return member;
        return (...args) => {
          const call = { isStruck: false };
          const end = () => {
            if (call.isStruck || anyCall.isStruck) die();
          };
          const returned = calls.run(call, () => member.apply(target, args));
          if (typeof returned?.then === "function") returned.then(end, end);
          return returned;
        };
      },
    });
  const serve = http2.createServer;
  http2.createServer = (...args) => {
    const server = serve(...args);
    const on = server.on.bind(server);
    server.on = (event, listener) => on(event, event === "stream" ? (stream, ...rest) => answering(stream, () => listener(stream, ...rest)) : listener);
    return server;
  };
  const answering = (stream, begin) => {
    const call = { isStruck: false };
    const [write, hear] = [stream.write.bind(stream), stream.on.bind(stream)];
    stream.on = (event, listener) => hear(event, (...args) => calls.run(call, () => listener.apply(stream, args)));
    stream.write = (...args) => {
      if (call.isStruck || anyCall.isStruck) die();
      return write(...args);
    };
    calls.run(call, begin);
  };
  const load = Module._load;
  let handlers;
  Module._load = function (name, ...rest) {
    const loaded = load.call(this, name, ...rest);
    if (name !== "pulumi-compute-platform/provider") return loaded;
    handlers ??= Object.fromEntries(Object.entries(loaded).map(([kind, each]) => [kind, watched(each)]));
    return handlers;
  };`;
