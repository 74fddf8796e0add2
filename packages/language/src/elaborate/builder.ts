import type { CorePattern, NodeId } from '@kirchhoff/kernel/graph/graph';
import { typeOf } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import type { DomainSyntax, Expression } from '../syntax/ast.js';
import type { Callee } from './component-signature.js';
import type { Constants } from './constants.js';
import type { DomainTable } from './domains.js';
import type { Draft } from './draft.js';
import type { Reports } from './report.js';
import type { Scope } from './scope.js';
import { describe, type TypeTerm } from './type-term.js';
import { unify } from './unify.js';

/**
 * The elaboration of one expression: a generator that yields each part and receives its node. So the stack is ours, and no nesting
 * of a source can exhaust that of JavaScript.
 */
export type Elaboration = Generator<Expression, NodeId, NodeId>;

/** A node with the place that messages about it name. */
export interface Operand {
  readonly node: NodeId;
  readonly span: Span;
}

/** A match whose arms are checked when all types are settled. */
export interface MatchInDraft {
  readonly subject: TypeTerm;
  /** The patterns of its arms, and their places. */
  readonly patterns: readonly CorePattern[];
  readonly spans: readonly Span[];
}

export interface NameRules {
  /** Checks each bound name that is read. */
  readonly check: (name: string, span: Span) => void;
  /** Returns true if it has reported the fault of an unbound name. */
  readonly explainUnbound: (name: string, span: Span) => boolean;
}

/** The state for the elaboration of one graph. */
export interface GraphBuilder {
  readonly draft: Draft;
  readonly scope: Scope;
  readonly reports: Reports;
  readonly constants: Constants;
  readonly domains: DomainTable;
  readonly components: ReadonlyMap<string, Callee>;
  /** Elaborates one expression at once, not from within another elaboration. */
  readonly elaborate: (builder: GraphBuilder, expression: Expression) => NodeId;
  /** Elaborates an expression of little nesting, by recursion; `null` for any other expression, which is then yielded. */
  readonly atOnce: (builder: GraphBuilder, expression: Expression) => NodeId | null;
  /** Elaborates a part of an expression that is elaborated at once. */
  readonly part: (builder: GraphBuilder, expression: Expression) => NodeId;
  /** The prefix of a wire's name in messages: the component's name and a dot. */
  readonly prefix: string;
  /** The places of the wires at the top level of the item: for a better message. */
  readonly later: Pick<ReadonlyMap<string, Span>, 'get'>;
  /** Applications whose overload is undetermined until the types of their operands are known. */
  readonly openApplications: (() => void)[];
  readonly matches: MatchInDraft[];
  /** The calls of components and pinned circuits, by node. */
  readonly calls: { readonly callee: Callee; readonly span: Span }[];
  /** Checks names in contexts in which not every name in scope may be read. */
  readonly names?: NameRules;
}

/** Reports an operand that does not have the required type; `role` names the place: `the left side of '+'`. */
export function expectType(builder: GraphBuilder, operand: Operand, expected: TypeTerm, role: string | (() => string)): void {
  const actual = builder.draft.term(operand.node);
  if (unify(actual, expected, builder.reports)) return;
  const place = typeof role === 'string' ? role : role();
  const message = `${place} has to be ${describe(expected)}, and this is ${describe(actual)}`;
  builder.reports.error('kind-mismatch', operand.span, message, 'nothing is ever converted');
}

/** States that a node is in a domain: as a wire's stated domain, or by `as`. */
export function constrain(builder: GraphBuilder, op: 'state' | 'narrow', operand: Operand, syntax: DomainSyntax, span: Span): NodeId {
  const domain = builder.domains.resolve(syntax);
  if (domain === null) return builder.draft.poison(span);
  const type = typeOf(domain);
  expectType(builder, operand, type, op === 'narrow' ? "the left side of 'as'" : 'the value of this wire');
  return builder.draft.add({ op, operand: operand.node, domain }, type, span);
}
