import * as fc from 'fast-check';
import { LIST_LENGTH, TEXT_LENGTH } from '../../limits.js';
import { NONE, OptionValue, type Value } from '../../values/value.js';
import { familyOf, referenceOf } from '../testing/rows.js';

/**
 * Short words over few letters, which often occur in each other. Two of the letters are the first and the last surrogate pair.
 */
const word = fc.array(fc.constantFrom('a', 'b', '\u{10000}', '\u{10ffff}'), { maxLength: 6 });
const text = (letters: readonly string[]): string => letters.join('');
const row = (name: string) => referenceOf(familyOf('string'), name);

function placesOf(letters: readonly string[], part: readonly string[]): number[] {
  return [...letters, ''].flatMap((_, i) => (part.every((letter, k) => letters[i + k] === letter) ? [i] : []));
}

describe('indexes and lengths count code points', () => {
  it('in TEXT_LENGTH, CONCAT, CODE_AT and SUBSTRING', () => {
    fc.assert(
      fc.property(word, fc.integer({ min: -1, max: 7 }), fc.integer({ min: -1, max: 7 }), (letters, i, j) => {
        expect(row('TEXT_LENGTH')(text(letters))).toBe(letters.length);
        expect(row('CODE_AT')(text(letters), i)).toBe(letters[i]?.codePointAt(0));
        const isWithin = 0 <= i && i <= j && j <= letters.length;
        expect(row('SUBSTRING')(text(letters), i, j)).toBe(isWithin ? text(letters.slice(i, j)) : undefined);
      }),
    );
  });

  it('in INDEX_OF, INCLUDES, STARTS_WITH and ENDS_WITH', () => {
    fc.assert(
      fc.property(word, word, (letters, part) => {
        const [first] = placesOf(letters, part);
        const at = (name: string) => row(name)(text(letters), text(part));
        expect(at('INDEX_OF')).toEqual(first === undefined ? NONE : new OptionValue(first));
        expect(at('INCLUDES')).toBe(first !== undefined);
        expect(at('STARTS_WITH')).toBe(first === 0);
        expect(at('ENDS_WITH')).toBe(placesOf(letters, part).includes(letters.length - part.length));
      }),
    );
  });

  it('in PAD_START', () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 0, max: 9 }), fc.constantFrom('-', '\u{1f601}'), (letters, n, fill) => {
        expect(row('PAD_START')(text(letters), n, fill)).toBe(text([...Array(Math.max(n - letters.length, 0)).fill(fill), ...letters]));
      }),
    );
  });
});

describe('SPLIT, REPLACE and JOIN_TEXT', () => {
  it('agree with the methods of strings', () => {
    fc.assert(
      fc.property(word, word, word, (letters, part, to) => {
        const split = part.length === 0 ? undefined : text(letters).split(text(part));
        expect(row('SPLIT')(text(letters), text(part))).toEqual(split);
        expect(row('REPLACE')(text(letters), text(part), text(to))).toBe(split?.join(text(to)));
        expect(row('JOIN_TEXT')(letters, text(to))).toBe(letters.join(text(to)));
      }),
    );
  });
});

describe('long parts are found like short ones', () => {
  /** The Fibonacci word, which is highly repetitive without a period. */
  const fibonacci = Array.from({ length: 14 }).reduce<[string, string]>(([a, b]) => [b, b + a], ['b', 'a'])[1];

  it.each([65, 70, 89, 144, 200])('with %i letters', (length) => {
    for (let at = 0; at + length <= fibonacci.length; at += 7) {
      const part = fibonacci.slice(at, at + length);
      expect(row('INDEX_OF')(fibonacci, part)).toEqual(new OptionValue(fibonacci.indexOf(part)));
      expect(row('INDEX_OF')(fibonacci, `${part}c`)).toBe(NONE);
      expect(row('SPLIT')(fibonacci, part)).toEqual(fibonacci.split(part));
    }
  });

  it('in linear time, although a quadratic search takes half a minute', () => {
    const quarter = 'a'.repeat(TEXT_LENGTH / 4);
    expect(row('INCLUDES')('a'.repeat(TEXT_LENGTH), `${quarter}b${quarter}`)).toBe(false);
  });
});

