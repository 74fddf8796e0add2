import {
  type Abstract,
  abstract,
  type Core,
  type Graph,
  type Kind,
  monomerAt,
  type Node,
  type NodeId,
  type Value,
} from '@kirchhoff/coherence';

/**
 * For every node a set that contains each value it can have where everything before it holds, from declared
 * domains alone: one pass forward with the catalog's transfer functions. It decides how integers are
 * represented, so that it has to be sound, and need not be sharp.
 */
export function rangesOf(core: Core, graph: Graph): readonly Abstract[] {
  const ranges: Abstract[] = [];
  const at = (id: NodeId): Abstract => {
    const range = ranges[id];
    if (range === undefined) throw new Error(`node ${id} is used before it stands`);
    return range;
  };
  for (const [id, node] of graph.nodes.entries()) {
    const kind = graph.kinds[id];
    if (kind === undefined) throw new Error(`node ${id} has no kind`);
    ranges.push(rangeOf(core, graph, node, kind, at));
  }
  return ranges;
}

function rangeOf(core: Core, graph: Graph, node: Node, kind: Kind, at: (id: NodeId) => Abstract): Abstract {
  const resultOf = (region: number): Abstract => at(graph.regions[region]?.result ?? Number.NaN);
  switch (node.op) {
    case 'parameter':
      return ofParameter(graph, node.index);
    case 'literal':
      return abstract.ofValue(node.value, kind);
    case 'apply':
      return ofApplication(node, kind, at);
    case 'select':
      return abstract.join(resultOf(node.whenTrue), resultOf(node.whenFalse));
    case 'match':
      return node.arms.map((arm) => resultOf(arm.region)).reduce((a, b) => abstract.join(a, b), abstract.NEVER);
    case 'narrow':
    case 'state':
      return abstract.meet(at(node.operand), abstract.ofDomain(node.domain));
    case 'call':
      return abstract.ofDomain(core.components[node.component]?.outputs[0]?.domain ?? { kind: 'boolean' });
    case 'shortCircuit':
      return abstract.EITHER;
    case 'bound':
    case 'list':
    case 'record':
    case 'some':
    case 'field':
    case 'unwrapOr':
    case 'loop':
    case 'fold':
      return ofKind(kind);
  }
}

function ofParameter(graph: Graph, index: number): Abstract {
  const parameter = graph.parameters[index];
  if (parameter === undefined) throw new RangeError(`no parameter ${index}`);
  return abstract.ofDomain(parameter.domain);
}

type Application = Extract<Node, { op: 'apply' }>;

function ofApplication(node: Application, kind: Kind, at: (id: NodeId) => Abstract): Abstract {
  const { analysis } = monomerAt(node.monomer);
  return analysis === undefined ? ofKind(kind) : analysis.transfer(argumentRanges(node, at));
}

/** The arguments of an application in order, literal ones exact. */
export function argumentRanges(node: Application, at: (id: NodeId) => Abstract): readonly Abstract[] {
  if (node.literals.length === 0) return node.operands.map(at);
  let taken = 0;
  return node.literals.map((literal) => (literal === null ? at(node.operands[taken++] ?? Number.NaN) : ofLiteral(literal)));
}

function ofLiteral(value: Value): Abstract {
  if (typeof value === 'number' || typeof value === 'bigint') return abstract.ofValue(value, { kind: 'integer' });
  if (typeof value === 'boolean') return abstract.ofValue(value, { kind: 'boolean' });
  return abstract.ofValue(value, { kind: 'text' });
}

/** Everything of a kind. */
function ofKind(kind: Kind): Abstract {
  switch (kind.kind) {
    case 'integer':
      return abstract.INT64;
    case 'boolean':
      return abstract.EITHER;
    case 'enumeration':
      return abstract.tags(kind.tags);
    case 'text':
      return abstract.texts(0, Number.MAX_SAFE_INTEGER);
    case 'bytes':
    case 'list':
    case 'record':
    case 'option':
      throw new Error(`values of the kind ${kind.kind} are not compiled`);
  }
}
