// Runs the emulator's command from its sources, in a process of its own that a test can kill.
const { transformFileSync } = require("@swc/core");

require.extensions[".ts"] = (module, filename) => {
  const { code } = transformFileSync(filename, {
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
    module: { type: "commonjs" },
  });
  module._compile(code, filename);
};

const { runEmulatorCli } = require("../../../emulator/cli.ts");
runEmulatorCli(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
