import { posix } from 'node:path';
import * as fc from 'fast-check';
import { FORM_BOUNDS, spellCharacters, TEXT_FORMS, type TextForm } from '../types/text-forms.js';
import { isOfForm } from './text-forms.js';
import { samplesOfForm } from './text-samples.js';

/**
 * Accepts labels of the letters and digits that the URL parser keeps unchanged, with a last label that no parser reads as an
 * address.
 */
function isHostname(text: string): boolean {
  const labels = text.split('.');
  const areLabels = labels.every((label) => /^[a-z0-9]$|^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/.test(label) && label.slice(0, 4) !== 'xn--');
  return areLabels && text.length < 254 && /[a-z]/.test((labels[labels.length - 1] ?? '').charAt(0));
}

function isIpv4(text: string): boolean {
  const numbers = Array.from({ length: 256 }, (_, number) => String(number));
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => numbers.includes(part));
}

/** The URL parser writes an address as RFC 5952 does, and never in dotted form. */
function isIpv6(text: string): boolean {
  return /^[0-9a-f:]+$/.test(text) && URL.canParse(`http://[${text}]/`) && new URL(`http://[${text}]/`).hostname === `[${text}]`;
}

/**
 * Accepts a path that neither the URL parser nor a file system rewrites to another. The parser alone does not suffice: that of Node
 * 20 leaves the end of `/a/.~/.` as it is.
 */
function isPath(text: string): boolean {
  const isKept = URL.canParse(`http://a${text}`) && new URL(`http://a${text}`).pathname === text && posix.normalize(text) === text;
  return isKept && !/[!$&'()*;%"|^[\]\\?#\s{}<>`]/.test(text) && !text.includes('//') && (text === '/' || !text.endsWith('/'));
}

const ORACLES: Readonly<Record<TextForm, (text: string) => boolean>> = { hostname: isHostname, ipv4: isIpv4, ipv6: isIpv6, path: isPath };

/** Pieces of texts that are nearly of a form. */
const PIECES: Readonly<Record<TextForm, readonly string[]>> = {
  hostname: ['a', 'z9', '-', '.', '..', '0', '0x7f', 'xn--', 'x--a', 'A', 'é', '\u3002', '%', '_', 'a'.repeat(62), '1'.repeat(61)],
  ipv4: ['0', '1', '10', '255', '256', '00', '01', '.', '.', '.', '0x1', '+1', ' ', '1e2', '\u0661', '99'],
  ipv6: ['0', '1', 'ffff', 'a0', '0a', '::', ':', ':', ':', ':0', ':0:0', '1:2:3', 'A', 'g', '1.2.3.4', '%', '12345'],
  path: [
    '/',
    '/a',
    '.',
    '..',
    '/.',
    '/..',
    '//',
    '%2e',
    '\\',
    '?',
    '#',
    '\0',
    ' ',
    ';',
    '~',
    '+=:@',
    '$',
    '*',
    'é',
    '\uff0e',
    '\u200b',
    'A_9',
    '\n',
  ],
};

test.each(TEXT_FORMS)('%s: agrees with an oracle on texts that nearly have the form', (form) => {
  const pieces = fc.constantFrom(...PIECES[form]);
  let taken = 0;
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join('')),
    // a text of the form, with a piece in place of a character or between two characters
    fc
      .tuple(fc.constantFrom(...samplesOfForm({ ...FORM_BOUNDS[form], form }, form)), fc.nat(40), fc.nat(1), pieces)
      .map(([text, at, cut, piece]) => text.slice(0, at) + piece + text.slice(at + cut)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const expected = ORACLES[form](text) && text.length <= FORM_BOUNDS[form].hi;
      if (expected) taken += 1;
      expect([text, isOfForm(text, form)]).toEqual([text, expected]);
    }),
    { numRuns: 1_000 },
  );
  expect(taken).toBeGreaterThan(10);
});

