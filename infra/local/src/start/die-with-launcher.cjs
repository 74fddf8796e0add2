// Loaded into each service before its own code. When the launcher has ended, for any reason, the channel to it closes, and the
// service ends in order. So a crash leaves no process that holds the ports.
const { isMainThread } = require('node:worker_threads');

if (isMainThread && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
