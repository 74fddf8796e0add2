import {
  abstract,
  type CircuitProgram,
  type Core,
  type CorePattern,
  type Graph,
  type GraphMap,
  type Int,
  LIST_LENGTH,
  monomerAt,
  type Node,
  type NodeId,
  nodeAt,
  ownedRegions,
  type PolicyProgram,
  type Program,
  type RegionId,
  type RulePart,
  typeOf,
} from '@kirchhoff/coherence';
import { type Branching, chainLength, isBranching, isOnlyTail, tailOf } from '../plan/branching.js';
import { type Checks, checksOf, type GraphChecks, NO_CHECKS } from '../plan/checks.js';
import { isCovered } from '../plan/coverage.js';
import { rangeOfDomain } from '../plan/domain-range.js';
import { Names, namesOf } from '../plan/names.js';
import { at, type GraphPlan, liveNodes, planOf, regionAt, resultOf } from '../plan/plan.js';
import { argumentRanges, byPosition, typeOfLiteral } from '../plan/ranges.js';
import type { CompileOptions } from '../target.js';
import { calledFrom } from './call-graph.js';
import { BOOLEAN, boundOfPattern, contentOf, fits, isTrue, narrowed, not } from './conditions.js';
import { freeVariables } from './free-variables.js';
import type {
  Blamed,
  Condition,
  ConditionalArm,
  Expression,
  LoweredFunction,
  LoweredProgram,
  Statement,
  Typed,
  Variable,
} from './program.js';

/** Statements nest at most this deep in a function; deeper regions become parts. CPython admits 20 nested loops. */
export const MAX_NESTING = 12;

/** A longer chain of conditions becomes a part that returns from each arm: compilers recurse into `else if`. */
const MAX_CHAIN_LENGTH = 40;

/** A part with this many conditions that return continues in another part. */
const MAX_RETURNS = 400;

type Options = Pick<CompileOptions, 'certified' | 'guards' | 'evidence'>;

/** Lowers a circuit to the statements and expressions that all targets share. The circuit has all outputs. */
export function lower(program: CircuitProgram, options: Options): LoweredProgram {
  const { core, sourceMap, name, hash } = program;
  const names = new Names([]);
  // Taken first, so that no component takes the name of the circuit.
  const circuitName = names.fresh(name);
  const module = moduleOf(program, options, names);
  const graph = at(core.graphs, 0);
  const circuit = new GraphLowering(module, graph, at(sourceMap.graphs, 0), at(module.checks.graphs, 0)).circuit(circuitName);
  module.functions.push(circuit);
  // A component whose results only proven ensures read is not called.
  const functions = calledFrom(circuit, module.functions);
  return { name, hash, error: module.checks.error, functions, inputs: graph.parameters, outputs: graph.outputs };
}

/** Lowers a policy: its components, and then actions or parts of them, each as a function that returns its outputs. */
export class PolicyLowering {
  private readonly module: Module;

  constructor(
    private readonly program: Pick<PolicyProgram, 'core' | 'sourceMap'>,
    options: Options,
  ) {
    this.module = moduleOf(program, options, new Names([]));
  }

  get error(): Checks['error'] {
    return this.module.checks.error;
  }

  /** The functions so far that others call, in an order in which each function only calls earlier ones. */
  get functions(): readonly LoweredFunction[] {
    return this.module.functions;
  }

  checksOf(index: number): GraphChecks {
    return at(this.module.checks.graphs, index);
  }

  /** Lowers the action of that index; its outputs are the conditions of its rules. */
  action(index: number): LoweredFunction {
    const { core, sourceMap } = this.program;
    return this.lowered(at(core.graphs, index), at(sourceMap.graphs, index), this.checksOf(index));
  }

  /** Lowers some rules of an action, with the parameters of the whole action. They have no checks at run time. */
  part(index: number, part: RulePart): LoweredFunction {
    const map = at(this.program.sourceMap.graphs, index);
    const places: GraphMap = {
      ...map,
      nodes: part.nodes.map((id) => at(map.nodes, id)),
      arms: part.regions.map((region) => map.arms[region]),
      guarded: [],
      written: [],
      outputs: part.places.map((place) => at(map.outputs, place)),
      ensures: [],
    };
    return this.lowered(part.graph, places, NO_CHECKS);
  }

  private lowered(graph: Graph, map: GraphMap, checks: GraphChecks): LoweredFunction {
    return new GraphLowering(this.module, graph, map, checks).circuit(this.module.names.fresh('action'));
  }
}

