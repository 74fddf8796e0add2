import type { Assurance } from '@kirchhoff/kernel/certificate/assurance';
import type { Metrics } from '@kirchhoff/kernel/certificate/format';
import type { Diagnostic, Place } from '@kirchhoff/language/diagnostics/diagnostic';

/** The certification of a program: the form of the API's answer, without the registry's own fields. */
export interface Certification {
  readonly certified: boolean;
  /** Verified over total closure domains, cut to four decimals: 1 exactly when all are verified. */
  readonly phi_c: number;
  /** The grade of the evidence; null if the program is open. */
  readonly assurance: Assurance | null;
  readonly hash: string;
  readonly tce_metrics: Metrics;
  /**
   * Static cost: a run takes at most 64 times as many elementary steps, and 16 (docs/language/cost-and-limits.md, "Static cost").
   */
  readonly worst_case_cost: number;
  readonly closure_domains: readonly ClosureDomainReport[];
  /** Empty exactly when certified. */
  readonly errors: readonly ClosureError[];
  readonly warnings: readonly Diagnostic[];
  /** The certificate as the exact bytes of its JSON text; null if the program is open. */
  readonly certificate: Uint8Array | null;
}

export type ClosureKind = 'input' | 'output' | 'operation' | 'contract' | 'source';

export interface ClosureDomainReport extends Place {
  readonly kind: ClosureKind;
  /** The name that the author gave. */
  readonly domain: string;
  readonly verdict: 'verified' | 'refuted' | 'undecided';
  /**
   * The layer that closed it (`structure`, `analysis`, `linear`, `states`, `cases`, `exhaustion`, `smt`, `witness`), or the
   * reason why it is undecided.
   */
  readonly by: string;
}

export type ClosureErrorType =
  | 'unclosed_domain'
  | 'unconsumed_input'
  | 'unproduced_output'
  | 'entropy_source'
  | 'uncovered_match'
  | 'empty_requires';

/** The reasons of closure errors, more specific than their types, each with its title. */
export const CLOSURE_REASON_TITLES = {
  promise: 'An ensure does not always hold',
  result: 'An output, or the result of a component, leaves its domain',
  bound: 'A wire leaves its stated domain, or a value the domain after `as`',
  index: 'An index is not in its list',
  division: 'A divisor can be 0',
  overflow: 'A value does not fit 64 bits',
  length: 'A list or a text can be longer than the limits allow',
  argument: 'An argument is not in its domain, or a require of the component does not hold',
  accumulator: 'The accumulator of a fold leaves its stated domain',
  invariant: 'The invariant of a fold is false at first, or after a round',
  match: 'A match does not cover every value',
  input: 'An input reaches no output, require or ensure',
  output: 'An output is never produced',
  entropy: 'The result is not determined by the inputs',
  requires: 'No input was found that satisfies all requires',
  whole: 'The proof as a whole is too long to be kept or checked',
} as const;
export type ClosureReason = keyof typeof CLOSURE_REASON_TITLES;
/** The reasons why one closure domain is open. */
export type DomainReason = Exclude<ClosureReason, 'whole'>;

export interface ClosureError extends Place {
  readonly type: ClosureErrorType;
  readonly reason: ClosureReason;
  readonly domain: string;
  readonly message: string;
  /** Inputs in the JSON form of values, confirmed by the reference evaluator to fail there. */
  readonly counterexample?: Readonly<Record<string, unknown>>;
  /** The component whose arguments form the counterexample; absent if they are the inputs of the circuit. */
  readonly component?: string;
  /** The action of a policy whose params form the counterexample; absent in a circuit. */
  readonly action?: string;
}
