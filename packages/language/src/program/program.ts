import type { Subject } from '@kirchhoff/kernel/certificate/check';
import type { Diagnostic, Place } from '../diagnostics/diagnostic.js';
import type { SourcePart } from '../syntax/place.js';
import type { SourceMap } from './source-map.js';

/** A source that parses, type-checks and is not too costly. */
export type Program = CircuitProgram | PolicyProgram;

interface ProgramBase extends Subject {
  readonly name: string;
  readonly sourceMap: SourceMap;
  readonly warnings: readonly Diagnostic[];
}

export interface CircuitProgram extends ProgramBase {
  readonly type: 'circuit';
}

export interface PolicyProgram extends ProgramBase {
  readonly type: 'policy';
  readonly policy: PolicyShape;
}

/**
 * The graphs of a policy are its actions: the parameters of the action, and one boolean output for each of its rules, named by the
 * rule, in source order.
 */
export interface PolicyShape {
  readonly categories: readonly string[];
  readonly rules: readonly PolicyRule[];
  readonly default: Verdict;
}

export type Verdict = 'allow' | 'review' | 'deny';

export interface PolicyRule extends Place {
  readonly name: string;
  readonly verdict: Verdict;
  /** The author's reason; null if it is missing. */
  readonly why: string | null;
}

export type Reading =
  /**
   * `source`: the program with its files inlined, as one text; `parts`: the file of each range of its lines, empty if it uses no
   * files.
   */
  | { readonly ok: true; readonly program: Program; readonly source: string; readonly parts: readonly SourcePart[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