/** Returns the module of a program with its components. */
function moduleOf({ core, sourceMap }: Pick<Program, 'core' | 'sourceMap'>, options: Options, names: Names): Module {
  const module: Module = { core, checks: checksOf(core, options), functions: [], components: [], names };
  for (const [index, graph] of core.components.slice(0, core.calledComponents).entries()) {
    const map = at(sourceMap.components, index);
    const component = new GraphLowering(module, graph, map, at(module.checks.components, index)).component(names.fresh(map.name));
    module.components.push(component);
    module.functions.push(component);
  }
  return module;
}

/** The shared state of all functions of a program. */
interface Module {
  readonly core: Core;
  readonly checks: Checks;
  readonly functions: LoweredFunction[];
  readonly components: LoweredFunction[];
  readonly names: Names;
}

/** The receiver of a region's value: a variable, or the caller of the function. */
type Delivery = Variable | 'return';

type Task = () => void;

/** The shared block without statements. */
const NO_STATEMENTS: readonly Statement[] = [];
type LoopNode = Extract<Node, { op: 'loop' }>;
type FoldNode = Extract<Node, { op: 'fold' }>;

/** A node that selects one of several values, as a chain of conditions. */
interface Branches {
  readonly arms: readonly { readonly condition: Expression; readonly content: Content }[];
  /** The content without a true condition; null if that is a fault. */
  readonly otherwise: Content | null;
}

/** The value of an arm: the value of a region, or a known one. */
type Content = { readonly region: RegionId } | { readonly value: Expression };

/** Lowers one graph. Pending work is kept on a stack instead of recursing: regions may nest thousands deep. */
class GraphLowering {
  private readonly plan: GraphPlan;
  private readonly names: Names;
  private readonly nameOf: ReadonlyMap<NodeId, string>;
  private readonly parameters: readonly Variable[];
  private readonly expressions = new Map<NodeId, Expression>();
  private readonly pending: Task[] = [];
  /** The blocks of statements that are open, the innermost last. A part begins a new list. */
  private open: Statement[][] = [[]];

  constructor(
    private readonly module: Module,
    private readonly graph: Graph,
    private readonly map: GraphMap,
    checks: GraphChecks,
  ) {
    this.plan = planOf(module.core, graph, map, checks);
    this.names = new Names([]);
    this.parameters = map.parameters.map(({ domain }, index) => {
      const declared = at(graph.parameters, index).domain;
      const typed = { type: typeOf(declared), range: rangeOfDomain(declared) };
      return { kind: 'variable', name: this.names.fresh(domain.slice(domain.lastIndexOf('.') + 1)), ...typed };
    });
    for (const [id, node] of graph.nodes.entries()) {
      if (node.op === 'parameter') this.expressions.set(id, at(this.parameters, node.index));
    }
    this.nameOf = namesOf(this.plan, this.names);
  }

  component(name: string): LoweredFunction {
    const { requires } = this.plan.checks;
    let takesPlace = false;
    if (requires) {
      this.requires((condition, index) => {
        if (isTrue(condition)) return;
        takesPlace = true;
        const message = `the arguments of ${name} do not satisfy '${at(this.map.requires, index).domain}'`;
        this.add({ kind: 'check', condition: { kind: 'holds', value: condition }, place: 'caller', message });
      });
    }
    this.wholeRegion(this.graph.body);
    const [value] = this.results();
    if (value === undefined) throw new Error(`the component ${name} has no result`);
    this.add({ kind: 'return', value });
    const result = { type: value.type, range: rangeOfDomain(at(this.graph.outputs, 0).domain) };
    return { role: 'component', name, parameters: this.parameters, result, takesPlace, body: at(this.open, 0) };
  }

  circuit(name: string): LoweredFunction {
    this.requires((condition, index) => {
      const message = `the inputs do not satisfy '${at(this.map.requires, index).domain}'`;
      this.add({ kind: 'require', condition, message });
    });
    this.wholeRegion(this.graph.body);
    this.add({ kind: 'returnOutputs', values: this.results() });
    return { role: 'circuit', name, parameters: this.parameters, result: null, takesPlace: false, body: at(this.open, 0) };
  }

  private requires(write: (condition: Expression, index: number) => void): void {
    for (const [index, region] of this.graph.requires.entries()) {
      this.wholeRegion(region);
      write(this.expressionOf(resultOf(this.plan, region)), index);
    }
  }

