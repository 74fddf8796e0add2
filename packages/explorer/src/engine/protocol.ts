import type { Certification, ClosureError, Decision, Diagnostic, DomainJson, PolicyRule } from '@kirchhoff/coherence';
import type { OpenedPart, Part, Picture } from '@kirchhoff/pictures';
import type { Finding, Walk } from '../runs/walk.js';

/** A question to the engine's worker. The answers to a question have its number. */
export type Question =
  | { readonly kind: 'check'; readonly number: number; readonly source: string }
  | ({ readonly kind: 'run'; readonly number: number; readonly source: string } & RunRequest)
  | ({ readonly kind: 'open'; readonly number: number; readonly source: string } & Opening)
  | ({ readonly kind: 'decide'; readonly number: number; readonly source: string } & ActionRequest);

/** A picture to draw. */
export interface Opening {
  /** The action of a policy; `null` for a circuit. */
  readonly action: string | null;
  /** The part of the picture; `null` for the whole. */
  readonly part: string | null;
}

/** An action for a policy to decide. */
export interface ActionRequest {
  readonly category: string;
  /** A JSON object of params by name. */
  readonly params: string;
  readonly finding: Finding | null;
}

/** A run of a circuit, or of one of its components. */
export interface RunRequest {
  /** A JSON object of inputs by port, or of arguments by parameter. */
  readonly inputs: string;
  /** The name of the component; `null` for the circuit. */
  readonly component: string | null;
  /** The finding that the run shows: the walk ends there if the run fails at several places. */
  readonly finding: Finding | null;
}

export interface Port {
  readonly name: string;
  readonly domain: DomainJson;
  /** The domain as a reader writes it. */
  readonly text: string;
}

/** A certified or open circuit. */
export interface Verdict extends Pick<Certification, 'certified' | 'phi_c' | 'assurance' | 'hash' | 'worst_case_cost' | 'closure_domains'> {
  readonly name: string;
  readonly errors: readonly ClosureError[];
  readonly warnings: readonly Diagnostic[];
  readonly inputs: readonly Port[];
  /** The promises in the author's words. */
  readonly promises: readonly string[];
}

/** A monomer of the catalog, in a few words. */
export interface MonomerHint {
  readonly name: string;
  readonly signature: string;
  readonly description: string;
  /** The precondition in words; `null` if the monomer is total. */
  readonly needs: string | null;
}

/** A rule on an action: it applies to all of its params, to some, or to none. */
export type RuleCell = 'always' | 'sometimes' | 'never';

export interface PolicyAction {
  readonly category: string;
  readonly params: readonly Port[];
  /** By rule. */
  readonly cells: readonly RuleCell[];
}

/** A certified or open policy with its decision table. */
export interface PolicyVerdict
  extends Pick<Certification, 'certified' | 'phi_c' | 'assurance' | 'errors' | 'warnings' | 'closure_domains'> {
  readonly name: string;
  readonly default: PolicyRule['verdict'];
  readonly rules: readonly PolicyRule[];
  readonly actions: readonly PolicyAction[];
}

export type DecisionAnswer =
  | {
      readonly type: 'decided';
      readonly decision: Decision;
      /** The decision without promises; `null` if it is the same. */
      readonly rulesAlone: Decision | null;
      /** The values of the decision; `null` if the policy has no such action. */
      readonly walk: Walk | null;
    }
  | { readonly type: 'undecided'; readonly message: string };

/** The possible values of a name in the source. */
export interface Wire {
  readonly name: string;
  /** The place of its definition. */
  readonly line: number;
  readonly column: number;
  readonly type: string;
  /** The proven domain, as a reader writes it. */
  readonly values: string;
}

/** The picture of a graph, or of an open part of it. */
export interface DrawnGraph {
  /** The action of a policy; `null` for a circuit. */
  readonly action: string | null;
  readonly picture: Picture;
  /** The open part; `null` for the whole graph. */
  readonly opened: Pick<OpenedPart, 'title' | 'before' | 'after'> | null;
  /** The collapsed parts, also those that have no card. */
  readonly parts: readonly Part[];
}

export type RunAnswer =
  | { readonly type: 'outputs'; readonly outputs: Readonly<Record<string, unknown>>; readonly walk: Walk }
  | { readonly type: 'refused'; readonly port: string | null; readonly path: string; readonly message: string }
  | { readonly type: 'failed'; readonly line: number; readonly message: string; readonly walk: Walk };

export type Answer =
  /** Sent once, when the engine has loaded. */
  | { readonly kind: 'loaded'; readonly number: 0; readonly monomers: readonly MonomerHint[] }
  /** The engine did not load, or has a fault. No verdict follows. */
  | { readonly kind: 'broken'; readonly number: number; readonly reason: string }
  /** Sent at once: without it, the worker is busy with an earlier question. */
  | { readonly kind: 'begun'; readonly number: number }
  | { readonly kind: 'diagnostics'; readonly number: number; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'policy'; readonly number: number; readonly policy: PolicyVerdict }
  | { readonly kind: 'decision'; readonly number: number; readonly answer: DecisionAnswer }
  | { readonly kind: 'verdict'; readonly number: number; readonly verdict: Verdict }
  /** Follows a verdict. */
  | { readonly kind: 'wires'; readonly number: number; readonly wires: readonly Wire[] }
  | { readonly kind: 'picture'; readonly number: number; readonly graph: DrawnGraph }
  | { readonly kind: 'opened'; readonly number: number; readonly graph: DrawnGraph }
  /** The other layers left something open: a solver works on it. A verdict or `unsolved` follows. */
  | { readonly kind: 'solving'; readonly number: number }
  /** The solver could not be loaded, or broke down: the verdict before stands. */
  | { readonly kind: 'unsolved'; readonly number: number; readonly reason: string }
  | { readonly kind: 'run'; readonly number: number; readonly result: RunAnswer };
