import {
  type AbstractValue,
  integers,
  isSequence,
  isWithin,
  join,
  meet,
  NEVER,
  ofDomain,
  ofType,
  record,
  sequence,
} from '@kirchhoff/kernel/abstract/abstract';
import { highest, lowest } from '@kirchhoff/kernel/abstract/ranges';
import type { DriftProof } from '@kirchhoff/kernel/certificate/format';
import type { Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { BYTES_LENGTH, LIST_LENGTH } from '@kirchhoff/kernel/limits';
import { type Induction, isInductive } from '@kirchhoff/kernel/rules/drift';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { timesOf } from '@kirchhoff/kernel/rules/loops';
import { fieldNode, partTerm } from '@kirchhoff/kernel/rules/parts';
import { type Unrolled, unroll } from '@kirchhoff/kernel/rules/unroll';
import type { Type } from '@kirchhoff/kernel/types/domain';
import {
  add,
  fitsInt64,
  INT64_MAX,
  INT64_MIN,
  type Int,
  maximum,
  minimum,
  multiply,
  negate,
  subtract,
} from '@kirchhoff/kernel/types/integer';
import type { DefUseChains } from './def-use-chains.js';
import { seeApart } from './difference-chains.js';
import { widen } from './widen.js';

/** Growing bounds are widened after the first number of rounds; those beside a drifting part only from the second on. */
const PATIENT_ROUNDS = 2;
const LAST_WAIT = 6;
/** From these rounds on: a drift sets no bound; a growing bound becomes the end of its type; the claim becomes the whole type. */
const LAST_DRIFT = 8;
const LAST_WIDENING = 10;
const LAST_ROUND = 13;

/** Smaller counts are seldom sets of bits. */
const LEAST_FULL = 127;

type FoldNode = Extract<Node, { op: 'fold' }>;

/**
 * Searches for an inductive claim of one accumulator: the result of the body is joined to the assumption until a fixed point. A
 * bound that keeps growing is set to the limit of its drift, or else widened.
 */
export class FoldSearch {
  private round = 0;
  private readonly type: Type;
  /** True if the claim is proven by unrolling the fold. */
  isUnrolled = false;
  /** The unrolled fold, computed once: its inputs do not change between rounds. */
  private steps: Unrolled | null = null;
  private drifting: readonly DriftProof[] = [];
  private driftsBefore: readonly DriftProof[] = [];
  /** The stated domain, if any. It is the first claim; it is tried again at the end if a narrower claim fails to prove it. */
  private readonly stated: AbstractValue | null;
  private trying: 'stated' | 'narrower' | 'stated again';
  /** The claim that was found, while a narrower one is tried; `undefined` before that, `null` after it. */
  private found: AbstractValue | null | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly users: DefUseChains,
    readonly fold: NodeId,
    private readonly node: FoldNode,
    private readonly thresholds: readonly Int[],
  ) {
    const type = environment.graph.types[fold];
    if (type === undefined) throw new Error(`no type for node ${fold}`);
    this.type = type;
    environment.setDrifts(fold, []);
    environment.setUnrolled(fold, null);
    this.stated = node.domain === null ? null : ofDomain(node.domain);
    this.trying = this.stated === null ? 'narrower' : 'stated';
    environment.setInvariant(fold, this.stated ?? environment.view(node.initial));
  }

  /** The drifts that prove the claim. */
  get drifts(): readonly DriftProof[] {
    return this.drifting;
  }

  /**
   * Called at the end of the body, before its knowledge is undone: returns true if the claim holds, false if a new claim was set
   * and the body has to be repeated.
   *
   * @param accumulator the node that the body binds to the accumulator; `undefined` if it is unused
   * @param hurried gives up precision at once
   */
  settle(accumulator: NodeId | undefined, hurried: boolean): boolean {
    const { environment, node, fold } = this;
    const result = environment.graph.regions[node.body]?.result ?? null;
    const given = environment.dead || result === null ? NEVER : environment.view(result);
    const claim = environment.invariant(fold);
    const stepped = this.stated === null ? given : meet(given, this.stated);
    if (stepped.kind === 'never') return this.trying === 'narrower' && given.kind !== 'never' ? this.takeStated() : this.keep([]);
    const initial = environment.view(node.initial);
    const { most } = timesOf(environment, node.source);
    const drifts = accumulator === undefined || result === null ? [] : this.findDrifts(accumulator, result, claim);
    if (this.trying !== 'narrower') return this.settleStated(given, drifts, hurried || accumulator === undefined);
    if (isInductive({ claim, initial, stepped }, drifts, most)) {
      const narrower = this.found === undefined && !hurried ? this.narrowed({ claim, initial, stepped }, drifts, most) : null;
      if (narrower !== null) {
        this.found = claim;
        environment.setInvariant(fold, narrower);
        return false;
      }
      return this.stated === null || isWithin(given, this.stated) ? this.keep(drifts) : this.takeStated();
    }
    if (this.found != null) {
      environment.setInvariant(fold, this.found);
      this.found = null;
      return false;
    }
    this.round += 1;
    if (this.round === PATIENT_ROUNDS && !hurried) this.steps = unroll(environment, fold);
    const { steps } = this;
    if (steps !== null && this.stated === null && isWithin(steps.before, claim)) {
      this.isUnrolled = true;
      environment.setUnrolled(fold, steps.after);
      return this.keep([]);
    }
    if (steps !== null && this.stated === null && this.round === PATIENT_ROUNDS && isBounded(steps.before)) {
      environment.setInvariant(fold, steps.before);
      return false;
    }
    if (this.stated !== null && (hurried || this.round >= LAST_ROUND)) return this.takeStated();
    const next = hurried ? ofType(this.type) : this.next(claim, initial, stepped, drifts, most);
    environment.setInvariant(fold, this.stated === null ? next : meet(next, this.stated));
    return false;
  }

  /**
   * Returns a narrower claim instead of one that reaches an end of the 64-bit integers: of each integer, the first values and the
   * results of a step, within its drift; `null` if that is no narrower there.
   */
  private narrowed({ claim, initial, stepped }: Induction, drifts: readonly DriftProof[], most: Int): AbstractValue | null {
    if (this.stated !== null || endsOf(claim) === 0) return null;
    const parts = partsOf(claim, join(initial, stepped), initial).map((part) => {
      const drift = drifts.find(({ field }) => field === part.field);
      const [is, first] = [part.after, part.initial].map(boundsOf);
      if (part.after.kind !== 'integer' || is === undefined || first === undefined) return { name: part.field ?? '', view: part.before };
      const steps = subtract(most, 1);
      const lo = drift?.lower == null ? is.lo : maximum(is.lo, add(first.lo, minimum(0, negate(multiply(drift.lower, steps)))));
      const hi = drift?.upper == null ? is.hi : minimum(is.hi, add(first.hi, maximum(0, multiply(drift.upper, steps))));
      return { name: part.field ?? '', view: ofBounds(part.after, lo, hi) };
    });
    const narrower = claim.kind === 'record' ? record(parts) : (parts[0]?.view ?? claim);
    return endsOf(narrower) < endsOf(claim) ? narrower : null;
  }

  /** Replaces the claim by a narrower one if the stated domain is not inductive by itself. */
  private settleStated(given: AbstractValue, drifts: readonly DriftProof[], hurried: boolean): boolean {
    const { environment, node, stated } = this;
    const initial = environment.view(node.initial);
    const holds = stated === null || isWithin(given, stated);
    if (this.trying === 'stated again' || holds || hurried || stated === null || !isWithin(initial, stated)) return this.keep(drifts);
    this.trying = 'narrower';
    environment.setInvariant(this.fold, initial);
    return false;
  }

  private takeStated(): boolean {
    this.trying = 'stated again';
    this.isUnrolled = false;
    this.environment.setUnrolled(this.fold, null);
    this.environment.setInvariant(this.fold, this.stated ?? ofType(this.type));
    return false;
  }

  private keep(drifts: readonly DriftProof[]): boolean {
    this.drifting = drifts;
    this.environment.setDrifts(this.fold, drifts);
    return true;
  }

  private next(
    claim: AbstractValue,
    initial: AbstractValue,
    stepped: AbstractValue,
    drifts: readonly DriftProof[],
    most: Int,
  ): AbstractValue {
    const joined = join(claim, stepped);
    const steady = drifts.map((drift) => this.steady(drift));
    this.driftsBefore = drifts;
    if (this.round === 1) return joined;
    if (this.round >= LAST_ROUND) return ofType(this.type);
    const parts = partsOf(claim, joined, initial).map((part) => {
      const drift = steady.find(({ field }) => field === part.field);
      return { ...part, drifted: drift === undefined ? part.after : withDrift(part, drift, subtract(most, 1)) };
    });
    const moves = parts.some(({ before, after, drifted }) => !isWithin(after, before) && drifted !== after && !isWithin(drifted, before));
    // A part that grows beside a drifting part waits until the latter has reached its limit.
    const waits = this.round <= PATIENT_ROUNDS || (moves && this.round < LAST_WAIT);
    const views = parts.map((part) => ({ name: part.field ?? '', view: waits ? part.drifted : this.widened(part, part.drifted) }));
    return joined.kind === 'record' ? record(views) : (views[0]?.view ?? joined);
  }

  /**
   * Returns the sides on which a part drifts exactly as in the round before. A drift that changes depends on a claim that still
   * grows.
   */
  private steady(drift: DriftProof): Sides {
    const before = this.driftsBefore.find(({ field }) => field === drift.field);
    const steady = this.round < LAST_DRIFT && before !== undefined;
    return {
      field: drift.field,
      upper: steady && before.upper === drift.upper ? drift.upper : null,
      lower: steady && before.lower === drift.lower ? drift.lower : null,
    };
  }

  /** Returns the part with its growing bounds at the next threshold, or at the end of the type. */
  private widened({ before, after }: Part, drifted: AbstractValue): AbstractValue {
    const widened = widen(before, after, this.round < LAST_WIDENING ? this.thresholds : []);
    const [is, to, other] = [after, drifted, widened].map(boundsOf);
    if (is === undefined || to === undefined || other === undefined) return widened;
    return ofBounds(widened, to.lo === is.lo ? other.lo : to.lo, to.hi === is.hi ? other.hi : to.hi);
  }

  /** Finds the change of the accumulator, or of each of its integer fields, in one step. */
  private findDrifts(accumulator: NodeId, result: NodeId, claim: AbstractValue): readonly DriftProof[] {
    if (claim.kind === 'integer' || isSequence(claim)) return this.findDrift(null, accumulator, result);
    if (claim.kind !== 'record') return [];
    return claim.fields.flatMap(({ name, view }) => {
      if (view.kind !== 'integer' && !isSequence(view)) return [];
      const before = fieldNode(this.environment, accumulator, name);
      const after = fieldNode(this.environment, result, name);
      return before === undefined || after === undefined ? [] : this.findDrift(name, before, after);
    });
  }

  private findDrift(field: string | null, before: NodeId, after: NodeId): readonly DriftProof[] {
    const { environment, users } = this;
    const from = partTerm(environment, before);
    const to = partTerm(environment, after);
    if (from === to) return [{ field, before, after, upper: 0, lower: 0, upperPath: [], lowerPath: [] }];
    const upper = seeApart(environment, users, to, from);
    const lower = seeApart(environment, users, from, to);
    users.rely(upper?.path ?? []);
    users.rely(lower?.path ?? []);
    if (upper === undefined && lower === undefined) return [];
    return [
      {
        field,
        before,
        after,
        upper: upper?.bound ?? null,
        lower: lower?.bound ?? null,
        upperPath: upper?.path ?? [],
        lowerPath: lower?.path ?? [],
      },
    ];
  }
}

