import type { Assurance, ClosureError, Decision, FaultPlace, PolicyProgram } from '@kirchhoff/coherence';
import type { RefusedSource, ResolvedPins, SourceWork, StoredSource, Unreadable } from '@kirchhoff/engine-host';
import type { OptionRefusal, ServiceVersion } from '@kirchhoff/targets';
import type { Closed } from './closed.js';

/** Everything here is plain data: it is cloned on its way to and from the engine's threads. */

export interface AnalyzeWork extends SourceWork {
  /** `sarif`: the findings as a SARIF log, also of a source that is no program. */
  readonly form: 'json' | 'sarif';
  /** The path of the source in a SARIF log. */
  readonly name: string;
  /** Answer with the open closure domains instead, if the program has any. */
  readonly requireClosed: boolean;
}

export interface CompileWork extends SourceWork {
  /** The id of an existing target. */
  readonly target: string;
  readonly allowOpen: boolean;
  readonly harness: boolean;
  /** Guard at run time the closure domains that were closed by a solver or by runs on all inputs. */
  readonly guards: boolean;
  /** Add a file of tests; only for a policy. */
  readonly tests: boolean;
}

/** Two circuits or two policies to compare. */
export interface CompareWork {
  readonly old: SourceWork;
  readonly new: SourceWork;
  /** The pins of the unresolved sources; `undefined` before they have been resolved. */
  readonly pins: ResolvedPins | undefined;
}

/** A policy to compare. */
export interface ComparedPolicyWork extends SourceWork {
  /** The certificate of a stored version; `undefined` for a source. */
  readonly certificate: Uint8Array | undefined;
}

export interface ComparePoliciesWork extends CompareWork {
  readonly old: ComparedPolicyWork;
  readonly new: ComparedPolicyWork;
}

/** One of the two sources is no circuit, or no policy. */
export interface SideRefused {
  readonly kind: 'side';
  readonly side: 'old' | 'new';
  readonly refused: RefusedSource;
}

export interface EvaluateWork extends SourceWork {
  /** By port, in the JSON form of values. */
  readonly inputs: unknown;
}

/** An action to be decided. `params` is in the JSON form of values. */
export interface RequestedAction {
  readonly category: string;
  readonly params: unknown;
}

/** A stored policy with the certificate of its proof. */
export interface CertifiedSource extends StoredSource {
  readonly certificate: Uint8Array;
}

/** A stored policy whose certificate was checked when it was loaded. */
export interface CheckedSource extends StoredSource {
  readonly closed: Closed;
}

/** The decision that ends an answer: the first ALLOW, or the first that is none. */
export type Ending = 'first ALLOW' | 'first that is no ALLOW';

export interface DecideWork extends CheckedSource {
  readonly actions: readonly RequestedAction[];
  /** `undefined`: all actions are decided. */
  readonly ending?: Ending | undefined;
}

/** An earlier decision about an action. */
export interface PastDecision {
  readonly category: string;
  /** The JSON of the params. */
  readonly params: string;
  readonly verdict: Decision['verdict'];
  readonly rule: string | null;
}

export interface ReplayWork extends SourceWork {
  readonly decided: readonly PastDecision[];
  /** The certificate of a stored version; `undefined` for a source. */
  readonly certificate: Uint8Array | undefined;
}

/** An earlier decision with another verdict now. */
export interface ChangedVerdict {
  readonly place: number;
  readonly verdict: Decision['verdict'];
  readonly rule: string | null;
}

export interface ReplayedDecisions {
  readonly kind: 'replayed';
  readonly hash: string;
  readonly changed: readonly ChangedVerdict[];
  /** The number of decisions with the same verdict but another first rule. */
  readonly otherRules: number;
}

/** The bytes of an answer's JSON, made in the thread: the event loop only sends them. */
export interface Answered {
  readonly kind: 'answer';
  readonly json: Uint8Array<ArrayBuffer>;
}

/** Not everything is proven. */
export interface Open {
  readonly kind: 'open';
  /** The errors of its certification, at most {@link MAX_OPEN_ERRORS}. */
  readonly errors: readonly ClosureError[];
  /** Count of all errors. */
  readonly total: number;
  /** True if an output has no producing wire, which is refused even with `allow_open`. */
  readonly missingOutput: boolean;
}

