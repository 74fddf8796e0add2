import type { CoreRunner } from '../evaluate/evaluate.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import { fit } from '../evaluate/pattern.js';
import type { ClosureDomain } from '../graph/closure-domains.js';
import type { Graph, LoopSource, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, regionsOf } from '../graph/schedule.js';
import type { QueryConstants } from '../smt-lib/constants.js';
import type { Term } from '../smt-lib/terms.js';
import { Meter } from '../values/meter.js';
import { codePointLength } from '../values/text.js';
import { OptionValue, RecordValue, type Value } from '../values/value.js';
import { isInDomain } from '../values/within.js';
import type { QueryContext } from './context.js';
import type { Instance, Origins } from './origins.js';
import { type Evaluator, type ParsedScript, parse, type SExpression, type SmtValue, vectorWidth } from './script-evaluator.js';

/** The values of a graph's nodes at one moment of a run, by node. In a loop's body they are those of the latest iteration. */
export type Moment = readonly (Value | undefined)[];

/** Limit for the stored moments of one run: a run meets a closure domain in a loop many times. */
const MAX_MOMENTS = 8;

/** Limit for the elementary steps of a call that is repeated for the values inside it. */
const CALL_STEPS = 1_000_000;

/** The moments of one run, and the elementary steps that it took. */
export interface Passed {
  readonly moments: readonly Moment[];
  readonly steps: number;
}

/**
 * Returns a function that runs a graph and reports the moments just after a run has passed a closure domain. For a domain at a
 * node, this is each time that the node gets a value. For an output or an ensure, it is the end of the run. The list is empty if
 * the run fails or does not reach the domain. Runs share their storage, since many end soon in a large graph.
 */
export function momentsOf(
  execute: CoreRunner,
  part: GraphReference,
  { graph, domain }: { readonly graph: Graph; readonly domain: ClosureDomain },
): (inputs: readonly Value[], budget: number) => Passed {
  const anchor = 'node' in domain ? domain.node : null;
  const values = graph.nodes.map((): Value | undefined => undefined);
  const met: NodeId[] = [];
  return (inputs, budget) => {
    for (const node of met) values[node] = undefined;
    met.length = 0;
    const moments: Moment[] = [];
    const result = execute(part, inputs, {
      budget,
      observer: (reference, node, value) => {
        if (!isSamePart(reference, part)) return;
        if (values[node] === undefined) met.push(node);
        values[node] = value;
        if (node === anchor && moments.length < MAX_MOMENTS) moments.push([...values]);
      },
    });
    const { type, steps } = result;
    if (type !== 'outputs' && !(type === 'refused' && anchor !== null)) return { moments: [], steps };
    return { moments: anchor === null ? [[...values]] : moments, steps };
  };
}

function isSamePart(a: GraphReference, b: GraphReference): boolean {
  return 'graph' in a ? 'graph' in b && a.graph === b.graph : 'component' in b && a.component === b.component;
}

/** The graph of a query, the inputs of a run of it, and a moment of that run. */
export interface Trial {
  /** Runs the components whose bodies a query includes. */
  readonly execute: CoreRunner;
  readonly inputs: readonly Value[];
  readonly moment: Moment;
  /** The region of the closure domain: the run is inside it and inside all regions around it. */
  readonly region: RegionId;
  /** Bodies of further loops that occur in the query: the run may have been inside. */
  readonly others: readonly RegionId[];
}

/**
 * Compares a moment of a run with a query. Gives the query's constants the values that they represent, then evaluates the
 * assertions, except `goal`, and the terms of all nodes that the run has met.
 *
 * @returns The first assertion that is false, or the first term whose value differs from the node's: the encoder was wrong for
 * this run, so that `unsat` would be meaningless. `null` if all agree.
 */
export function contradiction(script: ParsedScript, { terms, origins }: QueryContext, goal: string, trial: Trial): string | null {
  const values = new ConstantsOfRun(terms.constants, origins, trial);
  const evaluator = script.under(values.constant, values.size);
  for (const { text, formula } of script.assertions) {
    if (text !== goal && !evaluator.holds(formula)) return text;
  }
  for (const { instance, node, term } of origins.encoded) {
    const value = values.valueOf(instance, node);
    if (value !== undefined && !values.isOf(term, value, evaluator)) return `the term of node ${node} has another value than the node`;
  }
  return null;
}

class ConstantsOfRun {
  private readonly assigned = new Map<string, boolean | bigint | string>();
  private readonly lengths = new Map<string, number>();
  private readonly runs: (InstanceRun | null)[] = [];

  constructor(
    private readonly constants: QueryConstants,
    origins: Origins,
    trial: Trial,
  ) {
    origins.parameters.forEach(({ index, term }) => this.assign(term, trial.inputs[index]));
    origins.instances.forEach((instance) => this.runs.push(this.runOf(instance, trial)));
    for (const { instance, node, term } of origins.nodes) {
      const value = this.runs[instance]?.valueOf(node);
      if (value !== undefined) this.assign(term, value);
    }
    for (const [name, { instance, region }] of origins.bodies) this.assigned.set(name, this.runs[instance]?.isReached(region) ?? false);
  }

