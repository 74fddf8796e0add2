import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import { lineFrom } from '../diagnostics/place.js';
import { LIBRARY } from '../library/library.js';
import type { Expression } from '../syntax/ast.js';
import { hintForWord } from '../syntax/foreign.js';
import type { GraphBuilder } from './builder.js';

/** Returns the node of a name. */
export function readName(expression: Extract<Expression, { form: 'name' }>, builder: GraphBuilder): NodeId {
  const { name, span } = expression;
  const node = builder.scope.use(name);
  if (node === undefined) {
    reportUnbound(expression, builder);
    return builder.draft.poison(span);
  }
  builder.names?.check(name, span);
  return node;
}

function reportUnbound(expression: Extract<Expression, { form: 'name' }>, builder: GraphBuilder): void {
  const { name, span } = expression;
  const { reports, scope } = builder;
  if (builder.names?.explainUnbound(name, span) === true) return;
  const later = builder.later.get(name);
  const callee = builder.components.get(name);
  if (callee !== undefined) {
    reports.error('unknown-name', span, `'${name}' is ${callee.what}, not a value`, `call it with its arguments: ${name}(…)`);
  } else if (later !== undefined) {
    reports.error(
      'used-before-bound',
      span,
      `'${name}' may not be used here: it is bound only at ${lineFrom(span, later)}`,
      'a wire stands after those that it uses',
    );
  } else if (scope.isOutput(name)) {
    reports.error('unknown-name', span, `no wire produces the output '${name}'`, `produce it with a wire: ${name} = …`);
  } else if (LIBRARY.has(name)) {
    reports.error('unknown-name', span, `'${name}' is a component, not a value`, `call it with its arguments: ${name}(…)`);
  } else if (monomerNamed(name) === undefined) {
    reports.error('unknown-name', span, `nothing binds the name '${name}'`, nearHint(name, builder));
  } else {
    reports.error('unknown-name', span, `'${name}' is a monomer, not a value`, `call it with its arguments: ${name}(…)`);
  }
}

function nearHint(name: string, { reports, scope, constants, domains }: GraphBuilder): string | undefined {
  const said = domains.hasTag(name) ? `a tag begins with a dot: \`.${name}\`` : hintForWord(name);
  return said ?? reports.nearName(name, [...scope.names(), ...constants.names()]);
}
