import { ALL_CHARACTERS, type Characters, type TextForm } from '../types/text-forms.js';
import { hasOnly } from './text-forms.js';

/** Bounds of the sampled texts; they are not empty. */
export interface TextBounds {
  readonly lo: number;
  readonly hi: number;
  readonly characters: Characters;
  readonly form: TextForm | null;
}

const LONG_LABEL = 'a'.repeat(63);

/** Texts of each form, short and common ones first, and longest ones last. */
const SAMPLES: Readonly<Record<TextForm, readonly string[]>> = {
  hostname: [
    'a',
    'localhost',
    'a.b',
    'example.com',
    'www.example.com',
    'a-1.x9',
    'a--b.c--d',
    `${LONG_LABEL}.${LONG_LABEL}.${LONG_LABEL}.${'b'.repeat(61)}`,
  ],
  ipv4: ['0.0.0.0', '127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.100.200', '255.255.255.255'],
  ipv6: ['::', '::1', '1::', 'fe80::1', '2001:db8::1:0:0:1', '::ffff:a9fe:a9fe', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  path: ['/', '/a', '/a/b', '/.a', '/...', '/a..', '/srv/app/a.txt', '/A-Z/0~9/_+,=:@', `/${'a'.repeat(4_094)}`],
};

/** Samples of the form within the bounds; empty if the bounds exclude all of them. */
export function samplesOfForm({ lo, hi, characters }: TextBounds, form: TextForm): readonly string[] {
  return SAMPLES[form].filter((text) => lo <= text.length && text.length <= hi && hasOnly(text, characters));
}

/** Characters of a class for sample texts: the ends of its ranges; for all characters, some of different scripts and widths. */
export function lettersOf(characters: Characters, others: readonly string[]): readonly string[] {
  if (characters === ALL_CHARACTERS) return others;
  const ends = [...new Set(characters)].map(Number).filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff);
  const inside = others.filter((letter) => hasOnly(letter, characters));
  return [...new Set([...inside, ...ends.map((codePoint) => String.fromCodePoint(codePoint))])];
}
