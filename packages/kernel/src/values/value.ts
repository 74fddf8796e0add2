import type { Int } from '../types/integer.js';

/**
 * A run-time value. The type of the node that gives it determines its representation: integers are `Int`, booleans `boolean`,
 * tags and text `string` (well-formed UTF-16), bytes `Uint8Array`.
 */
export type Value = Int | boolean | string | Uint8Array | readonly Value[] | RecordValue | OptionValue;

export class RecordValue {
  constructor(readonly fields: ReadonlyMap<string, Value>) {}
}

export class OptionValue {
  /** `content` is `undefined` for the option without content. */
  constructor(readonly content: Value | undefined) {}
}

export const NONE = new OptionValue(undefined);