  /** Runs a component again on the arguments of its call, which gives the same values. */
  private runOf({ graph, call }: Instance, trial: Trial): InstanceRun | null {
    if (call === null) return new InstanceRun(graph, trial.moment, trial);
    const outer = this.runs[call.instance];
    const node = outer?.graph.nodes[call.node];
    if (outer === null || outer === undefined || node?.op !== 'call') return null;
    if (!outer.isReached(outer.regionOf(call.node))) return null;
    const inputs = node.arguments.map((argument) => outer.valueOf(argument)).filter((value) => value !== undefined);
    const fits = graph.parameters.every(({ domain }, index) => {
      const value = inputs[index];
      return value !== undefined && isInDomain(domain, value);
    });
    if (inputs.length !== node.arguments.length || !fits) return null;
    // Sparse, since a run may visit few nodes of a large component.
    const values: Value[] = [];
    const part = { component: call.component };
    trial.execute(part, inputs, {
      budget: CALL_STEPS,
      observer: (reference, id, value) => {
        if (isSamePart(reference, part)) values[id] = value;
      },
    });
    return new InstanceRun(graph, values, { region: -1, others: [] });
  }

  private assign(term: Term, value: Value | undefined): void {
    if (value === undefined) return;
    switch (term.kind) {
      case 'integer':
        if (typeof value === 'number' || typeof value === 'bigint') this.set(term.integer.text, BigInt(value));
        return;
      case 'boolean':
        if (typeof value === 'boolean') this.set(term.formula, value);
        return;
      case 'enumeration':
        if (typeof value === 'string') this.set(term.integer.text, BigInt(term.tags.indexOf(value)));
        return;
      case 'thing':
        this.set(term.text, this.element(term.sort.name, value));
        if (Array.isArray(value)) term.items?.forEach((item, place) => this.assign(item, value[place]));
        return;
      case 'record':
        for (const field of term.fields) if (value instanceof RecordValue) this.assign(field.value, value.fields.get(field.name));
        return;
      case 'option':
        if (!(value instanceof OptionValue)) return;
        this.set(term.isSome, value.content !== undefined);
        this.assign(term.content, value.content);
    }
  }

  valueOf(instance: number, node: NodeId): Value | undefined {
    return this.runs[instance]?.valueOf(node);
  }

  /** Returns true if the term has this value. */
  isOf(term: Term, value: Value, evaluator: Evaluator): boolean {
    switch (term.kind) {
      case 'integer':
        return (
          (typeof value === 'number' || typeof value === 'bigint') && asInteger(evaluator.value(parse(term.integer.text))) === BigInt(value)
        );
      case 'boolean':
        return evaluator.value(parse(term.formula)) === value;
      case 'enumeration':
        return typeof value === 'string' && asInteger(evaluator.value(parse(term.integer.text))) === BigInt(term.tags.indexOf(value));
      case 'thing':
        return evaluator.value(parse(term.text)) === this.element(term.sort.name, value);
      case 'record':
        return term.fields.every((field) => {
          const part = value instanceof RecordValue ? value.fields.get(field.name) : undefined;
          return part !== undefined && this.isOf(field.value, part, evaluator);
        });
      case 'option':
        if (!(value instanceof OptionValue) || evaluator.value(parse(term.isSome)) !== (value.content !== undefined)) return false;
        return value.content === undefined || this.isOf(term.content, value.content, evaluator);
    }
  }

  private set(name: string, value: boolean | bigint | string): void {
    if (!this.assigned.has(name)) this.assigned.set(name, value);
  }

  /** Returns the name of a value in a sort; each value has one name. */
  private element(sort: string, value: Value): string {
    const name = `${sort} ${textOf(value)}`;
    this.lengths.set(name, lengthOf(value));
    return name;
  }

  readonly size = (_function: string, element: string, sort: SExpression): SmtValue => inSort(BigInt(this.lengths.get(element) ?? 0), sort);

  readonly constant = (name: string, sort: SExpression, evaluate: (text: string) => SmtValue): SmtValue => {
    const known = this.assigned.get(name);
    if (typeof known === 'bigint') return inSort(known, sort);
    if (known !== undefined) return known;
    const equal = this.constants.equals.get(name);
    if (equal !== undefined) return evaluate(equal);
    const literal = this.constants.literals.get(name);
    if (literal !== undefined) return this.element(literal.sort, literal.value);
    const root = this.constants.roots.get(name);
    if (root !== undefined) return inSort(rootOf(evaluate(root.of), root.most), sort);
    // A constant for a place that the run does not reach may have any value within its bounds.
    if (sort === 'Bool') return false;
    if (sort !== 'Int' && vectorWidth(sort) === undefined) return `${String(sort)} of ${name}`;
    const { lo, hi } = this.constants.bounds.get(name) ?? { lo: 0n, hi: 0n };
    return inSort(lo > 0n ? lo : hi < 0n ? hi : 0n, sort);
  };
}

