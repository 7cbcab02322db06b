// Ends this process, as a SIGTERM does, when its parent is gone. npm passes a SIGTERM to the shell that runs the script, and the
// shell ends without passing it on, so the end of the shell means that the script was asked to stop.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.kill(process.pid, "SIGTERM");
}, 100).unref();
