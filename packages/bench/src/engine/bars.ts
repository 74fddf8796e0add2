import { medianCpu } from './measure.js';
import { GROWING, SHAPES, SMALL } from './shapes.js';
import { certificateOf, growthBetween, heapPerNode, nodesOf, programOf, type Stages, stagesOf } from './stages.js';

/** One of the bars of docs/coherence.md, "Speed", and the distance of the engine from it. */
export interface Bar {
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  readonly bar: string;
  readonly met: boolean;
}

export interface MeasuredStages {
  readonly shapes: readonly Stages[];
  readonly growth: readonly Stages[];
  readonly bars: readonly Bar[];
}

/** Nodes of each shape. */
const NODES = 10_000;
const GROWTH = [1_000, 10_000, 100_000];
const GROWTH_PAIRS = 5;
/**
 * JavaScript's compiler runs beside the code that it compiles, and its CPU time counts. In a run with
 * `--trace-deopt` it discarded and compiled code up to the eleventh round.
 */
const FEW = { warm: 20, rounds: 9 };
/** The compiler has finished with a small circuit after about 4,000 certifications. */
const SMALL_BATCH = 20;
const SMALL_BATCHES = { warm: 250, rounds: 15 };

export function measure(say: (line: string) => void): MeasuredStages {
  say('a small circuit');
  const small = smallCircuit();
  const shapes = SHAPES.map(({ name, source }) => {
    say(name);
    return stagesOf(name, source(NODES), FEW);
  });
  const growth = GROWTH.map((nodes) => {
    say(`${GROWING.name}: ${nodes} nodes`);
    return stagesOf(`${GROWING.name}, ${nodes}`, GROWING.source(nodes), nodes > NODES ? { warm: 1, rounds: 3 } : FEW);
  });
  say(`${GROWING.name}: growth`);
  const growing = growthBar();
  say('heap');
  const heaps = SHAPES.map(({ name, source }) => ({ name, value: heapPerNode(source(NODES)) }));
  return { shapes, growth, bars: [small, ...shapes.flatMap(barsOf), growing, ...heaps.map(heapBar)] };
}

/** Text to certificate, warm. */
function smallCircuit(): Bar {
  const time = medianCpu(() => {
    for (let i = 0; i < SMALL_BATCH; i += 1) certificateOf(programOf(SMALL));
  }, SMALL_BATCHES);
  const value = time / SMALL_BATCH;
  return { measure: `a circuit of ${nodesOf(programOf(SMALL))} nodes, warm`, value, unit: 'ms', bar: 'under 1', met: value < 1 };
}

function barsOf({ name, nodesPerSecond, certifyToCheck }: Stages): readonly Bar[] {
  return [
    { measure: `${name}: speed`, value: nodesPerSecond, unit: 'nodes/s', bar: 'at least 100,000', met: nodesPerSecond >= 100_000 },
    { measure: `${name}: certify against check`, value: certifyToCheck, unit: 'times', bar: 'at least 3', met: certifyToCheck >= 3 },
  ];
}

/** The two largest sizes, whose nodes are ten times as many. */
function growthBar(): Bar {
  const [less, more] = GROWTH.slice(-2);
  if (less === undefined || more === undefined) throw new Error('growth needs two sizes');
  const value = growthBetween(GROWING.source(less), GROWING.source(more), GROWTH_PAIRS);
  return { measure: 'time a node, 100,000 nodes against 10,000', value, unit: 'times', bar: 'at most 1.2', met: value <= 1.2 };
}

function heapBar({ name, value }: { readonly name: string; readonly value: number }): Bar {
  return { measure: `${name}: heap a node`, value, unit: 'bytes', bar: 'under 1,000', met: value < 1_000 };
}
