import { lineFrom } from '../diagnostics/place.js';
import type { ComponentItem } from '../syntax/ast.js';
import type { GraphBuilder } from './builder.js';
import type { ComponentSignature } from './component-signature.js';
import type { DomainTable } from './domains.js';
import type { DraftOutput, DraftPort, SettledDraft } from './draft.js';
import { elaborate } from './expressions.js';
import { addEnsures, addParameter, addRequires, addWires, beginGraph, type ElaborationContext, expectOutput, inBody } from './item.js';
import type { Reports } from './report.js';
import { settleTypes } from './settle.js';

/** The components of a source by name, with the signature of each. */
export function componentSignatures(
  items: readonly ComponentItem[],
  domains: DomainTable,
  reports: Reports,
): ReadonlyMap<string, ComponentSignature> {
  const signatures = new Map<string, ComponentSignature>();
  for (const item of items) {
    const earlier = signatures.get(item.name.text);
    if (earlier !== undefined) {
      const message = `the name '${item.name.text}' is already bound by a component at ${lineFrom(item.name.span, earlier.item.span)}`;
      reports.error('duplicate-name', item.name.span, message, 'give one of them another name');
      continue;
    }
    const parameters = item.parameters.map((parameter) => domains.resolve(parameter.domain));
    signatures.set(item.name.text, {
      index: signatures.size,
      what: 'a component',
      name: item.name,
      parameterNames: item.parameters.map((parameter) => parameter.name.text),
      parameters,
      result: domains.resolve(item.result),
      item,
    });
  }
  return signatures;
}

/** Elaborates a component into a graph, and reports its faults. */
export function elaborateComponent(
  signature: ComponentSignature,
  surroundings: ElaborationContext,
): { readonly draft: SettledDraft; readonly builder: GraphBuilder } {
  const { item } = signature;
  const name = item.name.text;
  const builder = beginGraph(surroundings, { role: 'component', prefix: `${name}.`, wires: item.wires, taken: new Map() });
  const parameters: DraftPort[] = [];
  item.parameters.forEach((parameter, index) => {
    const port = addParameter(builder, 'parameter', parameter.name, signature.parameters[index] ?? null, index);
    if (port !== null) parameters.push({ ...port, name: '' });
  });
  const requires = addRequires(builder, item.requires);
  const { body, value } = inBody(builder, () => {
    addWires(builder, item.wires, false);
    const outputs = addResult(builder, signature);
    return { outputs, ensures: addEnsures(builder, item.ensures) };
  });
  builder.scope.release(0);
  const types = settleTypes(builder);
  return { draft: { draft: builder.draft, name, span: item.name.span, types, parameters, requires, body, ...value }, builder };
}

function addResult(builder: GraphBuilder, signature: ComponentSignature): readonly DraftOutput[] {
  const { item, result } = signature;
  const name = item.name.text;
  builder.draft.domain = name;
  const node = elaborate(builder, item.value);
  expectOutput(builder, node, item.value.span, result, `the component '${name}'`);
  // `result` has a meaning only in ensures; in a component without ensures it is an ordinary name.
  if (item.ensures.length > 0) builder.scope.bind('result', { text: 'result', span: item.value.span }, node);
  return result === null
    ? []
    : [{ name: '', domain: result, order: builder.domains.orderOf(result), node, shown: name, span: item.value.span }];
}