/** Returns the regular expression of a pattern's step. */
function asExpression(step: string): string {
  if (step === '*') return '[^]*';
  if (step === '?') return '[^]';
  return (step.length === 2 && step.startsWith('\\') ? step.slice(1) : step).replace(/[*?\\]/g, '\\$&');
}

describe('MATCHES_GLOB', () => {
  const pattern = fc.array(fc.constantFrom('a', 'b', '\u{1f600}', '*', '?', '\\*', '\\?', '\\\\', '\\a'), { maxLength: 7 });
  const subject = fc.array(fc.constantFrom('a', 'b', '\u{1f600}', '*', '?', '\\', '\n'), { maxLength: 7 });
  it('agrees with the regular expression of the pattern', () => {
    fc.assert(
      fc.property(subject, pattern, (letters, steps) => {
        const expression = new RegExp(`^${steps.map(asExpression).join('')}$`, 'u');
        expect(row('MATCHES_GLOB')(text(letters), text(steps))).toBe(expression.test(text(letters)));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes no exponential time on patterns on which regular expressions do', () => {
    expect(row('MATCHES_GLOB')('a'.repeat(20_000), '*a'.repeat(200) + '*b')).toBe(false);
  });

  const malformed = familyOf('string').find((monomer) => monomer.name === 'MATCHES_GLOB')?.overloads[0]?.parameters[1]?.malformed;

  it.each(['\\', 'a\\', '*\\\\\\'])('rejects the literal %s, whose last backslash quotes no character', (literal) => {
    expect(malformed?.(literal)).toBe('ends in a \\ that quotes no character; write \\\\ for a literal \\');
    expect(row('MATCHES_GLOB')('a', literal)).toBeUndefined();
  });

  it.each(['', '\\\\', '*', '\\*a'])('accepts the literal %s', (literal) => {
    expect(malformed?.(literal)).toBeUndefined();
  });
});

describe('a violated precondition gives no result', () => {
  const most = 'a'.repeat(TEXT_LENGTH);
  const faces = '\u{1f600}'.repeat(TEXT_LENGTH);
  it.each<[string, string, Value[]]>([
    ['CONCAT', 'beyond the text limit', [most, 'b']],
    ['SUBSTRING', 'with an end beyond the text', ['abc', 0, 4]],
    ['SUBSTRING', 'with an end before the start', ['abc', 2, 1]],
    ['SUBSTRING', 'with a start of 64 bits', ['abc', 2n ** 63n - 1n, 2n ** 63n - 1n]],
    ['SPLIT', 'by nothing', ['abc', '']],
    ['SPLIT', 'into one part too many', [','.repeat(LIST_LENGTH), ',']],
    ['JOIN_TEXT', 'beyond the text limit', [[most, ''], '-']],
    ['REPLACE', 'of nothing', ['abc', '', 'x']],
    ['REPLACE', 'beyond the text limit', [most, 'a', 'bb']],
    ['PAD_START', 'to a negative length', ['a', -1, '0']],
    ['PAD_START', 'to more than the text limit', ['a', TEXT_LENGTH + 1, '0']],
    ['PAD_START', 'with two characters', ['abc', 2, '00']],
    ['PAD_START', 'with none', ['abc', 2, '']],
    ['CODE_AT', 'the end', ['abc', 3]],
    ['CODE_AT', 'an index below 0', ['abc', -1]],
  ])('%s %s', (name, _, args) => {
    expect(row(name)(...args)).toBeUndefined();
  });

  it('and one that just holds gives a result', () => {
    expect(row('CONCAT')(faces, '')).toBe(faces);
    expect(row('SPLIT')(','.repeat(LIST_LENGTH - 1), ',')).toHaveLength(LIST_LENGTH);
    expect(row('REPLACE')(most, 'a', '\u{1f600}')).toBe(faces);
    expect(row('JOIN_TEXT')([most], '-')).toBe(most);
    expect(row('PAD_START')('', TEXT_LENGTH, 'a')).toBe(most);
  });
});