function inSort(value: bigint, sort: SExpression): SmtValue {
  const width = vectorWidth(sort);
  return width === undefined ? value : { width, bits: BigInt.asUintN(width, value) };
}

/** Vectors represent integers in two's complement. */
function asInteger(value: SmtValue): bigint | null {
  if (typeof value === 'object') return BigInt.asIntN(value.width, value.bits);
  return typeof value === 'bigint' ? value : null;
}

function rootOf(value: SmtValue, most: bigint): bigint {
  const of = asInteger(value) ?? 0n;
  if (of < 0n || of > most) return 0n;
  let [lo, hi] = [0n, 2n ** 32n];
  while (hi - lo > 1n) {
    const middle = (lo + hi) / 2n;
    if (middle * middle <= of) lo = middle;
    else hi = middle;
  }
  return lo;
}

/** Returns a text that is equal exactly for equal values of one type. */
function textOf(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `x${value.join('.')}`;
  if (value instanceof RecordValue) return `(${[...value.fields].map(([name, field]) => `${name} ${textOf(field)}`).join()})`;
  if (value instanceof OptionValue) return value.content === undefined ? 'none' : `some ${textOf(value.content)}`;
  return typeof value === 'object' ? `[${value.map(textOf).join()}]` : String(value);
}

function lengthOf(value: Value): number {
  if (typeof value === 'string') return codePointLength(value);
  return value instanceof Uint8Array || Array.isArray(value) ? value.length : 0;
}

/** One graph in a run: the values of its nodes, and the regions that the run has entered. */
class InstanceRun {
  private readonly reached = new Map<RegionId, boolean>();
  private readonly regions: Int32Array;
  /** The regions around the closure domain. */
  private readonly around = new Set<RegionId>();

  constructor(
    readonly graph: Graph,
    private readonly values: Moment,
    private readonly place: Pick<Trial, 'region' | 'others'>,
  ) {
    this.regions = regionsOf(graph);
    for (let region: RegionId | null = place.region; region !== null; ) {
      this.around.add(region);
      const owner: NodeId | null = graph.regions[region]?.owner ?? null;
      region = owner === null ? null : this.regionOf(owner);
    }
  }

  regionOf(node: NodeId): RegionId {
    return this.regions[node] ?? -1;
  }

  /** `undefined` for a node without a value, or with a value only from another iteration of a loop. */
  valueOf(node: NodeId): Value | undefined {
    return this.isReached(this.regionOf(node)) ? this.values[node] : undefined;
  }

  /** Regions nest as deep as a source is long, so the outward chain is walked without recursion. */
  isReached(region: RegionId): boolean {
    const chain: RegionId[] = [];
    let at = region;
    let outside = true;
    for (;;) {
      const known = this.reached.get(at);
      if (known !== undefined) {
        outside = known;
        break;
      }
      chain.push(at);
      const owner = this.graph.regions[at]?.owner ?? null;
      if (owner === null) break;
      at = this.regionOf(owner);
    }
    for (const each of chain.toReversed()) {
      const owner = this.graph.regions[each]?.owner ?? null;
      outside = outside && (owner === null || this.enters(owner, each));
      this.reached.set(each, outside);
    }
    return outside;
  }

  private enters(owner: NodeId, region: RegionId): boolean {
    const node = nodeAt(this.graph, owner);
    switch (node.op) {
      case 'select':
        return this.values[node.condition] === (region === node.whenTrue);
      case 'shortCircuit':
        return this.values[node.left] === (node.connective !== 'or');
      case 'unwrapOr': {
        const option = this.values[node.option];
        return option instanceof OptionValue && option.content === undefined;
      }
      case 'match': {
        const subject = this.values[node.subject];
        if (subject === undefined) return false;
        return node.arms.find(({ pattern }) => fit(pattern, subject, new Meter(PATTERN_STEPS)) !== undefined)?.region === region;
      }
      case 'loop':
      case 'fold': {
        if (this.around.has(region)) return true;
        const result = this.graph.regions[region]?.result ?? null;
        return this.place.others.includes(region) && result !== null && this.values[result] !== undefined && !this.isEmpty(node.source);
      }
      case 'hold':
        return true;
      default:
        return false;
    }
  }

  /** A body that is not entered this time may still have values from an earlier iteration of a loop around it. */
  private isEmpty(source: LoopSource): boolean {
    if (source.over !== 'range') return lengthOf(this.values[source.node] ?? []) === 0;
    const [lo, hi] = [this.values[source.lo], this.values[source.hi]];
    return lo === undefined || hi === undefined || lo > hi;
  }
}

const PATTERN_STEPS = 100_000;
