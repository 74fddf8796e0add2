import { type AbstractValue, monomerAt, type Node, type NodeId } from '@kirchhoff/coherence';
import { at } from '../plan/plan.js';
import { argumentRanges, byPosition, typeOfLiteral } from '../plan/ranges.js';
import { blamedAt, checkedFit, writeCheck } from './checks.js';
import { held, type JsExpression } from './expression.js';
import { literalOf } from './literal.js';
import type { Emission, EmittedApplication } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';
import { boundsOf, representationOf } from './representation.js';
import { type EmissionScope, expressionOf, typeOf } from './scope.js';

type Apply = Extract<Node, { op: 'apply' }>;

/** Returns the expression of an application, after writing its checks. */
export function apply(scope: EmissionScope, id: NodeId, node: Apply): JsExpression {
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
function integerResult(
  scope: EmissionScope,
  id: NodeId,
  emission: IntegerEmission,
  application: EmittedApplication,
  fault: string | null,
): JsExpression {
  const representation = representationOf(at(scope.plan.ranges, id));
  const safe = representation === 'number' && application.args.every((arg) => arg.representation !== 'bigint');
  const exact = fault === null || emission.overflows !== 'always';
  const numbers = safe && exact ? emission.numbers?.(application) : null;
  if (numbers !== null && numbers !== undefined) return numbers;
  const result = emission.bigints({ ...application, args: application.args.map((arg) => held(arg, 'bigint')) });
  const fitting = fault === null || emission.overflows === 'never' ? result : checkedFit(scope, result, blamedAt(scope, id), fault);
  return held(fitting, representation);
}

function applicationOf(scope: EmissionScope, id: NodeId, node: Apply): EmittedApplication {
  const { use } = scope.runtime;
  const rangeOf = (operand: NodeId): AbstractValue => at(scope.plan.ranges, operand);
  const args = byPosition(
    node,
    (operand) => expressionOf(scope, operand),
    (literal) => literalOf(literal, typeOfLiteral(literal), use),
  );
  const types = byPosition(node, (operand) => typeOf(scope, operand), typeOfLiteral);
  const ranges = argumentRanges(node, rangeOf);
  return { args, bounds: ranges.map(boundsOf), result: boundsOf(rangeOf(id)), ranges, types, use };
}
