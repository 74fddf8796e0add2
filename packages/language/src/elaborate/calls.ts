import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import type { Monomer } from '@kirchhoff/kernel/monomers/monomer';
import type { OverloadParameter } from '@kirchhoff/kernel/monomers/overloads';
import { typeOf } from '@kirchhoff/kernel/types/domain';
import type { Value } from '@kirchhoff/kernel/values/value';
import { DOCUMENTATION } from '../catalog/catalog.js';
import type { Span } from '../diagnostics/diagnostic.js';
import { LIBRARY } from '../library/library.js';
import type { Expression } from '../syntax/ast.js';
import { isCapital } from '../syntax/literals.js';
import { apply, type Candidate, candidatesNamed, NO_LITERALS } from './application.js';
import { type Elaboration, expectType, type GraphBuilder, type Operand } from './builder.js';
import type { Callee } from './component-signature.js';
import { libraryCall } from './library-call.js';
import { literalArgument } from './literal-argument.js';
import { shortCircuit } from './operators.js';
import { unwrap } from './options.js';
import { hintForOperation } from './other-names.js';
import { describe, prune, Variable } from './type-term.js';

type Call = Extract<Expression, { form: 'call' }>;

/** The monomers whose right side is evaluated only if the left side does not decide, also in this spelling. */
const CONNECTIVES: ReadonlyMap<string, 'and' | 'or' | 'implies'> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['IMPLIES', 'implies'],
]);

const BOUNDS: ReadonlySet<string> = new Set(['MIN', 'MAX', 'CLAMP']);

/** Elaborates a call of a monomer or library component (in capitals), of a component or of a pinned circuit. */
export function call(expression: Call, builder: GraphBuilder): Elaboration {
  if (isMonomerName(expression.callee)) return monomerCall(expression, builder);
  const component = builder.components.get(expression.callee);
  if (component !== undefined) {
    builder.reports.checkListed(expression.callee, component.name.span, expression.span);
    return componentCall(expression, component, builder);
  }
  const bound = builder.scope.use(expression.callee);
  const message =
    bound === undefined
      ? `there is no component '${expression.callee}'`
      : `'${expression.callee}' is a value, and only components and monomers are called`;
  return refused(expression, builder, message, hintForOperation(expression.callee, builder));
}

/** Reports that the name is not callable, and elaborates the arguments nevertheless. */
function* refused(expression: Call, builder: GraphBuilder, message: string, hint: string | undefined): Elaboration {
  builder.reports.error('unknown-operation', expression.span, message, hint);
  return yield* onlyArguments(expression, builder);
}

function* onlyArguments(expression: Call, builder: GraphBuilder): Elaboration {
  for (const argument of expression.arguments) yield argument;
  return builder.draft.poison(expression.span);
}

function* componentCall(expression: Call, callee: Callee, builder: GraphBuilder): Elaboration {
  const { reports } = builder;
  const { parameters } = callee;
  if (callee.unresolved) return yield* onlyArguments(expression, builder);
  builder.calls.push({ callee, span: expression.span });
  if (expression.arguments.length !== parameters.length) {
    const names = callee.parameterNames.join(', ');
    const message = `'${expression.callee}' takes ${count(parameters.length)} (${names}), and here are ${expression.arguments.length}`;
    reports.error('wrong-arguments', expression.span, message);
    return yield* onlyArguments(expression, builder);
  }
  const nodes: NodeId[] = [];
  for (const [i, argument] of expression.arguments.entries()) {
    const node = builder.atOnce(builder, argument) ?? (yield argument);
    expectArgument(expression, callee, i, node, builder);
    nodes.push(node);
  }
  return calledComponent(expression, callee, nodes, builder);
}

function expectArgument(
  { callee: name, arguments: written }: Call,
  { parameters }: Callee,
  i: number,
  node: NodeId,
  builder: GraphBuilder,
): void {
  const argument = written[i];
  const domain = parameters[i] ?? null;
  if (argument === undefined || domain === null) return;
  const type = typeOf(domain);
  if (builder.draft.term(node) === type) return;
  expectType(builder, { node, span: argument.span }, type, () => `argument ${i + 1} of '${name}'`);
}

