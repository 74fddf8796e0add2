import { FALSE, isWithin, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import { ofDomain } from '@kirchhoff/kernel/abstract/membership';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { PassProof } from '@kirchhoff/kernel/certificate/format';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Core, Graph, Node, NodeId, Region, RegionId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN } from '@kirchhoff/kernel/types/domain';
import type { PolicyProgram, PolicyRule, Verdict } from '@kirchhoff/language/program/program';
import type { Proof } from './proof.js';
import { sampleInputs } from './samples.js';

/** A rule on an action, and what the claims of the action say of its condition. */
export interface Standing {
  readonly rule: PolicyRule;
  /** The node of its condition: equal conditions are one node. */
  readonly node: NodeId;
  readonly never: boolean;
  readonly always: boolean;
}

/** By action. */
export type Standings = readonly (readonly Standing[])[];

/** The statement about an action that at least one of these stronger rules applies whenever the rule does; without one, it never does. */
export interface RuleStatement {
  readonly action: number;
  readonly rule: string;
  readonly by: readonly string[];
}

/** Precedence of verdicts: deny beats review, review beats allow. */
const STRENGTH: Readonly<Record<Verdict, number>> = { allow: 0, review: 1, deny: 2 };

/** Statements that are tried on one policy. The first rules have the first of them. */
const MAX_STATEMENTS = 64;
/** Stronger rules that all statements name together: each is a part of what is proven. */
const MAX_NAMED = 20_000;
/** Work of choosing few stronger rules, for all statements: the rules to choose from, for each action that they beat. */
const MAX_CHOICES = 8_000_000;
/** Actions of a category that are tried first: one on which a rule decides settles that there is nothing to prove about it. */
const MAX_TRIES = 256;
/** Elementary steps of one of these runs. */
const STEPS_A_TRY = 100_000;
/** Elementary steps of all of them together. */
const MAX_STEPS = 4_000_000;

/** Returns the rules of each action with what is claimed of them. A rule without a proven claim is left out. */
export function standingsOf(program: PolicyProgram, passes: readonly PassProof[]): Standings {
  const rules = new Map(program.policy.rules.map((rule) => [rule.name, rule]));
  return program.core.graphs.map((graph, action) => {
    const pass = passes[action];
    const claim = pass === undefined ? null : claimsOf(graph, pass);
    return graph.outputs.flatMap(({ name, node }) => {
      const rule = rules.get(name);
      if (rule === undefined || node === null || claim === null) return [];
      return [{ rule, node, never: isWithin(claim(node), FALSE), always: isWithin(claim(node), TRUE) }];
    });
  });
}

/** Returns true if the verdict of the one rule beats that of the other. */
export function isStronger(one: PolicyRule, other: PolicyRule): boolean {
  return STRENGTH[one.verdict] > STRENGTH[other.verdict];
}

/**
 * Returns the statements that are worth proving: those about rules that the claims leave undecided, and that decided none of the
 * actions that were tried. They are complete for each of their rules.
 */
export function statementsToProve(program: PolicyProgram, standings: Standings): readonly RuleStatement[] {
  const undecided = standings.map(undecidedOf);
  const open = new Set(undecided.flat().map(({ rule }) => rule.name));
  if (open.size === 0) return [];
  const beaten = tryActions(program, standings, open);
  const asked: RuleStatement[] = [];
  const budget = { named: MAX_NAMED, choices: MAX_CHOICES };
  for (const places of placesOf(undecided, open).slice(0, MAX_STATEMENTS)) {
    if (places.length > MAX_STATEMENTS - asked.length) continue;
    const statements = places.flatMap(({ action, rule }) =>
      statementsOn(standings[action] ?? [], action, rule, beaten.get(keyOf(action, rule.name)) ?? [], budget),
    );
    const named = statements.reduce((sum, { by }) => sum + by.length, 0);
    if (asked.length + statements.length > MAX_STATEMENTS || named > budget.named) continue;
    budget.named -= named;
    asked.push(...statements);
  }
  return asked;
}

/** A rule on an action. */
interface Place {
  readonly action: number;
  readonly rule: PolicyRule;
}

