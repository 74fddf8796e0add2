import type { Int } from '../types/integer.js';

/**
 * A run-time value. Which of these it is goes by the kind of the node that gives it: integers are `Int`,
 * booleans `boolean`, tags and text `string` (well-formed UTF-16), bytes `Uint8Array`.
 */
export type Value = Int | boolean | string | Uint8Array | readonly Value[] | RecordValue | OptionValue;

export class RecordValue {
  constructor(readonly fields: ReadonlyMap<string, Value>) {}
}

export class OptionValue {
  /** `content` is undefined for `none`. */
  constructor(readonly content: Value | undefined) {}
}

export const NONE = new OptionValue(undefined);