  /** Adds the checks of the outputs and then of the ensures, as far as needed; returns the outputs. */
  private results(): readonly Expression[] {
    const { checks } = this.plan;
    const results = this.graph.outputs.map((output, index) => {
      if (output.node === null) throw new Error(`no wire produces ${output.name}`);
      const value = this.expressionOf(output.node);
      const proven = !checks.output(index) || abstract.isWithin(at(this.plan.ranges, output.node), rangeOfDomain(output.domain));
      const message =
        output.name === '' ? `the result of ${this.map.name} is outside its domain` : `the output ${output.name} is outside its domain`;
      if (!proven) this.check({ kind: 'inDomain', value, domain: output.domain }, blamed(at(this.map.outputs, index)), message);
      return value;
    });
    for (const [index, region] of this.graph.ensures.entries()) {
      if (!checks.ensure(index)) continue;
      const place = at(this.map.ensures, index);
      this.wholeRegion(region);
      const value = this.expressionOf(resultOf(this.plan, region));
      this.check({ kind: 'holds', value }, blamed(place), `'${place.domain}' does not hold`);
    }
    return results;
  }

  private add(statement: Statement): void {
    const block = this.open.at(-1);
    if (block === undefined) throw new Error('no block is open');
    block.push(statement);
  }

  private check(condition: Condition, place: Blamed, message: string): void {
    if (condition.kind === 'holds' && isTrue(condition.value)) return;
    this.add({ kind: 'check', condition, place, message });
  }

  private blamedAt(id: NodeId): Blamed {
    return blamed(this.map.nodes[id] ?? { domain: '', line: 0 });
  }

  private typed(id: NodeId): Typed {
    return { type: at(this.graph.types, id), range: at(this.plan.ranges, id) };
  }

  private expressionOf(id: NodeId): Expression {
    const expression = this.expressions.get(id);
    if (expression === undefined) throw new Error(`node ${id} is used before it is written`);
    return expression;
  }

  private variableOf(id: NodeId): Variable {
    const name = this.nameOf.get(id);
    if (name === undefined) throw new Error(`node ${id} has no name`);
    return { kind: 'variable', name, ...this.typed(id) };
  }

  private wholeRegion(region: RegionId): void {
    this.schedule([() => this.region(region, null)]);
    for (let task = this.pending.pop(); task !== undefined; task = this.pending.pop()) task();
  }

  private schedule(tasks: readonly Task[]): void {
    for (const task of tasks.toReversed()) this.pending.push(task);
  }

  /** Runs the tasks of `inside` with a new innermost block, then `after` with its statements. */
  private block(inside: readonly Task[], after: (statements: readonly Statement[]) => void): readonly Task[] {
    return [
      () => void this.open.push([]),
      ...inside,
      () => {
        const statements = this.open.pop();
        if (statements === undefined) throw new Error('no block is open');
        after(statements);
      },
    ];
  }

  /** Returns true for a value, and for a region whose live nodes are all inline and own no regions. */
  private isSimple(content: Content): boolean {
    if ('value' in content) return true;
    const { forms, live } = this.plan;
    return regionAt(this.plan, content.region).nodes.every(
      (id) => !live[id] || (forms[id] === 'inline' && ownedRegions(nodeAt(this.graph, id)).length === 0),
    );
  }

  /** Returns the statements that deliver a simple content. Nothing is pending after it, so that a long chain needs no tasks. */
  private simply(content: Content, delivery: Delivery): readonly Statement[] {
    const statements: Statement[] = [];
    this.open.push(statements);
    if ('region' in content) {
      this.nodes(liveNodes(this.plan, content.region), 0, null, null);
      this.deliver(delivery, this.expressionOf(resultOf(this.plan, content.region)));
    } else this.deliver(delivery, content.value);
    this.open.pop();
    return statements;
  }

  /** Lowers all nodes of a region, then delivers its value. A region that nests too deeply becomes a part. */
  private region(region: RegionId, delivery: Delivery | null): void {
    const needsStatements = liveNodes(this.plan, region).some((id) => this.plan.forms[id] !== 'inline');
    if (needsStatements && this.open.length > MAX_NESTING)
      this.asPart(resultOf(this.plan, region), delivery, () => this.regionHere(region, 'return'));
    else this.regionHere(region, delivery);
  }

