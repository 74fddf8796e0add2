import type { NodeId, Type } from '@kirchhoff/coherence';
import type { Checks } from '../plan/checks.js';
import { at, type GraphPlan } from '../plan/plan.js';
import { type JsExpression, type ValueRepresentation, variable } from './expression.js';
import { representationOf } from './representation.js';
import type { Runtime } from './runtime/runtime.js';
import type { Writer } from './writer.js';

/** A component, as its callers need it. */
export interface ComponentFunction {
  readonly name: string;
  readonly parameters: readonly ValueRepresentation[];
  readonly result: ValueRepresentation;
  /** The stack slots of a call, including those of nested calls. */
  readonly slots: number;
  readonly style: CallStyle;
  /** True if the last parameter is the place of the call, which a false require reports. */
  readonly takesPlace: boolean;
}

/** The form of a function and its calls that prevents an overflow of the stack. */
export interface CallStyle {
  /** True if one array holds all arguments. */
  readonly takesArray: boolean;
  /** True for a generator: a call is yielded to `runSteps`, which runs it after the caller's frame has left the stack. */
  readonly isSteps: boolean;
}

/** The state for the emission of one graph. */
export interface EmissionScope {
  readonly plan: GraphPlan;
  /** The error class that a check throws. */
  readonly error: Checks['error'];
  readonly writer: Writer;
  readonly runtime: Runtime;
  /** The expressions of the parameters, by position. */
  readonly parameters: readonly JsExpression[];
  /** The names of those nodes that need one. */
  readonly names: ReadonlyMap<NodeId, string>;
  readonly components: readonly ComponentFunction[];
  /** The expressions of the nodes emitted so far. */
  readonly expressions: Map<NodeId, JsExpression>;
  /** Returns an unused label. */
  readonly newLabel: () => string;
}

/** Returns the expression for the value of a node: its name or its own expression. */
export function expressionOf(scope: EmissionScope, id: NodeId): JsExpression {
  const expression = scope.expressions.get(id);
  if (expression === undefined) throw new Error(`node ${id} is used before it is written`);
  return expression;
}

/** Returns the representation of a named node's value. */
export function representationAt(scope: EmissionScope, id: NodeId): ValueRepresentation {
  return representationOf(at(scope.plan.ranges, id));
}

export function typeOf(scope: EmissionScope, id: NodeId): Type {
  return at(scope.plan.graph.types, id);
}

export function nameOf(scope: EmissionScope, id: NodeId): string {
  const name = scope.names.get(id);
  if (name === undefined) throw new Error(`node ${id} has no name`);
  return name;
}

/** Writes a constant for the value of a node; later uses refer to its name. */
export function defineName(scope: EmissionScope, id: NodeId, value: JsExpression): void {
  const name = nameOf(scope, id);
  scope.writer.line(`const ${name} = ${value.text};`);
  scope.expressions.set(id, variable(name, value.representation));
}
