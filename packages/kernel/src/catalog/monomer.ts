import type { Abstract } from '../abstract/abstract.js';
import type { Domain, Kind } from '../types/domain.js';
import type { Meter } from '../values/meter.js';
import type { Value } from '../values/value.js';
import type { Operand, RelationFact, Relations } from './relation.js';

export const FAMILIES = ['arithmetic', 'logic', 'memory', 'control', 'io', 'string', 'crypto', 'system'] as const;
export type Family = (typeof FAMILIES)[number];

/** One row of the catalog: an atomic operation with everything that is known of it. */
export interface Monomer {
  /** 0 to 127; the code is `MC_` and at least two digits of it. */
  readonly index: number;
  readonly name: string;
  readonly family: Family;
  /** As in docs/language.md, for people: `(a int, b int) → int`. */
  readonly signature: string;
  readonly description: string;
  /** The condition that an application has to prove, for people; null where the monomer is total. */
  readonly needs: string | null;
  /** The domain of the result, for people. */
  readonly range: string;
  readonly effect: 'pure' | 'source';
  /** How it is written as an operator: `a + b`. */
  readonly operator?: string;
  /** How it is written where it is syntax only (calling it by name is an error that shows this). */
  readonly form?: string;
  /** At least four, with edge values, in the JSON form of values. */
  readonly examples: readonly Example[];
  /** The kinds that it takes: the first overload that fits. Empty for the monomers that are syntax only. */
  readonly overloads: readonly Overload[];
  /**
   * The reference implementation, on arguments of the right kinds in order, literal ones included. Gives
   * `undefined` exactly where the need is violated. Absent for syntax only and for sources. Comparisons of values that
   * may hold others are counted on the meter; all other work is known from the arguments (`evaluate/work.ts`).
   */
  readonly reference?: (args: readonly Value[], meter?: Meter) => Value | undefined;
  /** Absent while the engine cannot prove programs that use it: such a program is refused with a diagnostic. */
  readonly analysis?: Analysis;
}

export interface Example {
  readonly arguments: readonly unknown[];
  /** Of an entropy source: the value that the host gives for this application. */
  readonly host?: unknown;
  /** What comes of it; null where `error` is there. */
  readonly result: unknown;
  /** Of an entropy source: what the boundary says to a host value outside the range. */
  readonly error?: 'DomainError';
}

export interface Overload {
  readonly parameters: readonly OverloadParameter[];
  readonly result: KindScheme;
}

export interface OverloadParameter {
  readonly name: string;
  readonly kind: KindScheme;
  /** Where the catalog says "literal": the argument has to be a literal within this domain. */
  readonly literal?: Domain;
  /** What is wrong with a literal that lies in the domain (an error at publish), as the end of "the literal …"; undefined where nothing is. */
  readonly malformed?: (literal: Value) => string | undefined;
}

/** A kind with variables `T` and `U`. */
export type KindScheme =
  | Exclude<Kind, { kind: 'list' | 'record' | 'option' }>
  | { readonly kind: 'variable'; readonly name: 'T' | 'U' }
  | { readonly kind: 'list'; readonly element: KindScheme }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly kind: KindScheme }[] }
  | { readonly kind: 'option'; readonly value: KindScheme };

/**
 * What the engine knows of an operation: its transfer functions. All of it is part of the trusted base: prover
 * and checker both rely on it. `args` are abstract arguments in order (a literal one is exact).
 */
export interface Analysis {
  /** Contains the result of every concrete application that the arguments allow and whose need holds. */
  readonly transfer: (args: readonly Abstract[]) => Abstract;
  /** True only if the need holds for every concrete tuple within `args` that satisfies `relations`. Absent where the monomer is total. */
  readonly need?: (args: readonly Abstract[], relations: Relations) => boolean;
  /** Like `transfer`, from relations between the operands; met with it. */
  readonly related?: (args: readonly Abstract[], relations: Relations) => Abstract;
  /**
   * Backward: for each argument what remains of it where the result lies in `result`; contains every concrete
   * argument of an application with such a result. Never wider than `args`.
   */
  readonly refine?: (result: Abstract, args: readonly Abstract[]) => readonly Abstract[];
  /** Differences that hold between operands and result of every application whose need holds and whose result lies in `result`. */
  readonly facts?: (args: readonly Abstract[], result: Abstract) => readonly RelationFact<Operand>[];
  /** Of a monomer that gives an option: the same of the content of its result, where it is `some` (`'result'` is the content). */
  readonly contentFacts?: (args: readonly Abstract[]) => readonly RelationFact<Operand>[];
}
