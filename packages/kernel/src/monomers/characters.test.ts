import { type AbstractValue, containsValue, exactTexts, integers, itemsOf, sequence, texts } from '../abstract/abstract.js';
import { uniteAll } from '../abstract/ranges.js';
import { TEXT_FORMS } from '../types/text-forms.js';
import { samplesOfForm } from '../values/text-samples.js';
import type { Value } from '../values/value.js';
import { MONOMERS } from './catalog.js';
import { holdToSamples, rowNamed, type Sample, textsOver } from './testing/samples.js';
import { valuesOf } from './testing/sets.js';

/** Returns all texts of lo..hi of these letters, and the set of exactly these texts. */
function over(letters: string, lo: number, hi: number): Sample {
  const characters = Array.from(letters);
  const pairs = characters.map((letter): readonly [number, number] => [codePointOf(letter), codePointOf(letter)]);
  const values = textsOver(characters, hi).filter((text) => Array.from(text).length >= lo);
  return { view: texts(lo, hi, uniteAll(pairs, 16)), values };
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/**
 * Letters with and without a counterpart in the other case, digits, a sign, spaces, code points of every encoded length, and the
 * first and last letters of each case.
 */
const CLASSES = ['a', 'ab', 'aB', 'zZ', '[`', 'ab.', '-1', '09', ' a', '\t\r!', 'aé', '€😀', '\ud7ff\ue000', 'fG', '=/'];

const SOME: readonly Sample[] = CLASSES.flatMap((letters) => [over(letters, 0, 2), over(letters, 1, 1)]);
const FEW: readonly Sample[] = ['a', 'ab', '.a', '1é'].flatMap((letters) => [over(letters, 0, 1), over(letters, 2, 2)]);

const OF_FORMS: readonly Sample[] = TEXT_FORMS.map((form) => {
  const view = texts(0, 5_000, [0, 0x10ffff], form);
  if (view.kind !== 'text' || view.values !== null) throw new Error('a form without texts');
  return { view, values: samplesOfForm(view, form).filter((text) => text.length < 60) };
});

const INTEGERS: readonly Sample[] = [integers(-1, 1), integers(0, 2), integers(-101, -98), integers(2, 2)].map((view) => ({
  view,
  values: valuesOf(view),
}));

function listsOf(samples: readonly Sample[]): readonly Sample[] {
  const one = samples.map(
    ({ view, values }): Sample => ({ view: sequence('list', 0, 1, view), values: [[], ...values.map((value) => [value])] }),
  );
  const two = samples.map(
    ({ view, values }): Sample => ({
      view: itemsOf('list', [view, view]),
      values: values.flatMap((a) => values.map((b): Value => [a, b])),
    }),
  );
  return [...one, ...two];
}

const BYTE_SAMPLES: readonly Sample[] = [
  [0x30, 0x31],
  [0x41, 0xc3, 0xa9],
  [0x61, 0x80],
  [0x7f, 0xe2, 0x82, 0xac],
].flatMap((bytes) => {
  const element: AbstractValue = { kind: 'integer', ranges: uniteAll(bytes.map((byte) => [byte, byte])) };
  return [sequence('bytes', 0, 3, element), sequence('bytes', 2, 2, element)].map((view) => ({ view, values: valuesOf(view) }));
});

/** The arguments with which each operation on texts is tested. */
const TRIED: readonly (readonly [name: string, ...samples: (readonly Sample[])[]])[] = [
  ['TEXT_LENGTH', [...SOME, ...OF_FORMS]],
  ['UPPER', [...SOME, ...OF_FORMS]],
  ['LOWER', [...SOME, ...OF_FORMS]],
  ['TRIM', [...SOME, ...OF_FORMS]],
  ['UTF8_ENCODE', [...SOME, ...OF_FORMS]],
  ['PARSE_INT', [...SOME, over('0123456789', 1, 2), ...OF_FORMS]],
  ['PARSE_HEX', [...SOME, over('09afAF', 2, 2), ...OF_FORMS]],
  ['PARSE_BASE64', [...SOME, ...OF_FORMS]],
  ['PARSE_IPV4', [...SOME, ...OF_FORMS]],
  ['PARSE_DATE', [...SOME, ...OF_FORMS]],
  ['LUHN', [...SOME, over('0123456789', 1, 2)]],
  ['MOD97', [...SOME, ...OF_FORMS]],
  ['FORMAT_INT', INTEGERS],
  ['FORMAT_IPV4', [integers(0, 3), integers(0xffff_fffe, 0xffff_ffff)].map((view) => ({ view, values: valuesOf(view) }))],
  ['FORMAT_DATE', [integers(-2, 2), integers(719_162, 719_163)].map((view) => ({ view, values: valuesOf(view) }))],
  ['FORMAT_HEX', BYTE_SAMPLES],
  ['FORMAT_BASE64', BYTE_SAMPLES],
  ['UTF8_DECODE', BYTE_SAMPLES],
  ['CONCAT', [...FEW, over('€😀', 0, 1)], FEW],
  ['STARTS_WITH', SOME, FEW],
  ['ENDS_WITH', [...SOME, ...OF_FORMS], FEW],
  ['INCLUDES', [...SOME, ...OF_FORMS], [...FEW, only('ab'), exactOf('a', 'x')]],
  ['INDEX_OF', SOME, [...FEW, exactOf('b', 'zZ')]],
  ['SPLIT', [...SOME, ...OF_FORMS], [...FEW, only('.'), only('/'), only('a'), only('ab')]],
  ['EQ', [...FEW, ...OF_FORMS], [...FEW, ...OF_FORMS]],
  ['NE', FEW, FEW],
  ['LT', FEW, FEW],
  ['LE', FEW, FEW],
  ['GT', FEW, FEW],
  ['GE', FEW, FEW],
  ['SORT', listsOf(FEW.slice(0, 3))],
  ['COMPARE_SEMVER', FEW, FEW],
  ['CODE_AT', [...FEW, over('\ud7ff\ue000', 0, 2), ...OF_FORMS], INTEGERS],
  ['SUBSTRING', FEW.slice(0, 6), INTEGERS.slice(0, 3), INTEGERS],
  ['PAD_START', FEW, INTEGERS, [over('a', 1, 1), over('1é', 1, 1)]],
  ['REPLACE', FEW, [over('a', 1, 1), over('.a', 1, 2), only('a'), only('ab')], [over('b', 0, 1), over('é', 2, 2)]],
  ['JOIN_TEXT', listsOf(FEW.slice(0, 5)), [over('-', 0, 1), over('.a', 1, 1)]],
  ['MATCHES_GLOB', [...SOME, ...OF_FORMS], ['*', 'a*', '?', '?é', '*.*', 'a'].map((pattern) => only(pattern))],
];

function only(text: string): Sample {
  return exactOf(text);
}

function exactOf(...values: readonly string[]): Sample {
  return { view: exactTexts(values), values };
}

test.each(TRIED.map(([name, ...samples]) => ({ name, samples })))('$name of sets of characters', ({ name, samples }) => {
  holdToSamples(rowNamed(MONOMERS, name), samples);
});

test('every operation that takes or gives a text is tested', () => {
  const named = new Set(TRIED.map(([name]) => name));
  const missing = MONOMERS.filter(({ reference, overloads }) => reference !== null && overloads.some(speaksOfText)).map(({ name }) => name);
  expect(missing.filter((name) => !named.has(name))).toEqual([]);
});

function speaksOfText({ parameters, result }: (typeof MONOMERS)[number]['overloads'][number]): boolean {
  return JSON.stringify([parameters.map(({ type }) => type), result]).includes('"text"');
}

/** Operations whose result has exactly known characters. */
const KNOWN: readonly (readonly [name: string, args: readonly AbstractValue[], result: AbstractValue])[] = [
  ['CONCAT', [classOf('ab'), classOf('cd')], texts(0, 4, [0x61, 0x64])],
  ['UPPER', [classOf('ab.Z')], texts(0, 2, [0x2e, 0x2e, 0x41, 0x42, 0x5a, 0x5a])],
  ['LOWER', [classOf('ab.Z')], texts(0, 2, [0x2e, 0x2e, 0x61, 0x62, 0x7a, 0x7a])],
  ['TRIM', [classOf(' ab')], texts(0, 2, [0x20, 0x20, 0x61, 0x62])],
  ['SPLIT', [classOf('ab.'), only('.').view], sequence('list', 1, 3, texts(0, 2, [0x61, 0x62]))],
  ['SPLIT', [classOf('ab'), only('.').view], itemsOf('list', [classOf('ab')])],
  ['FORMAT_INT', [integers(10, 99)], texts(2, 2, [0x30, 0x39])],
  ['CODE_AT', [classOf('ab'), integers(0, 0)], integers(0x61, 0x62)],
  ['UTF8_ENCODE', [classOf('ab')], sequence('bytes', 0, 2, integers(0x61, 0x62))],
  ['UTF8_DECODE', [sequence('bytes', 0, 2, integers(0x61, 0x62))], { kind: 'option', none: false, some: classOf('ab') }],
];

function classOf(letters: string): AbstractValue {
  return over(letters, 0, 2).view;
}

test.each(KNOWN)('%s of %j is %j', (name, args, result) => {
  expect(rowNamed(MONOMERS, name).analysis?.transfer(args)).toEqual(result);
});

test('the characters of a set of texts are those of its texts', () => {
  for (const { view, values } of SOME) {
    const all = textsOver(Array.from('aBé1😀'), 2);
    expect(all.filter((text) => containsValue(view, text))).toEqual(all.filter((text) => values.includes(text)));
  }
});
