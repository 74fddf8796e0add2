import type { Graph, NodeId, Output } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import type { Value } from '@kirchhoff/kernel/values/value';
import { type GraphSlice, sliced } from './slice.js';

/** Some rules of an action, and the graph that computes their conditions. */
export interface RulePart extends GraphSlice {
  /** By output of the graph: the position of the rule among the outputs of the action, ascending. */
  readonly places: readonly number[];
}

/** A value that a param can be compared with by identity. */
export type Key = string | number | bigint;

/** The rules that can apply only if a param is one of some values. */
export interface RuleTable {
  /** The index of the param. */
  readonly param: number;
  readonly parts: ReadonlyMap<Key, RulePart>;
}

/** The rules of an action by the equality tests that they share. */
export interface RuleIndex {
  /** The rules that have to be evaluated for every action; null if there are none. */
  readonly always: RulePart | null;
  readonly tables: readonly RuleTable[];
}

/** For fewer rules that test a param, evaluation is faster than a look-up. */
const MIN_RULES = 4;
/** A condition with more values of one param is not looked up by it. */
const MAX_VALUES = 64;
/** Limit for the nodes of all parts, as a multiple of those of the graph: a wire that many rules use is in many parts. */
const MAX_GROWTH = 2;

/**
 * Splits the rules of an action into those that have to be evaluated for every action, and those that can be left out unless a
 * param has one of certain values. The graph has to be closed: then a rule that is left out does not apply, and no operation in it
 * fails.
 */
export function ruleIndex(graph: Graph): RuleIndex {
  const tests = testsOf(graph);
  const rest = new Set(graph.outputs.keys());
  const parts = new Parts(graph);
  const tables: RuleTable[] = [];
  for (let param = mostTested(graph, tests, rest); param !== undefined; param = mostTested(graph, tests, rest)) {
    const table = tableOf(graph, { tests, rest, param, parts });
    if (table === null) return { always: whole(graph), tables: [] };
    tables.push(table);
  }
  const always = rest.size === 0 ? null : parts.of([...rest]);
  return always === 'too-large' ? { always: whole(graph), tables: [] } : { always, tables };
}

/** All rules in one part. */
function whole(graph: Graph): RulePart | null {
  return graph.outputs.length === 0 ? null : { ...sliced(graph, graph.outputs), places: [...graph.outputs.keys()] };
}

/** Makes parts of a graph until they exceed the limit together, so that the work stays linear in the graph. */
class Parts {
  readonly #graph: Graph;
  #left: number;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#left = MAX_GROWTH * graph.nodes.length;
  }

  /** @param places ascending */
  of(places: readonly number[]): RulePart | 'too-large' {
    if (this.#left < 0) return 'too-large';
    const outputs = places.map((place) => outputAt(this.#graph, place));
    const slice = sliced(this.#graph, outputs);
    this.#left -= slice.nodes.length;
    return this.#left < 0 ? 'too-large' : { ...slice, places };
  }
}

/** The graph as it is, promises included. */
export function wholePart(graph: Graph): RulePart {
  return { graph, nodes: [...graph.nodes.keys()], regions: [...graph.regions.keys()], places: [...graph.outputs.keys()] };
}

/** The values of params for which a condition can be true: for each param, its possible values. */
type Tests = ReadonlyMap<number, ReadonlySet<Key>>;

const NONE: Tests = new Map();

/** By node. Operands and owned regions come before their node, so one pass is enough. */
function testsOf(graph: Graph): readonly Tests[] {
  const tests: Tests[] = [];
  const at = (id: NodeId | null | undefined): Tests => (id === null || id === undefined ? NONE : (tests[id] ?? NONE));
  for (const node of graph.nodes) {
    if (node.op === 'shortCircuit' && node.connective !== 'implies') {
      const [left, right] = [at(node.left), at(graph.regions[node.right]?.result)];
      tests.push(node.connective === 'and' ? both(left, right) : either(left, right));
    } else if (node.op === 'apply') tests.push(comparison(graph, monomerAt(node.monomer).name, node.operands));
    else tests.push(NONE);
  }
  return tests;
}

function comparison(graph: Graph, name: string, [first, second]: readonly NodeId[]): Tests {
  if (first === undefined || second === undefined) return NONE;
  if (name === 'EQ') return oneOf(graph, first, [second]) ?? oneOf(graph, second, [first]) ?? NONE;
  const list = nodeAt(graph, first);
  return name === 'CONTAINS' && list.op === 'list' ? (oneOf(graph, second, list.items) ?? NONE) : NONE;
}

/** The test that a param is one of some literals; `undefined` for any other condition. */
function oneOf(graph: Graph, param: NodeId, literals: readonly NodeId[]): Tests | undefined {
  const node = nodeAt(graph, param);
  if (node.op !== 'parameter' || literals.length > MAX_VALUES) return undefined;
  const keys = new Set<Key>();
  for (const id of literals) {
    const literal = nodeAt(graph, id);
    if (literal.op !== 'literal' || !isKey(literal.value)) return undefined;
    keys.add(literal.value);
  }
  return new Map([[node.index, keys]]);
}

function isKey(value: Value | undefined): value is Key {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

function both(left: Tests, right: Tests): Tests {
  if (left.size === 0) return right;
  if (right.size === 0) return left;
  const merged = new Map(left);
  for (const [param, keys] of right) {
    const known = left.get(param);
    merged.set(param, known === undefined ? keys : new Set([...known].filter((key) => keys.has(key))));
  }
  return merged;
}

function either(left: Tests, right: Tests): Tests {
  const merged = new Map<number, ReadonlySet<Key>>();
  for (const [param, keys] of left) {
    const others = right.get(param);
    if (others !== undefined && keys.size + others.size <= MAX_VALUES) merged.set(param, new Set([...keys, ...others]));
  }
  return merged;
}

/** The param that most of these rules test; `undefined` if too few rules test it. */
function mostTested(graph: Graph, tests: readonly Tests[], rules: ReadonlySet<number>): number | undefined {
  const counts = new Map<number, number>();
  for (const place of rules) for (const param of testsAt(graph, tests, place).keys()) counts.set(param, (counts.get(param) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, first], [, second]) => second - first);
  return most === undefined || most[1] < MIN_RULES ? undefined : most[0];
}

function testsAt(graph: Graph, tests: readonly Tests[], place: number): Tests {
  return tests[outputAt(graph, place).node ?? -1] ?? NONE;
}

interface Tabling {
  readonly tests: readonly Tests[];
  readonly rest: Set<number>;
  readonly param: number;
  readonly parts: Parts;
}

/** Takes the rules that test the param out of `rest`; null if their parts are too large. */
function tableOf(graph: Graph, { tests, rest, param, parts: made }: Tabling): RuleTable | null {
  const places = new Map<Key, number[]>();
  // A set may be reduced during its iteration.
  for (const place of rest) {
    const keys = testsAt(graph, tests, place).get(param);
    if (keys === undefined) continue;
    rest.delete(place);
    for (const key of keys) {
      const before = places.get(key);
      if (before === undefined) places.set(key, [place]);
      else before.push(place);
    }
  }
  const parts = new Map<Key, RulePart>();
  for (const [key, each] of places) {
    const part = made.of(each);
    if (part === 'too-large') return null;
    parts.set(key, part);
  }
  return { param, parts };
}

function outputAt({ outputs }: Graph, place: number): Output {
  const output = outputs[place];
  if (output === undefined) throw new RangeError(`the action has no output ${place}`);
  return output;
}
