// Loaded into each service before its own code. When the launcher is gone, however it went, the channel to it closes, and
// the service ends as if it had been asked to: a crash leaves no process behind that holds the ports.
const { isMainThread } = require('node:worker_threads');

if (isMainThread && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
