// Ends this process, as a SIGTERM does, when the one that started it is gone. npm passes a SIGTERM on to the shell it runs
// scripts in, and that ends without telling anyone: when the shell is gone, whoever asked for the script has asked it to stop.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.kill(process.pid, "SIGTERM");
}, 100).unref();