/** The number of integers in an accumulator that reach an end of the 64-bit integers. */
function endsOf(view: AbstractValue): number {
  const parts = view.kind === 'record' ? view.fields.map((field) => field.view) : [view];
  return parts.filter((part) => !isBounded(part)).length;
}

/** Returns false if an accumulator reaches the ends of the 64-bit integers: unrolling would gain no precision. */
function isBounded(view: AbstractValue): boolean {
  return view.kind !== 'integer' || (lowest(view.ranges) > INT64_MIN && highest(view.ranges) < INT64_MAX);
}

/** The change of a part in one step; null on a side without a known bound. */
type Sides = Pick<DriftProof, 'field' | 'upper' | 'lower'>;

/**
 * An accumulator (`field` is null) or one field of it: its claim, the claim joined with the result of a step, and its initial
 * value.
 */
interface Part {
  readonly field: string | null;
  readonly before: AbstractValue;
  readonly after: AbstractValue;
  readonly initial: AbstractValue;
}

function partsOf(before: AbstractValue, after: AbstractValue, initial: AbstractValue): readonly Part[] {
  if (before.kind !== 'record' || after.kind !== 'record' || initial.kind !== 'record') return [{ field: null, before, after, initial }];
  return after.fields.map(({ name, view }, index) => ({
    field: name,
    before: before.fields[index]?.view ?? NEVER,
    after: view,
    initial: initial.fields[index]?.view ?? NEVER,
  }));
}

