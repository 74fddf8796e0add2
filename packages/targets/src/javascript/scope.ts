import type { Kind, NodeId } from '@kirchhoff/coherence';
import type { Checks } from '../plan/checks.js';
import { at, type GraphPlan } from '../plan/plan.js';
import { type Expression, type Representation, variable } from './expression.js';
import { representationOf } from './representation.js';
import type { Runtime } from './runtime/runtime.js';
import type { Writer } from './writer.js';

/** A component, as its callers need it. */
export interface ComponentFunction {
  readonly name: string;
  readonly parameters: readonly Representation[];
  readonly result: Representation;
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
export interface Scope {
  readonly plan: GraphPlan;
  /** The error class that a check throws. */
  readonly error: Checks['error'];
  readonly writer: Writer;
  readonly runtime: Runtime;
  /** The expressions of the parameters, by position. */
  readonly parameters: readonly Expression[];
  /** The names of those nodes that need one. */
  readonly names: ReadonlyMap<NodeId, string>;
  readonly components: readonly ComponentFunction[];
  /** The expressions of the nodes emitted so far. */
  readonly expressions: Map<NodeId, Expression>;
  /** Returns an unused label. */
  readonly newLabel: () => string;
}

/** Returns the expression for the value of a node: its name or its own expression. */
export function expressionOf(scope: Scope, id: NodeId): Expression {
  const expression = scope.expressions.get(id);
  if (expression === undefined) throw new Error(`node ${id} is used before it is written`);
  return expression;
}

/** Returns the representation of a named node's value. */
export function representationAt(scope: Scope, id: NodeId): Representation {
  return representationOf(at(scope.plan.ranges, id));
}

export function kindOf(scope: Scope, id: NodeId): Kind {
  return at(scope.plan.graph.kinds, id);
}

export function nameOf(scope: Scope, id: NodeId): string {
  const name = scope.names.get(id);
  if (name === undefined) throw new Error(`node ${id} has no name`);
  return name;
}

/** Writes a constant for the value of a node; later uses refer to its name. */
export function defineName(scope: Scope, id: NodeId, value: Expression): void {
  const name = nameOf(scope, id);
  scope.writer.line(`const ${name} = ${value.text};`);
  scope.expressions.set(id, variable(name, value.representation));
}
