import { NEVER } from '../abstract/abstract.js';
import type { SmtForm } from '../smt-lib/forms.js';
import type { Analysis, ContentFacts, Facts, ReferenceImplementation, Refine, Related, Transfer } from './analysis.js';
import { exactOnFew } from './exact.js';
import type { Linear } from './linear.js';
import type { Family, MonomerName } from './names.js';
import type { Overload } from './overloads.js';
import { isProven, type Precondition } from './precondition.js';
import { isUnreached, narrowed } from './views.js';
import type { MonomerWork } from './work.js';

/** One of the 128 atomic operations, with all its aspects in the kernel. An aspect that it lacks is `null`. */
export interface Monomer extends Semantics {
  /** 0 to 127; the code is `MC_` and at least two digits of the index. */
  readonly index: number;
  readonly name: MonomerName;
  readonly family: Family;
}

export interface Semantics {
  /** A source returns a value from the host; only its analysis describes the value. */
  readonly effect: 'pure' | 'source';
  /** The accepted types; the first overload that fits applies. Empty for monomers that are syntax only. */
  readonly overloads: readonly Overload[];
  /** `null` for syntax only and for sources. */
  readonly reference: ReferenceImplementation | null;
  /** The steps of an application; `null` for syntax only and for sources. */
  readonly work: MonomerWork | null;
  /** The condition that every application has to prove; `null` if the monomer is total. */
  readonly precondition: Precondition | null;
  /**
   * `null` if no program can apply it. These are the monomers that are syntax only, and UNWRAP_OR, whose right side is evaluated
   * later by a rule of the engine.
   */
  readonly analysis: Analysis | null;
  /** `null` if the monomer has no polynomial form over integers. */
  readonly linear: Linear | null;
  /** `null` if the solver has only the facts of the record; the result is then any value that its claim admits. */
  readonly smt: SmtForm | null;
}

/**
 * A monomer as its file declares it. Its functions are called only if every argument (and the result) is reached. The sets that
 * `refine` returns, in order, are intersected with the arguments.
 */
export interface Row {
  readonly overloads: readonly Overload[];
  readonly reference: ReferenceImplementation;
  readonly work: MonomerWork;
  readonly precondition: Precondition | null;
  /**
   * The treatment of few possible tuples of arguments: run the reference implementation on each, or bound them like all others.
   */
  readonly few: 'run' | 'bound';
  readonly transfer: Transfer;
  readonly related: Related | null;
  readonly refine: Refine | null;
  /** For an option, the facts may describe its content instead. */
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

/** A source as its file declares it; the host gives the value. */
export type SourceRow = Pick<Row, 'overloads' | 'precondition' | 'transfer' | 'facts'>;

export function source(row: SourceRow): Semantics {
  const { overloads, precondition } = row;
  const analysis = analysisOf({ ...row, related: null, refine: null });
  return { effect: 'source', overloads, reference: null, work: null, precondition, analysis, linear: null, smt: null };
}

/** A form of the language whose meaning the rules of the engine define. */
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