/** Cases written by hand, with the reason. */
const REFUSED: readonly (readonly [form: TextForm, text: string, why: string])[] = [
  ['hostname', '', 'no label'],
  ['hostname', 'Example.com', 'a capital'],
  ['hostname', 'example.com.', 'a dot at the end'],
  ['hostname', '.example.com', 'an empty label'],
  ['hostname', 'a..b', 'an empty label'],
  ['hostname', '-a.b', 'a hyphen first'],
  ['hostname', 'a-.b', 'a hyphen last'],
  ['hostname', 'a.123', 'a last label of digits'],
  ['hostname', '0x7f000001', 'an address in hexadecimal'],
  ['hostname', '127.0x1', 'an address in hexadecimal'],
  ['hostname', '169.254.169.254', 'an address'],
  ['hostname', `${'a'.repeat(64)}.b`, 'a label of 64'],
  ['hostname', `${'a.'.repeat(126)}bb`, '254 characters'],
  ['hostname', 'a_b.c', 'an underscore'],
  ['hostname', 'a.b\n', 'a line feed behind it'],
  ['hostname', 'xn--a-.b', 'Punycode'],
  ['ipv4', '1.2.3', 'three numbers'],
  ['ipv4', '01.2.3.4', 'a leading zero'],
  ['ipv4', '1.2.3.256', 'a number too large'],
  ['ipv4', '1.2.3.4.', 'a dot at the end'],
  ['ipv6', '::0', 'a zero beside the gap'],
  ['ipv6', '1::2:0:0:0:3', 'not the longest run'],
  ['ipv6', '1:2:3:4:5:6:7::', 'a gap of one group'],
  ['ipv6', '2001:DB8::1', 'capitals'],
  ['ipv6', '::ffff:1.2.3.4', 'dotted form'],
  ['ipv6', 'fe80::1%eth0', 'a zone'],
  ['ipv6', '1:2:3:4:5:6:7:8:9', 'nine groups'],
  ['path', '', 'no slash'],
  ['path', 'a/b', 'relative'],
  ['path', '/a/', 'a slash at the end'],
  ['path', '//', 'an empty segment'],
  ['path', '/a/../b', 'a step up'],
  ['path', '/.', 'a segment that stays'],
  ['path', '/a/.~/.', 'a segment that stays, behind one that begins with a dot'],
  ['path', '/a%2fb', 'an escape'],
  ['path', '/a\\b', 'a backslash'],
  ['path', '/a\0', 'NUL'],
  ['path', '/a;b', 'a parameter of a segment'],
  ['path', '/a*', 'a wildcard'],
  ['path', '/\uff0e\uff0e/a', 'dots of another width'],
];

test.each(REFUSED)('%s: no %j, %s', (form, text) => {
  expect(isOfForm(text, form)).toBe(false);
});

test('no text has two forms', () => {
  for (const form of TEXT_FORMS) {
    const samples = samplesOfForm({ ...FORM_BOUNDS[form], form }, form);
    expect(samples.length).toBeGreaterThan(4);
    for (const text of samples) expect([text, TEXT_FORMS.filter((other) => isOfForm(text, other))]).toEqual([text, [form]]);
  }
});

test('the samples of a form include its greatest length', () => {
  for (const form of TEXT_FORMS) {
    const lengths = samplesOfForm({ ...FORM_BOUNDS[form], form }, form).map(({ length }) => length);
    expect([form, Math.max(...lengths)]).toEqual([form, FORM_BOUNDS[form].hi]);
  }
});

test('characters are spelled as in a source', () => {
  expect(spellCharacters([0x61, 0x7a])).toBe('a-z');
  expect(spellCharacters([0x2d, 0x2e, 0x30, 0x39, 0x5f, 0x5f])).toBe('.0-9_-');
  expect(spellCharacters([0x21, 0x21, 0x2d, 0x39])).toBe('--9!');
  expect(spellCharacters([0x2b, 0x2d])).toBe('+--');
});
