/** Circuits that were once compiled wrongly, or that are hard to compile. */

/** Two named records, each on an input and an output. */
export const TWO_RECORDS = `domain Point = (x: 0..9, y: i64)
domain Range = (low: i64, high: 0..9)
circuit two_records {
  input a: Point
  input b: Range
  output p: Point
  output q: Range
  p = a
  q = b
}
`;

/** Returns components, each of which calls the previous one. */
export function componentChain(length: number): string {
  const lines = Array.from({ length }, (_, index) => `component c${index + 1}(x: B) -> B { c${index}(x) }`);
  return `domain B = 0..9\ncomponent c0(x: B) -> B { x }\n${lines.join('\n')}\ncircuit deep {\n input x: B\n output y: B\n y = c${length}(x)\n}\n`;
}

/** Returns a policy whose program is longer than programs may be: each of its rules is written for each of its actions. */
export function longPolicy(): string {
  const actions = Array.from({ length: 150 }, (_, index) => `  action "a.x${index}" (n: 0..${index + 1})`);
  const rules = Array.from({ length: 130 }, (_, index) => `  rule r${'x'.repeat(100)}${index} allow on "a.*" when n == ${index}`);
  return `policy long {\n${[...actions, ...rules].join('\n')}\n}\n`;
}

export function enumeration(tags: number): string {
  return `circuit many {\n input t: enum { ${tagNames(tags).join(', ')} }\n output y: bool\n y = t == .t0\n}\n`;
}

/** Returns a circuit with as many ports as tags. */
export function portsOfEnumeration(tags: number): string {
  const ports = tagNames(tags).map((_, index) => `p${index}`);
  const inputs = ports.map((port) => ` input ${port}: E`).join('\n');
  return `domain E = enum { ${tagNames(tags).join(', ')} }\ncircuit many {\n${inputs}\n output y: i64\n y = LENGTH([${ports.join(', ')}])\n}\n`;
}

function tagNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `t${index}`);
}

/** Returns a circuit whose arms each test 60 nested options: more than eight million characters of JavaScript. */
export function longProgram(): string {
  const arms = Array.from({ length: 1_000 }, (_, index) => `${'some '.repeat(60)}${index % 10} => ${index % 7}`);
  return `circuit long {\n input o: ${'('.repeat(60)}0..9${')?'.repeat(60)}\n output y: 0..9\n y = match o { ${arms.join(', ')}, _ => 9 }\n}\n`;
}

/** Closed only by a run of every input: the divisor is a sum of two squares less 3, which is never 0. */
export const BY_EXHAUSTION = `circuit by_exhaustion {
  input a: 0..9
  input b: 0..9
  output y: -1_000..1_000
  c = a * a + b * b
  y = 1_000 / (c - 3)
}
`;
