import { entityTag, failedPrecondition, type Preconditions, type Problem } from '@kirchhoff/platform';
import type { LogRule } from './log-rule.js';

export const LOG_MODES = ['off', 'sampled', 'all'] as const;

/** The settings of a policy's log. */
export interface LogSettings {
  readonly mode: (typeof LOG_MODES)[number];
  /** One of this number of decisions is logged if the mode is `sampled`. */
  readonly rate: number;
  readonly keep: readonly string[];
  readonly retentionDays: number;
}

/** Settings to change; `undefined` leaves a setting unchanged. */
export type LogChange = { readonly [Name in keyof LogSettings]: LogSettings[Name] | undefined };

/** Default: no decision is logged. */
export const NO_LOG: LogSettings = { mode: 'off', rate: 100, keep: [], retentionDays: 30 };

/** Returns the rule of a check; `undefined` if its decisions are not logged. */
export function logRule({ mode, rate, keep }: Pick<LogSettings, 'mode' | 'rate' | 'keep'>): LogRule | undefined {
  return mode === 'off' ? undefined : { rate: mode === 'all' ? 1 : rate, keep: new Set(keep) };
}

export function changedSettings(current: LogSettings, { mode, rate, keep, retentionDays }: LogChange): LogSettings {
  return {
    mode: mode ?? current.mode,
    rate: rate ?? current.rate,
    keep: keep === undefined ? current.keep : [...new Set(keep)],
    retentionDays: retentionDays ?? current.retentionDays,
  };
}

/** The bytes of the settings in the form of the API, with their entity tag. */
export function renderedSettings({ mode, rate, keep, retentionDays }: LogSettings) {
  const bytes = Buffer.from(JSON.stringify({ mode, rate, keep, retention_days: retentionDays }), 'utf8');
  return { bytes, tag: entityTag(bytes) };
}

/** Returns the problem of a change to the current settings; `undefined` if it is allowed. */
export type LogPrecondition = (current: LogSettings) => Problem | undefined;

export function logPrecondition(asked: Preconditions): LogPrecondition {
  return (current) => failedPrecondition(asked, () => renderedSettings(current).tag, 'This log');
}
