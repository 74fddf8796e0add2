import {
  ALL_CHARACTERS,
  type Domain,
  encodeInputs,
  type Graph,
  type Int,
  NONE,
  normalize,
  OptionValue,
  RecordValue,
  type TextDomain,
  type TextForm,
  type Value,
} from '@kirchhoff/coherence';
import * as fc from 'fast-check';

/** The greatest squares that are safe or fit 64 bits, near which square roots round. */
const SQUARES = [94_906_265n ** 2n, 3_037_000_499n ** 2n];

/** The edges of representations: of 32 bits, of safe integers and of 64 bits, and the neighbourhood of 0. */
const EDGES: readonly bigint[] = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 62n, 2n ** 63n, ...SQUARES].flatMap((edge) =>
  [edge, -edge].flatMap((middle) => [middle - 2n, middle - 1n, middle, middle + 1n, middle + 2n]),
);

/** Generates inputs that the domains admit, as a line of JSON. */
export function lines(graph: Graph): fc.Arbitrary<string> {
  return fc
    .tuple(...graph.parameters.map(({ domain }) => valueIn(domain)))
    .map((values) => JSON.stringify(encodeInputs(graph.parameters, values)));
}

/** Returns two more lines: all inputs at their least, and all at their greatest. */
export function extremeLines(graph: Graph): readonly string[] {
  return (['least', 'greatest'] as const).map((end) =>
    JSON.stringify(
      encodeInputs(
        graph.parameters,
        graph.parameters.map(({ domain }) => extreme(domain, end)),
      ),
    ),
  );
}

function extreme(domain: Domain, end: 'least' | 'greatest'): Value {
  const length = 'hi' in domain && typeof domain.hi === 'number' ? Math.min(domain.hi, 8) : 0;
  switch (domain.kind) {
    case 'integer':
      return end === 'least' ? domain.lo : domain.hi;
    case 'boolean':
      return end === 'greatest';
    case 'enumeration':
      return domain.tags.at(end === 'least' ? 0 : -1) ?? '';
    case 'text':
      return extremeText(domain, end, length);
    case 'bytes':
      return new Uint8Array(length).fill(end === 'least' ? 0 : 255);
    case 'list':
      return Array.from({ length }, () => extreme(domain.element, end));
    case 'record':
      return new RecordValue(new Map(domain.fields.map((field) => [field.name, extreme(field.domain, end)])));
    case 'option':
      return new OptionValue(extreme(domain.value, end));
  }
}

function extremeText({ characters, form }: TextDomain, end: 'least' | 'greatest', length: number): string {
  if (form !== null) return OF_FORMS[form].at(end === 'least' ? 0 : -1) ?? '';
  return String.fromCodePoint(Number(characters.at(end === 'least' ? 0 : -1))).repeat(length);
}

/** Texts of each form, the longest last. */
const OF_FORMS: Readonly<Record<TextForm, readonly string[]>> = {
  hostname: ['a', 'a.b', 'example.com', 'x--a.b-c.d0', `${'0'.repeat(63)}.${'a'.repeat(63)}`],
  ipv4: ['0.0.0.0', '1.20.255.9', '255.255.255.255'],
  ipv6: ['::', '::1', '1:0:0:2::3', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  path: ['/', '/a', '/.a/b..', '/...', `/${'~'.repeat(99)}`],
};

/** Generates values of a domain, those at the edges of representations among them. */
export function valueIn(domain: Domain): fc.Arbitrary<Value> {
  switch (domain.kind) {
    case 'integer':
      return integerIn(BigInt(domain.lo), BigInt(domain.hi));
    case 'boolean':
      return fc.boolean();
    case 'enumeration':
      return fc.constantFrom(...domain.tags);
    case 'text':
      return textIn(domain);
    case 'bytes':
      return fc.array(byte, lengths(domain)).map((bytes) => Uint8Array.from(bytes));
    case 'list':
      return fc.array(valueIn(domain.element), lengths(domain));
    case 'record':
      return fc
        .tuple(...domain.fields.map((field) => valueIn(field.domain)))
        .map((values) => new RecordValue(new Map(domain.fields.map(({ name }, index) => [name, values[index] ?? false]))));
    case 'option':
      return fc.oneof(
        fc.constant(NONE),
        valueIn(domain.value).map((content) => new OptionValue(content)),
      );
  }
}

const byte = fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat(255));

/** Short lengths only: other tests cover long values. */
function lengths({ lo, hi }: { readonly lo: number; readonly hi: number }): fc.ArrayConstraints {
  return { minLength: lo, maxLength: Math.min(hi, lo + 8) };
}

function integerIn(lo: bigint, hi: bigint): fc.Arbitrary<Value> {
  const edges = [...EDGES, lo, lo + 1n, hi - 1n, hi].filter((edge) => lo <= edge && edge <= hi);
  return fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: lo, max: hi })).map(normalize);
}

function textIn({ lo, hi, characters, form }: TextDomain): fc.Arbitrary<Value> {
  if (form !== null) return fc.constantFrom(...OF_FORMS[form]);
  const ends = characters.map((end) => String.fromCodePoint(Number(end)));
  const any = [...UNITS].filter((each) => characters.some((from, i) => i % 2 === 0 && isFrom(each, from, characters[i + 1] ?? from)));
  const unit = fc.constantFrom(...any, ...(characters === ALL_CHARACTERS ? [] : ends));
  return fc.string({ unit, minLength: lo, maxLength: Math.min(hi, lo + 8) });
}

function isFrom(character: string, from: Int, to: Int): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return from <= codePoint && codePoint <= to;
}

const UNITS = ['a', 'b', 'A', 'Z', 'z', ' ', '\t', '*', '?', '\\', "'", '"', '\n', '\u2028', 'é', '\ue000', '\uffff', '🎉', '\u{10ffff}'];
