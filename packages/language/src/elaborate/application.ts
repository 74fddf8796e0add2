import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import type { Monomer } from '@kirchhoff/kernel/monomers/monomer';
import type { Overload, OverloadParameter, TypeScheme } from '@kirchhoff/kernel/monomers/overloads';
import type { Value } from '@kirchhoff/kernel/values/value';
import type { Span } from '../diagnostics/diagnostic.js';
import { expectType, type GraphBuilder, type Operand } from './builder.js';
import { describe, instantiate, isErrorType, prune, SchemeVariables, type TypeTerm, Variable } from './type-term.js';
import { unify } from './unify.js';

/** One meaning of an application: a monomer with one of its overloads. */
export interface Candidate {
  readonly monomer: Monomer;
  readonly overload: Overload;
  /** The type of its result; null if it depends on the operands. */
  readonly result: TypeTerm | null;
}

export interface Application {
  /** Its name in messages: `'+'`, `MULDIV`. */
  readonly shown: string;
  /** The names of the operands in messages, by position, if "left side" and "right side" do not fit. */
  readonly roles?: readonly string[];
  readonly candidates: readonly Candidate[];
  /** The hint for an operand that is a text and fits no overload. */
  readonly ofText?: string;
  /** The arguments that are not literals of the catalog, in order. */
  readonly operands: readonly Operand[];
  /** As in `Node`. */
  readonly literals: readonly (Value | null)[];
  readonly span: Span;
}

/** The literals of an application without any. Shared, since most applications have none. */
export const NO_LITERALS: readonly (Value | null)[] = [];

/** The possible meanings of an application of a monomer. */
export function candidatesNamed(name: string): readonly Candidate[] {
  const known = candidates.get(name);
  if (known !== undefined) return known;
  const monomer = monomerNamed(name);
  if (monomer === undefined) return [];
  const found = monomer.overloads.map((overload) => ({ monomer, overload, result: withoutVariables(overload.result) }));
  candidates.set(name, found);
  return found;
}

/** By the name of a monomer, as used in calls so far. */
const candidates = new Map<string, readonly Candidate[]>();

/** The same object as the scheme, unless it has variables or may have parts with them. */
function withoutVariables(scheme: TypeScheme): TypeTerm | null {
  const term = instantiate(scheme, new SchemeVariables());
  return term === scheme ? term : null;
}

/**
 * Adds an application to two operands of the types that its only meaning takes, as most are. Returns `null`, and adds nothing, if it
 * has another meaning, or the types are not the same objects: then {@link apply} decides.
 */
export function applyToTwo(
  { draft }: GraphBuilder,
  possible: readonly Candidate[],
  left: NodeId,
  right: NodeId,
  span: Span,
): NodeId | null {
  const [only] = possible;
  if (only === undefined || only.result === null || possible.length > 1) return null;
  const { parameters } = only.overload;
  if (parameters.length !== 2 || draft.term(left) !== parameters[0]?.type || draft.term(right) !== parameters[1]?.type) return null;
  const { index } = only.monomer;
  return draft.add({ op: 'apply', monomer: index, operands: [left, right], literals: NO_LITERALS }, only.result, span);
}

/** Adds an application. Its overload may stay undetermined until the types of its operands are known. */
export function apply(builder: GraphBuilder, application: Application): NodeId {
  const { literals, span } = application;
  const [only, other] = application.candidates;
  const operands = application.operands.map((operand) => operand.node);
  const monomer = only?.monomer.index ?? 0;
  if (only !== undefined && other === undefined) {
    const type = commit(builder, application, only);
    return builder.draft.add({ op: 'apply', monomer, operands, literals }, type, span);
  }
  const result = new Variable();
  const node = builder.draft.add({ op: 'apply', monomer, operands, literals }, result, span);
  choose(builder, application, node, result, false);
  return node;
}

/** Chooses the overload that fits. If several may fit, it waits, unless this is the end of inference. */
function choose(builder: GraphBuilder, application: Application, node: NodeId, result: TypeTerm, last: boolean): void {
  if (application.operands.some((operand) => isErrorType(builder.draft.term(operand.node)))) {
    // The fault of an operand has been reported, and the result is unknown.
    unify(result, new Variable(true), builder.reports);
    return;
  }
  const fits = application.candidates.filter((candidate) => mayFit(builder, application, candidate));
  const [first, second] = fits;
  if (first === undefined) {
    reportNoFit(builder, application);
    unify(result, new Variable(true), builder.reports);
  } else if (second === undefined || last) {
    const given = commit(builder, application, first);
    if (!unify(result, given, builder.reports)) reportResult(builder, application, given, result);
    const { index } = first.monomer;
    const draft = builder.draft.nodes[node];
    if (draft?.op === 'apply' && draft.monomer !== index) builder.draft.nodes[node] = { ...draft, monomer: index };
  } else {
    wait(builder, application, node, result);
  }
}

/** The type of the result was needed before the operands determined the overload. */
function reportResult(builder: GraphBuilder, application: Application, given: TypeTerm, wanted: TypeTerm): void {
  const message = `${application.shown} gives ${describe(given)}, and where it stands it has to be ${describe(wanted)}`;
  builder.reports.error('kind-mismatch', application.span, message, 'nothing is ever converted');
}

