import { INT64_MAX, INT64_MIN, type Int } from '../types/integer.js';
import { ALL_CHARACTERS, type Characters, FORM_BOUNDS, MAX_CHARACTER_RANGES, type TextForm } from '../types/text-forms.js';
import { codePointLength } from '../values/text.js';
import * as ranges from './ranges.js';

/**
 * An abstract value: a set of values of one type that contains every value that a node can have. `never` is the empty set (the
 * node is not reached) and its only representation. The constructors below keep the invariants; other code must not build an
 * abstract value by hand.
 */
export type AbstractValue =
  | { readonly kind: 'never' }
  | AbstractInteger
  | { readonly kind: 'boolean'; readonly canBeFalse: boolean; readonly canBeTrue: boolean }
  /** The possible tags, each once. */
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  | AbstractText
  | AbstractSequence
  | AbstractRecord
  | AbstractOption;

export interface AbstractInteger {
  readonly kind: 'integer';
  readonly ranges: ranges.Ranges;
}

/** Texts of lo..hi code points. */
export type AbstractText = TextsByClass | ExactTexts;

/** Texts whose code points all lie in `characters` (empty if hi is 0) and that are of `form`, unless it is `null`. */
export interface TextsByClass {
  readonly kind: 'text';
  readonly lo: number;
  readonly hi: number;
  readonly characters: Characters;
  readonly form: TextForm | null;
  readonly values: null;
}

/**
 * Exactly these texts, ascending by UTF-16 units: at most {@link MAX_TEXTS} texts of at most {@link MAX_TEXT_UNITS} units.
 * `characters` are the characters that occur in them.
 */
export interface ExactTexts {
  readonly kind: 'text';
  readonly lo: number;
  readonly hi: number;
  readonly characters: Characters;
  readonly values: readonly string[];
}

/**
 * Bytes and lists: lo..hi elements, each within `element` (never if hi is 0; bytes are integers 0..255). `items`, if the length
 * is known and at most {@link MAX_ITEMS}: the possible values of each element by position; `element` is then their union.
 */
export interface AbstractSequence {
  readonly kind: 'bytes' | 'list';
  readonly lo: number;
  readonly hi: number;
  readonly element: AbstractValue;
  readonly items: readonly AbstractValue[] | null;
}

/** Fields sorted by name; no field is never. */
export interface AbstractRecord {
  readonly kind: 'record';
  readonly fields: readonly { readonly name: string; readonly view: AbstractValue }[];
}

/** `none`: true if the option can be `none`. `some`: the possible contents; never if it cannot be `some`. */
export interface AbstractOption {
  readonly kind: 'option';
  readonly none: boolean;
  readonly some: AbstractValue;
}

export const MAX_TEXTS = 8;
export const MAX_ITEMS = 64;

/**
 * Limit for the places of nested items. Nested lists multiply their lengths, and operations on a set must not cost the product.
 */
export const MAX_PLACES = 512;

/**
 * Texts with more UTF-16 units are known only by their lengths, so that operations on a set do not cost the length of its texts.
 */
export const MAX_TEXT_UNITS = 1024;

export const NEVER: AbstractValue = { kind: 'never' };
export const FALSE: AbstractValue = { kind: 'boolean', canBeFalse: true, canBeTrue: false };
export const TRUE: AbstractValue = { kind: 'boolean', canBeFalse: false, canBeTrue: true };
export const EITHER: AbstractValue = { kind: 'boolean', canBeFalse: true, canBeTrue: true };

/** The integers lo..hi; `never` if hi < lo. */
export function integers(lo: Int, hi: Int): AbstractValue {
  return ofRanges(ranges.range(lo, hi));
}

export function ofRanges(set: ranges.Ranges): AbstractValue {
  return set.length === 0 ? NEVER : { kind: 'integer', ranges: set };
}

export const INT64: AbstractValue = integers(INT64_MIN, INT64_MAX);
export const BYTE: AbstractValue = integers(0, 255);

export function boolean(canBeFalse: boolean, canBeTrue: boolean): AbstractValue {
  if (canBeFalse) return canBeTrue ? EITHER : FALSE;
  return canBeTrue ? TRUE : NEVER;
}

export function tags(present: readonly string[]): AbstractValue {
  return present.length === 0 ? NEVER : { kind: 'enumeration', tags: present };
}

/** Texts of lo..hi code points, all from `characters`; restricted to a form unless `form` is `null`. */
export function texts(lo: number, hi: number, characters: Characters = ALL_CHARACTERS, form: TextForm | null = null): AbstractValue {
  if (form !== null) return textsOfForm(lo, hi, characters, form);
  const most = characters.length === 0 ? Math.min(hi, 0) : hi;
  if (lo > most) return NEVER;
  return { kind: 'text', lo, hi: most, characters: most === 0 ? [] : characters, form, values: null };
}

function textsOfForm(lo: number, hi: number, characters: Characters, form: TextForm): AbstractValue {
  const bounds = FORM_BOUNDS[form];
  const [least, most] = [Math.max(lo, bounds.lo), Math.min(hi, bounds.hi)];
  const common = meetCharacters(characters, bounds.characters);
  if (least > most || common.length === 0) return NEVER;
  return { kind: 'text', lo: least, hi: most, characters: common, form, values: null };
}

