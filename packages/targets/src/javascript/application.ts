import { type Abstract, monomerAt, type Node, type NodeId } from '@kirchhoff/coherence';
import { at } from '../plan/plan.js';
import { argumentRanges, byPosition, kindOfLiteral } from '../plan/ranges.js';
import { blamedAt, checkedFit, writeCheck } from './checks.js';
import { type Expression, held } from './expression.js';
import { literalOf } from './literal.js';
import type { Application, Emission } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';
import { boundsOf, representationOf } from './representation.js';
import { expressionOf, kindOf, type Scope } from './scope.js';

type Apply = Extract<Node, { op: 'apply' }>;

/** Returns the expression of an application, after writing its checks. */
export function apply(scope: Scope, id: NodeId, node: Apply): Expression {
  const { name, needs } = monomerAt(node.monomer);
  const emission = emissionOf(node.monomer);
  if (emission === null) throw new Error(`${name} is not compiled to JavaScript`);
  const application = applicationOf(scope, id, node);
  const fault = at(scope.plan.faults, id) && needs !== null ? `${name} needs: ${needs}` : null;
  if (fault !== null) for (const need of emission.needs?.(application) ?? []) writeCheck(scope, need, blamedAt(scope, id), fault);
  if (emission.gives === 'other') return emission.plain(application);
  return integerResult(scope, id, emission, application, fault);
}

type IntegerEmission = Extract<Emission, { gives: 'integer' }>;

/**
 * Emits number arithmetic if arguments and result are safe integers, else bigint arithmetic. Adds a check for 64 bits if the
 * result might not fit.
 */
function integerResult(scope: Scope, id: NodeId, emission: IntegerEmission, application: Application, fault: string | null): Expression {
  const representation = representationOf(at(scope.plan.ranges, id));
  const safe = representation === 'number' && application.args.every((arg) => arg.representation !== 'bigint');
  const exact = fault === null || emission.overflows !== 'always';
  const numbers = safe && exact ? emission.numbers?.(application) : null;
  if (numbers !== null && numbers !== undefined) return numbers;
  const result = emission.bigints({ ...application, args: application.args.map((arg) => held(arg, 'bigint')) });
  const fitting = fault === null || emission.overflows === 'never' ? result : checkedFit(scope, result, blamedAt(scope, id), fault);
  return held(fitting, representation);
}

function applicationOf(scope: Scope, id: NodeId, node: Apply): Application {
  const { use } = scope.runtime;
  const rangeOf = (operand: NodeId): Abstract => at(scope.plan.ranges, operand);
  const args = byPosition(
    node,
    (operand) => expressionOf(scope, operand),
    (literal) => literalOf(literal, kindOfLiteral(literal), use),
  );
  const kinds = byPosition(node, (operand) => kindOf(scope, operand), kindOfLiteral);
  const ranges = argumentRanges(node, rangeOf);
  return { args, bounds: ranges.map(boundsOf), result: boundsOf(rangeOf(id)), ranges, kinds, use };
}
