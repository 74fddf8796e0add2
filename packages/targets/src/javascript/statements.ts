import { type Node, type NodeId, nodeAt, type RegionId } from '@kirchhoff/coherence';
import { type Branching, chainLength, isBranching, isOnlyTail, tailOf } from '../plan/branching.js';
import { at, liveNodes, resultOf } from '../plan/plan.js';
import { type ArmContent, type Branches, branchesOf, contentExpression, heldAlike, subjectOf } from './branches.js';
import { blamedAt, not, writeCheck, writeThrow } from './checks.js';
import { binary, coalesce, conditional, held, inside, type JsExpression, type ValueRepresentation, variable } from './expression.js';
import { isLoop, loopTasks } from './loops.js';
import { isNestedOption } from './representation.js';
import { defineName, type EmissionScope, expressionOf, nameOf, representationAt, typeOf } from './scope.js';
import { type HoldNode, valueOf } from './value.js';

/** The receiver of a region's value. */
export interface ResultTarget {
  readonly name: string;
  readonly representation: ValueRepresentation;
  /** The block to leave afterwards; null if execution continues with the next line. */
  readonly exit: string | null;
}

/** Chains longer than this are written flat: the parsers of JavaScript recurse into `else if`. */
const MAX_CHAIN_LENGTH = 40;

type Task = () => void;

/** Writes a region with all nested regions. Pending work is kept on a stack instead of recursing. */
export function writeRegion(scope: EmissionScope, region: RegionId): void {
  new RegionWriter(scope).write(region);
}

class RegionWriter {
  private readonly pending: Task[] = [];

  constructor(private readonly scope: EmissionScope) {}

  write(region: RegionId): void {
    this.region(region, null);
    for (let task = this.pending.pop(); task !== undefined; task = this.pending.pop()) task();
  }

  private schedule(tasks: readonly Task[]): void {
    for (const task of tasks.toReversed()) this.pending.push(task);
  }

  /** Writes all nodes of a region, then delivers its value. */
  private region(region: RegionId, delivery: ResultTarget | null): void {
    const tail = delivery === null ? null : tailOf(this.scope.plan, region);
    this.schedule([
      () => this.nodes(liveNodes(this.scope.plan, region), 0, tail, delivery),
      () => {
        if (delivery !== null && tail === null) this.deliver(delivery, expressionOf(this.scope, resultOf(this.scope.plan, region)));
      },
    ]);
  }

  private deliver({ name, representation, exit }: ResultTarget, value: JsExpression): void {
    this.scope.writer.line(`${name} = ${held(value, representation).text};`);
    if (exit !== null) this.scope.writer.line(`break ${exit};`);
  }

  /** Writes nodes up to the first one with regions. Its regions are written before the rest. */
  private nodes(nodes: readonly NodeId[], start: number, tail: NodeId | null, delivery: ResultTarget | null): void {
    for (let i = start; i < nodes.length; i += 1) {
      const id = at(nodes, i);
      const nested = this.node(id, nodeAt(this.scope.plan.graph, id), id === tail ? delivery : null);
      if (nested.length > 0) {
        this.schedule([...nested, () => this.nodes(nodes, i + 1, tail, delivery)]);
        return;
      }
    }
  }

  private node(id: NodeId, node: Node, delivery: ResultTarget | null): readonly Task[] {
    if (isLoop(node)) return loopTasks(this.scope, id, node, (region, to) => this.region(region, to));
    if (node.op === 'hold') return this.holding(id, node);
    if (!isBranching(node)) {
      const value = valueOf(this.scope, id, node);
      if (value !== null) this.define(id, value);
      return [];
    }
    return at(this.scope.plan.forms, id) === 'statements' ? this.statements(id, node, delivery) : this.expression(id, node);
  }

  /** Returns a value and the check of its condition, if the condition is unproven. */
  private holding(id: NodeId, { operand, condition }: HoldNode): readonly Task[] {
    return [
      () => this.region(condition, null),
      () => {
        if (at(this.scope.plan.faults, id)) {
          const truth = expressionOf(this.scope, resultOf(this.scope.plan, condition));
          writeCheck(this.scope, truth, blamedAt(this.scope, id), 'the condition that the fold keeps does not hold');
        }
        this.define(id, held(expressionOf(this.scope, operand), representationAt(this.scope, id)));
      },
    ];
  }

  /**
   * Defines the value of a node. An integer from a list, a record or an option is converted to the representation of its range.
   */
  private define(id: NodeId, given: JsExpression): void {
    const value = given.representation === 'canonical' ? held(given, representationAt(this.scope, id)) : given;
    if (at(this.scope.plan.forms, id) === 'inline') this.scope.expressions.set(id, value);
    else defineName(this.scope, id, value);
  }

