import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import type { Domain } from '@kirchhoff/kernel/types/domain';
import type { Int } from '@kirchhoff/kernel/types/integer';
import { isSafe } from '@kirchhoff/kernel/values/json';
import type { Span } from '../diagnostics/diagnostic.js';
import type { PolicyItem, VerdictWord } from '../syntax/ast.js';
import type { DeclaredAction } from './action-parameters.js';
import type { GraphBuilder } from './builder.js';
import type { DraftContract, DraftPort } from './draft.js';
import { addParameter, type ElaborationContext, inBody } from './item.js';
import { addVotes, beginAction, type ElaboratedGraph, type OpenedPolicy, openPolicy } from './policy.js';
import { addVerdictIn, join, type Votes } from './promises.js';
import { settleTypes } from './settle.js';

/** The region of actions that both policies accept, or only one of them; the other policy denies these. */
export type PolicyRegion = 'both' | 'old' | 'new';

/** Asks for an action of the region for which the policies have these verdicts. `null` for a policy that refuses the region. */
export interface RegionQuestion {
  readonly category: string;
  readonly region: PolicyRegion;
  readonly old: VerdictWord | null;
  readonly new: VerdictWord | null;
}

/** A policy that has been read without errors. */
export interface PolicyOfPair {
  readonly item: PolicyItem;
  readonly surroundings: ElaborationContext;
}

/** `empty`: there is no such action. `unknown`: the domains differ in a way that no question can state. */
export type RegionState = 'stated' | 'empty' | 'unknown';

type Side = 'old' | 'new';

/** Two versions of a policy, in one graph for each region of a category. Equal parts of both are one node in it. */
export class PolicyPair {
  readonly #sides: Readonly<Record<Side, OpenedPolicy & PolicyOfPair>>;
  readonly #positions: Readonly<Record<Side, ReadonlyMap<string, number>>>;

  constructor(old: PolicyOfPair, young: PolicyOfPair) {
    const opened = (side: PolicyOfPair) => ({ ...side, ...openPolicy(side.item, side.surroundings) });
    const positions = ({ item }: PolicyOfPair) => new Map(item.actions.map(({ category }, position) => [category, position]));
    this.#sides = { old: opened(old), new: opened(young) };
    this.#positions = { old: positions(old), new: positions(young) };
  }