  private regionHere(region: RegionId, delivery: Delivery | null): void {
    const tail = delivery === null ? null : tailOf(this.plan, region);
    this.schedule([
      () => this.nodes(liveNodes(this.plan, region), 0, tail, delivery),
      () => {
        if (delivery !== null && tail === null) this.deliver(delivery, this.expressionOf(resultOf(this.plan, region)));
      },
    ]);
  }

  /**
   * Makes a function of what `write` schedules, which returns the value of a node, and delivers the value of its call. Its
   * parameters are the variables that it reads.
   */
  private asPart(id: NodeId, delivery: Delivery | null, write: () => void): void {
    const around = this.open;
    this.schedule([
      () => {
        this.open = [[]];
        write();
      },
      () => {
        const body = at(this.open, 0);
        this.open = around;
        const parameters = freeVariables(body);
        const name = this.module.names.fresh(`${this.map.name}_part`);
        const part: LoweredFunction = { role: 'part', name, parameters, result: this.typed(id), takesPlace: false, body };
        this.module.functions.push(part);
        const call: Expression = { kind: 'call', callee: part, args: parameters, place: null, ...this.typed(id) };
        if (delivery !== null) return this.deliver(delivery, call);
        const variable: Variable = { kind: 'variable', name: this.names.fresh('part'), ...this.typed(id) };
        this.add({ kind: 'define', variable, value: call });
        this.expressions.set(id, variable);
      },
    ]);
  }

  private deliver(delivery: Delivery, value: Expression): void {
    // An accumulator that stays as it is.
    if (delivery !== 'return' && value.kind === 'variable' && value.name === delivery.name) return;
    this.add(delivery === 'return' ? { kind: 'return', value } : { kind: 'assign', variable: delivery, value });
  }

  /** Lowers nodes up to the first one with regions. Its regions are lowered before the rest. */
  private nodes(nodes: readonly NodeId[], start: number, tail: NodeId | null, delivery: Delivery | null): void {
    for (let i = start; i < nodes.length; i += 1) {
      const id = at(nodes, i);
      const nested = this.node(id, nodeAt(this.graph, id), id === tail ? delivery : null);
      if (nested.length > 0) {
        this.schedule([...nested, () => this.nodes(nodes, i + 1, tail, delivery)]);
        return;
      }
    }
  }

  private node(id: NodeId, node: Node, delivery: Delivery | null): readonly Task[] {
    switch (node.op) {
      case 'loop':
        return this.loop(id, node);
      case 'fold':
        return this.fold(id, node);
      case 'hold':
        return this.hold(id, node);
      case 'select':
      case 'shortCircuit':
      case 'unwrapOr':
      case 'match':
        return this.plan.forms[id] === 'statements' ? this.statements(id, node, delivery) : this.branchExpression(id, node);
      default: {
        const value = this.valueOf(id, node);
        if (value !== null) this.define(id, value);
        return [];
      }
    }
  }

  private define(id: NodeId, value: Expression): void {
    if (this.plan.forms[id] === 'inline') {
      this.expressions.set(id, value);
      return;
    }
    const variable = this.variableOf(id);
    this.add({ kind: 'define', variable, value });
    this.expressions.set(id, variable);
  }

  /** Returns the value of a node without regions; null for a parameter and for a variable of a loop, which have names. */
  private valueOf(id: NodeId, node: Exclude<Node, Branching | LoopNode | FoldNode | { op: 'hold' }>): Expression | null {
    const typed = this.typed(id);
    switch (node.op) {
      case 'parameter':
        return null;
      case 'bound':
        return this.bound(node.region);
      case 'literal':
        return { kind: 'literal', value: node.value, ...typed };
      case 'list':
        return { kind: 'list', items: node.items.map((item) => this.expressionOf(item)), ...typed };
      case 'record': {
        const fields = node.fields.map((field) => ({ name: field.name, value: this.expressionOf(field.node) }));
        return { kind: 'record', fields: fields.toSorted((a, b) => (a.name < b.name ? -1 : 1)), ...typed };
      }
      case 'some':
        return { kind: 'some', value: this.expressionOf(node.value), ...typed };
      case 'field':
        return { kind: 'field', record: this.expressionOf(node.record), name: node.name, ...typed };
      case 'apply':
        return this.application(id, node);
      case 'narrow':
      case 'state': {
        const value = this.expressionOf(node.operand);
        const what = node.op === 'narrow' ? 'as' : 'a stated domain';
        if (this.plan.faults[id]) this.check({ kind: 'inDomain', value, domain: node.domain }, this.blamedAt(id), `${what} does not hold`);
        return narrowed(value, typed);
      }
      case 'call':
        return this.call(id, node);
    }
  }

