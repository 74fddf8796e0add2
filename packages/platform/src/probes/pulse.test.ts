import { LEAVING, OLD_SCHEMA, POSTGRES_OUT, type Readiness } from '../health/readiness.js';
import { Pulse } from './pulse.js';

const STALL = 30_000;
const MILLISECOND = 1_000_000n;

/** A pulse that has beaten at 1 s, as the other thread reads it. */
function scene(state?: Readiness) {
  const written = new Pulse();
  written.beat(1_000n * MILLISECOND);
  if (state !== undefined) written.tell(state);
  const read = new Pulse(written.memory);
  return (path: string, milliseconds: bigint) => read.answer(path, (1_000n + milliseconds) * MILLISECOND, STALL);
}

it('is alive until the event loop has been blocked for the time limit', () => {
  const ask = scene(LEAVING);
  expect(ask('/livez', 0n)).toEqual({ status: 200, body: { status: 'ok' } });
  expect(ask('/livez', 29_999n).status).toBe(200);
  expect(ask('/livez', 30_000n)).toEqual({ status: 503, body: { status: 'down', reason: 'The event loop has been blocked for 30 s.' } });
});

it('is alive again once it has turned', () => {
  const pulse = new Pulse();
  const now = 90_000n * MILLISECOND;
  expect(pulse.answer('/livez', now, STALL).status).toBe(503);
  pulse.beat(now);
  expect(pulse.answer('/livez', now, STALL).status).toBe(200);
});

it.each([
  [LEAVING, 'draining'],
  [OLD_SCHEMA, 'down'],
  [POSTGRES_OUT, 'down'],
] as const)('is not ready, and says why: %j', (state, status) => {
  expect(scene(state)('/readyz', 0n)).toEqual({ status: 503, body: { status, reason: state.reason } });
});

it('is ready when it was said, and not before', () => {
  expect(scene()('/readyz', 0n).status).toBe(503);
  const ask = scene({ kind: 'ready' });
  expect(ask('/readyz', 29_999n)).toEqual({ status: 200, body: { status: 'ok' } });
  expect(ask('/readyz', 30_000n).status).toBe(503);
});

it('knows no other addresses', () => {
  expect(scene()('/v1/health', 0n).status).toBe(404);
});
