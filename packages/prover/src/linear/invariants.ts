import {
  atom,
  atomsOf,
  CONSTANT_TERM,
  constant,
  minus,
  ONE,
  type Polynomial,
  plus,
  textOf,
  ZERO,
} from '@kirchhoff/kernel/abstract/polynomial';
import type { FactReference, InvariantTerm, LinearTerm, LoopInvariant, Refutation } from '@kirchhoff/kernel/certificate/format';
import { failing, invariantAt, isShown } from '@kirchhoff/kernel/certificate/linear';
import type { LoopSource, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { boundsOfMeasure, type LinearFact } from '@kirchhoff/kernel/monomers/linear';
import { lengthOf, type Term } from '@kirchhoff/kernel/monomers/relation';
import type { Board } from '@kirchhoff/kernel/rules/board';
import type { LinearFacts } from '@kirchhoff/kernel/rules/linear-facts';
import { loopBaseOf } from '@kirchhoff/kernel/rules/loop-bases';
import { LoopSteps, MOST_LOOPS, type Quantity } from '@kirchhoff/kernel/rules/loop-steps';
import type { Measure } from '@kirchhoff/kernel/rules/node-polynomials';
import { normalize } from '@kirchhoff/kernel/types/integer';

/** Invariants that are tried under one goal. */
const MOST_TRIES = 48;
/** An atom for the number of steps of loops. */
const STEPS = '#';
/** What is the same in every step adds up with their number. */
const STEPS_TAKEN: Quantity = { loop: null, field: null, measure: 'length' };
/** Facts of single steps that are taken of loops over one source. */
const MOST_OF_STEPS = 16;
const MEASURES: readonly Measure[] = ['value', 'length', 'sum'];

type LoopNode = Extract<Node, { op: 'loop' | 'fold' }>;

/** Loops over one base, and what of them adds up, by the atom of its last value. */
interface Group {
  readonly source: LoopSource;
  readonly loops: readonly NodeId[];
  readonly quantities: ReadonlyMap<string, Quantity>;
}

/** Refutes assumptions that speak of these nodes, in a step of loops or (null) outside. */
export type Refute = (nodes: readonly NodeId[], steps: LoopSteps | null, assumed: readonly Polynomial[]) => Refutation | null;

/** Gives the facts of a step around nodes of its bodies, with their names. */
export type Gather = (nodes: readonly NodeId[], steps: LoopSteps) => readonly (LinearFact & { readonly reference: FactReference })[];

/** A fact that loops have kept, with its name in a certificate. */
export interface KeptFact extends LinearFact {
  readonly reference: Extract<FactReference, { fact: 'kept' }>;
}

/**
 * Searches for invariants of the loops around a goal. Each is what would refute something that is assumed: it has the
 * accumulators, sums and counts that occur there, with the coefficients that they have there.
 */
export class InvariantSearch {
  private readonly groups: readonly Group[];
  /** The nodes whose values or lengths are atoms, for those that stand outside of the loops. */
  private readonly terms = new Map<string, Term>();
  private readonly tried = new Set<string>();

  constructor(
    private readonly board: Board,
    private readonly facts: LinearFacts,
    around: readonly NodeId[],
    private readonly refute: Refute,
    private readonly gather: Gather,
  ) {
    this.groups = this.groupsOf(around);
    if (this.groups.length > 0) for (const node of around) this.name(node);
  }

  get hasLoops(): boolean {
    return this.groups.length > 0;
  }

  /** What the loops keep of `value < 0`, for each of the values that are not negative as far as is assumed; of what `helps` alone. */
  find(values: readonly Polynomial[], assumed: readonly Polynomial[], helps: (last: Polynomial) => boolean): readonly KeptFact[] {
    return values.flatMap((value) =>
      this.groups.flatMap((group) => {
        const goal = failing({ value, isKnown: false });
        if (!helps(goal)) return [];
        const counted = this.inSteps(group.source, goal);
        return this.keep(group, counted, assumed) ?? (counted === goal ? null : this.keep(group, goal, assumed)) ?? [];
      }),
    );
  }

  /** With the number of steps in place of an atom of the end of a range, or of a multiple of a length that is known; the same object where it has none. */
  private inSteps(source: LoopSource, value: Polynomial): Polynomial {
    if (source.over === 'value') {
      const bounds = boundsOfMeasure(this.board.view(source.node));
      const [rest, length] = [value.get(CONSTANT_TERM) ?? 0n, BigInt(bounds?.lo ?? 0)];
      if (rest === 0n || length === 0n || bounds?.hi !== bounds?.lo || rest % length !== 0n) return value;
      return plus(plus(value, constant(normalize(rest)), -1n), atom(STEPS), rest / length);
    }
    const { polynomials } = this.facts;
    const length = plus(minus(polynomials.of(source.hi), polynomials.of(source.lo)), ONE);
    for (const [end, sign] of length) {
      if (end === CONSTANT_TERM || (sign !== 1n && sign !== -1n) || !value.has(end)) continue;
      // length = sign * end + rest
      const rest = plus(length, new Map([[end, sign]]), -1n);
      const steps = plus(atom(STEPS), rest, -1n);
      const coefficient = value.get(end) ?? 0n;
      return plus(plus(value, new Map([[end, coefficient]]), -1n), steps, sign * coefficient);
    }
    return value;
  }

  /** What a fact of every single step comes to in all of them: of those that speak of sums and counts, times what stands outside. */
  ofSteps(assumed: readonly Polynomial[]): readonly KeptFact[] {
    return this.groups.flatMap((group) => {
      const loops = group.loops.filter((loop) => this.isWhole(loop) || this.goesOn(loop, assumed)).slice(0, MOST_LOOPS);
      const steps = LoopSteps.of(this.board, loops);
      if (steps === null || !steps.premises.every((premise) => isShown(premise, assumed))) return [];
      const growing = this.growingIn(steps, group);
      const inside = loops.flatMap((loop) => this.board.graph.regions[this.loopAt(loop).body]?.result ?? []);
      const found: KeptFact[] = [];
      for (const { reference, value, premises, isEquality } of this.gather(inside, steps)) {
        if (found.length >= MOST_OF_STEPS) break;
        if (reference.fact !== 'node' || !premises.every(({ isKnown }) => isKnown)) continue;
        for (const sign of isEquality ? [1n, -1n] : [1n]) {
          const terms = this.termsOf({ ...group, quantities: growing }, plus(ZERO, value, sign), STEPS_TAKEN);
          const last = terms === null ? null : invariantAt(steps, terms, 'last');
          if (terms === null || last === null) continue;
          const own = (index: number): LinearTerm => ({ multiplier: 1, factors: [{ fact: 'assumption', index: assumed.length + index }] });
          const base: Refutation = { rule: 'sum', terms: [own(0)] };
          const step: Refutation = { rule: 'sum', terms: [own(0), own(1), { multiplier: normalize(sign), factors: [reference] }] };
          found.push({
            premises: [],
            value: last,
            isEquality: false,
            reference: { fact: 'kept', invariant: { loops, terms, base, step } },
          });
        }
      }
      return found;
    });
  }

  /** Sums and counts that begin with 0 and grow by an atom, by that atom. */
  private growingIn(steps: LoopSteps, { quantities }: Group): ReadonlyMap<string, Quantity> {
    const found = new Map<string, Quantity>();
    for (const quantity of quantities.values()) {
      const course = steps.course(quantity);
      if (course === null || course.first.size > 0) continue;
      const [only, ...more] = minus(course.after, course.before);
      if (only !== undefined && more.length === 0 && only[1] === 1n && only[0] !== CONSTANT_TERM && !found.has(only[0]))
        found.set(only[0], quantity);
    }
    return found;
  }

  /** True of a loop that goes through its whole source whatever its body gives. */
  private isWhole(loop: NodeId): boolean {
    const node = this.loopAt(loop);
    return node.op === 'fold' || (node.loop !== 'all' && node.loop !== 'any');
  }

  private keep(group: Group, value: Polynomial, assumed: readonly Polynomial[]): KeptFact | null {
    const terms = this.termsOf(group, value);
    const key = `${group.loops.join()} ${textOf(value)} ${assumed.length}`;
    if (terms === null || this.tried.has(key) || this.tried.size >= MOST_TRIES) return null;
    this.tried.add(key);
    const named = new Set(terms.flatMap(({ quantity }) => quantity?.loop ?? []));
    const wanted = new Set([...named, ...[...named].flatMap((loop) => loopBaseOf(this.board.graph, this.loopAt(loop).source).maps)]);
    const loops = group.loops.filter((loop) => wanted.has(loop) || this.goesOn(loop, assumed)).slice(0, MOST_LOOPS);
    const steps = LoopSteps.of(this.board, loops.length > 0 ? loops : group.loops.slice(0, 1));
    return steps === null ? null : this.show(steps, loops.length > 0 ? loops : group.loops.slice(0, 1), terms, assumed);
  }

  private show(
    steps: LoopSteps,
    loops: readonly NodeId[],
    terms: readonly InvariantTerm[],
    assumed: readonly Polynomial[],
  ): KeptFact | null {
    const { premises } = steps;
    if (!premises.every((premise) => isShown(premise, assumed))) return null;
    const [first, before, after, last] = (['first', 'before', 'after', 'last'] as const).map((at) => invariantAt(steps, terms, at));
    if (first == null || before == null || after == null || last == null) return null;
    const outside = terms.flatMap(({ factors }) => factors.map((term) => (term < 0 ? lengthOf(term) : term)));
    const base = this.refute([...loops.flatMap((loop) => this.initialOf(loop)), ...outside], null, [...assumed, negated(first)]);
    if (base === null) return null;
    const inside = loops.flatMap((loop) => this.board.graph.regions[this.loopAt(loop).body]?.result ?? []);
    const step = this.refute([...inside, ...outside], steps, [...assumed, negated(after), before, ...steps.assumptions]);
    if (step === null) return null;
    const invariant: LoopInvariant = { loops, terms, base, step };
    return { premises: [], value: last, isEquality: false, reference: { fact: 'kept', invariant } };
  }

  /** True of an ANY or ALL that is known here to have gone through its whole source. */
  private goesOn(loop: NodeId, assumed: readonly Polynomial[]): boolean {
    return !this.isWhole(loop) && LoopSteps.of(this.board, [loop])?.premises.every((premise) => isShown(premise, assumed)) === true;
  }

  private loopAt(loop: NodeId): LoopNode {
    const node = nodeAt(this.board.graph, loop);
    if (node.op !== 'loop' && node.op !== 'fold') throw new Error(`${node.op} is no loop`);
    return node;
  }

  private initialOf(loop: NodeId): readonly NodeId[] {
    const node = this.loopAt(loop);
    return node.op === 'fold' ? [node.initial] : [];
  }

  /**
   * The polynomial as a sum of quantities of a group, times what stands outside (where there is none of them, times
   * `otherwise`); null where it is none, or has none of them.
   */
  private termsOf({ quantities }: Group, value: Polynomial, otherwise: Quantity | null = null): readonly InvariantTerm[] | null {
    const terms: InvariantTerm[] = [];
    for (const [monomial, coefficient] of value) {
      let quantity: Quantity | null = null;
      const factors: Term[] = [];
      for (const each of atomsOf(monomial)) {
        const own = quantities.get(each);
        const term = this.terms.get(each);
        if (own !== undefined && quantity === null) quantity = own;
        else if (own === undefined && term !== undefined) factors.push(term);
        else return null;
      }
      terms.push({ multiplier: normalize(coefficient), factors, quantity: quantity ?? otherwise });
    }
    return terms.some(({ quantity }) => quantity !== otherwise) ? terms : null;
  }

  private name(node: NodeId): void {
    if (!this.board.isLive(node)) return;
    const [value, ...more] = this.facts.polynomials.of(node);
    const kind = this.board.graph.kinds[node]?.kind;
    const take = (named: string, term: Term): void => {
      if (!this.terms.has(named)) this.terms.set(named, term);
    };
    if ((kind === 'integer' || kind === 'boolean') && value !== undefined && more.length === 0 && value[1] === 1n) take(value[0], node);
    if (kind === 'list' || kind === 'bytes' || kind === 'text')
      for (const length of this.facts.polynomials.lengthOf(node).keys()) take(length, lengthOf(node));
  }

  /** The loops among the nodes that have been evaluated for certain, and the maps that made what they go through, by their base. */
  private groupsOf(around: readonly NodeId[]): readonly Group[] {
    const byBase = new Map<string, { source: LoopSource; loops: Set<NodeId> }>();
    for (const id of around) {
      const node = this.board.graph.nodes[id];
      if ((node?.op !== 'loop' && node?.op !== 'fold') || !this.board.isLive(id)) continue;
      const { key, source, maps } = loopBaseOf(this.board.graph, node.source);
      const group = byBase.get(key) ?? { source, loops: new Set() };
      byBase.set(key, group);
      group.loops.add(id);
      for (const map of maps) if (this.board.isLive(map)) group.loops.add(map);
    }
    return [...byBase.values()].map(({ source, loops: all }) => {
      const loops = [...all].toSorted((a, b) => a - b);
      return { source, loops, quantities: this.quantitiesOf(source, loops) };
    });
  }

  private quantitiesOf(source: LoopSource, loops: readonly NodeId[]): ReadonlyMap<string, Quantity> {
    const { polynomials } = this.facts;
    const found = new Map<string, Quantity>();
    const take = (last: Polynomial | null, quantity: Quantity): void => {
      const [only, ...more] = last ?? ZERO;
      if (only !== undefined && more.length === 0 && only[1] === 1n && !found.has(only[0])) found.set(only[0], quantity);
    };
    found.set(STEPS, { loop: null, field: null, measure: 'length' });
    if (source.over === 'value') {
      for (const measure of ['length', 'sum'] as const)
        take(polynomials.part(source.node, null, measure), { loop: null, field: null, measure });
    }
    for (const loop of loops) {
      const kind = this.board.graph.kinds[loop];
      const node = this.loopAt(loop);
      if (node.op === 'loop' && (node.loop === 'any' || node.loop === 'all')) continue;
      const fields = kind?.kind === 'record' ? kind.fields.map(({ name }) => name) : [null];
      for (const field of fields) for (const measure of MEASURES) take(polynomials.part(loop, field, measure), { loop, field, measure });
    }
    return found;
  }
}

/** The assumption that a sum is negative. */
function negated(value: Polynomial): Polynomial {
  return minus(minus(ZERO, value), ONE);
}