function calledComponent({ span }: Call, { index, result }: Callee, nodes: readonly NodeId[], { draft }: GraphBuilder): NodeId {
  const type = result === null ? new Variable(true) : typeOf(result);
  return draft.add({ op: 'call', component: index, arguments: nodes }, type, span);
}

/** Returns true for a call whose arguments are all operands, as many as its parameters. */
export function isStrictCall({ callee, arguments: { length } }: Call, { components }: GraphBuilder): boolean {
  if (isMonomerName(callee)) return meaningOf(callee, length)?.takesLiteral === false;
  const component = components.get(callee);
  return component !== undefined && !component.unresolved && component.parameters.length === length;
}

/** Elaborates a strict call at once. */
export function callAtOnce(expression: Call, builder: GraphBuilder): NodeId {
  const { callee: name, arguments: written, span } = expression;
  const component = isMonomerName(name) ? undefined : builder.components.get(name);
  if (component !== undefined) {
    builder.reports.checkListed(name, component.name.span, span);
    builder.calls.push({ callee: component, span });
    const nodes = written.map((argument, i) => {
      const node = builder.part(builder, argument);
      expectArgument(expression, component, i, node, builder);
      return node;
    });
    return calledComponent(expression, component, nodes, builder);
  }
  const meaning = meaningOf(name, written.length);
  if (meaning === null) throw new Error(`no strict call: ${name}`);
  const operands = written.map((argument) => ({ node: builder.part(builder, argument), span: argument.span }));
  return applyMonomer(meaning, operands, NO_LITERALS, span, builder);
}

function monomerCall(expression: Call, builder: GraphBuilder): Elaboration {
  const { callee, span } = expression;
  const monomer = monomerNamed(callee);
  const component = LIBRARY.get(callee);
  if (component !== undefined) {
    const wanted = component.item.parameters;
    if (expression.arguments.length === wanted.length) return libraryCall(expression, component, builder);
    const names = wanted.map(({ name }) => name.text).join(', ');
    const message = `${callee} takes ${count(wanted.length)} (${names}), and here are ${expression.arguments.length}`;
    builder.reports.error('wrong-arguments', span, message);
    return onlyArguments(expression, builder);
  }
  if (monomer === undefined) {
    return refused(expression, builder, `the catalog has no monomer '${callee}'`, hintForOperation(callee, builder));
  }
  const meaning = meaningOf(callee, expression.arguments.length);
  if (meaning !== null) return strictCall(expression, meaning, builder);
  const connective = CONNECTIVES.get(monomer.name);
  const [left, right] = expression.arguments;
  const isPair = expression.arguments.length === 2 && left !== undefined && right !== undefined;
  if (connective !== undefined && isPair) {
    return connected(builder, connective, left, right, span);
  }
  if (monomer.name === 'UNWRAP_OR' && isPair) {
    return unwrap(builder, [left, right], () => span);
  }
  if (monomer.overloads.length === 0 && connective === undefined) {
    const message = `${monomer.name} exists as syntax only and is not called by name`;
    const { form } = DOCUMENTATION[monomer.name];
    builder.reports.error('syntax-only', span, message, form === null ? undefined : `write \`${form}\``);
    return onlyArguments(expression, builder);
  }
  const wanted = monomer.overloads[0]?.parameters.length ?? 2;
  const message = `${monomer.name} takes ${count(wanted)}, ${DOCUMENTATION[monomer.name].signature}, and here are ${expression.arguments.length}`;
  builder.reports.error('wrong-arguments', span, message);
  return onlyArguments(expression, builder);
}

function* connected(
  builder: GraphBuilder,
  connective: 'and' | 'or' | 'implies',
  left: Expression,
  right: Expression,
  span: Span,
): Elaboration {
  return yield* shortCircuit(builder, connective, { node: yield left, span: left.span }, right, span);
}

