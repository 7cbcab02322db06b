// `npm run emulator`: set-up and emulator in one process. npm passes a SIGTERM on to the shell it runs scripts in, and that
// ends without telling anyone: when the shell is gone, whoever asked for the emulator has asked it to stop.
import "./setup.mjs";

const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.kill(process.pid, "SIGTERM");
}, 100).unref();

process.argv.splice(2, 0, "emulator");
await import("../dist/cli/main.js");
