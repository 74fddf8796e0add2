import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

function warningsOf(source: string): readonly string[] {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return certify(reading.program).warnings.map(({ code, line, text, message }) => `${code} ${line} ${text}: ${message}`);
}

const PORTS = '  input a: 0..9\n  input b: 0..9\n  input o: (0..9)?\n  input k: enum { red, blue }\n  output y: 0..9\n';

function matching(subject: string, arms: readonly string[]): readonly string[] {
  return warningsOf(`circuit c {\n${PORTS}  y = match ${subject} {\n${arms.map((arm) => `    ${arm}\n`).join('')}  }\n}`);
}

const REFUSED = 'this arm can never match: its condition never holds where its pattern does';
const UNREACHED = 'this arm can never match: no value is left for it';

test.each([
  ['whose condition never holds', 'a', ['0..4 if a > 4 => 1', '_ => 2'], [`unreachable-arm 8 0..4: ${REFUSED}`]],
  ['whose condition never holds of its name', 'o', ['some n if n > 20 => 1', '_ => 2'], [`unreachable-arm 8 some _: ${REFUSED}`]],
  ['after one whose condition always holds', 'a', ['n if n < 10 => 1', '_ => 2'], [`unreachable-arm 9 _: ${UNREACHED}`]],
  ['for a value that the input never has', 'a', ['20 if b > 3 => 1', '_ => 2'], [`unreachable-arm 8 20: ${UNREACHED}`]],
  ['without a condition among others', 'a', ['_ if b > 3 => 1', '20 => 2', '_ => 3'], [`unreachable-arm 9 20: ${UNREACHED}`]],
  ['of several values', '(a, k)', ['(0..4, .red) if a > 4 => 1', '_ => 2'], [`unreachable-arm 8 (0..4, .red): ${REFUSED}`]],
])('an arm %s is warned of', (_, subject, arms, said) => {
  expect(matching(subject, arms)).toEqual(said);
});

test.each([
  ['a', ['0..4 if a > 3 => 1', '_ if b > 4 => 2', '_ => 3']],
  ['k', ['.red if a > 3 => 1', '.red, .blue => 2']],
  ['(a, k)', ['(0..4, .red) if b > 4 => 1', '(_, .blue) if a > 4 => 2', '(0..6, _) => 3', '_ => 4']],
  ['k', ['.red if a > 3 => 1', '.blue if a > 3 => 1', '_ => 2']],
])('of a match on %s with the arms %j, which all match for some input, nothing is said', (subject, arms) => {
  expect(matching(subject, arms)).toEqual([]);
});

test('a match that is never reached gets no warning, and an arm in two places only one if both cannot match', () => {
  expect(matching('a', ['20 => match b { n if n > 3 => 1, _ => 2 }', '_ => 3']).filter((said) => said.includes(' 8 n'))).toEqual([]);
  expect(matching('k', ['.red, .blue => match k { .red if a > 3 => 1, .blue if b > 3 => 2, _ => 3 }'])).toEqual([]);
});

function policy(limit: number): string {
  return `policy p {\n  action "a" (n: 0..9)\n  action "b" (n: 0..99)\n  rule r allow on "a", "b" when match n { m if m > ${limit} => true, _ => n < 3 }\n}`;
}

test('an arm in a wire of a policy gets a warning if it can never match in any of the actions', () => {
  const [one, none] = [policy(50), policy(99)].map((source) => warningsOf(source).filter((said) => said.startsWith('unreachable-arm')));
  expect(one).toEqual([]);
  expect(none).toEqual([`unreachable-arm 4 _: ${REFUSED}`]);
});

interface DrawnArm {
  readonly lo: number;
  readonly hi: number;
  readonly limit: number | null;
}

test('an arm that matches some input gets no warning, and most arms that can never match get one', () => {
  let seed = 11;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  const found = { warned: 0, never: 0 };
  for (let round = 0; round < 120; round += 1) {
    const drawn = Array.from({ length: 2 + next(4) }, (): DrawnArm => {
      const lo = next(10);
      return { lo, hi: Math.min(9, lo + next(6)), limit: next(3) === 0 ? null : next(12) };
    });
    const arms: readonly DrawnArm[] = [{ lo: 0, hi: 9, limit: 5 }, ...drawn, { lo: 0, hi: 9, limit: null }];
    const taken = new Set<number>();
    for (let a = 0; a < 10; a += 1) {
      for (let b = 0; b < 10; b += 1) {
        taken.add(arms.findIndex(({ lo, hi, limit }) => lo <= a && a <= hi && (limit === null || b > limit)));
      }
    }
    const written = arms.map(({ lo, hi, limit }) => `${lo}..${hi}${limit === null ? '' : ` if b > ${limit}`} => 1`);
    const warned = new Set(matching('a', written).map((said) => Number(/^unreachable-arm (\d+)/.exec(said)?.[1]) - 8));
    expect([...warned].filter((index) => taken.has(index))).toEqual([]);
    found.warned += warned.size;
    found.never += arms.length - taken.size;
  }
  expect(found.warned).toBeGreaterThan(found.never / 2);
});
