import type { DecisionTable } from '@kirchhoff/coherence';
import type { AccountFrame } from './frame.js';
import type { ListedPolicy, PolicyRefusal } from './policies.js';

/** The domain of a param, as the compiler describes it. */
export type ParamDomain =
  | { readonly kind: 'integer'; readonly lo: number | string; readonly hi: number | string }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  | { readonly kind: 'text' | 'bytes' | 'list' | 'record' | 'option' };

export interface PolicyAction {
  readonly category: string;
  readonly params: readonly { readonly name: string; readonly domain: ParamDomain }[];
}

/** The answer of POST /v1/policy/check. */
export interface ShownDecision {
  readonly verdict: string;
  readonly policy_version: number;
  readonly rule: string | null;
  readonly reason: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/** The answer of POST /v1/policies/:policy_id/compare. */
export interface ShownComparison {
  readonly equivalent: string;
  readonly at_most_as_permissive: string;
  readonly newly_allowed: string;
  readonly categories: readonly {
    readonly category: string;
    readonly changes: readonly { readonly old: string; readonly new: string; readonly answer: string; readonly params?: unknown }[];
  }[];
}

/** The settings of a decision log, in the answer of GET /v1/policies/:policy_id/log. */
export interface LogSettings {
  readonly mode: string;
  readonly rate: number;
  readonly keep: readonly string[];
  readonly retention_days: number;
}

/** A form of the page that was refused, with what was typed. */
export interface RefusedChange extends PolicyRefusal {
  readonly form: 'version' | 'log' | 'activate';
  readonly typed: Readonly<Record<string, string>>;
}

/** A decision of the log. */
export interface LoggedDecision {
  readonly decision_id: string;
  readonly decided_at: string;
  readonly category: string;
  readonly verdict: string;
  readonly rule: string | null;
  readonly params: unknown;
}

export interface Policy extends AccountFrame {
  readonly policy: ListedPolicy & { readonly hash: string; readonly source: string; readonly actions: readonly PolicyAction[] };
  /** `undefined` if the policy is too large for a table. */
  readonly table: DecisionTable | undefined;
  readonly versions: readonly { readonly version: number; readonly created_at: string; readonly current: boolean }[];
  /** The last question, with its answer. */
  readonly asked?:
    | { readonly category: string; readonly values: ReadonlyMap<string, string>; readonly decision: ShownDecision }
    | undefined;
  readonly compared?: ComparedVersions | undefined;
  /** The entity tag of the policy, by which a change is refused if another one came first. */
  readonly tag: string;
  /** `undefined` if the key of the session may neither read the log nor change the policy. */
  readonly log: PolicyLog | undefined;
  readonly refused?: RefusedChange | undefined;
}

export interface ComparedVersions {
  readonly old: number;
  readonly new: number;
  /** The comparison, or the reason for which there is none. */
  readonly result: ShownComparison | string;
}

export interface PolicyLog {
  readonly decisions: readonly LoggedDecision[];
  readonly settings: LogSettings;
  /** The entity tag of the settings. */
  readonly tag: string;
}

const MARKS: Readonly<Record<string, string>> = { allow: 'closed', deny: 'open' };

export function Verdict({ of }: { readonly of: string }) {
  return <span class={`mark ${MARKS[of.toLowerCase()] ?? ''}`}>{of.toLowerCase()}</span>;
}