/** Returns the places of each open rule on which it is undecided, in the order of the actions. */
function placesOf(undecided: Standings, open: ReadonlySet<string>): readonly (readonly Place[])[] {
  const places = new Map<string, Place[]>();
  for (const [action, each] of undecided.entries()) {
    for (const { rule } of each) {
      if (!open.has(rule.name)) continue;
      const before = places.get(rule.name);
      if (before === undefined) places.set(rule.name, [{ action, rule }]);
      else before.push({ action, rule });
    }
  }
  return [...places.values()];
}

/** Returns the rules of an action that may apply, and of which the claims do not say that a stronger one always does. */
function undecidedOf(standings: readonly Standing[]): readonly Standing[] {
  const always = Math.max(...standings.map((each) => (each.always ? STRENGTH[each.rule.verdict] : -1)));
  return standings.filter(({ rule, never }) => !never && STRENGTH[rule.verdict] >= always);
}

/** The stronger rules that apply to an action beside a rule. */
type Beaten = ReadonlySet<string>;

/** Few stronger rules make a better warning, but may be too few: they are tried beside all of them. */
function statementsOn(
  standings: readonly Standing[],
  action: number,
  rule: PolicyRule,
  beaten: readonly Beaten[],
  budget: { choices: number },
): readonly RuleStatement[] {
  const stronger = standings.filter((other) => !other.never && isStronger(other.rule, rule)).map((other) => other.rule.name);
  const choices = stronger.length * beaten.length;
  const isTooMany = choices > budget.choices;
  budget.choices -= isTooMany ? 0 : choices;
  const few = isTooMany ? stronger : fewOf(stronger, beaten);
  const tried = few.length === stronger.length ? [few] : [few, stronger];
  return tried.map((by) => ({ action, rule: rule.name, by }));
}

/**
 * Returns few of the rules, in their order, of which each of the beaten actions has one: always the one that has most of the rest.
 * Takes time in proportion to the rules times the actions.
 */
function fewOf(rules: readonly string[], beaten: readonly Beaten[]): readonly string[] {
  const few = new Set<string>();
  const counts = new Map(rules.map((rule) => [rule, 0]));
  const count = (each: Beaten, by: number): void => {
    for (const rule of each) counts.set(rule, (counts.get(rule) ?? 0) + by);
  };
  for (const each of beaten) count(each, 1);
  for (let left = beaten; left.length > 0; ) {
    let [best, most] = ['', 0];
    for (const [rule, hits] of counts) if (hits > most) [best, most] = [rule, hits];
    if (most === 0) break;
    few.add(best);
    for (const each of left) if (each.has(best)) count(each, -1);
    left = left.filter((each) => !each.has(best));
  }
  return rules.filter((rule) => few.has(rule));
}

function keyOf(action: number, rule: string): string {
  return JSON.stringify([action, rule]);
}

/**
 * Decides some actions of each category. Removes the rules that decide one of them from `open`.
 * @returns for the other rules, by action and rule, the stronger rules that applied whenever they did
 */
function tryActions({ core }: PolicyProgram, standings: Standings, open: Set<string>): ReadonlyMap<string, readonly Beaten[]> {
  const beaten = new Map<string, Beaten[]>();
  const run = runner(core);
  let left = MAX_STEPS;
  for (const [action, graph] of core.graphs.entries()) {
    const each = standings[action] ?? [];
    let tries = 0;
    const views = graph.parameters.map(({ domain }) => ofDomain(domain));
    for (const inputs of sampleInputs(core, views)) {
      if (tries >= MAX_TRIES || left <= 0 || !each.some(({ rule }) => open.has(rule.name))) break;
      tries += 1;
      const result = run({ graph: action }, inputs, { budget: Math.min(STEPS_A_TRY, left) });
      left -= result.steps + 1;
      if (result.type !== 'outputs') continue;
      const applying = each.filter(({ rule }) => result.outputs.get(rule.name) === true).map(({ rule }) => rule);
      const stronger = strongerThanEach(applying);
      for (const { name, verdict } of applying) {
        if (!open.has(name)) continue;
        if (stronger[verdict].size === 0) {
          open.delete(name);
          continue;
        }
        const key = keyOf(action, name);
        const before = beaten.get(key);
        if (before === undefined) beaten.set(key, [stronger[verdict]]);
        else before.push(stronger[verdict]);
      }
    }
  }
  return beaten;
}

