import { NEVER } from '../abstract/abstract.js';
import type { SmtForm } from '../smt-lib/forms.js';
import type { Analysis, ContentFacts, Facts, Reference, Refine, Related, Transfer } from './analysis.js';
import { exactOnFew } from './exact.js';
import type { Linear } from './linear.js';
import type { Family, MonomerName } from './names.js';
import type { Overload } from './overloads.js';
import { isProven, type Precondition } from './precondition.js';
import { isUnreached, narrowed } from './views.js';
import type { Work } from './work.js';

/** One of the 128 atomic operations with all that the kernel knows of it. An aspect that it has not is `null`. */
export interface Monomer extends Semantics {
  /** 0 to 127; the code is `MC_` and at least two digits of it. */
  readonly index: number;
  readonly name: MonomerName;
  readonly family: Family;
}

export interface Semantics {
  /** A source gives a value of the host, of which only the analysis says something. */
  readonly effect: 'pure' | 'source';
  /** The types that it takes: the first overload that fits. Empty for the monomers that are syntax only. */
  readonly overloads: readonly Overload[];
  /** `null` for syntax only and for sources. */
  readonly reference: Reference | null;
  /** The steps of an application; `null` for syntax only and for sources. */
  readonly work: Work | null;
  /** The condition that every application has to prove; `null` where the monomer is total. */
  readonly precondition: Precondition | null;
  /**
   * `null` if no program can apply it: syntax only, and UNWRAP_OR, whose right side is evaluated later (a rule of the engine).
   */
  readonly analysis: Analysis | null;
  /** `null` if it has no statement in polynomials over integers. */
  readonly linear: Linear | null;
  /** `null` where the solver is told no more than the facts: then the result is any value that its claim admits. */
  readonly smt: SmtForm | null;
}

/**
 * A monomer as its file states it. The functions are asked only where every argument (and the result) is reached,
 * and `refine` gives what it knows of each argument in order: it is met with the argument.
 */
export interface Row {
  readonly overloads: readonly Overload[];
  readonly reference: Reference;
  readonly work: Work;
  readonly precondition: Precondition | null;
  /** Treatment of few possible tuples of arguments: run the reference on each, or bound them like all others. */
  readonly few: 'run' | 'bound';
  readonly transfer: Transfer;
  readonly related: Related | null;
  readonly refine: Refine | null;
  /** Those of an option may speak of its content instead. */
  readonly facts: Facts | { readonly ofContent: ContentFacts } | null;
  readonly linear: Linear | null;
  readonly smt: SmtForm | null;
}

export function monomer(row: Row): Semantics {
  const { overloads, reference, work, precondition, linear, smt } = row;
  const bounded = analysisOf(row);
  const analysis = row.few === 'run' ? exactOnFew(reference, bounded) : bounded;
  return { effect: 'pure', overloads, reference, work, precondition, analysis, linear, smt };
}

/** A source as its file states it: the host gives the value. */
export type SourceRow = Pick<Row, 'overloads' | 'precondition' | 'transfer' | 'facts'>;

export function source(row: SourceRow): Semantics {
  const { overloads, precondition } = row;
  const analysis = analysisOf({ ...row, related: null, refine: null });
  return { effect: 'source', overloads, reference: null, work: null, precondition, analysis, linear: null, smt: null };
}

/** A form of the language: the rules of the engine give its meaning. */
export const SYNTAX: Semantics = {
  effect: 'pure',
  overloads: [],
  reference: null,
  work: null,
  precondition: null,
  analysis: null,
  linear: null,
  smt: null,
};

type Stated = Pick<Row, 'precondition' | 'transfer' | 'related' | 'refine' | 'facts'>;

function analysisOf({ precondition, transfer, related, refine, facts }: Stated): Analysis {
  const ofResult = typeof facts === 'function' ? facts : null;
  const ofContent = facts === null || typeof facts === 'function' ? null : facts.ofContent;
  return {
    transfer: (args) => (isUnreached(args) ? NEVER : transfer(args)),
    need: precondition && ((args, relations) => isUnreached(args) || isProven(precondition, args, relations)),
    related: related && ((args, relations) => (isUnreached(args) ? NEVER : related(args, relations))),
    refine:
      refine &&
      ((result, args) => (result.kind === 'never' || isUnreached(args) ? args.map(() => NEVER) : narrowed(args, refine(result, args)))),
    facts: ofResult && ((args, result) => (result.kind === 'never' || isUnreached(args) ? [] : ofResult(args, result))),
    contentFacts: ofContent && ((args) => (isUnreached(args) ? [] : ofContent(args))),
  };
}
