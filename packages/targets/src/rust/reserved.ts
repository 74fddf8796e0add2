import { Names } from '../plan/names.js';
import { RUNTIME_NAMES } from './runtime/runtime.js';

/** Keywords of all editions, and reserved ones. */
const KEYWORDS: readonly string[] = [
  ...'as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref'.split(
    ' ',
  ),
  ...'return self static struct super trait true type unsafe use where while'.split(' '),
  ...'abstract become box do final macro override priv try typeof unsized virtual yield gen union'.split(' '),
];

/** Names that authors' names must not hide: keywords, and what the emitted code uses itself. */
export const RESERVED: readonly string[] = [
  ...KEYWORDS,
  ...'bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize std core alloc'.split(' '),
  ...'inputs host caller_domain caller_line'.split(' '),
  ...RUNTIME_NAMES,
];

/** Names of types that a type of an author must not have. */
export const RESERVED_TYPES: readonly string[] =
  'Box Clone Copy Debug DomainError Eq Err Error Fault From GuardError Host Inputs Iterator None Ok Option Ord Outputs PartialEq Result Self Some String ToOwned ToString Vec'.split(
    ' ',
  );

/** Names of functions that a module declares for domains. */
const DECLARED = /^(?:is|check|read|write|default)_[a-z]+_\d+$/;

/** Returns a name as Rust writes it: without repeated underscores, and a reserved one with an underscore at its end. */
export function allowed(name: string): string {
  const snake = name.replaceAll(/__+/g, '_').replace(/(?<=.)_$/, '');
  return KEYWORDS.includes(snake) || DECLARED.test(snake) ? `${snake}_` : snake;
}

/** Returns the name of a type for a name of an author: `two_records` becomes `TwoRecords`. */
export function camelCase(name: string): string {
  return name.replaceAll(/(?:^|_+)([a-z0-9]*)/g, (_, word: string) => word.charAt(0).toUpperCase() + word.slice(1)).replaceAll('_', '');
}

/** Names of types or variants, which have a number without an underscore if they would clash. */
export class CamelNames {
  private readonly taken: Set<string>;

  constructor(reserved: Iterable<string>) {
    this.taken = new Set(reserved);
  }

  static ofTypes(): CamelNames {
    return new CamelNames(RESERVED_TYPES);
  }

  fresh(wanted: string): string {
    const word = camelCase(wanted);
    let name = word;
    // The number is set off by a letter, so that it continues no number of the author.
    for (let number = 2; this.taken.has(name); number += 1) name = `${word}V${number}`;
    this.taken.add(name);
    return name;
  }
}

/** Returns names of fields for names of an author, in order. */
export function fieldNames(names: readonly string[]): readonly string[] {
  const taken = new Names(KEYWORDS);
  return names.map((name) => taken.fresh(allowed(name)));
}
