import {
  type AbstractValue,
  boolean,
  type Characters,
  exactTexts,
  integers,
  isSequence,
  NEVER,
  ofDomain,
  ofRanges,
  ofType,
  option,
  record,
  sequence,
  tags,
  texts,
} from '@kirchhoff/kernel/abstract/abstract';
import { highest, lowest } from '@kirchhoff/kernel/abstract/ranges';
import type {
  Difference,
  DriftProof,
  Evidence,
  ExportedDifference,
  FactReference,
  JoinProof,
  LinearBound,
  LinearTerm,
  Link,
  LoopInvariant,
  Refutation,
  Step,
} from '@kirchhoff/kernel/certificate/format';
import { type ClosureDomain, closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import type { Graph, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { inlined, inlinedDomains } from '@kirchhoff/kernel/graph/inline';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import type { DifferenceOperand } from '@kirchhoff/kernel/monomers/relation';
import { argumentNodes } from '@kirchhoff/kernel/rules/applications';
import type { StepOf } from '@kirchhoff/kernel/rules/element-steps';
import { partsOf } from '@kirchhoff/kernel/rules/fold-states';
import type { Type } from '@kirchhoff/kernel/types/domain';
import { ALL_CHARACTERS, TEXT_FORMS } from '@kirchhoff/kernel/types/text-forms';
import type { Draws } from './draws.js';
import { passWithInduction } from './forged-induction.js';
import { passWithoutCalls } from './forged-inlined.js';
import { accumulatorOf, BY_ANALYSIS, type Forgery, type ProofDraft } from './forgery.js';

const MAX_MOVES = 4;
/** Limits for the random terms of a sum, splits of a refutation, and bounds of one closure domain. */
const MAX_DRAWN = 3;

/**
 * Forges at random. Claims are weakened, strengthened, made empty or full; evidence of every type replaces missing evidence.
 * Steps, differences, joins, drifts, bounds, exports and cases are made true or false. A forgery may combine several of these.
 */
export function forgeAtRandom(draws: Draws, forgery: Forgery): Uint8Array {
  const forger = new Forger(draws, forgery);
  for (let moves = draws.between(1, MAX_MOVES); moves > 0; moves -= 1) forger.move();
  // In most cases later claims are derived, so that they support the forged one.
  if (!draws.once(6)) forgery.deriveAll();
  return forgery.sealed();
}

class Forger {
  constructor(
    private readonly draws: Draws,
    private readonly forgery: Forgery,
  ) {}

  move(): void {
    const draft = this.draws.from(this.forgery.drafts);
    if (draft === undefined) return;
    const moves = [
      () => this.claimNode(draft),
      () => this.claimNode(draft),
      () => this.claimAccumulator(draft),
      () => this.claimAccumulator(draft),
      () => draft.close(this.evidence(draft)),
      () => this.empty(draft),
      () => this.addStep(draft),
      () => this.changeStep(draft),
      () => this.addDifference(draft),
      () => this.assumeOrder(draft),
      () => this.assumeExport(),
      () => this.addJoin(draft),
      () => this.addDrift(draft),
      () => this.assumeDrift(draft),
      () => this.unroll(draft),
      () => this.killLoop(draft),
      () => this.keepMore(draft),
      () => this.assumeJoin(draft),
      () => this.closeByBounds(draft),
      () => this.closeByBounds(draft),
      () => this.closeByStates(draft),
      () => this.closeByStates(draft),
      () => this.cut(draft),
      () => this.cut(draft),
      () => this.inline(draft),
      () => this.induct(draft),
      () => this.export(draft),
      () => this.split(draft),
    ];
    this.draws.from(moves)?.();
  }

  private node(draft: ProofDraft): NodeId {
    return this.draws.from(draft.nodes) ?? 0;
  }

  private claimNode(draft: ProofDraft): void {
    const node = this.node(draft);
    draft.claim(node, this.viewOf(draft, node));
  }

  private viewOf(draft: ProofDraft, node: NodeId): AbstractValue {
    const type = draft.graph.types[node];
    const before = draft.proof.claims[draft.nodes.indexOf(node)] ?? NEVER;
    return type === undefined ? NEVER : this.view(type, before);
  }

  /** Returns a random claim of one type: the empty set, all values, a part of the earlier claim, or another set. */
  private view(type: Type, before: AbstractValue): AbstractValue {
    if (this.draws.once(6)) return NEVER;
    if (this.draws.once(8)) return ofType(type);
    switch (type.kind) {
      case 'integer':
        return this.integerView(before);
      case 'boolean':
        return boolean(this.draws.once(2), this.draws.once(2));
      case 'enumeration':
        return tags(type.tags.filter(() => this.draws.once(2)));
      case 'list': {
        const lo = this.draws.below(3);
        const element = this.view(type.element, before.kind === 'list' ? before.element : NEVER);
        return this.draws.once(3) && isSequence(before) ? before : sequence('list', lo, lo + this.draws.below(3), element);
      }
      case 'record':
        return record(
          type.fields.map(({ name, type: inner }, index) => ({
            name,
            view: this.view(inner, before.kind === 'record' ? (before.fields[index]?.view ?? NEVER) : NEVER),
          })),
        );
      case 'option':
        return option(this.draws.once(2), this.view(type.value, before.kind === 'option' ? before.some : NEVER));
      case 'text':
        return this.textView(before);
      case 'bytes':
        return ofType(type);
    }
  }

  /** Returns texts of few lengths and characters, of a closed domain, or exact texts. */
  private textView(before: AbstractValue): AbstractValue {
    const lo = this.draws.below(3);
    const hi = lo + this.draws.below(3);
    switch (this.draws.below(6)) {
      case 4:
        return before.kind === 'text' ? this.nearText(before) : texts(lo, hi);
      case 5:
        return texts(1, 253, [0x2d, 0x2e, 0x61, 0x7a], 'hostname');
      case 0:
        return texts(lo, hi);
      case 1:
        return texts(
          lo,
          hi,
          this.draws.pick<Characters>([
            [0x61, 0x61],
            [0x61, 0x62],
            [0x2e, 0x2e, 0x61, 0x62],
            [0x2d, 0x7a],
            [0, 0x7f],
          ]),
        );
      case 2:
        return texts(lo, 5_000, ALL_CHARACTERS, this.draws.pick([...TEXT_FORMS]));
      default:
        return exactTexts(this.draws.pick([['a'], ['', 'a'], ['b'], ['a', 'b', '-']]));
    }
  }

  /** Returns the earlier claim without one of its lengths or characters, with a form, or without its form. */
  private nearText(before: Extract<AbstractValue, { kind: 'text' }>): AbstractValue {
    const { lo, hi, characters } = before;
    const form = before.values === null ? before.form : null;
    const [first = 0, last = 0, ...others] = characters;
    switch (this.draws.below(5)) {
      case 0:
        return texts(lo + 1, hi, characters, form);
      case 1:
        return texts(lo, Math.max(lo, hi - 1), characters, form);
      case 2:
        return texts(lo, hi, first < last ? [Number(first) + 1, last, ...others] : others, form);
      case 3:
        return texts(lo, hi, characters, this.draws.pick([...TEXT_FORMS]));
      default:
        return texts(lo, hi, characters);
    }
  }

  private integerView(before: AbstractValue): AbstractValue {
    const [lo, hi] = before.kind === 'integer' ? [Number(lowest(before.ranges)), Number(highest(before.ranges))] : [0, 0];
    const middle = this.draws.between(0, 4) - 2;
    switch (this.draws.below(6)) {
      case 0:
        return integers(lo + this.draws.below(3), hi);
      case 1:
        return integers(lo, hi - this.draws.below(3));
      case 2:
        return integers(lo - this.draws.below(3), hi + this.draws.below(3));
      case 3:
        return lo < middle && middle < hi ? ofRanges([lo, middle - 1, middle + 1, hi]) : integers(middle, middle);
      case 4:
        return integers(1, Math.max(1, hi));
      default:
        return integers(middle, middle + this.draws.below(4));
    }
  }

  private claimAccumulator(draft: ProofDraft): void {
    const fold = this.draws.from(draft.all('fold'));
    const accumulator = fold === undefined ? undefined : accumulatorOf(draft, fold);
    if (accumulator !== undefined) draft.claim(accumulator, this.viewOf(draft, accumulator));
  }

  private evidence(draft: ProofDraft): Evidence {
    const { proof } = draft;
    return this.draws.pick<Evidence>([
      BY_ANALYSIS,
      { by: 'analysis', differences: [this.difference(draft)] },
      { by: 'exhaustion' },
      { by: 'cases' },
      { by: 'structure' },
      { by: 'witness', inputs: draft.graph.parameters.map(() => this.draws.between(0, 3)) },
      { by: 'smt', encoding: 'integers', digest: '0'.repeat(64), solver: 'z3', version: '1', limit: 1, runs: 1 },
      { by: 'call', given: [this.difference(draft)], requires: draft.pass() },
      this.draws.from(proof.closure) ?? BY_ANALYSIS,
    ]);
  }

  private empty(draft: ProofDraft): void {
    const lists = ['steps', 'kept', 'drifts', 'joins', 'differences', 'cuts'] as const;
    const list = this.draws.pick([...lists]);
    draft.set({ [list]: new Map() });
  }

  private link(draft: ProofDraft): Link {
    const via = this.draws.once(3) ? null : this.node(draft);
    return { via, minuend: this.term(draft), subtrahend: this.term(draft), bound: this.draws.between(-2, 1) };
  }

  private term(draft: ProofDraft): number {
    // Term numbers above those of nodes stand for the fields of records.
    const node = this.draws.once(6) ? draft.graph.nodes.length + this.draws.below(6) : this.node(draft);
    return this.draws.once(4) ? -1 - node : node;
  }

  private path(draft: ProofDraft): readonly Link[] {
    return Array.from({ length: this.draws.below(3) }, () => this.link(draft));
  }

  private difference(draft: ProofDraft): Difference {
    const position = () => this.draws.between(-2, 2);
    return { minuend: position(), subtrahend: position(), bound: this.draws.between(-2, 1), path: this.path(draft) };
  }

  private addDifference(draft: ProofDraft): void {
    const node = this.node(draft);
    const before = draft.proof.differences.get(node) ?? [];
    draft.set({ differences: new Map([...draft.proof.differences, [node, [...before, this.difference(draft)]]]) });
  }

  /** Assumes an unproven difference between the two operands of a node. */
  private assumeOrder(draft: ProofDraft): void {
    const node = this.draws.from([...draft.all('SUB'), ...draft.all('GET'), ...draft.all('MOD')]);
    if (node === undefined) return;
    const [minuend, subtrahend] = this.draws.pick([
      [0, 1],
      [1, 0],
      [1, -1],
    ]);
    const assumed: Difference = { minuend, subtrahend, bound: this.draws.between(-1, 0), path: [] };
    if (this.draws.once(2)) draft.close({ by: 'analysis', differences: [assumed] });
    else draft.set({ differences: new Map([...draft.proof.differences, [node, [assumed]]]) });
  }

  /** Adds an unproven difference to a component's exports; its callers use it. */
  private assumeExport(): void {
    const [component] = this.forgery.components;
    const { circuit } = this.forgery;
    const call = this.draws.from(circuit.all('call'));
    const node = call === undefined ? undefined : nodeAt(circuit.graph, call);
    if (component === undefined || call === undefined || node?.op !== 'call') return;
    const parameter = this.draws.below(node.arguments.length);
    const argument = node.arguments[parameter] ?? 0;
    const isBelow = this.draws.once(2);
    component.set({
      exported: [
        isBelow
          ? { minuend: 'result', subtrahend: parameter, bound: -1, path: [] }
          : { minuend: parameter, subtrahend: 'result', bound: -1, path: [] },
      ],
    });
    const link: Link = { via: call, minuend: isBelow ? call : argument, subtrahend: isBelow ? argument : call, bound: -1 };
    const differences = circuit.all('SUB').map((id) => {
      const operands = operandsOf(nodeAt(circuit.graph, id));
      const [minuend, subtrahend] = [operands.indexOf(link.minuend), operands.indexOf(link.subtrahend)];
      return [id, minuend < 0 || subtrahend < 0 ? [] : [{ minuend, subtrahend, bound: -1, path: [link] }]] as const;
    });
    circuit.set({ differences: new Map([...circuit.proof.differences, ...differences]) });
  }

  private addJoin(draft: ProofDraft): void {
    const owner = this.draws.from([...draft.all('select'), ...draft.all('match')]);
    if (owner === undefined) return;
    const paths = ownedRegions(nodeAt(draft.graph, owner)).map(() => this.path(draft));
    const [minuend, subtrahend] = this.draws.once(2) ? [owner, this.term(draft)] : [this.term(draft), owner];
    const join: JoinProof = { minuend, subtrahend, bound: this.draws.between(-2, 1), paths };
    draft.set({ joins: new Map([...draft.proof.joins, [owner, [...(draft.proof.joins.get(owner) ?? []), join]]]) });
    const user = this.node(draft);
    const link = { via: owner, minuend, subtrahend, bound: join.bound };
    draft.set({
      differences: new Map([...draft.proof.differences, [user, [{ minuend: 0, subtrahend: 1, bound: join.bound, path: [link] }]]]),
    });
  }

  private addDrift(draft: ProofDraft): void {
    const fold = this.draws.from(draft.all('fold'));
    if (fold === undefined) return;
    const before = accumulatorOf(draft, fold) ?? this.node(draft);
    const after = draft.graph.regions[draft.region(fold)]?.result ?? this.node(draft);
    const side = () => (this.draws.once(3) ? null : this.draws.between(-1, 2));
    const drift: DriftProof = { field: null, before, after, upper: side(), lower: side(), upperPath: [], lowerPath: [] };
    draft.set({ drifts: new Map([...draft.proof.drifts, [fold, [drift]]]) });
  }

  /** Understates the drift of a fold, and the corresponding range of its accumulator. */
  private assumeDrift(draft: ProofDraft): void {
    const fold = this.draws.from(draft.all('fold'));
    const accumulator = fold === undefined ? undefined : accumulatorOf(draft, fold);
    const after = fold === undefined ? null : (draft.graph.regions[draft.region(fold)]?.result ?? null);
    if (fold === undefined || accumulator === undefined || after === null) return;
    const upper = this.draws.between(-1, 1);
    const lower = this.draws.once(2) ? null : this.draws.between(0, 1);
    const path = this.draws.once(3) ? [{ via: accumulator, minuend: after, subtrahend: accumulator, bound: upper }] : [];
    const drift: DriftProof = { field: null, before: accumulator, after, upper, lower, upperPath: path, lowerPath: [] };
    draft.set({ drifts: new Map([...draft.proof.drifts, [fold, [drift]]]) });
    const first = nodeAt(draft.graph, fold);
    const initial = first.op === 'fold' ? draft.proof.claims[draft.nodes.indexOf(first.initial)] : undefined;
    if (initial?.kind !== 'integer') return;
    const [lo, hi] = [Number(lowest(initial.ranges)), Number(highest(initial.ranges))];
    draft.claim(accumulator, integers(lo - this.draws.below(2), hi + this.draws.below(3)));
  }

  /** Claims that the elements of a loop are an empty set, so that the body would be dead. */
  private killLoop(draft: ProofDraft): void {
    const bound = draft.nodes.filter((node) => nodeAt(draft.graph, node).op === 'bound');
    const node = this.draws.from(bound);
    if (node === undefined) return;
    draft.claim(node, NEVER);
    if (this.draws.once(2)) draft.set({ drifts: new Map(), unrolled: [] });
  }

  /** Understates the elements that a filter keeps. */
  private keepMore(draft: ProofDraft): void {
    const filters = draft.all('loop').filter((id) => {
      const node = nodeAt(draft.graph, id);
      return node.op === 'loop' && node.loop !== 'map';
    });
    const filter = this.draws.from(filters);
    if (filter === undefined) return;
    const region = draft.region(filter);
    const from = draft.graph.regions[region]?.result ?? this.node(draft);
    const element = draft.nodes.find((id) => {
      const node = nodeAt(draft.graph, id);
      return node.op === 'bound' && node.region === region;
    });
    const to = element === undefined || this.draws.once(3) ? this.node(draft) : element;
    const step: Step = { rule: 'backward', from, to, claim: this.viewOf(draft, to) };
    draft.set({ kept: new Map([...draft.proof.kept, [region, [...(draft.proof.kept.get(region) ?? []), step]]]) });
  }

  /** Claims that all arms keep a difference to a neighbour although some arm does not; a subtraction depends on it. */
  private assumeJoin(draft: ProofDraft): void {
    const owner = this.draws.from([...draft.all('select'), ...draft.all('match')]);
    const user = draft.all('SUB').find((id) => owner !== undefined && operandsOf(nodeAt(draft.graph, id)).includes(owner));
    if (owner === undefined || user === undefined) return;
    const operands = operandsOf(nodeAt(draft.graph, user));
    const other = operands.find((operand) => operand !== owner) ?? owner;
    const [minuend, subtrahend] = this.draws.once(2) ? [owner, other] : [other, owner];
    const bound = this.draws.between(-1, 0);
    const link: Link = { via: owner, minuend, subtrahend, bound };
    const paths = ownedRegions(nodeAt(draft.graph, owner)).map(() => (this.draws.once(3) ? [link] : []));
    draft.set({
      joins: new Map([...draft.proof.joins, [owner, [{ minuend, subtrahend, bound, paths }]]]),
      differences: new Map([
        ...draft.proof.differences,
        [user, [{ minuend: operands.indexOf(minuend), subtrahend: operands.indexOf(subtrahend), bound, path: [link] }]],
      ]),
    });
  }

  /** Closes the open domain by bounds with random terms, multipliers and splits. */
  private closeByBounds(draft: ProofDraft): void {
    const domains = closureDomains(draft.graph);
    const closure = draft.proof.closure.map((before, index): Evidence => {
      const domain = domains[index];
      if (domain === undefined || !draft.open.includes(index) || this.draws.once(4)) return before;
      return { by: 'linear', bounds: this.bounds(draft, domain) };
    });
    draft.set({ closure });
  }

  /** Closes the open domain by states of a fold, some of which may be missing or impossible. */
  private closeByStates(draft: ProofDraft): void {
    const fold = this.draws.from(draft.nodes.filter((id) => draft.graph.nodes[id]?.op === 'fold')) ?? this.node(draft);
    const whole = draft.proof.claims[draft.nodes.indexOf(fold)] ?? NEVER;
    const states = this.draws.once(2) ? partsOf(whole).filter(() => !this.draws.once(6)) : [this.viewOf(draft, fold)];
    draft.close({ by: 'states', steps: [], fold, states });
  }

  private bounds(draft: ProofDraft, domain: ClosureDomain): readonly LinearBound[] {
    const subject = subjectOf(draft, domain);
    return Array.from({ length: this.draws.once(3) ? this.draws.below(MAX_DRAWN) : 1 }, () => {
      const position = this.draws.once(3) ? this.draws.below(2) : subject.length - 1;
      const isAbove = this.draws.once(2);
      const other = this.draws.once(6) ? this.draws.below(2) : null;
      const node = subject[position] ?? this.node(draft);
      return {
        minuend: isAbove ? position : other,
        subtrahend: isAbove ? other : position,
        bound: this.draws.between(-2, 9),
        refutation: this.refutation(draft, node, isAbove, 0),
      };
    });
  }

  /** Closes the open domain by a pass over the graph without calls, with possibly false claims. */
  private inline(draft: ProofDraft): void {
    const loops =
      this.draws.from(['written_out', 'written_out', 'guarded', 'guarded', 'kept_with_requires', 'kept_with_contracts', 'kept'] as const) ??
      'kept';
    const { core } = this.forgery.program;
    const made = inlined(core, draft.graph, loops);
    const domains = closureDomains(draft.graph).filter((_, index) => draft.open.includes(index));
    const closure = domains.flatMap((domain) => (made === null ? [] : (inlinedDomains(domain, made) ?? [])).map(() => BY_ANALYSIS));
    const claim = (graph: Graph, node: NodeId, view: AbstractValue): AbstractValue => {
      const type = graph.types[node];
      return type !== undefined && this.draws.once(4) ? this.view(type, view) : view;
    };
    const proof = passWithoutCalls(core, draft.graph, closure, claim, loops);
    if (proof === null) return;
    draft.close({ by: 'inlined' });
    draft.set({ inlined: proof });
  }

  /** Closes the open domains by an induction over some loops, with possibly false claims. */
  private induct(draft: ProofDraft): void {
    const { core } = this.forgery.program;
    const loops = [...draft.all('fold'), ...draft.all('loop')].filter(() => !this.draws.once(4)).toSorted((a, b) => a - b);
    const ensures = draft.graph.ensures.flatMap((_, ensure) => (this.draws.once(8) ? [] : [ensure]));
    const claim = (graph: Graph, node: NodeId, view: AbstractValue): AbstractValue => {
      const type = graph.types[node];
      return type !== undefined && this.draws.once(6) ? this.view(type, view) : view;
    };
    const induction = passWithInduction(core, draft, { loops, ensures }, undefined, claim);
    if (induction === null) return;
    draft.close({ by: 'induction' });
    draft.set({ induction });
  }

  /** Claims a bound of an integer that may be false. */
  private cut(draft: ProofDraft): void {
    const node = this.draws.from(draft.nodes.filter((id) => draft.graph.types[id]?.kind === 'integer'));
    if (node === undefined) return;
    const isAbove = this.draws.once(2);
    const bound: LinearBound = {
      minuend: isAbove ? 0 : null,
      subtrahend: isAbove ? null : 0,
      bound: this.draws.between(-2, 9),
      refutation: this.refutation(draft, node, isAbove, 0),
    };
    draft.set({ cuts: new Map([...draft.proof.cuts, [node, [...(draft.proof.cuts.get(node) ?? []), bound]]]) });
  }

  private refutation(draft: ProofDraft, node: NodeId, isAbove: boolean, depth: number): Refutation {
    if (depth < MAX_DRAWN && this.draws.once(6)) {
      const [holds, fails] = [0, 1].map(() => this.refutation(draft, node, isAbove, depth + 1));
      if (holds !== undefined && fails !== undefined)
        return { rule: 'split', node: this.node(draft), fact: this.draws.below(2), premise: this.draws.below(2), holds, fails };
    }
    if (depth < MAX_DRAWN && this.draws.once(6)) {
      const premises = Array.from({ length: this.draws.below(3) }, () => this.refutation(draft, node, isAbove, depth + 1));
      const rest = this.refutation(draft, node, isAbove, depth + 1);
      return { rule: 'ordered', low: this.node(draft), high: this.node(draft), way: this.draws.below(2), premises, rest };
    }
    if (depth < MAX_DRAWN && this.draws.once(6)) {
      const premises = Array.from({ length: this.draws.below(3) }, () => this.refutation(draft, node, isAbove, depth + 1));
      return { rule: 'element', step: this.stepOf(draft), premises, rest: this.refutation(draft, node, isAbove, depth + 1) };
    }
    if (depth < MAX_DRAWN && this.draws.once(6)) {
      const sum = this.refutation(draft, node, isAbove, MAX_DRAWN);
      const rest = this.refutation(draft, node, isAbove, depth + 1);
      if (sum.rule === 'sum') return { rule: 'rounded', terms: sum.terms, rest };
    }
    if (depth < MAX_DRAWN && this.draws.once(6)) {
      const [one, other] = [this.invariant(draft), this.invariant(draft)];
      const [first, second] = [0, 1].map(() => this.refutation(draft, node, isAbove, depth + 1));
      const { loops, base } = one;
      if (first !== undefined && second !== undefined)
        return { rule: 'either', loops, sums: [one.terms, other.terms], base, steps: [one.step, other.step], rests: [first, second] };
    }
    if (depth < MAX_DRAWN && this.draws.once(6)) {
      const { loops, terms, base, step } = this.invariant(draft);
      const rest = this.refutation(draft, node, isAbove, depth + 1);
      const given = terms.map((term) => ({ ...term, given: this.draws.once(2) ? this.node(draft) : null }));
      return { rule: 'since', since: this.draws.below(2), loops, terms: given, base, step, rest };
    }
    const negated: FactReference = { fact: 'assumption', index: this.draws.once(4) ? depth : 0 };
    // The opposite bound of the value: in the opposite direction it would refute the domain.
    const ends = { fact: isAbove === this.draws.once(3) ? 'upper' : 'lower', node } as const;
    const more = Array.from({ length: this.draws.below(MAX_DRAWN) }, () => ({
      multiplier: this.draws.pick([-2, -1, 1, 1, 2]),
      factors: Array.from({ length: this.draws.once(4) ? 2 : 1 }, () => this.fact(draft)),
    }));
    const terms = [
      { multiplier: this.draws.once(8) ? 2 : 1, factors: [negated] },
      { multiplier: this.draws.once(2) ? -1 : 1, factors: [ends] },
      ...(this.draws.once(2) ? more : []),
    ];
    return { rule: 'sum', terms };
  }

  /** Returns a step of some loops, which may not have such an element. */
  private stepOf(draft: ProofDraft): StepOf {
    const all = [...draft.all('loop'), ...draft.all('fold')].toSorted((a, b) => a - b);
    const [loop = 0] = all.slice(this.draws.below(Math.max(all.length, 1)));
    const [within, step] = [this.draws.once(4) ? 0 : null, this.draws.once(4) ? 0 : null];
    const of: StepOf['of'] = this.draws.once(2)
      ? { by: 'witness', loop, truth: this.draws.once(2) }
      : { by: 'value', node: this.node(draft), step };
    return { loops: this.draws.once(3) ? all : [loop], within, of };
  }

  private fact(draft: ProofDraft): FactReference {
    const node = this.node(draft);
    const at = this.draws.once(3) ? { step: this.draws.below(2) } : {};
    return this.draws.pick<FactReference>([
      { fact: 'lower', node, ...at },
      { fact: 'upper', node, ...at },
      { fact: 'node', node, index: this.draws.below(3), ...at },
      { fact: 'difference', link: this.link(draft) },
      { fact: 'assumption', index: this.draws.below(2) },
      { fact: 'kept', invariant: this.invariant(draft) },
    ]);
  }

  /** Returns an invariant of some loops, usually with the refutations of a true one. */
  private invariant(draft: ProofDraft): LoopInvariant {
    const all = [...draft.all('loop'), ...draft.all('fold')].toSorted((a, b) => a - b);
    const loops = this.draws.once(4) ? all : all.slice(this.draws.below(Math.max(all.length, 1)));
    const terms = Array.from({ length: 1 + this.draws.below(MAX_DRAWN) }, () => ({
      multiplier: this.draws.pick([-2, -1, 1, 1, 2]),
      factors: this.draws.once(5) ? [this.node(draft)] : [],
      quantity: this.draws.once(4)
        ? null
        : {
            loop: this.draws.from([null, ...loops]) ?? null,
            field: null,
            measure: this.draws.pick<'value' | 'length' | 'sum'>(['value', 'length', 'sum']),
          },
    }));
    const assumed = this.draws.once(3) ? 2 : 1;
    const own = (index: number): LinearTerm => ({ multiplier: 1, factors: [{ fact: 'assumption', index: assumed + index }] });
    const more = (): LinearTerm => ({
      multiplier: 1,
      factors: [{ fact: this.draws.pick(['lower', 'upper'] as const), node: this.node(draft) }],
    });
    const sum = (...terms_: readonly LinearTerm[]): Refutation => ({
      rule: 'sum',
      terms: [...terms_, ...(this.draws.once(2) ? [more()] : [])],
    });
    return { loops, terms, base: sum(own(0)), step: this.draws.once(3) ? sum(own(0), own(1), own(2)) : sum(own(0), own(1)) };
  }

  private unroll(draft: ProofDraft): void {
    const all = draft.all('fold');
    draft.set({ unrolled: this.draws.once(2) ? [] : all });
  }

  private ownedRegion(draft: ProofDraft): RegionId | undefined {
    return this.draws.from(draft.graph.regions.flatMap(({ owner }, region) => (owner === null ? [] : [region])));
  }

  private step(draft: ProofDraft): Step {
    const node = this.node(draft);
    const claim = this.viewOf(draft, node);
    return this.draws.pick<Step>([
      { rule: 'backward', from: this.node(draft), to: node, claim },
      { rule: 'forward', node, claim, differences: this.draws.once(3) ? [this.difference(draft)] : [] },
      { rule: 'reached', owner: node, child: this.draws.below(2) },
    ]);
  }

  private addStep(draft: ProofDraft): void {
    const region = this.ownedRegion(draft);
    if (region === undefined) return;
    const list = this.draws.once(4) ? 'kept' : 'steps';
    const before = draft.proof[list].get(region) ?? [];
    const steps = this.draws.once(2) ? [...before, this.step(draft)] : [this.step(draft), ...before];
    draft.set({ [list]: new Map([...draft.proof[list], [region, steps]]) });
  }

  /** Changes the claim of a correct step. */
  private changeStep(draft: ProofDraft): void {
    const steps = [...draft.proof.steps].map(([region, each]) => {
      const at = this.draws.below(each.length);
      return [region, each.map((step, index) => (index === at && step.rule !== 'reached' ? this.restated(draft, step) : step))] as const;
    });
    draft.set({ steps: new Map(steps) });
  }

  private restated<S extends Extract<Step, { claim: AbstractValue }>>(draft: ProofDraft, step: S): S {
    const type = draft.graph.types[step.rule === 'backward' ? step.to : step.node];
    return type === undefined ? step : { ...step, claim: this.view(type, step.claim) };
  }

  private export(draft: ProofDraft): void {
    const exported: ExportedDifference = {
      minuend: this.draws.pick<DifferenceOperand>(['result', 0, 1]),
      subtrahend: this.draws.pick<DifferenceOperand>(['result', 0, 1]),
      bound: this.draws.between(-2, 1),
      path: this.path(draft),
    };
    draft.set({ exported: [...draft.proof.exported, exported] });
  }

  /** Closes all open domains by cases of one parameter, each derived under its part. The parts may omit values. */
  private split(draft: ProofDraft): void {
    const parameter = this.draws.below(draft.graph.parameters.length);
    const node = draft.graph.nodes.findIndex((each) => each.op === 'parameter' && each.index === parameter);
    const domain = draft.graph.parameters[parameter]?.domain;
    const type = draft.graph.types[node];
    if (domain === undefined || type === undefined) return;
    const forced = draft.forced.get(node);
    const closure = draft.open.slice(this.draws.once(4) ? 1 : 0).map((): Evidence => BY_ANALYSIS);
    const views = Array.from({ length: this.draws.between(1, 3) }, () => this.view(type, ofDomain(domain)));
    const parts = views.map((view) => {
      draft.claim(node, view);
      this.forgery.deriveAll();
      return { view, proof: { ...draft.pass(), closure } };
    });
    if (forced === undefined) draft.forced.delete(node);
    else draft.claim(node, forced);
    draft.close({ by: 'cases' });
    draft.set({ cases: { parameter, parts } });
  }
}

/** Returns the nodes that the bounds of a closure domain refer to by position. */
function subjectOf({ graph }: ProofDraft, domain: ClosureDomain): readonly NodeId[] {
  if ('node' in domain) {
    const node = nodeAt(graph, domain.node);
    return node.op === 'apply' ? argumentNodes(node).flatMap((argument) => argument ?? []) : operandsOf(node);
  }
  switch (domain.kind) {
    case 'input':
      return [];
    case 'output':
      return [graph.outputs[domain.output]?.node ?? -1];
    case 'contract':
      if (domain.of === 'ensure') return [graph.regions[graph.ensures[domain.ensure] ?? -1]?.result ?? -1];
      return domain.of === 'result' ? [graph.outputs[0]?.node ?? -1] : [];
  }
}
