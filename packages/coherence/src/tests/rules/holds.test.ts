import type { Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { isKept } from '@kirchhoff/kernel/graph/kept';
import type { Program } from '@kirchhoff/language/program/program';
import { certify } from '@kirchhoff/prover';
import { programOf } from '../../testing/outcome.js';

/**
 * Conditions that hold by induction: TRUST.md, "holds". The tests use graphs that the front end never produces, in which the four
 * conditions differ.
 */
const STEP = 'if x <= cap { x } else { t }';

interface Lines {
  readonly required?: string;
  readonly step?: string;
  readonly promise?: string;
}

/** Returns a fold that closes without further lines. */
function folding({ required = 'require first <= cap', step = STEP, promise = 'o <= cap' }: Lines): Program {
  return programOf(`circuit c {
  input cap: 0..9
  input other: 0..9
  input first: 0..9
  input xs: [0..9; ..5]
  output o: 0..9
  require other <= 9
  ${required}
  o = fold t: 0..9 keeping t <= cap = first for x in xs { ${step} }
  ensure ${promise}
}`);
}

type Hold = Extract<Node, { op: 'hold' }>;
type Which = 'start' | 'round' | 'before' | 'after';

function graphOf({ core }: Program): Graph {
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  return graph;
}

function bodyOf({ nodes }: Graph): RegionId {
  const fold = nodes.find((node) => node.op === 'fold');
  return fold?.op === 'fold' ? fold.body : -1;
}

/** Returns the `hold` node with the given role. */
function placeOf(graph: Graph, which: Which): NodeId {
  const by: Hold['by'] = which === 'start' || which === 'round' ? 'contract' : 'induction';
  const inBody = which === 'round' || which === 'before';
  return graph.nodes.findIndex(
    (node, id) => node.op === 'hold' && node.by === by && graph.regions[bodyOf(graph)]?.nodes.includes(id) === inBody,
  );
}

type Change = (node: Node, graph: Graph) => Node;

function changed(program: Program, at: (graph: Graph) => NodeId, change: Change): Program {
  const graph = graphOf(program);
  const nodes = graph.nodes.map((node, id) => (id === at(graph) ? change(node, graph) : node));
  return { ...program, core: { ...program.core, graphs: [{ ...graph, nodes }] } };
}

/** Returns the deciding node in the condition of a `hold`. */
const truthOf =
  (which: Which) =>
  (graph: Graph): NodeId => {
    const node = graph.nodes[placeOf(graph, which)];
    return node?.op === 'hold' ? (graph.regions[node.condition]?.result ?? -1) : -1;
  };

const compared = (operands: (own: readonly NodeId[], graph: Graph) => readonly NodeId[]): Change => {
  return (node, graph) => (node.op === 'apply' ? { ...node, operands: operands(node.operands, graph) } : node);
};

const parameterOf = ({ nodes }: Graph, index: number): NodeId => nodes.findIndex((node) => node.op === 'parameter' && node.index === index);

/** Replaces `cap` in the condition by another value. */
const ofAnother = (find: (graph: Graph) => NodeId): Change =>
  compared((own, graph) => own.map((id) => (id === parameterOf(graph, 0) ? find(graph) : id)));
const ofOther = ofAnother((graph) => parameterOf(graph, 1));
const ofElement = ofAnother((graph) => {
  const body = bodyOf(graph);
  return graph.nodes.findIndex((node) => node.op === 'bound' && node.region === body && node.index === 1);
});
const ofItself = compared(([one = -1]) => [one, one]);
const reversed = compared((own) => own.toReversed());
const byInduction: Change = (node) => (node.op === 'hold' ? { ...node, by: 'induction' } : node);
const ofParameter: Change = (node, graph) => (node.op === 'hold' ? { ...node, operand: parameterOf(graph, 2) } : node);
const at =
  (which: Which) =>
  (graph: Graph): NodeId =>
    placeOf(graph, which);

const areKept = (graph: Graph): readonly boolean[] =>
  graph.nodes.flatMap((node, id) => (node.op === 'hold' && node.by === 'induction' ? [isKept(graph, id)] : []));

test('the program as it stands closes, by four nodes that hold', () => {
  const program = folding({});
  expect(graphOf(program).nodes.filter(({ op }) => op === 'hold')).toHaveLength(4);
  expect(areKept(graphOf(program))).toEqual([true, true]);
  expect(certify(program).certified).toBe(true);
});

/** Each program has a false ensure, and would close if the checker trusted the inductive condition. */
test.each<[string, Lines, (graph: Graph) => NodeId, Change]>([
  ['after the fold the reverse is said', { promise: 'o >= cap' }, truthOf('after'), reversed],
  ['after the fold it is said of another value', { promise: 'o <= other' }, truthOf('after'), ofOther],
  ['after the fold it is said of what no fold gives', { required: '', promise: 'first <= cap' }, at('after'), ofParameter],
  ['before a round it is said of another value', { step: 'z: 0..9 = other - t\n t', promise: 'o <= 9' }, truthOf('before'), ofOther],
  [
    'before a round it is said of the element of that round',
    { step: 'z: 0..9 = x - t\n t', promise: 'o <= 9' },
    truthOf('before'),
    ofElement,
  ],
  ['a round shows it of its element', { step: 'x' }, truthOf('round'), ofElement],
  ['a round shows what is always so', { step: 'x' }, truthOf('round'), ofItself],
  ['a round shows nothing', { step: 'x' }, at('round'), byInduction],
  ['the first value shows what is always so', { required: '', step: 't' }, truthOf('start'), ofItself],
  ['the first value shows nothing', { required: '', step: 't' }, at('start'), byInduction],
])('nothing is known where %s', (_, lines, where, change) => {
  const program = changed(folding(lines), where, change);
  expect(areKept(graphOf(program)).every((kept) => kept)).toBe(false);
  expect(certify(program).certified).toBe(false);
});
