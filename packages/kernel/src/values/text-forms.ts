import { ALL_CHARACTERS, type Characters, FORM_BOUNDS, type TextForm } from '../types/text-forms.js';

/** Returns true if every code point of a well-formed text is one of these. */
export function hasOnly(text: string, characters: Characters): boolean {
  return firstOther(text, characters) === undefined;
}

/** The first code point of a well-formed text outside `characters`; `undefined` if there is no such code point. */
export function firstOther(text: string, characters: Characters): string | undefined {
  if (characters === ALL_CHARACTERS) return undefined;
  for (let i = 0; i < text.length; i += 1) {
    const codePoint = text.codePointAt(i) ?? 0;
    if (!isAmong(codePoint, characters)) return String.fromCodePoint(codePoint);
    if (codePoint > 0xffff) i += 1;
  }
  return undefined;
}

function isAmong(codePoint: number, characters: Characters): boolean {
  for (let i = 0; i < characters.length; i += 2) {
    const [lo, hi] = [characters[i], characters[i + 1]];
    if (lo !== undefined && hi !== undefined && lo <= codePoint && codePoint <= hi) return true;
  }
  return false;
}

/** Returns true if the text is of the form. Linear in the length; reads no more than the form admits. */
export function isOfForm(text: string, form: TextForm): boolean {
  const { lo, hi, characters } = FORM_BOUNDS[form];
  return lo <= text.length && text.length <= hi && hasOnly(text, characters) && RULES[form](text);
}

/** Rules of each form beyond its lengths and characters. */
const RULES: Readonly<Record<TextForm, (text: string) => boolean>> = { hostname: isHostname, ipv4: isIpv4, ipv6: isIpv6, path: isPath };

/**
 * RFC 1123, section 2.1, in lower case and without a trailing dot. The last label begins with a letter, so that no reader of IPv4
 * addresses accepts the text as an address. Such addresses may be hexadecimal and shorter than four numbers (`0x7f.1`,
 * `0x7f000001`). No label is Punycode (RFC 5890, section 2.3.2.1): `xn--a-` may be read as a second spelling of `a`.
 */
function isHostname(text: string): boolean {
  const labels = text.split('.');
  const first = labels.at(-1)?.charCodeAt(0) ?? 0;
  return labels.every(isLabel) && first >= 0x61;
}

const MAX_LABEL_LENGTH = 63;

function isLabel(label: string): boolean {
  return label !== '' && label.length <= MAX_LABEL_LENGTH && !/^-|^xn--|-$/.test(label);
}

/** RFC 3986, section 3.2.2, IPv4address. */
function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => part !== '' && Number(part) <= 255 && (part === '0' || !part.startsWith('0')));
}

const GROUPS = 8;

/**
 * RFC 5952, section 4: the canonical spelling of the eight groups. The dotted form of section 5 is a second spelling and is
 * rejected.
 */
function isIpv6(text: string): boolean {
  const [before = '', after, ...more] = text.split('::');
  if (more.length > 0) return false;
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')];
  const left = GROUPS - head.length - tail.length;
  if (after === undefined ? left !== 0 : left < 1) return false;
  const groups = [...head, ...Array.from({ length: left }, () => '0'), ...tail];
  return groups.every(isGroup) && text === shortest(groups);
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}

function isGroup(group: string): boolean {
  return group !== '' && group.length <= 4 && (group === '0' || !group.startsWith('0'));
}

/** The groups with the first of the longest runs of two zeros or more as `::`. */
function shortest(groups: readonly string[]): string {
  let [from, longest] = [0, 1];
  for (let start = 0; start < groups.length; start += 1) {
    let end = start;
    while (groups[end] === '0') end += 1;
    if (end - start > longest) [from, longest] = [start, end - start];
  }
  if (longest < 2) return groups.join(':');
  return `${groups.slice(0, from).join(':')}::${groups.slice(from + longest).join(':')}`;
}

/** `/`, or segments that each follow a `/` and are not empty, `.` or `..`. */
function isPath(text: string): boolean {
  if (text === '/') return true;
  const [before, ...segments] = text.split('/');
  return before === '' && segments.length > 0 && segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
