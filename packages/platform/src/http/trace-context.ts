import type { Randomness } from '../environment/randomness.js';

/** Where a request stands in a trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits, the same for everything that one call set off. */
  readonly traceId: string;
  /** 16 hexadecimal digits: our part of it. */
  readonly spanId: string;
  /** The field for whatever we set off in turn: jobs and webhooks. */
  readonly traceparent: string;
}

/** Version, trace, parent, flags; a version after 00 may say more behind another hyphen. */
const FIELD = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
const TRACE_OCTETS = 16;
const SPAN_OCTETS = 8;

/**
 * Our part of the trace that a `traceparent` names; of a new trace where the field is missing or invalid (W3C Trace
 * Context, 3.2). Of the flags only `sampled` is passed on, as 00 demands.
 */
export function traceContext(given: string | undefined, randomness: Randomness): TraceContext {
  const parent = given === undefined ? undefined : parse(given);
  const traceId = parent?.traceId ?? hexadecimal(randomness, TRACE_OCTETS);
  const spanId = hexadecimal(randomness, SPAN_OCTETS);
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${parent?.isSampled === true ? '01' : '00'}` };
}

function parse(field: string): { readonly traceId: string; readonly isSampled: boolean } | undefined {
  const [, version, traceId = '', parentId = '', flags = '', more] = FIELD.exec(field) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (isZero(traceId) || isZero(parentId)) return undefined;
  return { traceId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

function isZero(digits: string): boolean {
  return /^0+$/.test(digits);
}

function hexadecimal(randomness: Randomness, octets: number): string {
  return Buffer.from(randomness.bytes(octets)).toString('hex');
}
