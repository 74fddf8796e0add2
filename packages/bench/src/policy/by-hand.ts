import { LARGE, MAX_CENTS, SMALL } from './rules.js';

/** A decision in the form that all engines share. */
export interface HandDecision {
  readonly verdict: string;
  readonly rule: string | null;
  readonly determined_by: readonly string[];
  readonly reason: string;
}

const REGIONS = new Set(['eu', 'us', 'uk', 'other']);
const PLACES = new Map([
  ['pay.refund', 0],
  ['pay.payout', 1],
  ['pay.transfer', 2],
  ['pay.credit', 3],
]);

/** The rules of the benchmark, written by hand: params are checked, and all deciding rules are named. */
export function decideByHand(category: string, params: Readonly<Record<string, unknown>>): HandDecision {
  const place = PLACES.get(category);
  if (place === undefined) return denied('no such action');
  const { cents, region, role, verified } = params;
  if (typeof cents !== 'number' || !Number.isInteger(cents) || cents < 0 || cents > MAX_CENTS) return denied('cents');
  if (typeof region !== 'string' || !REGIONS.has(region)) return denied('region');
  if (typeof role !== 'string' || role.length > 20) return denied('role');
  if (typeof verified !== 'boolean') return denied('verified');
  for (const name in params) if (name !== 'cents' && name !== 'region' && name !== 'role' && name !== 'verified') return denied(name);
  const [small, large] = [SMALL * (place + 1), LARGE * (place + 1)];
  const denying: string[] = [];
  if (region === 'other') denying.push(`abroad_${place}`);
  if (cents > small && !verified) denying.push(`unverified_${place}`);
  if ((role === 'guest' || role === 'bot') && cents > 100) denying.push(`nobody_${place}`);
  if (denying.length > 0) return decided('DENY', denying);
  const allowing: string[] = [];
  if (cents <= small) allowing.push(`small_${place}`);
  if (role === 'staff' && cents <= large) allowing.push(`staff_${place}`);
  return allowing.length > 0 ? decided('ALLOW', allowing) : denied('no rule applies');
}

function decided(verdict: string, rules: readonly string[]): HandDecision {
  const [rule = null] = rules;
  return { verdict, rule, determined_by: rules, reason: `rule ${rule} applies` };
}

function denied(reason: string): HandDecision {
  return { verdict: 'DENY', rule: null, determined_by: [], reason };
}
