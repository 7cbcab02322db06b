/**
 * A module that is loaded once something of it is used. As the SDK starts it loads npm's package reader and the TypeScript
 * compiler, for the serialised closures that no test has; in each test file that took longer than all else the SDK loads.
 */
module.exports = (load) => {
  let loaded;
  const get = (_, name) => (name === "__esModule" ? true : (loaded ??= load())[name]);
  return new Proxy({}, { get });
};