  /** Returns the value that the pattern of an arm binds, and the value that a condition tests. */
  private bound(region: RegionId): Expression | null {
    const owner = nodeAt(this.graph, this.graph.regions[region]?.owner ?? Number.NaN);
    if (owner.op === 'hold') return this.expressionOf(owner.operand);
    if (owner.op !== 'match') return null;
    const arm = owner.arms.find((candidate) => candidate.region === region);
    return arm === undefined ? null : boundOfPattern(arm.pattern, this.subject(owner.subject));
  }

  private application(id: NodeId, node: Extract<Node, { op: 'apply' }>): Expression {
    const { name, needs } = monomerAt(node.monomer);
    const args = byPosition(
      node,
      (operand): Expression => this.expressionOf(operand),
      (value): Expression => ({ kind: 'literal', value, type: typeOfLiteral(value), range: abstract.ofValue(value, typeOfLiteral(value)) }),
    );
    const ranges = argumentRanges(node, (operand) => at(this.plan.ranges, operand));
    const placed = args.map((arg, index) => narrowed(arg, { type: arg.type, range: at(ranges, index) }));
    if (this.plan.faults[id] && needs !== null) {
      this.check({ kind: 'precondition', monomer: name, args: placed }, this.blamedAt(id), `${name} needs: ${needs}`);
    }
    return { kind: 'apply', monomer: name, args: placed, ...this.typed(id) };
  }

  private call(id: NodeId, node: Extract<Node, { op: 'call' }>): Expression {
    const callee = at(this.module.components, node.component);
    const { parameters } = at(this.module.core.components, node.component);
    const args = node.arguments.map((argument, index) => {
      const value = this.expressionOf(argument);
      if (this.plan.faults[id]) {
        const { domain } = at(parameters, index);
        this.check({ kind: 'inDomain', value, domain }, this.blamedAt(id), `an argument of ${callee.name} is outside its domain`);
      }
      return value;
    });
    return { kind: 'call', callee, args, place: callee.takesPlace ? this.blamedAt(id) : null, ...this.typed(id) };
  }

  /** Returns a value and the check of its condition, if the condition is unproven. */
  private hold(id: NodeId, { operand, condition }: Extract<Node, { op: 'hold' }>): readonly Task[] {
    return [
      () => this.region(condition, null),
      () => {
        if (this.plan.faults[id]) {
          const value = this.expressionOf(resultOf(this.plan, condition));
          this.check({ kind: 'holds', value }, this.blamedAt(id), 'the condition that the fold keeps does not hold');
        }
        this.define(id, narrowed(this.expressionOf(operand), this.typed(id)));
      },
    ];
  }

  private subject(id: NodeId): Expression {
    return narrowed(this.expressionOf(id), this.typed(id));
  }

  /** Returns the chain of a node whose operands are already lowered. */
  private branches(id: NodeId, node: Branching): Branches {
    switch (node.op) {
      case 'select':
        return {
          arms: [{ condition: this.expressionOf(node.condition), content: { region: node.whenTrue } }],
          otherwise: { region: node.whenFalse },
        };
      case 'shortCircuit': {
        const left = this.expressionOf(node.left);
        const value = literalBoolean(node.connective !== 'and');
        const condition = node.connective === 'or' ? left : not(left);
        return { arms: [{ condition, content: { value } }], otherwise: { region: node.right } };
      }
      case 'unwrapOr': {
        const option = this.subject(node.option);
        const condition = fits({ pattern: 'some', inner: { pattern: 'any' } }, option);
        const value = contentOf(option);
        return { arms: [{ condition, content: { value } }], otherwise: { region: node.otherwise } };
      }
      case 'match':
        return this.arms(id, node);
    }
  }

  /** The last reachable arm needs no condition if the arms provably cover the subject. */
  private arms(id: NodeId, node: Extract<Node, { op: 'match' }>): Branches {
    const first = node.arms.findIndex((arm) => arm.pattern.pattern === 'any');
    const reachable = first < 0 ? node.arms : node.arms.slice(0, first + 1);
    const patterns: readonly CorePattern[] = reachable.map((arm) => arm.pattern);
    const covered = !this.plan.faults[id] || isCovered(at(this.plan.ranges, node.subject), patterns);
    const last = covered ? reachable.at(-1) : undefined;
    const conditional = last === undefined ? reachable : reachable.slice(0, -1);
    const subject = this.subject(node.subject);
    const arms = conditional.map(({ pattern, region }) => ({ condition: fits(pattern, subject), content: { region } }));
    return { arms, otherwise: last === undefined ? null : { region: last.region } };
  }