/**
 * Returns the part with its growing bounds set to the limit of their drift before the last step; the same object if it does not
 * drift.
 */
function withDrift({ before, after, initial }: Part, { upper, lower }: Sides, steps: Int): AbstractValue {
  const [was, is, first] = [before, after, initial].map(boundsOf);
  if (was === undefined || is === undefined || first === undefined) return after;
  const fallen = lower === null || is.lo >= was.lo ? null : add(first.lo, minimum(0, negate(multiply(lower, steps))));
  // Bits that are set in a step stay below the next power of two.
  const isFull = isAllOnes(is.hi) && !isAllOnes(was.hi);
  const risen = upper === null || is.hi <= was.hi || isFull ? null : add(first.hi, maximum(0, multiply(upper, steps)));
  if (fallen === null && risen === null) return after;
  return ofBounds(after, fallen === null ? is.lo : minimum(fallen, was.lo), risen === null ? is.hi : maximum(risen, was.hi));
}

/** Returns true for a number of at least {@link LEAST_FULL} whose binary digits are all 1. */
function isAllOnes(value: Int): boolean {
  return value >= LEAST_FULL && fitsInt64(value) && (BigInt(value) & (BigInt(value) + 1n)) === 0n;
}

/** Returns the bounds of an integer or of a length, which can drift. */
function boundsOf(view: AbstractValue): { readonly lo: Int; readonly hi: Int } | undefined {
  if (isSequence(view)) return { lo: view.lo, hi: view.hi };
  return view.kind === 'integer' ? { lo: lowest(view.ranges), hi: highest(view.ranges) } : undefined;
}

/** Returns the view with these bounds; the same view if they exceed 64 bits. */
function ofBounds(view: AbstractValue, lo: Int, hi: Int): AbstractValue {
  if (isSequence(view)) {
    const limit = view.kind === 'bytes' ? BYTES_LENGTH : LIST_LENGTH;
    return sequence(view.kind, Number(maximum(0, lo)), Number(minimum(hi, limit)), view.element);
  }
  return fitsInt64(lo) && fitsInt64(hi) ? integers(lo, hi) : view;
}