/** A monomer that is called by name, with the overloads for a number of arguments. */
interface Meaning {
  readonly monomer: Monomer;
  readonly candidates: readonly Candidate[];
  readonly parameters: readonly OverloadParameter[];
  readonly takesLiteral: boolean;
}

/** By the name and the number of arguments, as in calls so far. */
const meanings = new Map<string, (Meaning | undefined)[]>();

/** The meaning of a call whose arguments are all evaluated; `null` if no monomer of this name takes this number. */
function meaningOf(callee: string, given: number): Meaning | null {
  const known = meanings.get(callee)?.[given];
  if (known !== undefined) return known;
  const monomer = monomerNamed(callee);
  const isPair = given === 2;
  if (monomer === undefined || (isPair && (CONNECTIVES.has(monomer.name) || monomer.name === 'UNWRAP_OR'))) return null;
  const candidates = candidatesNamed(monomer.name).filter(({ overload }) => overload.parameters.length === given);
  const parameters = candidates[0]?.overload.parameters;
  if (parameters === undefined) return null;
  const meaning = { monomer, candidates, parameters, takesLiteral: parameters.some(({ literal }) => literal !== undefined) };
  const byCount = meanings.get(callee) ?? [];
  byCount[given] = meaning;
  meanings.set(callee, byCount);
  return meaning;
}

function* strictCall(expression: Call, meaning: Meaning, builder: GraphBuilder): Elaboration {
  const { monomer, parameters, takesLiteral } = meaning;
  const operands: Operand[] = [];
  const literals: (Value | null)[] = [];
  for (const [i, argument] of expression.arguments.entries()) {
    const parameter = parameters[i];
    if (parameter?.literal === undefined) {
      operands.push({ node: builder.atOnce(builder, argument) ?? (yield argument), span: argument.span });
      if (takesLiteral) literals.push(null);
    } else {
      const literal = literalArgument(monomer, { ...parameter, literal: parameter.literal }, argument, builder);
      if (literal === null) return builder.draft.poison(expression.span);
      literals.push(literal);
    }
  }
  return applyMonomer(meaning, operands, takesLiteral ? literals : NO_LITERALS, expression.span, builder);
}

function applyMonomer(
  { monomer, candidates }: Meaning,
  operands: readonly Operand[],
  literals: readonly (Value | null)[],
  span: Span,
  builder: GraphBuilder,
): NodeId {
  const other = otherLength(monomer, operands, builder);
  if (other !== undefined) {
    builder.reports.error('kind-mismatch', span, other.message, other.hint);
    return builder.draft.poison(span);
  }
  const node = apply(builder, { shown: monomer.name, candidates, operands, literals, span });
  if (BOUNDS.has(monomer.name)) builder.draft.note(node);
  return node;
}

/** Hints for `LENGTH` of a text and `TEXT_LENGTH` of a list or bytes. */
function otherLength(
  { name }: Monomer,
  [operand]: readonly Operand[],
  { draft }: GraphBuilder,
): { readonly message: string; readonly hint: string } | undefined {
  if (operand === undefined || (name !== 'LENGTH' && name !== 'TEXT_LENGTH')) return undefined;
  const type = prune(draft.term(operand.node));
  if (name === 'LENGTH' && type.kind === 'text')
    return { message: 'LENGTH is that of a list or bytes, and this is text', hint: 'write `TEXT_LENGTH(t)`' };
  if (name === 'TEXT_LENGTH' && (type.kind === 'list' || type.kind === 'bytes'))
    return { message: `TEXT_LENGTH is that of a text, and this is ${describe(type)}`, hint: 'write `LENGTH(xs)`' };
  return undefined;
}

function isMonomerName(callee: string): boolean {
  return isCapital(callee.charCodeAt(0));
}

function count(wanted: number): string {
  return wanted === 1 ? '1 argument' : `${wanted === 0 ? 'no' : wanted} arguments`;
}