  /** Returns the tasks for a branching node whose regions need no statements. */
  private branchExpression(id: NodeId, node: Branching): readonly Task[] {
    const { arms, otherwise } = this.branches(id, node);
    const contents = [...arms.map((arm) => arm.content), ...(otherwise === null ? [] : [otherwise])];
    return [
      ...contents.map((content) => () => {
        if ('region' in content) this.region(content.region, null);
      }),
      () =>
        this.define(
          id,
          this.chosen(
            id,
            node,
            arms.map((arm) => arm.condition),
            contents,
          ),
        ),
    ];
  }

  private chosen(id: NodeId, node: Branching, conditions: readonly Expression[], contents: readonly Content[]): Expression {
    const typed = this.typed(id);
    if (node.op === 'shortCircuit') {
      const left = this.expressionOf(node.left);
      const right = this.expressionOf(resultOf(this.plan, node.right));
      if (node.connective === 'and') return { kind: 'and', left, right, ...BOOLEAN };
      return { kind: 'or', left: node.connective === 'or' ? left : not(left), right, ...BOOLEAN };
    }
    const [first, second] = contents.map((content) =>
      'value' in content ? content.value : this.expressionOf(resultOf(this.plan, content.region)),
    );
    if (first === undefined || second === undefined) throw new Error('a choice without two arms');
    if (node.op === 'unwrapOr' && (second.kind === 'literal' || second.kind === 'variable')) {
      return { kind: 'orElse', option: this.subject(node.option), otherwise: second, ...typed };
    }
    return { kind: 'conditional', condition: at(conditions, 0), whenTrue: first, whenFalse: second, ...typed };
  }

  /** Lowers a chain of `if`. The value goes to a variable, or directly to the receiver of the region's value. */
  private statements(id: NodeId, node: Branching, delivery: Delivery | null): readonly Task[] {
    if (delivery === 'return') return this.returningChain(id, node);
    const isLong = chainLength(this.plan, id, MAX_CHAIN_LENGTH) >= MAX_CHAIN_LENGTH;
    if (isLong) return [() => this.asPart(id, delivery ?? this.declare(id), () => this.schedule(this.returningChain(id, node)))];
    return this.chain(id, node, delivery ?? this.declare(id));
  }

  private declare(id: NodeId): Variable {
    const variable = this.variableOf(id);
    this.add({ kind: 'declare', variable, initial: null });
    this.expressions.set(id, variable);
    return variable;
  }

  /**
   * Each arm returns, so that the nesting does not grow with the chain. A part with many returns continues in another part: some
   * compilers follow all conditions before an expression, and some limit the size of a function.
   */
  private returningChain(id: NodeId, node: Branching): readonly Task[] {
    if (at(this.open, 0).length >= MAX_RETURNS)
      return [() => this.asPart(id, 'return', () => this.schedule(this.returningChain(id, node)))];
    return this.returningArms(id, this.branches(id, node));
  }

  private returningArms(id: NodeId, { arms, otherwise }: Branches): readonly Task[] {
    const tasks = arms
      .slice(0, MAX_RETURNS)
      .flatMap(({ condition, content }) =>
        this.arm(content, 'return', (body) => this.add({ kind: 'if', arms: [{ condition, body }], otherwise: NO_STATEMENTS })),
      );
    const rest = { arms: arms.slice(MAX_RETURNS), otherwise };
    if (rest.arms.length === 0) return [...tasks, () => this.otherwise(id, otherwise, 'return')];
    return [...tasks, () => this.asPart(id, 'return', () => this.schedule(this.returningArms(id, rest)))];
  }

  private chain(id: NodeId, node: Branching, delivery: Variable): readonly Task[] {
    const arms: ConditionalArm[] = [];
    return this.links(id, node, delivery, arms);
  }

  /** Adds the arms of a chain to those before it; `else { if … }` becomes a further arm if its conditions need no statements. */
  private links(id: NodeId, node: Branching, delivery: Variable, before: ConditionalArm[]): readonly Task[] {
    const { arms, otherwise } = this.branches(id, node);
    const tasks = arms.flatMap(({ condition, content }) => this.arm(content, delivery, (body) => void before.push({ condition, body })));
    return [...tasks, () => this.lastLink(id, otherwise, delivery, before)];
  }

