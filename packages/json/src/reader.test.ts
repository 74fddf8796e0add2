import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { JsonReader, type JsonReading, readJson, UNBOUNDED } from './index.js';

const OPTIONS = { nesting: 64, bounds: UNBOUNDED, number: () => Number.POSITIVE_INFINITY, object: () => ({}) };

/** Reads with an interruption wherever one is possible. */
function inSteps(text: string): { readonly reading: JsonReading; readonly interruptions: number } {
  const reader = new JsonReader(text, OPTIONS);
  for (let interruptions = 0; ; interruptions += 1) {
    const reading = reader.step(() => true);
    if (reading !== undefined) return { reading, interruptions };
  }
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'number' || (Number.isSafeInteger(value) && !Object.is(value, -0));
}

/** Returns the value that JSON.parse reads, with Infinity for a number that is no safe integer; `undefined` if it refuses the text. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text, (_name, value: unknown) => (isPlain(value) ? value : Number.POSITIVE_INFINITY)) };
  } catch {
    return undefined;
  }
}

/** The text with one mark changed, put in or taken out, so that most are no JSON any more. */
function broken(text: string, at: number, mark: string, kind: number): string {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return before + (kind === 1 ? '' : mark) + (kind === 0 ? after : after.slice(1));
}

it('every text is read as JSON.parse reads it, and refused if that refuses it', () => {
  const marks = [
    '"',
    '\\',
    ',',
    ':',
    '{',
    '}',
    '[',
    ']',
    '1',
    'true',
    ' ',
    '"a":',
    '{"__proto__":',
    '],',
    '\t',
    '\u0001',
    '\\u00e9',
    '\\x',
  ];
  const edit = fc.record({ at: fc.nat(), mark: fc.constantFrom(...marks), kind: fc.nat(2), indent: fc.nat(1) });
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string()),
      fc.array(tie('value'), { maxLength: 6 }),
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', '1', 'a', 'constructor')), tie('value'), { maxKeys: 6 }),
    ),
  })).value;
  const refusedAlone = new Set(['repeated-member', 'lone-surrogate']);
  fc.assert(
    fc.property(value, fc.option(edit), (json, edited) => {
      const whole = JSON.stringify(json, undefined, edited?.indent);
      const text = edited === null ? whole : broken(whole, edited.at % (whole.length + 1), edited.mark, edited.kind);
      const reading = readJson(text, OPTIONS);
      const expected = parsed(text);
      if (!reading.ok && refusedAlone.has(reading.fault.kind)) return;
      expect(reading.ok).toBe(expected !== undefined);
      if (!reading.ok || expected === undefined) return;
      // Compared with prototypes and the order of members.
      expect(isDeepStrictEqual(reading.value, expected.value)).toBe(true);
      expect(JSON.stringify(reading.value)).toBe(JSON.stringify(expected.value));
    }),
    { numRuns: 3_000 },
  );
});

it.each([
  ['', 0, 'a JSON value'],
  ['[1,]', 3, 'a JSON value'],
  ['[1 2]', 3, '"," or "]"'],
  ['{"a":1]', 6, '"," or "}"'],
  ['{,}', 1, 'a member name in double quotes'],
  ['{"a"}', 4, '":" after a member name'],
  ['{} {}', 3, 'one JSON value, and nothing after it'],
  ['"a', 2, 'the end of the string (control characters are escaped)'],
  ['"\\', 2, 'an escape of JSON'],
  ['"\\u00', 3, 'four hexadecimal digits'],
  ['["\\n\t"]', 4, 'the end of the string (control characters are escaped)'],
])('%j is refused at %d: expected %s', (text, offset, expected) => {
  expect(readJson(text, OPTIONS)).toEqual({ ok: false, fault: { kind: 'syntax', offset, expected } });
});

it('a repeated member is refused before its value is read', () => {
  expect(readJson('{"a":{"b":1,"\\u0062":}', OPTIONS)).toEqual({ ok: false, fault: { kind: 'repeated-member', offset: 12, name: 'b' } });
  expect(readJson('{"a":{"a":1},"a":', OPTIONS)).toMatchObject({ fault: { kind: 'repeated-member', offset: 13 } });
  expect(readJson('{"__proto__":1,"__proto__":1}', OPTIONS)).toMatchObject({ fault: { kind: 'repeated-member', offset: 15 } });
});

it('__proto__ is an ordinary member', () => {
  const reading = readJson('{"__proto__":{"polluted":1}}', OPTIONS);
  const value: unknown = reading.ok ? reading.value : undefined;
  expect(Object.keys(Object(value))).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it('a number that is no plain safe integer is made by the caller', () => {
  const spellings: string[] = [];
  const number = (spelling: string) => spellings.push(spelling);
  const text = '[1,-0,1.0,1e3,9007199254740991,9007199254740992,12345678901234567,-1]';
  expect(readJson(text, { ...OPTIONS, number })).toMatchObject({ value: [1, 1, 2, 3, 9007199254740991, 4, 5, -1] });
  expect(spellings).toEqual(['-0', '1.0', '1e3', '9007199254740992', '12345678901234567']);
});

it.each([
  ['a text', `[${'{"a":1.5},'.repeat(2_000)}0]`],
  ['one with a fault at its end', `[${'{"a":1},'.repeat(2_000)}{"a":1,"a":2}]`],
  ['one that ends early', `[${'{"a":["x\\n"]},'.repeat(2_000)}`],
])('%s is read in steps as it is at once', (_what, text) => {
  const { reading, interruptions } = inSteps(text);
  expect(reading).toEqual(readJson(text, OPTIONS));
  expect(interruptions).toBeGreaterThanOrEqual(31);
});

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

it('nests to its limit without recursion', () => {
  expect(readJson(nested(64), OPTIONS)).toMatchObject({ ok: true, parts: 63 });
  expect(readJson(nested(1_000_000), OPTIONS)).toEqual({ ok: false, fault: { kind: 'too-deep', offset: 64 } });
  expect(readJson(nested(1_000_000), { ...OPTIONS, nesting: 1_000_000 }).ok).toBe(true);
});
