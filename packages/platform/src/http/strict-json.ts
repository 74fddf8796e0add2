import { type JsonBounds, type JsonFault, type JsonOptions, JsonReader, type JsonReading } from '@kirchhoff/json';

export type { JsonBounds } from '@kirchhoff/json';

/** The result of reading a JSON text. */
export type StrictJson =
  /** `parts`: its members and elements, at every depth. */
  | { readonly kind: 'json'; readonly value: unknown; readonly parts: number }
  | { readonly kind: 'malformed'; readonly detail: string }
  /** The object or array at this JSON Pointer (RFC 6901) exceeds a limit. */
  | { readonly kind: 'too-many'; readonly pointer: string; readonly message: string };

/** Many times the size of a body with described fields. */
export const BODY_BOUNDS: JsonBounds = { members: 1_000, elements: 1_000, parts: 10_000 };

/** Deeper than any value of the language (64) with its envelope, and shallow enough for the recursive readers that follow. */
const NESTING = 128;

/** Limit for the characters of a repeated name in the message about it. */
const SHOWN_OF_NAME = 60;

/**
 * Reads a body as a strict JSON text (`packages/json`).
 *
 * Numbers in this API are plainly written integers. `1.0`, `1e3`, `-0` and numbers beyond ±(2^53−1) become Infinity. So the
 * schema's check refuses them at their place, and never sees a rounded value.
 */
export function parseStrictJson(bytes: Uint8Array, bounds: JsonBounds): StrictJson {
  const reading = new StrictReading(bytes, bounds);
  for (;;) {
    const read = reading.step(() => false);
    if (read !== undefined) return read;
  }
}

/** Reads one JSON text as `parseStrictJson` does, in steps. */
export class StrictReading {
  readonly #bounds: JsonBounds;
  readonly #reader: JsonReader | undefined;

  constructor(bytes: Uint8Array, bounds: JsonBounds) {
    this.#bounds = bounds;
    const text = decode(bytes);
    const options: JsonOptions = { nesting: NESTING, bounds, number: () => Number.POSITIVE_INFINITY, object: () => ({}) };
    this.#reader = text === undefined ? undefined : new JsonReader(text, options);
  }

  /**
   * Continues until it is done or interrupted.
   * @param isInterrupted called every few hundred values
   * @returns `undefined` if it was interrupted
   */
  step(isInterrupted: () => boolean): StrictJson | undefined {
    if (this.#reader === undefined) return malformed('The body is not UTF-8.');
    const reading = this.#reader.step(isInterrupted);
    return reading && this.#resultOf(reading);
  }

  #resultOf(reading: JsonReading): StrictJson {
    if (reading.ok) return { kind: 'json', value: reading.value, parts: reading.parts };
    const { fault } = reading;
    if (fault.kind !== 'too-many') return malformed(detailOf(fault));
    const most = this.#bounds[fault.of];
    const what = fault.of === 'parts' ? 'members and elements in all' : fault.of;
    return { kind: 'too-many', pointer: fault.pointer, message: `must have at most ${most} ${what}` };
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function detailOf(fault: Exclude<JsonFault, { kind: 'too-many' }>): string {
  switch (fault.kind) {
    case 'syntax':
      return `The body is not a JSON text: the fault is at character ${fault.offset}.`;
    case 'repeated-member':
      return `The member ${JSON.stringify(fault.name.slice(0, SHOWN_OF_NAME))} is repeated.`;
    case 'lone-surrogate':
      return 'The body contains half of a surrogate pair.';
    case 'too-deep':
      return `The body nests deeper than ${NESTING}.`;
  }
}

function malformed(detail: string): Extract<StrictJson, { kind: 'malformed' }> {
  return { kind: 'malformed', detail };
}
