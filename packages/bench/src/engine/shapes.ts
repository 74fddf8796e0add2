/** A family of sources of one shape and any size, made for their cost alone. */
export interface SourceShape {
  readonly name: string;
  /** Returns a source with about this number of nodes; each closes without a solver. */
  readonly source: (nodes: number) => string;
}

function times(count: number, line: (i: number) => string): readonly string[] {
  return Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => line(i));
}

/** A circuit with two numbers and a truth, all of which reach its output `z`. */
function circuit(...lines: readonly string[]): string {
  const ports = ['input x: u8', 'input y: 0..1000', 'input b: bool', 'output z: i64', 'u = if b { x + y } else { 0 }'];
  return `circuit c {\n${[...ports, ...lines].join('\n')}\n}`;
}

const GAP = 'component gap(low: 0..1000, high: 0..1000) -> 0..1000 {\nrequire low <= high\nhigh - low\nensure result <= high\n}';

/** The one shape of which 100,000 nodes fit into a source: four characters make two nodes. */
const SUM: SourceShape = { name: 'one sum', source: (nodes) => circuit(`z = u + x${'+y-x'.repeat(nodes / 2)}`) };

export const SHAPES: readonly SourceShape[] = [
  SUM,
  {
    name: 'chain of CLAMP and ADD',
    source: (nodes) =>
      circuit('w0=x+y', ...times(nodes / 2, (i) => `w${i + 1}=CLAMP(w${i}+${i % 7},0,1000)`), `z=u+w${Math.floor(nodes / 2)}`),
  },
  {
    name: 'else if',
    source: (nodes) => circuit(`z=u+(if y==2000{0}${times(nodes / 4, (i) => `else if y==${i}{${i % 50}}`).join('')}else{1})`),
  },
  {
    name: 'match with many arms',
    source: (nodes) => circuit(`z=u+(match y{${times(nodes, (i) => `${i}=>${i % 50}`).join(',')},_=>1})`),
  },
  {
    name: 'comparisons and `or`',
    source: (nodes) => circuit(`t=${times(nodes / 4, (i) => `x+${i}<y`).join(' or ')}`, 'z=u+(if t{1}else{0})'),
  },
  {
    name: 'components called',
    source: (nodes) =>
      `${GAP}\n${circuit(
        ...times(nodes / 6, (i) => `w${i}=if x<=y%${i + 2}{gap(x,y%${i + 2})}else{gap(y%${i + 2},x)}`),
        `z=u+${times(nodes / 6, (i) => `w${i}`).join('+')}`,
      )}`,
  },
  {
    name: 'folds and records',
    source: (nodes) =>
      [
        'circuit c {\ninput l: [0..1000; ..50]\ninput r: (p: 0..100, q: 0..100)\noutput z: i64',
        ...times(nodes / 11, (i) => `f${i}=fold s=0 for e in l{s+MIN(e,r.p)+${i}}\ng${i}=(p: r.q, q: f${i}).q`),
        `z=${times(nodes / 11, (i) => `g${i}%10`).join('+')}\n}`,
      ].join('\n'),
  },
];

/** A circuit of 30 nodes, the size of most published circuits. */
export const SMALL = circuit(
  'low = MIN(x, y)',
  'high = MAX(x, y)',
  'spread = high - low',
  'fee = CLAMP(spread * 3 / 10, 1, 250)',
  'rate: 0..100 = if fee > 100 { 100 } else { fee }',
  'share = (high * rate) / 100',
  'rest = high - share / 2',
  'z = rest + u + (if b and rest > 10 { rest / (low + 1) } else { fee })',
  'ensure fee <= 250',
);

/** Closes only with a solver: the mean of two integers without their sum, by single bits. */
export const NEEDS_SOLVER = `circuit mean {
  input a: u32
  input b: u32
  output mean: u32
  mean = (a & b) + ((a ^ b) >> 1)
  ensure mean == (a + b) / 2
}`;

export const GROWING = SUM;
