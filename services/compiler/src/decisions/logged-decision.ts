import type { Decision } from '@kirchhoff/coherence';
import type { LogRule } from './log-rule.js';

/** A decision in the form that is written into the log. */
export interface LoggedDecision {
  readonly decisionId: string;
  readonly policyId: string;
  readonly version: number;
  readonly accountId: string;
  readonly decidedAt: Date;
  readonly category: string;
  readonly verdict: Decision['verdict'];
  readonly rule: string | null;
  /** By name as JSON; `null` for a masked one. */
  readonly params: string;
  /** The names of masked params as JSON. */
  readonly masked: string;
  /** True if the action can be decided again: the policy has it, and all of its params are kept. */
  readonly replayable: boolean;
  /** Its bytes in the account's storage. */
  readonly octets: number;
}

/** A decision, with its action. */
export interface DecidedAction {
  readonly decision: Decision;
  readonly decisionId: string;
  readonly policyId: string;
  readonly version: number;
  readonly accountId: string;
  readonly decidedAt: Date;
  readonly action: { readonly category: string; readonly params: unknown };
  /** The params that the version declares for the category; `undefined` if it declares no such category. */
  readonly declared: readonly string[] | undefined;
}

/** Maximal characters of the JSON of a decision's params; the same limit applies separately to the names of masked params. */
const MAX_PARAMS = 4_096;
/** Maximal characters of a category or rule. Declared ones are usually shorter. */
export const MAX_NAME = 200;
/** Bytes of a row besides its texts, including its part of the indexes. */
const ROW_BYTES = 200;

/**
 * Returns the row of a decision. It has only declared params, and only the values that the rule keeps: other data of a caller is
 * not stored. The row has a bounded size; larger values are masked.
 */
export function loggedDecision({ decision, action, declared, ...about }: DecidedAction, { keep }: LogRule): LoggedDecision {
  const { params, masked, isWhole } = keptParams(action.params, declared ?? [], keep);
  const category = declared === undefined ? loggedName(action.category) : action.category.slice(0, MAX_NAME);
  const rule = decision.rule?.slice(0, MAX_NAME) ?? null;
  const replayable = isWhole && decision.errors === undefined && category === action.category;
  const texts = [about.decisionId, about.policyId, about.accountId, category, rule ?? '', params, masked];
  const octets = texts.reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES);
  return { ...about, category, verdict: decision.verdict, rule, params, masked, replayable, octets };
}

interface KeptParams {
  readonly params: string;
  readonly masked: string;
  /** True if it has every param with its value. */
  readonly isWhole: boolean;
}

function keptParams(given: unknown, declared: readonly string[], keep: ReadonlySet<string>): KeptParams {
  const members: string[] = [];
  const masked: string[] = [];
  let [left, leftOfMasked] = [MAX_PARAMS, MAX_PARAMS];
  for (const name of declared) {
    if (typeof given !== 'object' || given === null || !Object.hasOwn(given, name)) continue;
    const quoted = JSON.stringify(name);
    const value = keep.has(name) ? boundedJson(Reflect.get(given, name), left - quoted.length) : undefined;
    leftOfMasked -= value === undefined ? quoted.length : 0;
    // The names of masked params fill the space, so the values of the others are left out too.
    if (leftOfMasked < 0) return { params: `{${members.join()}}`, masked: `[${masked.join()}]`, isWhole: false };
    if (value === undefined) masked.push(quoted);
    members.push(`${quoted}:${value ?? 'null'}`);
    left -= value === undefined ? 0 : quoted.length + value.length;
  }
  return { params: `{${members.join()}}`, masked: `[${masked.join()}]`, isWhole: masked.length === 0 };
}

/**
 * Returns the JSON of a value that was read from JSON. `undefined` if it has more than `most` characters, or a number that is no
 * plain integer (it was read as Infinity); it then stops at once.
 */
export function boundedJson(value: unknown, most: number): string | undefined {
  if (typeof value === 'string' && value.length > most) return undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value);
    return text.length > most ? undefined : text;
  }
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let left = most - 2;
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const name = isList ? '' : `${JSON.stringify(key)}:`;
    const part = boundedJson(Reflect.get(value, key), left - name.length - 1);
    if (part === undefined) return undefined;
    parts.push(name + part);
    left -= name.length + part.length + 1;
  }
  return left < 0 ? undefined : isList ? `[${parts.join()}]` : `{${parts.join()}}`;
}

/** Converts any text to a category that Postgres can store: without NUL and halves of surrogate pairs, of bounded length. */
function loggedName(text: string): string {
  return Buffer.from(text.slice(0, MAX_NAME).replaceAll('\0', '\ufffd'), 'utf8').toString('utf8');
}
