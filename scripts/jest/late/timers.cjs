/**
 * The timers of undici, whose own look once in half a second: with them a test of a log that falls silent would wait for a second,
 * however little it allows. As theirs do, these count how long the process could have read, not how long it was busy.
 */
const steps = 5;

class Timer {
  constructor(call, delay, given) {
    Object.assign(this, { call, delay, given });
    this.refresh();
  }
  refresh() {
    this.clear();
    this.left = steps;
    this.wait();
  }
  wait() {
    const next = () => (--this.left > 0 ? this.wait() : this.call(this.given));
    this.timer = setTimeout(next, this.delay / steps).unref();
  }
  clear() {
    clearTimeout(this.timer);
  }
}

module.exports = {
  setTimeout,
  clearTimeout: (timer) => (timer instanceof Timer ? timer.clear() : clearTimeout(timer)),
  setFastTimeout: (...given) => new Timer(...given),
  clearFastTimeout: (timer) => timer.clear(),
};
