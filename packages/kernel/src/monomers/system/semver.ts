import { integers, NEVER, option, texts } from '../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../limits.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import { compareText } from '../../values/text.js';
import { NONE, OptionValue } from '../../values/value.js';
import { textAt } from '../arguments.js';
import { monomer } from '../monomer.js';
import { optionOf, overload } from '../overloads.js';
import { textViewAt, whereSome } from '../views.js';
import { READS } from '../work.js';

/** Characters of the shortest version, for example 0.0.0. */
const SHORTEST = 5;

/** Texts of `+`, `-`, `.`, digits and letters. */
const VERSIONS = texts(SHORTEST, TEXT_LENGTH, [0x2b, 0x2b, 0x2d, 0x2e, 0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a]);

export const compareSemver = monomer({
  overloads: [overload({ a: TEXT, b: TEXT }, optionOf(INTEGER))],
  reference: (args) => {
    const [a, b] = [parseVersion(textAt(args, 0)), parseVersion(textAt(args, 1))];
    return a === undefined || b === undefined ? NONE : new OptionValue(compareVersions(a, b));
  },
  work: READS,
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const areTooShort = Math.min(textViewAt(args, 0).hi, textViewAt(args, 1).hi) < SHORTEST;
    return option(true, areTooShort ? NEVER : integers(-1, 1));
  },
  related: (_, relations) => option(true, relations.same(0, 1) ? integers(0, 0) : integers(-1, 1)),
  refine: (result) => whereSome(result, () => [VERSIONS, VERSIONS]),
  facts: null,
  linear: null,
  smt: null,
});

/** A version of SemVer 2.0.0 without its build metadata, which does not affect precedence. */
interface Version {
  /** Major, minor, patch: decimal digits without leading zeros, of any length. */
  readonly core: readonly string[];
  /** The identifiers of the pre-release; empty for a release. */
  readonly preRelease: readonly string[];
}

/** Parses a version (semver.org 2.0.0, items 2, 9 and 10); `undefined` if the text is no version. Linear in its length. */
function parseVersion(text: string): Version | undefined {
  const [unbuilt, build] = cut(text, '+');
  const [release, pre] = cut(unbuilt, '-');
  const core = release.split('.');
  const preRelease = pre?.split('.') ?? [];
  const wellFormed =
    core.length === 3 &&
    core.every(isPlainNumber) &&
    preRelease.every((part) => isIdentifier(part) && (!isNumeric(part) || isPlainNumber(part))) &&
    (build?.split('.') ?? []).every(isIdentifier);
  return wellFormed ? { core, preRelease } : undefined;
}

/** The parts before and after the first separator. */
function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function isNumeric(text: string): boolean {
  return text !== '' && !/[^0-9]/.test(text);
}

function isPlainNumber(text: string): boolean {
  return isNumeric(text) && (text === '0' || !text.startsWith('0'));
}

function isIdentifier(text: string): boolean {
  return text !== '' && !/[^0-9A-Za-z-]/.test(text);
}

/** Compares by precedence (item 11): -1 if `a` is lower. */
function compareVersions(a: Version, b: Version): -1 | 0 | 1 {
  const core = compareLists(a.core, b.core);
  if (core !== 0) return core;
  // A release is higher than each of its pre-releases.
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return sign(b.preRelease.length - a.preRelease.length);
  return compareLists(a.preRelease, b.preRelease);
}

/** Compares identifier by identifier. If all of the shorter list are equal, the longer list is higher. */
function compareLists(a: readonly string[], b: readonly string[]): -1 | 0 | 1 {
  for (const [i, left] of a.entries()) {
    const right = b[i];
    if (right === undefined) return 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return a.length < b.length ? -1 : 0;
}

/** Compares numeric identifiers by value and the others in ASCII order; numeric identifiers are below all others. */
function compareIdentifiers(a: string, b: string): -1 | 0 | 1 {
  const numericA = isNumeric(a);
  if (numericA !== isNumeric(b)) return numericA ? -1 : 1;
  // Without leading zeros, the longer number is greater.
  if (numericA && a.length !== b.length) return sign(a.length - b.length);
  return compareText(a, b);
}

function sign(difference: number): -1 | 0 | 1 {
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}
