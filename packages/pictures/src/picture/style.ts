/** Colours of each tone by day and by night: the stripe, and open places with their values. */
const STRIPES: Readonly<Record<string, readonly [day: string, night: string]>> = {
  input: ['#0969da', '#58a6ff'],
  output: ['#1a7f37', '#3fb950'],
  constant: ['#8c959f', '#6e7681'],
  variable: ['#8250df', '#bc8cff'],
  construction: ['#57606a', '#8b949e'],
  statement: ['#57606a', '#8b949e'],
  call: ['#bc4c00', '#f0883e'],
  require: ['#9a6700', '#d29922'],
  ensure: ['#9a6700', '#d29922'],
  closed: ['#8c959f', '#6e7681'],
  operation: ['#57606a', '#8b949e'],
  arithmetic: ['#2f6feb', '#79c0ff'],
  logic: ['#a832a8', '#d2a8ff'],
  memory: ['#0f7b7b', '#56d4dd'],
  control: ['#bf3989', '#f778ba'],
  io: ['#4f6f52', '#7ee787'],
  string: ['#8a5a00', '#e3b341'],
  crypto: ['#cf222e', '#ff7b72'],
  system: ['#57606a', '#8b949e'],
  open: ['#cf222e', '#ff7b72'],
  example: ['#bc4c00', '#f0883e'],
};

const DAY = {
  paper: '#ffffff',
  card: '#ffffff',
  alarm: '#ffebe9',
  red: '#cf222e',
  edge: '#d0d7de',
  ink: '#1f2328',
  quiet: '#59636e',
  wire: '#8c959f',
  tint: '#0969da0a',
  seam: '#afb8c1',
};
const NIGHT: typeof DAY = {
  paper: '#0d1117',
  card: '#161b22',
  alarm: '#3c1618',
  red: '#ff7b72',
  edge: '#30363d',
  ink: '#e6edf3',
  quiet: '#9198a1',
  wire: '#6e7681',
  tint: '#58a6ff0d',
  seam: '#484f58',
};

/** A style element for light and dark mode; the browser of the embedding page selects. */
export const STYLE = `${rules(DAY, 0)}
@media (prefers-color-scheme:dark){${rules(NIGHT, 1)}}
text{font-family:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;white-space:pre}
.title{font-size:16px;font-weight:600}.small{font-size:11px}.label{font-size:13px;font-weight:600}
.wire{fill:none;stroke-width:1.4}.dashed{stroke-dasharray:4 3}.box{stroke-dasharray:5 4}`;

function rules(colours: typeof DAY, night: 0 | 1): string {
  const { paper, card, alarm, red, edge, ink, quiet, wire, tint, seam } = colours;
  const stripes = Object.entries(STRIPES).map(([tone, pair]) => `.${tone}{fill:${pair[night]}}`);
  return [
    `.paper{fill:${paper}}.card{fill:${card};stroke:${edge}}.ink{fill:${ink}}.quiet{fill:${quiet}}`,
    `.open-card{fill:${alarm};stroke:${red};stroke-width:2}`,
    `.wire{stroke:${wire}}.tip{fill:${wire}}.box{fill:${tint};stroke:${seam}}.seam{stroke:${edge}}`,
    ...stripes,
  ].join('');
}
