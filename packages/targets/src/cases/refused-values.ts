import {
  type Characters,
  type Domain,
  decodeValue,
  type Int,
  normalize,
  OptionValue,
  RecordValue,
  type TextForm,
  type Value,
} from '@kirchhoff/coherence';
import { samplesOf } from './samples.js';

/** A value that no port of a domain accepts. */
export interface RefusedValue {
  readonly value: Value;
  /** The reason, in words for the title of a test. */
  readonly title: string;
}

const MAX_VALUES = 3;
/** Longer texts, bytes and lists are not written out. */
const MAX_LENGTH = 64;

/**
 * Returns values that a port of the domain refuses: above and below its limits, and with a wrong part. At least one. It has another
 * type than the domain if every value of the type is accepted.
 */
export function refusedValues(domain: Domain): readonly RefusedValue[] {
  const found = ofItsType(domain);
  if (found.length > 0) return found.slice(0, MAX_VALUES);
  return [{ value: isBoolean(domain) ? 1 : true, title: 'a value of another type' }];
}

function isBoolean(domain: Domain): boolean {
  return domain.kind === 'option' ? isBoolean(domain.value) : domain.kind === 'boolean';
}

const NOT_OF_FORM: Readonly<Record<TextForm, string>> = { hostname: '-', ipv4: '256.0.0.1', ipv6: ':::', path: 'a' };

function ofItsType(domain: Domain): readonly RefusedValue[] {
  switch (domain.kind) {
    case 'integer':
      return [
        { value: moved(domain.hi, 1n), title: 'above its domain' },
        { value: moved(domain.lo, -1n), title: 'below its domain' },
      ];
    case 'boolean':
      return [];
    case 'enumeration':
      return ['other', 'another', 'unknown']
        .filter((tag) => !domain.tags.includes(tag))
        .slice(0, 1)
        .map((value) => ({ value, title: 'of an unknown tag' }));
    case 'text': {
      if (domain.form !== null) return [{ value: NOT_OF_FORM[domain.form], title: 'of another form' }];
      const [first] = domain.characters;
      const unit = first === undefined || first === 0 ? 'a' : String.fromCodePoint(Number(first));
      const length = Math.max(domain.lo, 1);
      const other = OTHERS.find((character) => !isOneOf(character, domain.characters));
      const wrong =
        other === undefined || length > Math.min(domain.hi, MAX_LENGTH)
          ? []
          : [{ value: other.repeat(length), title: 'of other characters' }];
      return [...ofOtherLengths(domain, (count) => unit.repeat(count)), ...wrong];
    }
    case 'bytes':
      return ofOtherLengths(domain, (count) => new Uint8Array(count));
    case 'list': {
      const [refused] = ofItsType(domain.element);
      const length = Math.max(domain.lo, 1);
      const wrong =
        refused === undefined || length > Math.min(domain.hi, MAX_LENGTH)
          ? []
          : [{ value: listOf(length, refused.value), title: `with an element ${refused.title}` }];
      return [...wrong, ...ofOtherLengths(domain, (count) => listOf(count, anyOf(domain.element)))];
    }
    case 'record':
      return domain.fields.flatMap(({ name, domain: field }) => {
        const [refused] = ofItsType(field);
        if (refused === undefined) return [];
        const values = domain.fields.map((each) => [each.name, each.name === name ? refused.value : anyOf(each.domain)] as const);
        return [{ value: new RecordValue(new Map(values)), title: `with the field ${name} ${refused.title}` }];
      });
    case 'option':
      return ofItsType(domain.value).map(({ value, title }) => ({ value: new OptionValue(value), title: `with content ${title}` }));
  }
}

function moved(limit: Int, by: bigint): Int {
  return normalize(BigInt(limit) + by);
}

/** Characters of which most restricted texts lack one. */
const OTHERS = ['!', 'A', 'z', '0', ' ', '\t', '\u{e9}'];

function isOneOf(character: string, characters: Characters): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return characters.some((from, index) => index % 2 === 0 && from <= codePoint && codePoint <= (characters[index + 1] ?? from));
}

function ofOtherLengths(
  { lo, hi }: { readonly lo: number; readonly hi: number },
  make: (length: number) => Value,
): readonly RefusedValue[] {
  const long = hi < MAX_LENGTH ? [{ value: make(hi + 1), title: 'that is too long' }] : [];
  const short = lo > 0 && lo <= MAX_LENGTH ? [{ value: make(lo - 1), title: 'that is too short' }] : [];
  return [...long, ...short];
}

function listOf(length: number, element: Value): readonly Value[] {
  return Array.from({ length }, () => element);
}

function anyOf(domain: Domain): Value {
  const decoded = decodeValue(domain, samplesOf(domain, [])[0]);
  if (!decoded.ok) throw new Error(`no value of a ${domain.kind}`);
  return decoded.value;
}
