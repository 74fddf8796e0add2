import { LIST_LENGTH, type LoopSource, type Node, type NodeId, nodeAt, type RegionId } from '@kirchhoff/coherence';
import { at, liveNodes, resultOf } from '../plan/plan.js';
import { blamedAt, isInDomain, writeCheck } from './checks.js';
import { held, inside, type JsExpression, primary, variable } from './expression.js';
import { type EmissionScope, expressionOf, nameOf, representationAt, typeOf } from './scope.js';
import type { ResultTarget } from './statements.js';

export type LoopNode = Extract<Node, { op: 'loop' | 'fold' }>;

type Task = () => void;
type WriteRegion = (region: RegionId, delivery: ResultTarget | null) => void;

export function isLoop(node: Node): node is LoopNode {
  return node.op === 'loop' || node.op === 'fold';
}

/** The name of an unused element. */
const UNREAD = 'anyItem';

/** Returns the tasks that write a loop whose operands are already emitted; `region` writes its body. */
export function loopTasks(scope: EmissionScope, id: NodeId, node: LoopNode, region: WriteRegion): readonly Task[] {
  if (node.op === 'fold') return foldTasks(scope, id, node, region);
  switch (node.loop) {
    case 'map':
    case 'filter':
      return gatherTasks(scope, id, node, region);
    case 'any':
    case 'all':
      return searchTasks(scope, id, node, region);
    case 'count':
      return countTasks(scope, id, node, region);
  }
}

type Gathering = Extract<Node, { op: 'loop' }>;

function gatherTasks(scope: EmissionScope, id: NodeId, node: Gathering, region: WriteRegion): readonly Task[] {
  const { writer, runtime } = scope;
  const isBytes = typeOf(scope, id).kind === 'bytes';
  const list = isBytes ? `${nameOf(scope, id)}List` : nameOf(scope, id);
  writer.line(`const ${list} = [];`);
  const raw = openLoop(scope, node.source, node.body, 0);
  return [
    () => region(node.body, null),
    () => {
      const result = bodyResult(scope, node.body);
      const gathered = inside(node.loop === 'map' ? result : raw, runtime.use).text;
      if (node.loop === 'filter') writer.open(`if (${result.text}) {`);
      if (at(scope.plan.faults, id)) {
        const fits = primary(`${list}.length < ${LIST_LENGTH}`, 'other');
        writeCheck(scope, fits, blamedAt(scope, id), `${node.loop} gives more than ${LIST_LENGTH} elements`);
      }
      writer.line(`${list}.push(${gathered});`);
      if (node.loop === 'filter') writer.close('}');
      writer.close('}');
      if (isBytes) writer.line(`const ${nameOf(scope, id)} = Uint8Array.from(${list});`);
      scope.expressions.set(id, variable(nameOf(scope, id), 'other'));
    },
  ];
}

/** `any` and `all` stop at the element that decides them. */
function searchTasks(scope: EmissionScope, id: NodeId, node: Gathering, region: WriteRegion): readonly Task[] {
  const { writer } = scope;
  const name = nameOf(scope, id);
  const settling = node.loop === 'any';
  writer.line(`let ${name} = ${!settling};`);
  openLoop(scope, node.source, node.body, 0);
  return [
    () => region(node.body, null),
    () => {
      const result = bodyResult(scope, node.body);
      writer.open(`if (${settling ? result.text : `!(${result.text})`}) {`);
      writer.line(`${name} = ${settling};`);
      writer.line('break;');
      writer.close('}');
      writer.close('}');
      scope.expressions.set(id, variable(name, 'other'));
    },
  ];
}

function countTasks(scope: EmissionScope, id: NodeId, node: Gathering, region: WriteRegion): readonly Task[] {
  const { writer } = scope;
  const name = nameOf(scope, id);
  writer.line(`let ${name} = 0;`);
  openLoop(scope, node.source, node.body, 0);
  return [
    () => region(node.body, null),
    () => {
      writer.line(`if (${bodyResult(scope, node.body).text}) ${name} += 1;`);
      writer.close('}');
      scope.expressions.set(id, variable(name, 'number'));
    },
  ];
}

