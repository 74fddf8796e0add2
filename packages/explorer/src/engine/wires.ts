import type { GraphView, ProgramView } from '@kirchhoff/pictures';
import { namedNodes } from '@kirchhoff/pictures/picture/cards';
import type { Wire } from './protocol.js';

/** Returns the named values of a program with their domains, in the order of the source. */
export function wiresOf({ circuit, components }: ProgramView): readonly Wire[] {
  return [circuit, ...components.filter(({ pin }) => pin === null)].flatMap(wiresIn).toSorted((first, second) => first.line - second.line);
}

function wiresIn(graph: GraphView): readonly Wire[] {
  const named = namedNodes(graph);
  return graph.nodes.flatMap(({ id, kind, wire, label, line, column, type, values }) => {
    const isPort = kind === 'input' || kind === 'output';
    if (!isPort && !named.has(id)) return [];
    // Wires of a component have its name before their own.
    const name = isPort ? label : wire.slice(wire.startsWith(`${graph.name}.`) ? graph.name.length + 1 : 0);
    return /^[a-z]\w*$/.test(name) ? [{ name, line, column, type, values }] : [];
  });
}
