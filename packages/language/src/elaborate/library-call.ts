import { typeOf } from '@kirchhoff/kernel/types/domain';
import type { LibraryComponent } from '../library/library.js';
import type { Expression } from '../syntax/ast.js';
import { bindWire } from './binders.js';
import { type Elaboration, expectType, type GraphBuilder } from './builder.js';
import { Constants } from './constants.js';
import { Scope } from './scope.js';
import { prune } from './type-term.js';

type Call = Extract<Expression, { form: 'call' }>;

/** Elaborates a call of a library component by inlining its body. Everything in the body gets the place of the call. */
export function* libraryCall(expression: Call, { name, item }: LibraryComponent, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const { span } = expression;
  const inner = innerBuilder(builder);
  for (const [i, argument] of expression.arguments.entries()) {
    const node = yield argument;
    const parameter = item.parameters[i];
    const domain = parameter === undefined ? null : builder.domains.resolve(parameter.domain);
    if (parameter === undefined || domain === null) continue;
    const type = typeOf(domain);
    expectType(builder, { node, span: argument.span }, type, `argument ${i + 1} of ${name}`);
    // A faulty argument is reported once, for the call, and not again for the body.
    const fits = prune(draft.term(node)).kind === type.kind;
    inner.scope.bind('input', parameter.name, fits ? node : draft.poison(span));
  }
  const outer = draft.place;
  draft.place ??= span;
  for (const { binder, value } of item.wires) bindWire(inner, binder, { node: builder.elaborate(inner, value), span }, false);
  const result = builder.elaborate(inner, item.value);
  draft.place = outer;
  return result;
}

/** Returns a builder of the same graph without the names of the source. */
function innerBuilder(builder: GraphBuilder): GraphBuilder {
  const { draft, reports, domains, elaborate, atOnce, part, prefix, openApplications, matches, calls } = builder;
  const scope = new Scope(new Map(), reports);
  const constants = new Constants([], reports);
  const inherited = { draft, reports, domains, elaborate, atOnce, part, prefix, openApplications, matches, calls };
  return { ...inherited, scope, constants, components: new Map(), later: new Map() };
}