  private lastLink(id: NodeId, otherwise: Content | null, delivery: Variable, before: ConditionalArm[]): void {
    if (before.length === 0) return this.otherwise(id, otherwise, delivery);
    if (otherwise !== null && 'region' in otherwise && isOnlyTail(this.plan, otherwise.region)) {
      const tail = resultOf(this.plan, otherwise.region);
      const node = nodeAt(this.graph, tail);
      if (!isBranching(node)) throw new Error('a tail that does not branch');
      const inner = liveNodes(this.plan, otherwise.region).filter((each) => each !== tail);
      this.schedule([() => this.nodes(inner, 0, null, null), () => this.schedule(this.links(tail, node, delivery, before))]);
      return;
    }
    this.schedule(
      this.block([() => this.otherwise(id, otherwise, delivery)], (body) => this.add({ kind: 'if', arms: before, otherwise: body })),
    );
  }

  /** Returns the tasks of an arm, whose statements `after` receives. */
  private arm(content: Content, delivery: Delivery, after: (statements: readonly Statement[]) => void): Task | readonly Task[] {
    if (this.isSimple(content)) return () => after(this.simply(content, delivery));
    return this.block([() => this.content(content, delivery)], after);
  }

  private content(content: Content, delivery: Delivery): void {
    if ('region' in content) this.region(content.region, delivery);
    else this.deliver(delivery, content.value);
  }

  private otherwise(id: NodeId, otherwise: Content | null, delivery: Delivery): void {
    if (otherwise === null) this.add({ kind: 'fail', place: this.blamedAt(id), message: 'no arm of the match fits' });
    else this.content(otherwise, delivery);
  }

  /** Returns the node of the variable that a region binds at an index; `undefined` if it is unused. */
  private boundNode(region: RegionId, index: number): NodeId | undefined {
    return liveNodes(this.plan, region).find((id) => {
      const node = nodeAt(this.graph, id);
      return node.op === 'bound' && node.region === region && node.index === index;
    });
  }

  /** Returns the tasks of a loop statement. `inside` lowers its body, which may read the element; `index`: that of the element. */
  private loopOver(
    node: LoopNode | FoldNode,
    index: number,
    needsElement: boolean,
    inside: (element: Variable | null) => readonly Task[],
  ): readonly Task[] {
    const { source } = node;
    const id = this.boundNode(node.body, index);
    const element = id === undefined ? (needsElement ? this.unnamedElement(node) : null) : this.variableOf(id);
    if (id !== undefined && element !== null) this.expressions.set(id, element);
    const over =
      source.over === 'range'
        ? ({ kind: 'forRange', lo: this.expressionOf(source.lo), hi: this.expressionOf(source.hi) } as const)
        : ({ kind: 'forEach', source: this.expressionOf(source.node) } as const);
    return this.block(inside(element), (body) => {
      // A fold whose step gives the accumulator has nothing to do.
      if (body.length > 0) this.add({ ...over, element, body });
    });
  }

  /** The element of a filter whose condition does not read it. */
  private unnamedElement({ source }: LoopNode | FoldNode): Variable {
    const name = this.names.fresh('element');
    if (source.over === 'range') {
      const [lo, hi] = [source.lo, source.hi].map((end) => at(this.plan.ranges, end));
      const range =
        lo?.kind === 'integer' && hi?.kind === 'integer' ? abstract.integers(least(lo.ranges), greatest(hi.ranges)) : abstract.INT64;
      return { kind: 'variable', name, type: { kind: 'integer' }, range };
    }
    const type = at(this.graph.types, source.node);
    const range = at(this.plan.ranges, source.node);
    const isSequence = range.kind === 'list' || range.kind === 'bytes';
    return {
      kind: 'variable',
      name,
      type: type.kind === 'list' ? type.element : { kind: 'integer' },
      range: isSequence ? range.element : abstract.NEVER,
    };
  }

  private loop(id: NodeId, node: LoopNode): readonly Task[] {
    switch (node.loop) {
      case 'map':
      case 'filter':
        return this.collecting(id, node);
      case 'any':
      case 'all':
        return this.searching(id, node);
      case 'count':
        return this.counting(id, node);
    }
  }

  private bodyResult(region: RegionId): Expression {
    return this.expressionOf(resultOf(this.plan, region));
  }

