import { tracingChannel } from 'node:diagnostics_channel';
import { currentSpan, faultOf, type Span } from './span.js';

/** The channel on which ioredis reports its commands. Without a subscriber, it reports none. */
const CHANNEL = 'ioredis:command';

/** The part of a report that is used: never the arguments. */
interface Command {
  readonly command: string;
  readonly error?: unknown;
}

const NAME = /^[a-z]{1,32}$/i;

/**
 * Records a span for each command to Redis that a recorded span causes.
 * @param isOurs tells the spans of one process from those of another in the same thread (tests)
 * @returns a function that ends it
 */
export function traceRedisCommands(isOurs: (span: Span) => boolean): () => void {
  const spans = new WeakMap<object, Span>();
  const listeners = {
    start: (report: Command) => {
      const parent = currentSpan();
      if (parent === undefined || !isOurs(parent)) return;
      const name = NAME.test(report.command) ? report.command.toUpperCase() : 'OTHER';
      spans.set(report, parent.child(name, { kind: 'client', attributes: { 'db.system.name': 'redis', 'db.operation.name': name } }));
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: (report: Command) => spans.get(report)?.end(),
    error: (report: Command) => spans.get(report)?.fail(faultOf(report.error)),
  };
  const channel = tracingChannel<Command, Command>(CHANNEL);
  channel.subscribe(listeners);
  return () => channel.unsubscribe(listeners);
}
