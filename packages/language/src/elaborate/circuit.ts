import type { Span } from '../diagnostics/diagnostic.js';
import { lineFrom } from '../diagnostics/place.js';
import type { CircuitItem, Expression, Name } from '../syntax/ast.js';
import { namesOf } from '../syntax/binders.js';
import type { GraphBuilder } from './builder.js';
import type { DraftOutput, DraftPort, SettledDraft } from './draft.js';
import { addEnsures, addParameter, addRequires, addWires, beginGraph, type ElaborationContext, expectOutput, inBody } from './item.js';
import { AN_OUTPUT } from './scope.js';
import { settleTypes } from './settle.js';

/** Elaborates the circuit into a graph, and reports its faults. */
export function elaborateCircuit(
  item: CircuitItem,
  surroundings: ElaborationContext,
): { readonly draft: SettledDraft; readonly builder: GraphBuilder } {
  const { domains, reports } = surroundings;
  const taken = new Map(item.outputs.map((port) => [port.name.text, { what: AN_OUTPUT, at: port.span }]));
  const builder = beginGraph(surroundings, { role: 'circuit', prefix: '', wires: item.wires, taken });
  const parameters: DraftPort[] = [];
  for (const [index, port] of item.inputs.entries()) {
    const parameter = addParameter(builder, 'input', port.name, domains.resolve(port.domain), index);
    if (parameter !== null) parameters.push(parameter);
  }
  const requires = addRequires(builder, item.requires);
  const { body, value } = inBody(builder, () => {
    addWires(builder, item.wires, true);
    const outputs = addOutputs(builder, item);
    return { outputs, ensures: addEnsures(builder, item.ensures) };
  });
  builder.scope.release(0);
  const types = settleTypes(builder);
  if (item.outputs.length === 0) reports.error('missing-output', item.name.span, `the circuit '${item.name.text}' has no output`);
  const draft = { draft: builder.draft, name: item.name.text, span: item.name.span, types, parameters, requires, body, ...value };
  return { draft, builder };
}

function addOutputs(builder: GraphBuilder, item: CircuitItem): readonly DraftOutput[] {
  const wires = producers(item);
  const seen = new Map<string, Span>();
  const outputs: DraftOutput[] = [];
  for (const port of item.outputs) {
    const name = port.name.text;
    const earlier = seen.get(name);
    if (earlier !== undefined) {
      builder.reports.error(
        'duplicate-name',
        port.name.span,
        `the name '${name}' is already bound by an output at ${lineFrom(port.name.span, earlier)}`,
      );
      continue;
    }
    seen.set(name, port.name.span);
    const domain = builder.domains.resolve(port.domain);
    const producer = wires.get(name);
    const node = producer === undefined ? null : (builder.scope.use(name) ?? null);
    if (node !== null && producer !== undefined) expectOutput(builder, node, producer.value.span, domain, `the output '${name}'`);
    const span = producer?.name.span ?? port.name.span;
    if (domain !== null) outputs.push({ name, domain, order: builder.domains.orderOf(domain), node, shown: name, span });
  }
  return outputs;
}

/** The producer of an output that has the name of a wire. */
interface Producer {
  readonly name: Name;
  readonly value: Expression;
}

function producers({ outputs, wires }: CircuitItem): ReadonlyMap<string, Producer> {
  const wanted = new Set(outputs.map(({ name }) => name.text));
  const found = new Map<string, Producer>();
  for (const { binder, value } of wires) {
    for (const name of namesOf(binder)) if (wanted.has(name.text)) found.set(name.text, { name, value });
  }
  return found;
}
