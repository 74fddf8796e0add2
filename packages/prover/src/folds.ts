import {
  type Abstract,
  integers,
  isSequence,
  isWithin,
  join,
  meet,
  NEVER,
  ofDomain,
  ofKind,
  record,
  sequence,
} from '@kirchhoff/kernel/abstract/abstract';
import { highest, lowest } from '@kirchhoff/kernel/abstract/ranges';
import type { DriftProof } from '@kirchhoff/kernel/certificate/format';
import type { Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { BYTES_LENGTH, LIST_LENGTH } from '@kirchhoff/kernel/limits';
import type { Board } from '@kirchhoff/kernel/rules/board';
import { isInductive } from '@kirchhoff/kernel/rules/drift';
import { timesOf } from '@kirchhoff/kernel/rules/loops';
import { fieldNode, partTerm } from '@kirchhoff/kernel/rules/parts';
import { type Unrolled, unroll } from '@kirchhoff/kernel/rules/unroll';
import type { Kind } from '@kirchhoff/kernel/types/domain';
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
import { findDifference } from './paths.js';
import type { Users } from './users.js';
import { widen } from './widen.js';

/** After so many rounds bounds are given up one after the other, and after the second number all at once. */
const PATIENT_ROUNDS = 2;
const LAST_ROUND = 10;

type FoldNode = Extract<Node, { op: 'fold' }>;

/**
 * The search for an inductive claim of one accumulator: what the body gives is joined to what was assumed until
 * nothing is new; bounds that keep growing are set to where drift would take them, else widened.
 */
export class FoldSearch {
  private round = 0;
  private readonly kind: Kind;
  /** True where the claim rests on the steps one by one. */
  isUnrolled = false;
  /** The fold step by step, looked at once: what it rests on does not change between rounds. */
  private steps: Unrolled | null = null;
  private drifting: readonly DriftProof[] = [];
  /** A stated domain, taken as it stands at first and in the end, where a narrower claim does not show that it holds. */
  private readonly stated: Abstract | null;
  private trying: 'stated' | 'narrower' | 'stated again';

  constructor(
    private readonly board: Board,
    private readonly users: Users,
    readonly fold: NodeId,
    private readonly node: FoldNode,
    private readonly thresholds: readonly Int[],
  ) {
    const kind = board.graph.kinds[fold];
    if (kind === undefined) throw new Error(`no kind for node ${fold}`);
    this.kind = kind;
    board.setDrifts(fold, []);
    board.setUnrolled(fold, null);
    this.stated = node.domain === null ? null : ofDomain(node.domain);
    this.trying = this.stated === null ? 'narrower' : 'stated';
    board.setInvariant(fold, this.stated ?? board.view(node.initial));
  }

  /** The drifts that the claim rests on. */
  get drifts(): readonly DriftProof[] {
    return this.drifting;
  }

  /**
   * At the end of the body, before what was learnt there is taken back: true where the claim holds, false where
   * another one has been set and the body has to be gone through again.
   *
   * @param accumulator The node that the body binds it to; undefined where nothing reads it.
   * @param hurried Gives up precision at once.
   */
  settle(accumulator: NodeId | undefined, hurried: boolean): boolean {
    const { board, node, fold } = this;
    const result = board.graph.regions[node.body]?.result ?? null;
    const given = board.dead || result === null ? NEVER : board.view(result);
    const claim = board.invariant(fold);
    const stepped = this.stated === null ? given : meet(given, this.stated);
    if (stepped.kind === 'never') return this.trying === 'narrower' && given.kind !== 'never' ? this.takeStated() : this.keep([]);
    const initial = board.view(node.initial);
    const { most } = timesOf(board, node.source);
    const drifts = accumulator === undefined || result === null ? [] : this.findDrifts(accumulator, result, claim);
    if (this.trying !== 'narrower') return this.settleStated(given, drifts, hurried || accumulator === undefined);
    if (isInductive(claim, initial, stepped, drifts, most)) {
      return this.stated === null || isWithin(given, this.stated) ? this.keep(drifts) : this.takeStated();
    }
    this.round += 1;
    if (this.round === PATIENT_ROUNDS && !hurried) this.steps = unroll(board, fold);
    const { steps } = this;
    if (steps !== null && this.stated === null && isWithin(steps.before, claim)) {
      this.isUnrolled = true;
      board.setUnrolled(fold, steps.after);
      return this.keep([]);
    }
    if (steps !== null && this.stated === null && this.round === PATIENT_ROUNDS && isBounded(steps.before)) {
      board.setInvariant(fold, steps.before);
      return false;
    }
    if (this.stated !== null && (hurried || this.round >= LAST_ROUND)) return this.takeStated();
    const next = hurried ? ofKind(this.kind) : this.next(claim, initial, stepped, drifts, most);
    board.setInvariant(fold, this.stated === null ? next : meet(next, this.stated));
    return false;
  }

  /** Tries the claim that the accumulator would have without its domain, where that does not hold by itself. */
  private settleStated(given: Abstract, drifts: readonly DriftProof[], hurried: boolean): boolean {
    const { board, node, stated } = this;
    const initial = board.view(node.initial);
    const holds = stated === null || isWithin(given, stated);
    if (this.trying === 'stated again' || holds || hurried || stated === null || !isWithin(initial, stated)) return this.keep(drifts);
    this.trying = 'narrower';
    board.setInvariant(this.fold, initial);
    return false;
  }

  private takeStated(): boolean {
    this.trying = 'stated again';
    this.isUnrolled = false;
    this.board.setUnrolled(this.fold, null);
    this.board.setInvariant(this.fold, this.stated ?? ofKind(this.kind));
    return false;
  }

  private keep(drifts: readonly DriftProof[]): boolean {
    this.drifting = drifts;
    this.board.setDrifts(this.fold, drifts);
    return true;
  }

  private next(claim: Abstract, initial: Abstract, stepped: Abstract, drifts: readonly DriftProof[], most: Int): Abstract {
    const joined = join(claim, stepped);
    if (this.round >= LAST_ROUND) return ofKind(this.kind);
    const accelerated = this.round === 1 ? joined : withDrift(joined, initial, drifts, most);
    if (accelerated !== joined || this.round <= PATIENT_ROUNDS) return accelerated;
    return widen(claim, joined, this.thresholds);
  }

  /** How the accumulator, or each integer field of it, moves in a step. */
  private findDrifts(accumulator: NodeId, result: NodeId, claim: Abstract): readonly DriftProof[] {
    if (claim.kind === 'integer' || isSequence(claim)) return this.findDrift(null, accumulator, result);
    if (claim.kind !== 'record') return [];
    return claim.fields.flatMap(({ name, view }) => {
      if (view.kind !== 'integer' && !isSequence(view)) return [];
      const before = fieldNode(this.board, accumulator, name);
      const after = fieldNode(this.board, result, name);
      return before === undefined || after === undefined ? [] : this.findDrift(name, before, after);
    });
  }

  private findDrift(field: string | null, before: NodeId, after: NodeId): readonly DriftProof[] {
    const { board, users } = this;
    const from = partTerm(board, before);
    const to = partTerm(board, after);
    if (from === to) return [{ field, before, after, upper: 0, lower: 0, upperPath: [], lowerPath: [] }];
    const upper = findDifference(board, users, to, from);
    const lower = findDifference(board, users, from, to);
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

/** False of an accumulator that reaches the ends of the 64-bit integers, where following it step by step gains nothing. */
function isBounded(view: Abstract): boolean {
  return view.kind !== 'integer' || (lowest(view.ranges) > INT64_MIN && highest(view.ranges) < INT64_MAX);
}

/** The bounds that grow set to where drift takes them in all steps but the last; the same object where there are none. */
function withDrift(joined: Abstract, initial: Abstract, drifts: readonly DriftProof[], most: Int): Abstract {
  const [whole] = drifts;
  if (whole === undefined) return joined;
  if (whole.field === null) return drifted(joined, initial, whole, most);
  if (joined.kind !== 'record' || initial.kind !== 'record') return joined;
  return record(
    joined.fields.map(({ name, view }, index) => {
      const drift = drifts.find(({ field }) => field === name);
      return drift === undefined ? { name, view } : { name, view: drifted(view, initial.fields[index]?.view ?? NEVER, drift, most) };
    }),
  );
}

function drifted(view: Abstract, initial: Abstract, { upper, lower }: DriftProof, most: Int): Abstract {
  if (isSequence(view) && isSequence(initial)) {
    const steps = maximum(0, subtract(most, 1));
    const lo = lower === null ? view.lo : add(initial.lo, minimum(0, negate(multiply(lower, steps))));
    const hi = upper === null ? view.hi : add(initial.hi, maximum(0, multiply(upper, steps)));
    const limit = view.kind === 'bytes' ? BYTES_LENGTH : LIST_LENGTH;
    return sequence(view.kind, Number(maximum(0, minimum(lo, view.lo))), Number(minimum(maximum(hi, view.hi), limit)), view.element);
  }
  if (view.kind !== 'integer' || initial.kind !== 'integer') return view;
  const steps = maximum(0, subtract(most, 1));
  const lo = lower === null ? lowest(view.ranges) : add(lowest(initial.ranges), minimum(0, negate(multiply(lower, steps))));
  const hi = upper === null ? highest(view.ranges) : add(highest(initial.ranges), maximum(0, multiply(upper, steps)));
  return fitsInt64(lo) && fitsInt64(hi) ? integers(minimum(lo, lowest(view.ranges)), maximum(hi, highest(view.ranges))) : view;
}