/** An open program where a closed one was required. */
export interface NotClosed {
  readonly kind: 'not-closed';
  readonly type: 'circuit' | 'policy';
  readonly open: Open;
}

/** A version of a policy to compile to a module. */
export interface EmitWork extends CertifiedSource, ServiceVersion {
  /** The id of an existing target. */
  readonly target: string;
  /** The hash of the proven version. */
  readonly hash: string;
}

/** A file in a target's language. */
export interface Emitted {
  readonly kind: 'emitted';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fileName: string;
}

/** An option of a compilation that does not fit its program. */
export interface UnfitOption {
  readonly kind: 'unfit-option';
  readonly refusal: OptionRefusal;
  readonly message: string;
}

/** The compiled program would exceed the maximal length. */
export interface TooLong {
  readonly kind: 'too-long';
  readonly message: string;
}

/** Further ones are counted, not listed. */
export const MAX_OPEN_ERRORS = 1_000;

/** The outcomes of an evaluation without outputs. */
export type EvaluationRefused =
  | { readonly kind: 'domain-error'; readonly port: string | null; readonly path: string; readonly message: string }
  | ({ readonly kind: 'fault' | 'entropy' } & FaultPlace);

/** An action, with the verdict that a policy is expected to give. */
export interface ExpectedVerdict extends RequestedAction {
  readonly verdict: Decision['verdict'];
}

/** A case whose verdict is not the expected one. */
export interface FailedCase {
  /** The position of the case, from 0. */
  readonly index: number;
  readonly verdict: Decision['verdict'];
  /** The deciding rule; `null` for the default, and for an action that the policy does not accept. */
  readonly rule: string | null;
}

/** A policy to prove. */
export interface PolicyWork extends SourceWork {
  /** Decided after the proof. */
  readonly cases: readonly ExpectedVerdict[];
}

/** A stored policy, with cases to decide. */
export interface TestPolicyWork extends CertifiedSource {
  readonly cases: readonly ExpectedVerdict[];
}

/** A stored policy whose graph is requested. */
export interface PolicyGraphWork extends CertifiedSource {
  readonly policyId: string;
  readonly version: number;
}

export type TestedPolicy = { readonly kind: 'tested'; readonly hash: string; readonly failed: readonly FailedCase[] } | Unreadable;

/** A policy that closes. */
export interface ClosedPolicy {
  readonly kind: 'policy';
  /** The source to store, with its files written into it. */
  readonly source: string;
  readonly hash: string;
  readonly languageVersion: string;
  readonly engineVersion: string;
  readonly assurance: Assurance;
  /** The bytes of `{ actions, warnings }` as JSON. */
  readonly report: Uint8Array<ArrayBuffer>;
  readonly certificate: Uint8Array<ArrayBuffer>;
  /** The failed cases. */
  readonly failed: readonly FailedCase[];
}

/** A declared param of an action. */
export interface DeclaredParam {
  readonly name: string;
  /** True if its domain is `T?`, with a `T` that is no option itself: then its value is plain or missing. */
  readonly optional: boolean;
}

/** The params that each action of a policy declares, by category. */
export type DeclaredParams = ReadonlyMap<string, readonly DeclaredParam[]>;

/**
 * The way in which a stored policy decides: `here`, if its program is small enough for the event loop; or `in-thread`, if its most
 * expensive action takes too long.
 */
export type PolicyLoad =
  | {
      readonly kind: 'here';
      readonly hash: string;
      readonly params: DeclaredParams;
      readonly closed: Closed;
      readonly program: PolicyProgram;
      readonly nodes: number;
    }
  | { readonly kind: 'in-thread'; readonly hash: string; readonly params: DeclaredParams; readonly closed: Closed }
  | Unreadable;

export type Decided =
  | { readonly kind: 'decisions'; readonly decisions: readonly Decision[] }
  /** The decisions together are too large for one answer. */
  | { readonly kind: 'too-large' }
  | Unreadable;
