// `npm run emulator`: set-up and emulator in one process, which ends when npm is told to end.
import "./setup.mjs";
import "./stop-with-parent.mjs";

process.argv.splice(2, 0, "emulator");
await import("../dist/cli/main.js");