function wait(builder: GraphBuilder, application: Application, node: NodeId, result: TypeTerm): void {
  let done = false;
  const again = (last: boolean) => {
    if (done) return;
    done = true;
    choose(builder, application, node, result, last);
  };
  for (const operand of application.operands) {
    const variable = openPart(builder.draft.term(operand.node));
    if (variable !== null && !variable.isError) variable.waiting.push(() => again(false));
  }
  builder.openApplications.push(() => again(true));
}

/** Returns false only if a known type contradicts. */
function mayFit(builder: GraphBuilder, application: Application, candidate: Candidate): boolean {
  const parameters = operandParameters(candidate, application);
  return parameters.every((parameter, i) => {
    const operand = application.operands[i];
    return operand === undefined || mayBe(builder.draft.term(operand.node), parameter.type);
  });
}

/** Recursion is bounded: schemes nest only as deep as in the rows of the catalog. */
function mayBe(term: TypeTerm, scheme: TypeScheme): boolean {
  const at = prune(term);
  if (scheme.kind === 'variable') return true;
  if (at.kind === 'variable') return at.tags === null || scheme.kind === 'enumeration';
  if (at.kind === 'list') return scheme.kind === 'list' && mayBe(at.element, scheme.element);
  if (at.kind === 'option') return scheme.kind === 'option' && mayBe(at.value, scheme.value);
  return at.kind === scheme.kind;
}

/** The variable of a term or of the elements of its lists, by which overloads differ. */
function openPart(term: TypeTerm): Variable | null {
  let at = prune(term);
  while (at.kind === 'list' || at.kind === 'option') at = prune(at.kind === 'list' ? at.element : at.value);
  return at.kind === 'variable' ? at : null;
}

/** The parameters for operands, without those for literals. */
function operandParameters(candidate: Candidate, application: Application): readonly OverloadParameter[] {
  const { literals } = application;
  const { parameters } = candidate.overload;
  return literals.length === 0 ? parameters : parameters.filter((_, i) => (literals[i] ?? null) === null);
}

/** Unifies the operands with an overload. Returns the type of the result. */
function commit(builder: GraphBuilder, application: Application, candidate: Candidate): TypeTerm {
  const { overload } = candidate;
  const { operands } = application;
  const variables = new SchemeVariables();
  const parameters = operandParameters(candidate, application);
  for (let i = 0; i < operands.length; i += 1) {
    const operand = operands[i];
    const parameter = parameters[i];
    if (operand === undefined || parameter === undefined) break;
    const expected = instantiate(parameter.type, variables);
    if (builder.draft.term(operand.node) !== expected) expectOperand(builder, application, i, operand, expected);
  }
  return instantiate(overload.result, variables);
}

function expectOperand(builder: GraphBuilder, application: Application, position: number, operand: Operand, expected: TypeTerm): void {
  expectType(builder, operand, expected, () => role(application, position));
}

function role(application: Application, position: number): string {
  const { shown, roles } = application;
  const named = roles?.[position];
  if (named !== undefined) return named;
  if (!shown.startsWith("'")) return `argument ${position + 1} of ${shown}`;
  if (application.operands.length === 1) return `the operand of ${shown}`;
  return `the ${position === 0 ? 'left' : 'right'} side of ${shown}`;
}

function reportNoFit(builder: GraphBuilder, application: Application): void {
  if (application.roles !== undefined && reportMisfit(builder, application)) return;
  const taken = application.candidates.map(
    (candidate) => `(${candidate.overload.parameters.map((each) => describeScheme(each.type)).join(', ')})`,
  );
  const given = application.operands.map((operand) => describe(builder.draft.term(operand.node))).join(', ');
  const message = `${application.shown} takes ${[...new Set(taken)].join(' or ')}, and these are (${given})`;
  builder.reports.error('kind-mismatch', application.span, message);
}

/** Reports an operand that fits no overload, independently of the others; false if each fits some overload. */
function reportMisfit(builder: GraphBuilder, application: Application): boolean {
  for (const [i, operand] of application.operands.entries()) {
    const taken = application.candidates.flatMap((candidate) => operandParameters(candidate, application)[i]?.type ?? []);
    const given = builder.draft.term(operand.node);
    if (taken.some((scheme) => mayBe(given, scheme))) continue;
    const wanted = [...new Set(taken.map(describeScheme))].join(' or ');
    const message = `${role(application, i)} has to be ${wanted}, and this is ${describe(given)}`;
    const hint = prune(given).kind === 'text' ? application.ofText : undefined;
    builder.reports.error('kind-mismatch', operand.span, message, hint ?? 'nothing is ever converted');
    return true;
  }
  return false;
}

function describeScheme(scheme: TypeScheme): string {
  switch (scheme.kind) {
    case 'variable':
      return 'any';
    case 'list':
      return 'list';
    case 'option':
      return 'option';
    case 'record':
      return 'record';
    case 'integer':
    case 'boolean':
    case 'enumeration':
    case 'text':
    case 'bytes':
      return describe(scheme);
  }
}