/** Returns the code points in both sets. */
export function meetCharacters(a: Characters, b: Characters): Characters {
  if (a === b || b === ALL_CHARACTERS) return a;
  return a === ALL_CHARACTERS ? b : ranges.intersect(a, b, MAX_CHARACTER_RANGES);
}

/** Returns the code points in either set; with too many ranges, also the code points between some of them. */
export function uniteCharacters(a: Characters, b: Characters): Characters {
  if (a === b || a === ALL_CHARACTERS) return a;
  return b === ALL_CHARACTERS ? b : canonical(ranges.unite(a, b, MAX_CHARACTER_RANGES));
}

function canonical(characters: Characters): Characters {
  return ranges.sameRanges(characters, ALL_CHARACTERS) ? ALL_CHARACTERS : characters;
}

/** Exactly these texts; only their lengths and characters if there are too many texts, or one is too long. */
export function exactTexts(values: readonly string[]): AbstractValue {
  if (values.length === 0) return NEVER;
  const sorted = [...new Set(values)].toSorted();
  const lengths = sorted.map(codePointLength);
  const lo = Math.min(...lengths);
  const hi = Math.max(...lengths);
  const isExact = sorted.length <= MAX_TEXTS && sorted.every((text) => text.length <= MAX_TEXT_UNITS);
  const characters = charactersIn(sorted);
  return isExact ? { kind: 'text', lo, hi, characters, values: sorted } : texts(lo, hi, characters);
}

/**
 * The ASCII characters that occur in the texts, and all characters from the least to the greatest of the others. Costs no more
 * than counting the lengths.
 */
export function charactersIn(values: readonly string[]): Characters {
  const ascii = new Uint8Array(BEYOND_ASCII);
  let [least, greatest] = [Number.POSITIVE_INFINITY, 0];
  for (const text of values) {
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit < BEYOND_ASCII) {
        ascii[unit] = 1;
        continue;
      }
      const codePoint = text.codePointAt(i) ?? unit;
      if (codePoint > 0xffff) i += 1;
      least = Math.min(least, codePoint);
      greatest = Math.max(greatest, codePoint);
    }
  }
  const pairs: (readonly [number, number])[] = least <= greatest ? [[least, greatest]] : [];
  for (const [codePoint, isThere] of ascii.entries()) if (isThere === 1) pairs.push([codePoint, codePoint]);
  return ranges.uniteAll(pairs, MAX_CHARACTER_RANGES);
}

const BEYOND_ASCII = 0x80;

/** lo..hi elements, each within `element`. */
export function sequence(kind: 'bytes' | 'list', lo: number, hi: number, element: AbstractValue): AbstractValue {
  const most = element.kind === 'never' ? Math.min(hi, 0) : hi;
  if (lo > most || most < 0) return NEVER;
  if (most === 0) return { kind, lo: 0, hi: 0, element: NEVER, items: [] };
  return { kind, lo: Math.max(lo, 0), hi: most, element, items: null };
}

/**
 * A sequence with one element per view, each within its own view; `element` is their union, computed by `unionOf`. Only the
 * length is kept if there are too many items, or more than `most` places including nested ones.
 */
export function items(
  kind: 'bytes' | 'list',
  views: readonly AbstractValue[],
  unionOf: (views: readonly AbstractValue[]) => AbstractValue,
  most = MAX_PLACES,
): AbstractValue {
  if (views.some((view) => view.kind === 'never')) return NEVER;
  const element = unionOf(views);
  if (views.length > MAX_ITEMS || placesLeft(views, most) < 0) return sequence(kind, views.length, views.length, element);
  return { kind, lo: views.length, hi: views.length, element, items: views };
}

/** Subtracts the places of the views from `most`; negative as soon as the views have more. */
function placesLeft(views: readonly AbstractValue[], most: number): number {
  let left = most - views.length;
  const pending = views.filter(isCompound);
  for (let view = pending.pop(); view !== undefined && left >= 0; view = pending.pop()) {
    const parts = partsOf(view);
    if (isPlaced(view)) left -= parts.length;
    pending.push(...parts.filter(isCompound));
  }
  return left;
}

function isCompound({ kind }: AbstractValue): boolean {
  return kind === 'list' || kind === 'record' || kind === 'option';
}

function isPlaced(view: AbstractValue): boolean {
  return view.kind === 'list' && view.items !== null;
}

function partsOf(view: AbstractValue): readonly AbstractValue[] {
  switch (view.kind) {
    case 'list':
      return view.items ?? [view.element];
    case 'record':
      return view.fields.map((field) => field.view);
    case 'option':
      return [view.some];
    default:
      return [];
  }
}

/** The fields, sorted by name. */
export function record(fields: AbstractRecord['fields']): AbstractValue {
  return fields.some(({ view }) => view.kind === 'never') ? NEVER : { kind: 'record', fields };
}

export function option(none: boolean, some: AbstractValue): AbstractValue {
  return !none && some.kind === 'never' ? NEVER : { kind: 'option', none, some };
}