  /** Returns the tasks for a node whose regions need no statements. */
  private expression(id: NodeId, node: Branching): readonly Task[] {
    const { arms, otherwise } = branchesOf(this.scope, id, node);
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

  private chosen(id: NodeId, node: Branching, conditions: readonly JsExpression[], contents: readonly ArmContent[]): JsExpression {
    if (node.op === 'shortCircuit') return this.shortCircuit(node);
    if (node.op === 'unwrapOr' && !isNestedOption(typeOf(this.scope, node.option))) return this.unwrapOr(node);
    const [first, second] = contents.map((content) => {
      const value = contentExpression(this.scope, content);
      return value.representation === 'canonical' ? held(value, representationAt(this.scope, id)) : value;
    });
    if (first === undefined || second === undefined) throw new Error('a choice without two arms');
    return conditional(at(conditions, 0), ...heldAlike(first, second));
  }

  private shortCircuit(node: Extract<Node, { op: 'shortCircuit' }>): JsExpression {
    const left = expressionOf(this.scope, node.left);
    const right = expressionOf(this.scope, resultOf(this.scope.plan, node.right));
    if (node.connective === 'and') return binary(left, '&&', right, 'and', 'other');
    return binary(node.connective === 'or' ? left : not(left), '||', right, 'or', 'other');
  }

  private unwrapOr(node: Extract<Node, { op: 'unwrapOr' }>): JsExpression {
    const option = subjectOf(this.scope, node.option);
    const otherwise = expressionOf(this.scope, resultOf(this.scope.plan, node.otherwise));
    const isInteger = option.type.kind === 'option' && option.type.value.kind === 'integer';
    return coalesce(option.value, inside(otherwise, this.scope.runtime.use), isInteger ? 'canonical' : 'other');
  }

  /** Writes a chain of `if`. The value goes to a variable, or directly to the receiver of the region's value. */
  private statements(id: NodeId, node: Branching, delivery: ResultTarget | null): readonly Task[] {
    if (delivery !== null && delivery.exit !== null) return this.flatChain(id, node, delivery);
    const own = delivery ?? this.declare(id);
    if (chainLength(this.scope.plan, id, MAX_CHAIN_LENGTH) < MAX_CHAIN_LENGTH) return this.nestedChain(id, node, own, 'if');
    const exit = this.scope.newLabel();
    this.scope.writer.open(`${exit}: {`);
    return [...this.flatChain(id, node, { ...own, exit }), () => this.scope.writer.close('}')];
  }

  private declare(id: NodeId): ResultTarget {
    const name = nameOf(this.scope, id);
    const representation = representationAt(this.scope, id);
    this.scope.writer.line(`let ${name};`);
    this.scope.expressions.set(id, variable(name, representation));
    return { name, representation, exit: null };
  }

  /** Writes each arm with an exit from the block, so that the nesting does not grow with the chain. */
  private flatChain(id: NodeId, node: Branching, delivery: ResultTarget): readonly Task[] {
    const { arms, otherwise } = branchesOf(this.scope, id, node);
    const tasks = arms.flatMap(({ condition, content }) => [
      () => this.scope.writer.open(`if (${condition.text}) {`),
      () => this.content(content, delivery),
      () => this.scope.writer.close('}'),
    ]);
    return [...tasks, () => this.otherwise(id, otherwise, delivery)];
  }

  private nestedChain(id: NodeId, node: Branching, delivery: ResultTarget, opening: 'if' | '} else if'): readonly Task[] {
    const branches = branchesOf(this.scope, id, node);
    if (branches.arms.length === 0) return this.onlyArm(id, branches, delivery, opening);
    const tasks = branches.arms.flatMap(({ condition, content }, index) => [
      () => this.openArm(index === 0 ? opening : '} else if', condition),
      () => this.content(content, delivery),
    ]);
    return [...tasks, () => this.lastArm(id, branches, delivery)];
  }

  /** Writes a match whose first arm matches everything. */
  private onlyArm(id: NodeId, { otherwise }: Branches, delivery: ResultTarget, opening: 'if' | '} else if'): readonly Task[] {
    const { writer } = this.scope;
    if (opening === 'if') return [() => this.otherwise(id, otherwise, delivery)];
    return [() => writer.reopen('} else {'), () => this.otherwise(id, otherwise, delivery), () => writer.close('}')];
  }

  private openArm(opening: 'if' | '} else if', condition: JsExpression): void {
    if (opening === 'if') this.scope.writer.open(`if (${condition.text}) {`);
    else this.scope.writer.reopen(`} else if (${condition.text}) {`);
  }

  /** Writes `else { if … }` as `else if …` if the conditions need no statements. */
  private lastArm(id: NodeId, { otherwise }: Branches, delivery: ResultTarget): void {
    const { plan, writer } = this.scope;
    if (otherwise !== null && 'region' in otherwise && isOnlyTail(plan, otherwise.region)) {
      const tail = resultOf(plan, otherwise.region);
      const node = nodeAt(plan.graph, tail);
      if (!isBranching(node)) throw new Error('a tail that does not branch');
      const before = liveNodes(plan, otherwise.region).filter((inner) => inner !== tail);
      this.schedule([() => this.nodes(before, 0, null, null), () => this.schedule(this.nestedChain(tail, node, delivery, '} else if'))]);
      return;
    }
    writer.reopen('} else {');
    this.schedule([() => this.otherwise(id, otherwise, delivery), () => writer.close('}')]);
  }

  private content(content: ArmContent, delivery: ResultTarget): void {
    if ('region' in content) this.region(content.region, delivery);
    else this.deliver(delivery, contentExpression(this.scope, content));
  }

  private otherwise(id: NodeId, otherwise: ArmContent | null, delivery: ResultTarget): void {
    if (otherwise === null) {
      writeThrow(this.scope, blamedAt(this.scope, id), 'no arm of the match fits');
    } else this.content(otherwise, delivery);
  }
}
