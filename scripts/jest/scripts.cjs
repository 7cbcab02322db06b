// Jest compiles every module anew for each test file, and has V8 parse it all over again: half of what loading takes. Here a
// worker keeps each script that it has compiled, with the functions that V8 has met in it, and runs it in the next file's
// context. Modules are still executed anew for each test file, so that none sees what another one has left behind.
const vm = require("node:vm");

/** Made in the worker's own context: a function of this one would keep the whole test file in memory. */
const shareScripts = (vm) => {
  const { compileFunction } = vm;
  const known = new Map();
  const compile = (code, members, filename) => {
    const head = `(function(${members.join(",")}){`;
    const last = known.get(filename);
    if (last && last.code === code && last.head === head) return last.script;
    const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
    known.set(filename, { code, head, script });
    return script;
  };
  vm.compileFunction = (code, members, options) => {
    const { filename, parsingContext, importModuleDynamically } = options ?? {};
    // A test is run once; and what imports dynamically asks the runtime of the test file that it was compiled for.
    const isOurs =
      parsingContext && importModuleDynamically && !filename.endsWith(".test.ts") && !code.includes("import(");
    return isOurs
      ? compile(code, members, filename).runInContext(parsingContext)
      : compileFunction(code, members, options);
  };
};

const shared = Symbol.for("scripts shared by tests");
if (!vm[shared]) {
  vm[shared] = true;
  vm.runInThisContext(`(${String(shareScripts)})`)(vm);
}