/** The accumulator is one variable, which each step sets last. */
function foldTasks(scope: EmissionScope, id: NodeId, node: Extract<Node, { op: 'fold' }>, region: WriteRegion): readonly Task[] {
  const { writer } = scope;
  const name = nameOf(scope, id);
  const accumulator = variable(name, representationAt(scope, id));
  const check = at(scope.plan.faults, id) ? node.domain : null;
  const checked = (value: JsExpression): void => {
    if (check !== null)
      writeCheck(scope, isInDomain(scope, check, value), blamedAt(scope, id), 'the domain of the accumulator does not hold');
  };
  const initial = expressionOf(scope, node.initial);
  checked(initial);
  writer.line(`let ${name} = ${held(initial, accumulator.representation).text};`);
  const bound = boundNode(scope, node.body, 0);
  if (bound !== undefined) scope.expressions.set(bound, accumulator);
  openLoop(scope, node.source, node.body, 1);
  const end = () => {
    writer.close('}');
    scope.expressions.set(id, accumulator);
  };
  if (check === null) return [() => region(node.body, { name, representation: accumulator.representation, exit: null }), end];
  return [
    () => region(node.body, null),
    () => {
      const result = expressionOf(scope, resultOf(scope.plan, node.body));
      const next = variable(`${name}Next`, result.representation);
      writer.line(`const ${next.text} = ${result.text};`);
      checked(next);
      writer.line(`${name} = ${held(next, accumulator.representation).text};`);
    },
    end,
  ];
}

/** Opens the loop statement and binds the element of its body at an index; returns the element in its original representation. */
function openLoop(scope: EmissionScope, source: LoopSource, body: RegionId, index: number): JsExpression {
  const element = boundNode(scope, body, index);
  const name = element === undefined ? UNREAD : nameOf(scope, element);
  const isRange = source.over === 'range';
  const counted = isRange ? counterRepresentation(scope, source) : 'canonical';
  const wanted = element === undefined ? counted : representationAt(scope, element);
  const isAsWanted = wanted === counted || (counted === 'canonical' && wanted !== 'bigint');
  const raw = variable(isAsWanted ? name : `${name}Item`, counted);
  if (isRange) openRange(scope, source, raw);
  else scope.writer.open(`for (const ${raw.text} of ${expressionOf(scope, source.node).text}) {`);
  if (element === undefined) return raw;
  if (!isAsWanted) scope.writer.line(`const ${name} = ${held(raw, wanted).text};`);
  scope.expressions.set(element, variable(name, wanted));
  return raw;
}

type RangeSource = Extract<LoopSource, { over: 'range' }>;

function openRange(scope: EmissionScope, source: RangeSource, counter: JsExpression): void {
  const [lo, hi] = [source.lo, source.hi].map((bound) => held(expressionOf(scope, bound), counter.representation).text);
  const one = counter.representation === 'bigint' ? '1n' : '1';
  scope.writer.open(`for (let ${counter.text} = ${lo}; ${counter.text} <= ${hi}; ${counter.text} += ${one}) {`);
}

/** Returns bigint if either end may be a bigint: a number would be rounded. */
function counterRepresentation(scope: EmissionScope, { lo, hi }: RangeSource): 'number' | 'bigint' {
  const isWide = [lo, hi].some((bound) => expressionOf(scope, bound).representation === 'bigint');
  return isWide ? 'bigint' : 'number';
}

/** Returns the node of the variable that a region binds at an index; `undefined` if it is unused. */
function boundNode(scope: EmissionScope, region: RegionId, index: number): NodeId | undefined {
  return liveNodes(scope.plan, region).find((id) => {
    const node = nodeAt(scope.plan.graph, id);
    return node.op === 'bound' && node.region === region && node.index === index;
  });
}

function bodyResult(scope: EmissionScope, region: RegionId): JsExpression {
  return expressionOf(scope, resultOf(scope.plan, region));
}