  private collecting(id: NodeId, node: LoopNode): readonly Task[] {
    const variable = this.variableOf(id);
    this.add({ kind: 'collect', variable });
    const push = (value: Expression): void => {
      const hasRoom = { kind: 'hasRoom', variable, limit: LIST_LENGTH } as const;
      if (this.plan.faults[id]) this.check(hasRoom, this.blamedAt(id), `${node.loop} gives more than ${LIST_LENGTH} elements`);
      this.add({ kind: 'push', variable, value });
    };
    const body = (element: Variable | null): readonly Task[] => [
      () => this.region(node.body, null),
      () => {
        const result = this.bodyResult(node.body);
        if (node.loop === 'map') return push(result);
        if (element === null) throw new Error('a filter without its element');
        this.schedule(
          this.block([() => push(element)], (added) => this.add({ kind: 'if', arms: [{ condition: result, body: added }], otherwise: [] })),
        );
      },
    ];
    return [
      ...this.loopOver(node, 0, node.loop === 'filter', body),
      () => {
        this.add({ kind: 'collected', variable });
        this.expressions.set(id, variable);
      },
    ];
  }

  /** `any` and `all` stop at the element that decides them. */
  private searching(id: NodeId, node: LoopNode): readonly Task[] {
    const variable = this.variableOf(id);
    const settling = node.loop === 'any';
    this.add({ kind: 'declare', variable, initial: literalBoolean(!settling) });
    const body = (): readonly Task[] => [
      () => this.region(node.body, null),
      () => {
        const result = this.bodyResult(node.body);
        const settled: readonly Statement[] = [{ kind: 'assign', variable, value: literalBoolean(settling) }, { kind: 'break' }];
        this.add({ kind: 'if', arms: [{ condition: settling ? result : not(result), body: settled }], otherwise: [] });
      },
    ];
    return [...this.loopOver(node, 0, false, body), () => void this.expressions.set(id, variable)];
  }

  private counting(id: NodeId, node: LoopNode): readonly Task[] {
    const variable = this.variableOf(id);
    this.add({ kind: 'declare', variable, initial: literalInteger(0) });
    const body = (): readonly Task[] => [
      () => this.region(node.body, null),
      () => {
        const value: Expression = {
          kind: 'apply',
          monomer: 'ADD',
          args: [variable, literalInteger(1)],
          type: variable.type,
          range: variable.range,
        };
        const counted: readonly Statement[] = [{ kind: 'assign', variable, value }];
        this.add({ kind: 'if', arms: [{ condition: this.bodyResult(node.body), body: counted }], otherwise: [] });
      },
    ];
    return [...this.loopOver(node, 0, false, body), () => void this.expressions.set(id, variable)];
  }

  /** The accumulator is one variable, which each step assigns last. */
  private fold(id: NodeId, node: FoldNode): readonly Task[] {
    const variable = this.variableOf(id);
    const domain = this.plan.faults[id] ? node.domain : null;
    const checked = (value: Expression): void => {
      if (domain !== null)
        this.check({ kind: 'inDomain', value, domain }, this.blamedAt(id), 'the domain of the accumulator does not hold');
    };
    const initial = this.expressionOf(node.initial);
    checked(initial);
    this.add({ kind: 'declare', variable, initial });
    const bound = this.boundNode(node.body, 0);
    if (bound !== undefined) this.expressions.set(bound, variable);
    const body = (): readonly Task[] => {
      if (domain === null) return [() => this.region(node.body, variable)];
      return [
        () => this.region(node.body, null),
        () => {
          const result = this.bodyResult(node.body);
          const next: Variable = {
            kind: 'variable',
            name: this.names.fresh(`${variable.name}_next`),
            type: result.type,
            range: result.range,
          };
          this.add({ kind: 'define', variable: next, value: result });
          checked(next);
          this.add({ kind: 'assign', variable, value: next });
        },
      ];
    };
    return [...this.loopOver(node, 1, false, body), () => void this.expressions.set(id, variable)];
  }
}

function blamed({ domain, line, file }: { readonly domain: string; readonly line: number; readonly file?: string | undefined }): Blamed {
  return { domain, line, file };
}

function literalBoolean(value: boolean): Expression {
  return { kind: 'literal', value, ...BOOLEAN };
}

function literalInteger(value: number): Expression {
  return { kind: 'literal', value, type: { kind: 'integer' }, range: abstract.integers(value, value) };
}

function least(ranges: readonly Int[]): Int {
  return ranges.reduce((a, b) => (b < a ? b : a));
}

function greatest(ranges: readonly Int[]): Int {
  return ranges.reduce((a, b) => (b > a ? b : a));
}
