import { type AbstractValue, containsValue, isWithin, MAX_ITEMS, meet, onlyValue } from '../../abstract/abstract.js';
import { type Int, maximum, subtract } from '../../types/integer.js';
import { codePointLength } from '../../values/text.js';
import type { Value } from '../../values/value.js';
import type { Analysis, ReferenceImplementation } from '../analysis.js';
import { sameValue } from '../logic/same-value.js';
import { type DifferenceOperand, lengthOf, NO_RELATIONS, nodeOfTerm, type RelationFact, type Relations } from '../relation.js';

/** One application that was run: its arguments, and its result, which is `undefined` if the precondition is violated. */
export interface MonomerRun {
  readonly args: readonly Value[];
  readonly result: Value | undefined;
}

export function runAll(reference: ReferenceImplementation, tuples: readonly (readonly Value[])[]): readonly MonomerRun[] {
  return tuples.map((args) => ({ args, result: reference(args) }));
}

/**
 * Throws if a run contradicts the analysis of `args`. The arguments of the runs lie within `args`. `results` are the sets of
 * results for the refinement.
 */
export function holdToRuns(
  analysis: Analysis,
  args: readonly AbstractValue[],
  runs: readonly MonomerRun[],
  results: readonly AbstractValue[],
): void {
  const transferred = analysis.transfer(args);
  const needed = analysis.need?.(args, NO_RELATIONS) ?? true;
  for (const run of runs) {
    if (run.result === undefined) must(!needed, 'the precondition is proven although it fails', args, run);
    else must(containsValue(transferred, run.result), 'result is outside the transfer', args, run);
  }
  for (const result of results) holdToResult(analysis, args, runs, result);
}

function holdToResult(analysis: Analysis, args: readonly AbstractValue[], runs: readonly MonomerRun[], result: AbstractValue): void {
  const refined = analysis.refine?.(result, args) ?? args;
  const facts = analysis.facts?.(args, result) ?? [];
  refined.forEach((view, i) => {
    const arg = args[i];
    must(arg !== undefined && isWithin(view, arg), 'refinement is wider than the argument', args, result);
  });
  for (const run of runs) {
    if (run.result === undefined || !containsValue(result, run.result)) continue;
    const kept = run.args.every((value, i) => containsValue(refined[i] ?? transferredNothing(), value));
    must(kept, 'refinement loses an argument', args, [run, result]);
    for (const fact of facts) must(holds(fact, run), 'fact does not hold', args, [fact, run]);
  }
}

function transferredNothing(): AbstractValue {
  throw new Error('the refinement returns too few arguments');
}

function holds({ minuend, subtrahend, bound }: RelationFact<DifferenceOperand>, run: MonomerRun): boolean {
  return subtract(valueOf(minuend, run), valueOf(subtrahend, run)) <= bound;
}

function isInteger(value: Value | undefined): value is Int {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Returns the integer that an operand denotes in a run: a value, or the length of one. */
function valueOf(operand: DifferenceOperand, run: MonomerRun): Int {
  if (operand === 'result') return integerOf(run.result);
  if (operand === 'length of result') return measureOf(run.result);
  return operand < 0 ? measureOf(run.args[nodeOfTerm(operand)]) : integerOf(run.args[operand]);
}

function integerOf(value: Value | undefined): Int {
  if (isInteger(value)) return value;
  throw new Error('an operand of a difference is no integer');
}

function measureOf(value: Value | undefined): number {
  const length = lengthOfValue(value);
  if (length === undefined) throw new Error('the value of a length operand has no length');
  return length;
}

function lengthOfValue(value: Value | undefined): number | undefined {
  if (typeof value === 'string') return codePointLength(value);
  return Array.isArray(value) || value instanceof Uint8Array ? value.length : undefined;
}

/** For a single tuple, checks that the analysis decides the precondition and that its transfer gives exactly the result. */
export function holdToPoint(analysis: Analysis, args: readonly AbstractValue[], run: MonomerRun): void {
  const needed = analysis.need?.(args, NO_RELATIONS) ?? true;
  must(needed === (run.result !== undefined), 'the precondition is not decided', args, run);
  if (run.result !== undefined) must(isPoint(analysis.transfer(args), run.result), 'transfer is not exact', args, run);
}

/** A text known by its length, or a list with more elements than are known by position, counts as exact. */
function isPoint(view: AbstractValue, value: Value): boolean {
  const only = onlyValue(view);
  if (only !== undefined) return sameValue(only, value);
  if (view.kind === 'text') return view.values === null && view.lo === view.hi;
  return view.kind === 'list' && view.lo === view.hi && view.lo > MAX_ITEMS;
}

/**
 * Checks the same obligations for operands that satisfy relations. Skips runs that violate the relations, and all runs if the
 * relations have no effect.
 */
export function holdToRelations(
  analysis: Analysis,
  args: readonly AbstractValue[],
  runs: readonly MonomerRun[],
  relations: Relations,
): void {
  const needed = analysis.need?.(args, relations) ?? true;
  const transferred = analysis.transfer(args);
  const related = analysis.related === null ? transferred : meet(transferred, analysis.related(args, relations));
  if (needed === (analysis.need?.(args, NO_RELATIONS) ?? true) && isWithin(transferred, related)) return;
  for (const run of runs) {
    if (!satisfies(run, relations)) continue;
    if (run.result === undefined) must(!needed, 'the precondition is proven under relations although it fails', args, run);
    else must(containsValue(related, run.result), 'result is outside the transfer under relations', args, run);
  }
}

function satisfies(run: MonomerRun, relations: Relations): boolean {
  const operands = operandsOf(run.args);
  if (!operands.every((i) => operands.every((j) => i === j || isWithinBound(run, i, j, relations.difference(i, j))))) return false;
  return run.args.every((a, i) => run.args.every((b, j) => i === j || !relations.same(i, j) || sameValue(a, b)));
}

function isWithinBound(run: MonomerRun, i: number, j: number, bound: Int | undefined): boolean {
  return bound === undefined || subtract(valueOf(i, run), valueOf(j, run)) <= bound;
}

/** Returns the operands that relations can mention: the integers among the arguments and the lengths of the others. */
export function operandsOf(args: readonly Value[]): readonly number[] {
  return args.flatMap((arg, i) => {
    if (isInteger(arg)) return [i];
    return lengthOfValue(arg) === undefined ? [] : [lengthOf(i)];
  });
}

/** Returns the tightest differences and samenesses that hold for all of some runs; the runs therefore satisfy them. */
export function relationsOfAll(runs: readonly MonomerRun[]): Relations {
  const operands = operandsOf(runs[0]?.args ?? []);
  return {
    same: (i, j) => runs.every(({ args: { [i]: a, [j]: b } }) => a !== undefined && b !== undefined && sameValue(a, b)),
    difference: (i, j) => {
      if (!operands.includes(i) || !operands.includes(j)) return undefined;
      return runs.map((run) => subtract(valueOf(i, run), valueOf(j, run))).reduce(maximum);
    },
  };
}

function must(condition: boolean, what: string, args: readonly AbstractValue[], detail: unknown): void {
  if (!condition) throw new Error(`${what}: ${show(args)} ${show(detail)}`);
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
}
