import {
  BYTES_LENGTH,
  type CircuitProgram,
  type Domain,
  type Graph,
  INT64_MAX,
  INT64_MIN,
  LIST_LENGTH,
  type Output,
  TEXT_LENGTH,
  type Type,
  textDomain,
} from '@kirchhoff/coherence';
import { graphOf } from './reference.js';

/** Returns the circuit with every value of its body as an additional output, so that a test can compare all of them. */
export function withEveryValue(program: CircuitProgram): CircuitProgram {
  const graph = graphOf(program);
  const [map, ...others] = program.sourceMap.graphs;
  if (map === undefined) throw new Error('a circuit without its map');
  const seen = everyValue(graph);
  const place = { domain: 'out', line: 1, column: 1, order: null };
  return {
    ...program,
    core: { ...program.core, graphs: [{ ...graph, outputs: [...graph.outputs, ...seen] }] },
    sourceMap: { ...program.sourceMap, graphs: [{ ...map, outputs: [...map.outputs, ...seen.map(() => place)] }, ...others] },
  };
}

function everyValue(graph: Graph): readonly Output[] {
  const nodes = graph.regions[graph.body]?.nodes ?? [];
  return nodes.flatMap((node) => {
    const type = graph.types[node];
    return type === undefined ? [] : [{ name: `v${node}`, domain: widest(type), node }];
  });
}

/** Returns the domain with all values of a type. */
function widest(type: Type): Domain {
  switch (type.kind) {
    case 'integer':
      return { kind: 'integer', lo: INT64_MIN, hi: INT64_MAX };
    case 'boolean':
    case 'enumeration':
      return type;
    case 'text':
      return textDomain(0, TEXT_LENGTH);
    case 'bytes':
      return { kind: 'bytes', lo: 0, hi: BYTES_LENGTH };
    case 'list':
      return { kind: 'list', element: widest(type.element), lo: 0, hi: LIST_LENGTH };
    case 'record':
      return { kind: 'record', fields: type.fields.map((field) => ({ name: field.name, domain: widest(field.type) })) };
    case 'option':
      return { kind: 'option', value: widest(type.value) };
  }
}
