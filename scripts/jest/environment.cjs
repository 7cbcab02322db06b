// Tests say what they need: an address, a key or a Pulumi setting of the person who runs them must not reach them.
for (const name of Object.keys(process.env)) {
  if (/^(COMPUTE|PULUMI)_/.test(name)) delete process.env[name];
}
// Nor must a provider under test write into the journal of that person.
process.env.COMPUTE_JOURNAL_DIR = require("node:path").join(
  require("node:os").tmpdir(),
  `compute-journal-${process.pid}`,
);

// Stays, since the SDK takes a stack trace with each promise that it makes, and jest looks up each of its hundred lines in a source map.
Error.stackTraceLimit = 10;
const jests = require("node:vm").runInThisContext("Error");
Error.prepareStackTrace = (error, frames) =>
  /[\\/]runtime[\\/]debuggable\.js$/.test(frames[0]?.getFileName() ?? "")
    ? String(error)
    : jests.prepareStackTrace(error, frames);

// Stays, since no test could see a power cut, and waiting for the disk takes longer than all else that an engine does for a step.
const fs = require("node:fs");
fs.fsyncSync = () => undefined;

// Stays, since a stack's key takes 0.3 s by design, a fingerprint 9 ms: each is derived once a worker, and new stacks share a few salts.
const crypto = require("node:crypto");
const known = Symbol.for("keys derived by tests");
if (!crypto[known]) {
  const { pbkdf2, randomBytes, scryptSync } = crypto;
  const keys = (crypto[known] = new Map());
  const derivedOnce = (about, derive) => {
    const place = JSON.stringify(about);
    if (!keys.has(place)) keys.set(place, derive());
    return keys.get(place);
  };
  const salts = [];
  let turn = 0;
  crypto.randomBytes = (size, ...callback) => {
    if (size !== 8 || !/[\\/]state[\\/]secrets\.ts:/.test(new Error("called").stack))
      return randomBytes(size, ...callback);
    const place = turn++ % 4;
    return Buffer.from((salts[place] ??= randomBytes(size)));
  };
  const text = (bytes) => Buffer.from(bytes).toString("base64");
  crypto.pbkdf2 = (passphrase, salt, iterations, length, digest, callback) => {
    const derive = () =>
      new Promise((resolve, reject) => {
        pbkdf2(passphrase, salt, iterations, length, digest, (error, key) => (error ? reject(error) : resolve(key)));
      });
    derivedOnce([text(passphrase), text(salt), iterations, length, digest], derive).then(
      (key) => callback(null, Buffer.from(key)),
      callback,
    );
  };
  crypto.scryptSync = (password, salt, length, options) => {
    const about = [text(password), text(salt), length, options];
    return Buffer.from(derivedOnce(about, () => scryptSync(password, salt, length, options)));
  };
}

// Goes with Node 22: before 24 each promise is handed the store of each AsyncLocalStorage that any earlier test file has entered.
const { AsyncLocalStorage } = require("node:async_hooks");
const entered = Symbol.for("storages entered by tests");
if (Number(process.versions.node.split(".")[0]) < 24) {
  if (!AsyncLocalStorage[entered]) {
    const storages = (AsyncLocalStorage[entered] = new Set());
    for (const name of ["run", "enterWith"]) {
      const enter = AsyncLocalStorage.prototype[name];
      AsyncLocalStorage.prototype[name] = function (...given) {
        storages.add(this);
        return enter.apply(this, given);
      };
    }
  }
  for (const storage of AsyncLocalStorage[entered]) storage.disable();
  AsyncLocalStorage[entered].clear();
}
