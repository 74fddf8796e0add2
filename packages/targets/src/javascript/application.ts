import { type Abstract, abstract, monomerAt, type Node, type NodeId, type Value } from '@kirchhoff/coherence';
import { at } from '../plan/plan.js';
import { argumentRanges } from '../plan/ranges.js';
import { checkedFit, writeCheck } from './checks.js';
import { boolean, type Expression, held, integer, string } from './expression.js';
import type { Application, Emission } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';
import { boundsOf, representationOf } from './representation.js';
import { expressionOf, lineOf, type Scope } from './scope.js';

type Apply = Extract<Node, { op: 'apply' }>;

/** The expression of an application, its checks written before it. */
export function apply(scope: Scope, id: NodeId, node: Apply): Expression {
  const { name, needs } = monomerAt(node.monomer);
  const emission = emissionOf(node.monomer);
  if (emission === undefined) throw new Error(`${name} is not compiled to JavaScript`);
  const application = applicationOf(scope, id, node);
  const fault = at(scope.plan.faults, id) && !scope.plan.certified && needs !== null ? `${name} needs: ${needs}` : null;
  if (fault !== null) for (const need of emission.needs?.(application) ?? []) writeCheck(scope, need, lineOf(scope, id), fault);
  if (emission.gives === 'other') return emission.plain(application);
  return integerResult(scope, id, emission, application, fault);
}

type IntegerEmission = Extract<Emission, { gives: 'integer' }>;

/** In numbers where arguments and result are safe, else in bigints; checked to fit 64 bits where they might not. */
function integerResult(scope: Scope, id: NodeId, emission: IntegerEmission, application: Application, fault: string | null): Expression {
  const representation = representationOf(at(scope.plan.ranges, id));
  const safe = representation === 'number' && application.args.every((arg) => arg.representation === 'number');
  const exact = fault === null || emission.overflows !== 'always';
  const numbers = safe && exact ? emission.numbers?.(application) : null;
  if (numbers !== null && numbers !== undefined) return numbers;
  const result = emission.bigints({ ...application, args: application.args.map((arg) => held(arg, 'bigint')) });
  const fitting = fault === null || emission.overflows === 'never' ? result : checkedFit(scope, result, lineOf(scope, id), fault);
  return held(fitting, representation);
}

function applicationOf(scope: Scope, id: NodeId, node: Apply): Application {
  const rangeOf = (operand: NodeId): Abstract => at(scope.plan.ranges, operand);
  const operands = node.operands.map((operand) => expressionOf(scope, operand));
  let taken = 0;
  const args =
    node.literals.length === 0 ? operands : node.literals.map((literal) => (literal === null ? at(operands, taken++) : literalOf(literal)));
  const bounds = argumentRanges(node, rangeOf).map(boundsOf);
  return { args, bounds, result: boundsOf(rangeOf(id)), use: scope.runtime.use };
}

/** A literal as an expression, held as its own value asks for. */
export function literalOf(value: Value): Expression {
  if (typeof value === 'boolean') return boolean(value);
  if (typeof value === 'string') return string(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const representation = representationOf(abstract.integers(value, value));
    return integer(value, representation === 'bigint' ? 'bigint' : 'number');
  }
  throw new Error('literals of this kind are not compiled to JavaScript');
}
