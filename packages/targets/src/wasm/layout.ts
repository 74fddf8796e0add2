import type { Type } from '@kirchhoff/coherence';
import type { Wat } from './assembler/wat.js';
import { i32 } from './monomers/emission.js';

/** The layout of values in memory (see `runtime/piece.ts`). */

/** The bytes before the content of a sequence. */
export const HEAD = 8;
/** The bytes of a field of a record. */
export const SLOT = 8;

export function stackType({ kind }: Pick<Type, 'kind'>): 'i32' | 'i64' {
  return kind === 'integer' ? 'i64' : 'i32';
}

/** Returns true for types whose values are addresses, none of which is 0: an option of one needs no cell. */
export function isAddress({ kind }: Type): boolean {
  return kind === 'text' || kind === 'bytes' || kind === 'list' || kind === 'record';
}

/** Returns true if values of the type hold no addresses. */
export function isScalar({ kind }: Type): boolean {
  return kind === 'integer' || kind === 'boolean' || kind === 'enumeration';
}

/** Returns the exponent of the bytes of an element of bytes or of a list. */
export function shiftOf(sequence: Type): number {
  if (sequence.kind === 'bytes') return 0;
  if (sequence.kind === 'list') return sequence.element.kind === 'integer' ? 3 : 2;
  throw new TypeError(`a ${sequence.kind} has no elements`);
}

/** Returns the type of an element. */
export function elementOf(sequence: Type): Type {
  if (sequence.kind === 'bytes') return { kind: 'integer' };
  if (sequence.kind === 'list') return sequence.element;
  throw new TypeError(`a ${sequence.kind} has no elements`);
}

/** Returns the name of the element's form in the names of pieces: `append_byte`, `append_integer`, `append_word`. */
export function elementForm(sequence: Type): 'byte' | 'integer' | 'word' {
  return (['byte', 'byte', 'word', 'integer'] as const)[shiftOf(sequence)] ?? 'word';
}

/** Returns a value in memory. */
export function load(type: Type, address: Wat, offset = 0): Wat {
  const operator = `${stackType(type)}.load`;
  return offset === 0 ? [operator, address] : [operator, `offset=${offset}`, address];
}

export function store(type: Type, address: Wat, value: Wat, offset = 0): Wat {
  const operator = `${stackType(type)}.store`;
  return offset === 0 ? [operator, address, value] : [operator, `offset=${offset}`, address, value];
}

/** Returns an element of a sequence, at the address of the element less `offset`. */
export function loadElement(sequence: Type, address: Wat, offset = 0): Wat {
  if (sequence.kind !== 'bytes') return load(elementOf(sequence), address, offset);
  return offset === 0 ? ['i64.load8_u', address] : ['i64.load8_u', `offset=${offset}`, address];
}

export function storeElement(sequence: Type, address: Wat, value: Wat, offset = 0): Wat {
  if (sequence.kind !== 'bytes') return store(elementOf(sequence), address, value, offset);
  return ['i64.store8', `offset=${offset}`, address, value];
}

/** Returns the address of an element, less the head. */
export function elementAddress(sequence: Type, address: Wat, index: Wat): Wat {
  const shift = shiftOf(sequence);
  return ['i32.add', address, shift === 0 ? index : ['i32.shl', index, i32(shift)]];
}

/** Returns the content of an option that has one. */
export function contentOf(option: Type, value: Wat): Wat {
  if (option.kind !== 'option') throw new TypeError(`a ${option.kind} has no content`);
  return isAddress(option.value) ? value : load(option.value, value);
}

/** Returns an option that has the content. */
export function someOf(content: Type, value: Wat): Wat {
  if (isAddress(content)) return value;
  return ['call', content.kind === 'integer' ? '$some_integer' : '$some_word', value];
}
