const { availableParallelism } = require("node:os");

module.exports = {
  rootDir: "..",
  testEnvironment: "node",
  roots: ["<rootDir>/tests"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } },
    ],
  },
  moduleNameMapper: {
    // Stays, since undici's own look once in half a second; it stands before the line that takes the extension off.
    "^\\.\\./util/timers(\\.js)?$": "<rootDir>/scripts/jest/late/timers.cjs",
    "^(\\.{1,2}/.*)\\.js$": "$1",
    // Stays, since HTTP/2 within one process is almost half of what a test of the engine takes.
    "^@grpc/grpc-js$": "<rootDir>/scripts/jest/grpc.cjs",
    // Stay, since the SDK loads both in each test file, and only a serialised closure uses them.
    "^@npmcli/arborist$": "<rootDir>/scripts/jest/late/arborist.cjs",
    "/typescript-shim$": "<rootDir>/scripts/jest/late/typescript.cjs",
  },
  setupFiles: ["<rootDir>/scripts/jest/scripts.cjs", "<rootDir>/scripts/jest/environment.cjs"],
  testSequencer: "<rootDir>/scripts/jest/sequencer.cjs",
  reporters: ["default", "<rootDir>/scripts/jest/reporter.cjs"],
  // Many tests wait for a process that they have started, or for a poll: one worker more than there are cores has them busy.
  maxWorkers: availableParallelism() + 1,
  // Ends what hangs. CI machines are shared, so a test that takes 2 s here may take 20 s there.
  testTimeout: 60000,
};
