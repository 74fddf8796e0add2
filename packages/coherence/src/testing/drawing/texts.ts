import type { TextSet, Type } from './tree.js';

export type TextType = Extract<Type, { readonly kind: 'text' }>;

/** Sets of the letters that texts are drawn of, some within others. */
export const LETTER_SETS: readonly TextSet[] = ['ab', 'a', 'ab7', '7', '-7', 'é🎉'].map((letters) => ({ letters: Array.from(letters) }));

const HOSTNAME = /^(?=.{1,253}$)(?!.*(?:^|\.)xn--)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/;
const PATH = /^(?=.{1,4095}$)(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[-+,.:=@_~a-zA-Z0-9]+)+)$/;

const closed = (domain: string, lo: number, hi: number, pattern: RegExp, ...some: readonly string[]): TextType => ({
  kind: 'text',
  lo,
  hi,
  of: { domain, some, has: (text) => pattern.test(text) },
});

/** The closed domains, by patterns of this folder's own. */
export const CLOSED: readonly TextType[] = [
  closed('hostname', 1, 253, HOSTNAME, 'a', 'a.b', 'localhost', 'db.internal.example.com', 'a-7.b7'),
  closed('ipv4', 7, 15, IPV4, '0.0.0.0', '127.0.0.1', '169.254.169.254', '255.255.255.255'),
  closed('path', 1, 4_095, PATH, '/', '/a', '/a/b.7', '/-/...'),
];

/** True where every text of the first set, any where it is undefined, is one of the second. */
export function isOf(set: TextSet | undefined, into: TextSet | undefined): boolean {
  if (into === undefined || set === into) return true;
  return set !== undefined && 'letters' in set && 'letters' in into && set.letters.every((letter) => into.letters.includes(letter));
}

export function isText({ lo, hi, of }: TextType, text: string): boolean {
  const letters = Array.from(text);
  if (letters.length < lo || letters.length > hi) return false;
  if (of === undefined) return true;
  return 'letters' in of ? letters.every((letter) => of.letters.includes(letter)) : of.has(text);
}

/** The domain as a source states it. */
export function textDomainOf({ lo, hi, of }: TextType): string {
  if (of === undefined) return `text[${lo}..${hi}]`;
  if (!('letters' in of)) return of.domain;
  return `text[${lo}..${hi}] of ${JSON.stringify(of.letters.join(''))}`;
}
