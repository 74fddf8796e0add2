import { traceContext } from './request.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
/** Bytes 1, 2, 3 and so on. */
const counting = { bytes: (count: number) => Uint8Array.from({ length: count }, (_, index) => index + 1) };

it.each([
  [`00-${TRACE}-${PARENT}-01`, '01'],
  [`00-${TRACE}-${PARENT}-00`, '00'],
  [`00-${TRACE}-${PARENT}-ff`, '01'],
  [`cc-${TRACE}-${PARENT}-01-what-comes-later`, '01'],
  [`cc-${TRACE}-${PARENT}-01`, '01'],
])('%s is passed on under a span of our own', (given, flags) => {
  expect(traceContext(given, counting)).toEqual({
    traceId: TRACE,
    spanId: '0102030405060708',
    traceparent: `00-${TRACE}-0102030405060708-${flags}`,
  });
});

it.each([
  undefined,
  '',
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE}-${PARENT}-01-more`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-1`,
  `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
  ` 00-${TRACE}-${PARENT}-01\n`,
])('%j begins a new trace', (given) => {
  expect(traceContext(given, counting).traceparent).toBe('00-0102030405060708090a0b0c0d0e0f10-0102030405060708-00');
});
