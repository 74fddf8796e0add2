import type { Certification, ClosureError, Diagnostic, DomainJson } from '@kirchhoff/coherence';

/** A question to the engine's worker. The answers to a question have its number. */
export type Question =
  | { readonly kind: 'check'; readonly number: number; readonly source: string }
  | { readonly kind: 'run'; readonly number: number; readonly source: string; readonly inputs: string };

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

export type RunAnswer =
  | { readonly type: 'outputs'; readonly outputs: Readonly<Record<string, unknown>> }
  | { readonly type: 'refused'; readonly port: string | null; readonly path: string; readonly message: string }
  | { readonly type: 'failed'; readonly line: number; readonly message: string };

export type Answer =
  /** Sent once, when the engine has loaded. */
  | { readonly kind: 'loaded'; readonly number: 0; readonly monomers: readonly string[] }
  | { readonly kind: 'diagnostics'; readonly number: number; readonly diagnostics: readonly Diagnostic[] }
  /** A policy is read, but not yet shown. */
  | { readonly kind: 'policy'; readonly number: number; readonly certified: boolean; readonly errors: readonly ClosureError[] }
  | { readonly kind: 'verdict'; readonly number: number; readonly verdict: Verdict }
  /** Follows a verdict. */
  | { readonly kind: 'picture'; readonly number: number; readonly svg: string }
  | { readonly kind: 'run'; readonly number: number; readonly result: RunAnswer };