/** By verdict, the rules that beat it: one set for all rules of a verdict, since many may apply to one action. */
function strongerThanEach(rules: readonly PolicyRule[]): Readonly<Record<Verdict, Beaten>> {
  const than = (verdict: Verdict): Beaten =>
    new Set(rules.filter((rule) => STRENGTH[rule.verdict] > STRENGTH[verdict]).map(({ name }) => name));
  return { allow: than('allow'), review: than('review'), deny: than('deny') };
}

/** Returns the actions that the statements are about, with each statement as one more ensure, and the components as they are. */
export function coreOf({ core }: PolicyProgram, standings: Standings, statements: readonly RuleStatement[]): Core {
  const { components, calledComponents } = core;
  const graphs = actionsOf(statements).map((action) => {
    const [graph, each] = [core.graphs[action], standings[action]];
    if (graph === undefined || each === undefined) throw new RangeError(`no action ${action}`);
    const added = new Addition(graph);
    for (const statement of statements) if (statement.action === action) state(added, each, statement);
    return added.graph();
  });
  return { graphs, components, calledComponents };
}

/** The actions that the statements are about, each once: the graphs of `coreOf`. */
function actionsOf(statements: readonly RuleStatement[]): readonly number[] {
  return [...new Set(statements.map(({ action }) => action))];
}

/** Returns the statements for which the proof of their core has evidence. They hold only if the checker accepts it as a whole. */
export function withEvidence(statements: readonly RuleStatement[], { graphs }: Proof): readonly RuleStatement[] {
  return actionsOf(statements).flatMap((action, index) => {
    const asked = statements.filter((statement) => statement.action === action);
    const ensures = (graphs[index]?.findings ?? []).filter(({ domain }) => domain.kind === 'contract' && domain.of === 'ensure');
    // Those of the policy itself come first.
    return asked.filter((_, place) => ensures.at(place - asked.length)?.evidence !== null);
  });
}

/** Adds an ensure: that the rule applies implies that one of the others does, or implies `false` if there are none. */
function state(added: Addition, standings: readonly Standing[], { rule, by }: RuleStatement): void {
  const asked = standings.find((other) => other.rule.name === rule);
  if (asked === undefined) throw new RangeError(`no rule ${rule} on this action`);
  const ensure = added.openEnsure();
  const right = added.open(ensure);
  const names = new Set(by);
  const others = standings.filter((other) => names.has(other.rule.name)).map(({ node }) => node);
  const [first = added.add(right, { op: 'literal', value: false }), ...rest] = others;
  const consequence = rest.reduce((left, node) => {
    const other = added.open(right);
    added.close(other, node);
    return added.add(right, { op: 'shortCircuit', connective: 'or', left, right: other });
  }, first);
  added.close(right, consequence);
  added.close(ensure, added.add(ensure, { op: 'shortCircuit', connective: 'implies', left: asked.node, right }));
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Ensures behind those of a graph. The values of their nodes are truth values. */
class Addition {
  readonly #graph: Graph;
  readonly #nodes: Node[];
  readonly #regions: Writable<Region>[];
  readonly #ensures: RegionId[];

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#nodes = [...graph.nodes];
    this.#regions = graph.regions.map((region) => ({ ...region }));
    this.#ensures = [...graph.ensures];
  }

  openEnsure(): RegionId {
    const region = this.open(this.#graph.body);
    this.#ensures.push(region);
    return region;
  }

  open(parent: RegionId): RegionId {
    return this.#regions.push({ parent, owner: null, nodes: [], result: null }) - 1;
  }

  close(region: RegionId, result: NodeId): void {
    this.#at(region).result = result;
  }

  add(region: RegionId, node: Extract<Node, { op: 'literal' | 'shortCircuit' }>): NodeId {
    const id = this.#nodes.push(node) - 1;
    const to = this.#at(region);
    to.nodes = [...to.nodes, id];
    if (node.op === 'shortCircuit') this.#at(node.right).owner = id;
    return id;
  }

  graph(): Graph {
    const { types } = this.#graph;
    const added = this.#nodes.slice(types.length).map(() => BOOLEAN);
    return { ...this.#graph, nodes: this.#nodes, types: [...types, ...added], regions: this.#regions, ensures: this.#ensures };
  }

  #at(region: RegionId): Writable<Region> {
    const found = this.#regions[region];
    if (found === undefined) throw new RangeError(`no region ${region}`);
    return found;
  }
}
