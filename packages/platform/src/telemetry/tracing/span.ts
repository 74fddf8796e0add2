import { AsyncLocalStorage } from 'node:async_hooks';
import { causesOf, textOf } from '../../database/outage.js';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Attributes by their names in the semantic conventions; never a key, a source, an e-mail or the value of a query. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Default: `internal`. */
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** A recorded part of the work in a trace. */
export interface Span {
  /** The field for the jobs and calls that this part causes (W3C Trace Context). */
  readonly traceparent: string;
  readonly hasEnded: boolean;
  /** Begins a part of this one. The name has few values: it contains no identifier and no number. */
  child(name: string, options?: SpanOptions): Span;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the part as failed. @param type a name with few values, never a message */
  fail(type: string): void;
  /** Ends the part. It is exported only then. */
  end(): void;
}

const CURRENT = new AsyncLocalStorage<Span | undefined>();

/**
 * Returns the span of the running work; `undefined` if its trace is not recorded. Work that outlives its span, such as a batch on a
 * timer that a request has set, belongs to no trace.
 */
export function currentSpan(): Span | undefined {
  const span = CURRENT.getStore();
  return span?.hasEnded === true ? undefined : span;
}

/** Runs work with `span` as its current span; without one, the current span stays. */
export function underSpan<Value>(span: Span | undefined, work: () => Value): Value {
  return span === undefined ? work() : CURRENT.run(span, work);
}

/** Runs work with no current span. */
export function outsideSpans<Value>(work: () => Value): Value {
  return CURRENT.getStore() === undefined ? work() : CURRENT.run(undefined, work);
}

/** Runs work in a span of its own, which ends with it. An exception marks the span as failed, and continues. */
export async function within<Value>(span: Span | undefined, work: (span: Span | undefined) => Promise<Value>): Promise<Value> {
  if (span === undefined) return work(undefined);
  try {
    return await CURRENT.run(span, async () => work(span));
  } catch (error) {
    span.fail(faultOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work in a part of the current span; without a current span, it only runs. */
export async function inSpan<Value>(name: string, options: SpanOptions, work: (span: Span | undefined) => Promise<Value>): Promise<Value> {
  return within(currentSpan()?.child(name, options), work);
}

/** A code or a class name; a message may contain values. */
const FAULT = /^[A-Za-z0-9_.:-]{1,64}$/;

/** Returns the code of an exception (SQLSTATE, Node's, Prisma's), else its name. */
export function faultOf(error: unknown): string {
  const causes = causesOf(error);
  const names = ['originalCode', 'code', 'name'].flatMap((member) => causes.map((cause) => textOf(cause, member) ?? ''));
  return names.find((name) => FAULT.test(name)) ?? '_OTHER';
}
