import type { Kind, NodeId } from '@kirchhoff/coherence';
import type { Checks } from '../plan/checks.js';
import { at, type GraphPlan } from '../plan/plan.js';
import { type Expression, type Representation, variable } from './expression.js';
import { representationOf } from './representation.js';
import type { Runtime } from './runtime/runtime.js';
import type { Writer } from './writer.js';

/** A component as its callers see it. */
export interface ComponentFunction {
  readonly name: string;
  readonly parameters: readonly Representation[];
  readonly result: Representation;
  /** The slots of the stack that a call takes, those of what it calls in turn among them. */
  readonly slots: number;
  readonly style: CallStyle;
  /** True if its last parameter is the place that a false require reports: the place of the call. */
  readonly takesPlace: boolean;
}

/** The form of a function and its calls that keeps calls from overflowing the stack. */
export interface CallStyle {
  /** True where one array holds all arguments. */
  readonly takesArray: boolean;
  /** True of a generator: a call is yielded to `runSteps`, which calls it when the caller has left the stack. */
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
  /** By node that needs one. */
  readonly names: ReadonlyMap<NodeId, string>;
  readonly components: readonly ComponentFunction[];
  /** By node, as far as the emission has come. */
  readonly expressions: Map<NodeId, Expression>;
  /** Gives a label that is free. */
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

/** Names the value of a node from here on. */
export function defineName(scope: Scope, id: NodeId, value: Expression): void {
  const name = nameOf(scope, id);
  scope.writer.line(`const ${name} = ${value.text};`);
  scope.expressions.set(id, variable(name, value.representation));
}
