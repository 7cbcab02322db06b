/**
 * The timers of undici, to the millisecond. Its own save it work where a process has thousands of them: they look once in half a
 * second, and so a test of a log that falls silent would wait for a second whatever time it allows.
 */
const start = (call, delay, given) => setTimeout(call, delay, given).unref();
module.exports = {
  setTimeout,
  clearTimeout,
  setFastTimeout: start,
  clearFastTimeout: clearTimeout,
};