  get categories(): readonly string[] {
    return [...new Set([...this.#positions.old.keys(), ...this.#positions.new.keys()])];
  }

  state(category: string, region: PolicyRegion): RegionState {
    const [old, young] = [this.#action('old', category), this.#action('new', category)];
    if (old === undefined || young === undefined) {
      const only = old === undefined ? 'new' : 'old';
      return region === only ? 'stated' : 'empty';
    }
    const shared = compareParameters(old, young);
    switch (shared.kind) {
      case 'unknown':
        return 'unknown';
      case 'disjoint':
        return region === 'both' ? 'empty' : 'stated';
      case 'shared':
        return region === 'both' || shared.outside[region] !== 'none' ? 'stated' : 'empty';
    }
  }

  /**
   * Elaborates questions about one region of a category into a graph. Each is an ensure, which is proven if there is no such action.
   *
   * @param questions by the name of the ensure
   */
  elaborate(category: string, region: PolicyRegion, questions: ReadonlyMap<string, RegionQuestion>): ElaboratedGraph {
    const [old, young] = [this.#action('old', category), this.#action('new', category)];
    const main = region === 'new' ? 'new' : 'old';
    const action = main === 'old' ? old : young;
    if (action === undefined) throw new RangeError(`no action ${category}`);
    const shared = old === undefined || young === undefined ? undefined : compareParameters(old, young);
    const domains = region === 'both' && shared?.kind === 'shared' ? shared.domains : action.domains;
    const outside = region === 'both' || shared?.kind !== 'shared' ? 'all' : shared.outside[region];
    const indexes = new Map(action.syntax.parameters.map(({ name }, index) => [name.text, index]));
    const builder = this.#begin(main, action);
    const parameters = addParameters(builder, action, domains, indexes);
    let beside: GraphBuilder | undefined;
    if (region === 'both' && young !== undefined) {
      const { draft, openApplications, matches, calls } = builder;
      beside = { ...this.#begin('new', young), draft, openApplications, matches, calls };
      addParameters(beside, young, domains, indexes);
    }
    const { span } = action.syntax;
    const { body, value } = inBody(builder, () => {
      const votes: Partial<Record<Side, Votes>> = { [main]: this.#votes(builder, main, category) };
      if (beside !== undefined) votes.new = this.#votes(beside, 'new', category);
      return [...questions].map(([shown, question]) => addQuestion(builder, { question, votes, outside, shown, span }));
    });
    const types = settleTypes(builder);
    const draft = { draft: builder.draft, name: category, span, types, parameters, requires: [], body, outputs: [], ensures: value };
    return { draft, builder };
  }

  #action(side: Side, category: string): DeclaredAction | undefined {
    const position = this.#positions[side].get(category);
    return position === undefined ? undefined : this.#sides[side].actions[position];
  }

  #begin(side: Side, action: DeclaredAction): GraphBuilder {
    const { item, parameters, surroundings } = this.#sides[side];
    return beginAction(item, action, parameters, surroundings);
  }

  #votes(builder: GraphBuilder, side: Side, category: string): Votes {
    const { item, actions, statements, parameters } = this.#sides[side];
    const position = this.#positions[side].get(category) ?? -1;
    const action = actions[position];
    if (action === undefined) throw new RangeError(`no action ${category}`);
    const rules = statements[position]?.rules ?? [];
    return addVotes(builder, item, { syntax: action.syntax, rules, use: parameters }).votes;
  }
}

type Domains = ReadonlyMap<string, Domain | null>;

function addParameters(
  builder: GraphBuilder,
  { syntax }: DeclaredAction,
  domains: Domains,
  indexes: ReadonlyMap<string, number>,
): readonly DraftPort[] {
  return syntax.parameters.flatMap(({ name }) => {
    const parameter = addParameter(builder, 'input', name, domains.get(name.text) ?? null, indexes.get(name.text) ?? -1);
    return parameter === null ? [] : [parameter];
  });
}

/** A param whose values outside of `lo..hi` the other policy refuses. */
interface Range {
  readonly name: string;
  readonly lo: Int;
  readonly hi: Int;
}

/** The actions of a policy that the other one refuses: those with one of these params out of its range, all actions, or no action. */
type Outside = 'all' | 'none' | readonly Range[];

type Parameters =
  | { readonly kind: 'shared'; readonly domains: Domains; readonly outside: Readonly<Record<Side, Outside>> }
  /** No action is accepted by both. */
  | { readonly kind: 'disjoint' }
  | { readonly kind: 'unknown' };

/** Compares the params of an action by name; their domains are comparable if they are equal or both ranges of integers. */
function compareParameters(old: DeclaredAction, young: DeclaredAction): Parameters {
  const names = [...old.domains.keys()];
  if (names.length !== young.domains.size || names.some((name) => !young.domains.has(name))) return { kind: 'disjoint' };
  const domains = new Map<string, Domain>();
  const outside: Record<Side, Range[]> = { old: [], new: [] };
  const respelled: Record<Side, boolean> = { old: false, new: false };
  let isDisjoint = false;
  for (const name of names) {
    const [a, b] = [old.domains.get(name) ?? null, young.domains.get(name) ?? null];
    if (a === null || b === null) return { kind: 'unknown' };
    if (isSame(a, b)) {
      domains.set(name, a);
      continue;
    }
    if (a.kind !== 'integer' || b.kind !== 'integer') return { kind: 'unknown' };
    const [lo, hi] = [a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi];
    if (lo > hi) isDisjoint = true;
    domains.set(name, { kind: 'integer', lo, hi });
    if (a.lo < b.lo || a.hi > b.hi) outside.old.push({ name, lo: b.lo, hi: b.hi });
    if (b.lo < a.lo || b.hi > a.hi) outside.new.push({ name, lo: a.lo, hi: a.hi });
    // Only a range beyond the safe integers takes its values as decimal strings too.
    const [isPlainOld, isPlainNew] = [isSafe(a.lo, a.hi), isSafe(b.lo, b.hi)];
    if (isPlainOld && !isPlainNew) respelled.new = true;
    if (isPlainNew && !isPlainOld) respelled.old = true;
  }
  const outsideOf = (side: Side): Outside => (respelled[side] ? 'all' : outside[side].length === 0 ? 'none' : outside[side]);
  return isDisjoint ? { kind: 'disjoint' } : { kind: 'shared', domains, outside: { old: outsideOf('old'), new: outsideOf('new') } };
}

/** Domains are plain data, except for integers beyond the safe ones. */
function isSame(a: Domain, b: Domain): boolean {
  return JSON.stringify(a, spelled) === JSON.stringify(b, spelled);
}

function spelled(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

interface AskedQuestion {
  readonly question: RegionQuestion;
  readonly votes: Readonly<Partial<Record<Side, Votes>>>;
  /** The actions of the region. */
  readonly outside: Outside;
  readonly shown: string;
  readonly span: Span;
}

/** Adds an ensure: no action of the region has the verdicts of the question. */
function addQuestion(builder: GraphBuilder, { question, votes, outside, shown, span }: AskedQuestion): DraftContract {
  const { draft } = builder;
  const region = draft.open();
  draft.domain = shown;
  const parts = typeof outside === 'string' ? [] : [addAllWithin(builder, outside, span)];
  for (const side of ['old', 'new'] as const) {
    const [verdict, of] = [question[side], votes[side]];
    if (verdict === null) continue;
    if (of === undefined) throw new RangeError(`the ${side} policy has no verdict in this region`);
    const others = VERDICTS.filter((each) => each !== verdict);
    parts.push(addVerdictIn(builder, others, of, span));
  }
  const [first, ...rest] = parts;
  if (first === undefined) throw new RangeError('a question names a verdict');
  draft.close(rest.reduce((node, part) => join(builder, 'or', node, part, span), first));
  return { region, shown, span };
}

const VERDICTS: readonly VerdictWord[] = ['allow', 'review', 'deny'];

/** Adds the node that is true if every param is within its range. */
function addAllWithin(builder: GraphBuilder, ranges: readonly Range[], span: Span): NodeId {
  const [first, ...rest] = ranges.map(({ name, lo, hi }) =>
    builder.elaborate(builder, {
      form: 'in',
      value: { form: 'name', name, span },
      source: {
        source: 'range',
        lo: { form: 'integer', value: lo, span },
        hi: { form: 'integer', value: hi, span },
        span,
      },
      negated: false,
      span,
    }),
  );
  if (first === undefined) throw new RangeError('a region has a range');
  return rest.reduce((node, part) => join(builder, 'and', node, part, span), first);
}
