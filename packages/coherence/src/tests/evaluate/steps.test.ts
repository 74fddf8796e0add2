import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import { OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import { programOf } from '../../testing/outcome.js';

/** Counts reads of elements and fields in the values themselves, to test the evaluator's own count. */
class Reads {
  count = 0;

  list(items: readonly Value[]): readonly Value[] {
    return new Proxy(items, {
      get: (target, key, receiver): unknown => {
        if (typeof key === 'string' && /^[0-9]+$/.test(key)) this.count += 1;
        return Reflect.get(target, key, receiver);
      },
    });
  }

  record(fields: Readonly<Record<string, Value>>): RecordValue {
    return new RecordValue(new CountedFields(this, Object.entries(fields)));
  }
}

class CountedFields extends Map<string, Value> {
  constructor(
    private readonly reads: Reads,
    fields: readonly (readonly [string, Value])[],
  ) {
    super(fields);
  }

  override get(name: string): Value | undefined {
    this.reads.count += 1;
    return super.get(name);
  }

  override *[Symbol.iterator](): MapIterator<[string, Value]> {
    for (const field of super.entries()) {
      this.reads.count += 1;
      yield field;
    }
  }
}

/** For each type of input: its domain, and a value of a given size that counts its reads. */
const INPUTS = {
  integers: { domain: '[0..9; ..60_000]', of: (reads: Reads, size: number) => reads.list(numbers(size)) },
  texts: { domain: '[text[..3]; ..60_000]', of: (reads: Reads, size: number) => reads.list(numbers(size).map((n) => `t${n}`)) },
  records: {
    domain: '[(l: 0..9, r: [0..9; 2]); ..60_000]',
    of: (reads: Reads, size: number) => reads.list(numbers(size).map((n) => reads.record({ l: n, r: reads.list([n, 5]) }))),
  },
  options: { domain: '[(0..9)?; ..60_000]', of: (reads: Reads, size: number) => reads.list(numbers(size).map((n) => new OptionValue(n))) },
  text: { domain: 'text[..9_000]', of: (_: Reads, size: number) => 'a-'.repeat(size / 2) },
  bytes: { domain: 'bytes[..60_000]', of: (_: Reads, size: number) => new Uint8Array(size).fill(7) },
} as const;

function numbers(size: number): readonly number[] {
  return Array.from({ length: size }, (_, i) => i % 10);
}

const FORMS: readonly (readonly [input: keyof typeof INPUTS, kind: string, expression: string])[] = [
  ['integers', 'bool', 'xs == ys'],
  ['integers', 'bool', 'xs != ys'],
  ['integers', 'bool', '77 in xs'],
  ['integers', '(0..60_000)?', 'FIND(xs, 77)'],
  ['integers', 'i64', 'SUM(xs)'],
  ['integers', '0..60_000', 'LENGTH(REVERSE(xs))'],
  ['integers', '0..60_000', 'LENGTH(APPEND(xs, 1))'],
  ['integers', '0..60_000', 'LENGTH(SET(xs, 0, 1))'],
  ['integers', '0..60_000', 'LENGTH(SLICE(xs, 0, LENGTH(xs)))'],
  ['integers', '0..60_000', 'LENGTH(TAKE(xs, 50_000))'],
  ['integers', '0..60_000', 'LENGTH(DROP(xs, 1))'],
  ['integers', '0..60_000', 'LENGTH(xs ++ [1])'],
  ['integers', '0..60_000', 'LENGTH(SORT(xs))'],
  ['integers', '0..60_000', 'LENGTH(ZIP(xs, ys))'],
  ['integers', '0..60_000', 'LENGTH(RANGE(1, LENGTH(xs)))'],
  ['integers', '0..60_000', 'LENGTH(FILL(LENGTH(xs), 7))'],
  ['integers', '0..60_000', 'count x in xs { x > 3 }'],
  ['integers', '0..60_000', 'LENGTH(map x in xs { x + 1 })'],
  ['integers', '0..60_000', 'LENGTH(filter x in xs { x < 9 })'],
  ['integers', 'bool', 'any x in xs { x > 9 }'],
  ['integers', 'bool', 'all x in xs { x < 10 }'],
  ['integers', 'i64', 'fold s = 0 for x in xs { s + x }'],
  ['integers', '0..60_000', 'LENGTH(same(xs))'],
  ['integers', '0..60_000', 'LENGTH(xs as [0..9; ..60_000])'],
  ['texts', 'bool', 'xs == ys'],
  ['texts', 'bool', '"none" in xs'],
  ['texts', '0..60_000', 'LENGTH(SORT(xs))'],
  ['texts', 'text[..300_000]', 'JOIN_TEXT(xs, "--")'],
  ['records', 'bool', 'xs == ys'],
  ['records', 'bool', '(l: 5, r: [5, 6]) in xs'],
  ['records', '0..60_000', 'count x in xs { x.l == 3 }'],
  ['records', '0..60_000', 'LENGTH(xs as [(l: 0..9, r: [0..9; 2]); ..60_000])'],
  ['options', 'bool', 'xs == ys'],
  ['options', 'bool', 'some 77 in xs'],
  ['options', '0..60_000', 'count x in xs { match x { some 7 => true, some 0..3 => false, some n => n > 5, none => true } }'],
  ['text', 'bool', 'xs == ys'],
  ['text', 'bool', 'xs < ys'],
  ['text', 'bool', 'match xs { "b" => true, _ => xs <= ys }'],
  ['text', '0..60_000', 'TEXT_LENGTH(xs)'],
  ['text', '0..120_000', 'TEXT_LENGTH(xs ++ ys)'],
  ['text', '0..120_000', 'TEXT_LENGTH(REPLACE(xs, "a", "bc"))'],
  ['text', '0..120_000', 'TEXT_LENGTH(PAD_START(xs, 3, "b"))'],
  ['text', '0..60_000', 'TEXT_LENGTH(UPPER(xs))'],
  ['text', '0..60_000', 'TEXT_LENGTH(LOWER(xs))'],
  ['text', '0..60_000', 'TEXT_LENGTH(TRIM(xs))'],
  ['text', '0..60_000', 'TEXT_LENGTH(SUBSTRING(xs, 1, TEXT_LENGTH(xs)))'],
  ['text', '0..60_000', 'LENGTH(SPLIT(xs, "-"))'],
  ['text', 'bool', 'INCLUDES(xs, "ba")'],
  ['text', '(0..60_000)?', 'INDEX_OF(xs, "ba")'],
  ['text', 'bool', 'STARTS_WITH(xs, ys)'],
  ['text', 'bool', 'ENDS_WITH(xs, ys)'],
  ['text', 'bool', 'MATCHES_GLOB(xs, "*b?b")'],
  ['text', '0..60_000', 'CODE_AT(xs, TEXT_LENGTH(xs) - 1)'],
  ['text', 'bytes[..240_000]', 'UTF8_ENCODE(xs)'],
  ['text', 'bool', 'LUHN(xs)'],
  ['text', '(0..96)?', 'MOD97(xs)'],
  ['text', 'bool', 'match PARSE_INT(xs) { some _ => true, none => false }'],
  ['text', 'bool', 'match PARSE_BASE64(xs) { some _ => true, none => false }'],
  ['bytes', 'bool', 'xs == ys'],
  ['bytes', 'bool', '9 in xs'],
  ['bytes', '(0..60_000)?', 'FIND(xs, 9)'],
  ['bytes', 'bool', 'EQUAL_CT(xs, ys)'],
  ['bytes', 'bytes[..60_000]', 'XOR_BYTES(xs, ys)'],
  ['bytes', 'bytes[..60_000]', 'REVERSE(xs)'],
  ['bytes', 'bytes[..60_000]', 'filter x in xs { x > 3 }'],
  ['bytes', 'bytes[..60_000]', 'xs ++ TAKE(ys, 1)'],
  ['bytes', 'text[..120_000]', 'FORMAT_HEX(xs)'],
  ['bytes', 'text[..120_000]', 'FORMAT_BASE64(xs)'],
  ['bytes', 'bool', 'match UTF8_DECODE(xs) { some _ => true, none => false }'],
  ['bytes', '0..4_294_967_295', 'CRC32(xs)'],
  ['bytes', '0..4_294_967_295', 'ADLER32(xs)'],
  ['bytes', '0..4_294_967_295', 'FNV1A_32(xs)'],
  ['bytes', '0..65_535', 'CRC16(xs)'],
  ['bytes', '0..4_294_967_295', 'MURMUR3_32(xs, 7)'],
  ['bytes', 'bytes[20]', 'SHA1(xs)'],
  ['bytes', 'bytes[32]', 'SHA256(xs)'],
  ['bytes', 'bytes[64]', 'SHA512(xs)'],
  ['bytes', 'bytes[32]', 'SHA3_256(xs)'],
  ['bytes', 'bytes[32]', 'HMAC_SHA256(xs, ys)'],
  ['bytes', 'bytes[64]', 'HMAC_SHA512(xs, ys)'],
  ['bytes', 'bytes[64]', 'HKDF_SHA256(xs, ys, xs, 64)'],
];

function circuit([input, kind, expression]: (typeof FORMS)[number]): string {
  const { domain } = INPUTS[input];
  return `component same(v: [0..9; ..60_000]) -> [0..9; ..60_000] { v }\ncircuit c {\n input xs: ${domain}\n input ys: ${domain}\n output y: ${kind}\n y = ${expression}\n}`;
}

/** Runs a form on two equal inputs of a size. */
function measure(
  form: (typeof FORMS)[number],
  size: number,
  budget?: number,
): { readonly steps: number; readonly reads: number; type: string } {
  const { core } = programOf(circuit(form));
  const reads = new Reads();
  const { of } = INPUTS[form[0]];
  const { steps, type } = run(core, { graph: 0 }, [of(reads, size), of(reads, size)], budget === undefined ? {} : { budget });
  return { steps, type, reads: reads.count };
}

test.each(FORMS)('of %s, to %s: %s takes as many steps as it reads, and twice as many of twice the size', (...form) => {
  const once = measure(form, 1_000);
  const twice = measure(form, 2_000);
  expect(once.type).toBe('outputs');
  expect(once.reads).toBeLessThanOrEqual(2 * once.steps);
  expect(twice.reads).toBeLessThanOrEqual(2 * twice.steps);
  expect(once.steps).toBeGreaterThan(500);
  expect(twice.steps / once.steps).toBeGreaterThan(1.9);
  expect(twice.steps / once.steps).toBeLessThan(2.3);
});

test.each(FORMS)('of %s, to %s: %s ends under a budget before it has read much more', (...form) => {
  const { steps, reads, type } = measure(form, 4_000, 500);
  expect(type).toBe('exhausted');
  expect(steps).toBeGreaterThan(500);
  expect(reads).toBeLessThanOrEqual(1_100);
});

test('records that share their parts are compared as long as they are written out, and no longer than the budget', () => {
  const wires = Array.from({ length: 15 }, (_, i) => `a${i + 1} = (l: a${i}, r: a${i})\n b${i + 1} = (l: b${i}, r: b${i})`).join('\n ');
  const { core } = programOf(
    `circuit c {\n input n: 0..9\n input m: 0..9\n output y: bool\n a0 = (l: n, r: n)\n b0 = (l: m, r: m)\n ${wires}\n y = a15 == b15\n}`,
  );
  expect(run(core, { graph: 0 }, [1, 1]).steps).toBeGreaterThan(2 ** 17);
  const { type, steps } = run(core, { graph: 0 }, [1, 1], { budget: 1_000 });
  expect(type).toBe('exhausted');
  expect(steps).toBeLessThan(1_010);
});
