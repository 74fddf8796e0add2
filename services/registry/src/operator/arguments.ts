import {
  ACCOUNT_LIMITS,
  type AccountLimitName,
  isAccountLimit,
  isScope,
  type KeyScope,
  parseIdentifier,
  parseKey,
  SCOPES,
  TIERS,
  type Tier,
} from '@kirchhoff/platform';
import { InvalidArgumentError } from 'commander';
import { validRange } from 'semver';
import type { LimitRequest } from './accounts/set-limit.js';
import { SORTED_BY, type SortedBy } from './top.js';

/* Parsers of command arguments. A parser throws the text that commander shows beside the option, with exit code 2. */

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;
const MAX_NAME_LENGTH = 200;
const MAX_THREADS = 64;

/** An account by its identifier or its e-mail. */
export function account(text: string): string {
  if (parseIdentifier('account', text) !== undefined || (text.includes('@') && !text.includes('\0'))) return text;
  throw new InvalidArgumentError('An account is acc_ and 22 letters and digits, or an e-mail.');
}

export function email(text: string): string {
  if (!/^[^@]+@[^@]+$/.test(text) || text.includes('\0') || text.length > 254)
    throw new InvalidArgumentError('An e-mail is like you@example.org.');
  return text;
}

/** A key by its identifier, or in plain text. */
export function key(text: string): string {
  if (parseIdentifier('key', text) !== undefined || parseKey(text) !== undefined) return text;
  throw new InvalidArgumentError('A key is named by its id, key_ and 22 letters and digits, or by the whole key.');
}

/** A circuit's identifier. */
export function circuitId(text: string): string {
  if (parseIdentifier('circuit', text) === undefined) throw new InvalidArgumentError('A circuit is cir_ and 22 letters and digits.');
  return text;
}

export function tier(text: string): Tier {
  const found = TIERS.find((each) => each === text);
  if (found === undefined) throw new InvalidArgumentError(`The tiers are ${TIERS.join(' and ')}.`);
  return found;
}

export function limit(text: string): AccountLimitName {
  if (isAccountLimit(text)) return text;
  throw new InvalidArgumentError(`The limits are ${Object.keys(ACCOUNT_LIMITS).join(', ')}.`);
}

export function limitValue(text: string): number | 'default' {
  if (text === 'default') return text;
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('A limit is a whole number, or default.');
  return Number(text);
}

/** Returns the reason why a limit cannot have a value; `undefined` if it can. */
export function limitMistake({ limit: name, value }: Pick<LimitRequest, 'limit' | 'value'>): string | undefined {
  const { most } = ACCOUNT_LIMITS[name];
  return value === 'default' || value <= most ? undefined : `error: option '--value <count>': ${name} is 0 to ${most}, or default.`;
}

export function sortedBy(text: string): SortedBy {
  const found = SORTED_BY.find((each) => each === text);
  if (found === undefined) throw new InvalidArgumentError(`The columns are ${SORTED_BY.join(', ')}.`);
  return found;
}

export function scopes(text: string): readonly KeyScope[] {
  const named = [...new Set(text.split(',').map((scope) => scope.trim()))];
  const known = named.filter(isScope);
  if (known.length !== named.length) throw new InvalidArgumentError(`The scopes are ${SCOPES.join(', ')}.`);
  return known;
}

export function keyName(text: string): string {
  if (text === '' || text.length > MAX_NAME_LENGTH || text.includes('\0'))
    throw new InvalidArgumentError('A name has 1 to 200 characters.');
  return text;
}

export function searched(text: string): string {
  if (text === '' || text.includes('\0')) throw new InvalidArgumentError('Name a text to search for.');
  return text;
}

/** A future moment: a day (its beginning in UTC), or a time with its offset. */
export function moment(text: string): Date {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError('A time is like 2027-01-31 or 2027-01-31T12:00:00Z.');
  if (time <= Date.now()) throw new InvalidArgumentError('This time is past.');
  return new Date(time);
}

export function engineRange(text: string): string {
  if (text.trim() === '' || validRange(text) === null)
    throw new InvalidArgumentError('A range of versions is like 1.2.3, "<1.3.0" or ">=1.0.0 <1.11.0".');
  return text;
}

export function threads(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_THREADS) throw new InvalidArgumentError(`Threads are 1 to ${MAX_THREADS}.`);
  return count;
}
