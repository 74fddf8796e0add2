import type { DrawnType, TextSet } from './tree.js';

export type TextType = Extract<DrawnType, { readonly kind: 'text' }>;

/** Sets of letters for generated texts. Some contain others; one is stated as a range. */
export const LETTER_SETS: readonly TextSet[] = [
  ...['ab', 'a', 'ab7', '7', '-7', 'é🎉'].map((letters) => ({ letters: Array.from(letters) })),
  { letters: Array.from('-abcdef'), stated: 'a-f-' },
];

const HOSTNAME = /^(?=.{1,253}$)(?!.*(?:^|\.)xn--)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/;
const PATH = /^(?=.{1,4095}$)(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[-+,.:=@_~a-zA-Z0-9]+)+)$/;

/** Returns true for an IPv6 address in the form of RFC 5952, section 4, without a dotted part. */
function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const isWhole = halves.length === 1;
  const missing = 8 - left.length - right.length;
  if (isWhole ? missing !== 0 : missing < 2) return false;
  const groups = [...left, ...Array.from({ length: isWhole ? 0 : missing }, () => '0'), ...right];
  return groups.every((group) => /^(?:0|[1-9a-f][0-9a-f]{0,3})$/.test(group)) && shortened(groups) === text;
}

/** Returns the groups with the first of the longest runs of at least two zeros omitted. */
function shortened(groups: readonly string[]): string {
  const runs = groups.map((_, start) => {
    const end = groups.findIndex((group, index) => index >= start && group !== '0');
    return (end < 0 ? groups.length : end) - start;
  });
  const longest = Math.max(...runs);
  if (longest < 2) return groups.join(':');
  const start = runs.indexOf(longest);
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + longest).join(':')}`;
}

const closed = (domain: string, lo: number, hi: number, has: (text: string) => boolean, ...some: readonly string[]): TextType => ({
  kind: 'text',
  lo,
  hi,
  of: { domain, some, has },
});

/** The closed domains, by patterns and by this folder's own parser. */
export const CLOSED: readonly TextType[] = [
  closed('hostname', 1, 253, (text) => HOSTNAME.test(text), 'a', 'a.b', 'localhost', 'db.internal.example.com', 'a-7.b7'),
  closed('ipv4', 7, 15, (text) => IPV4.test(text), '0.0.0.0', '127.0.0.1', '169.254.169.254', '255.255.255.255'),
  closed('ipv6', 2, 39, isIpv6, '::', '::1', 'fe80::a:0:0:1', '2001:db8:0:1:1:1:1:1', '1:0:2:0:3:0:4:0'),
  closed('path', 1, 4_095, (text) => PATH.test(text), '/', '/a', '/a/b.7', '/-/...'),
];

/** Returns true if the first set, all texts if it is undefined, is a subset of the second. */
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

/** Returns the text of the domain as a source states it. */
export function textDomainOf({ lo, hi, of }: TextType): string {
  if (of === undefined) return `text[${lo}..${hi}]`;
  if (!('letters' in of)) return of.domain;
  return `text[${lo}..${hi}] of ${JSON.stringify(of.stated ?? of.letters.join(''))}`;
}
