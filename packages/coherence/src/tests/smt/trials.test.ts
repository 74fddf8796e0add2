import { inspect } from 'node:util';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { smtQueries } from '@kirchhoff/kernel/smt/query';
import { ParsedScript } from '@kirchhoff/kernel/smt/script-evaluator';
import { momentsOf } from '@kirchhoff/kernel/smt/trial';
import { tryQuery } from '@kirchhoff/kernel/smt/trials';
import { tries } from '@kirchhoff/kernel/smt/tries';
import { add } from '@kirchhoff/kernel/types/integer';
import { OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import { isInDomain } from '@kirchhoff/kernel/values/within';
import { type AskedDomain, asked } from '../../testing/asked.js';
import { allQueries, contradictionsOf, questionsOf } from '../../testing/held-queries.js';
import { programOf } from '../../testing/outcome.js';

/** Number of runs for each query; evidence needs more. */
const TRIALS = 8;

const LOOPS_AND_CALLS = `circuit trials {
  input xs: [0..9; 1..4]
  input n: 0..1_000
  input name: text[0..5]
  output y: -100_000..100_000

  part = fold sum: 0..36 = 0 for x in xs { MIN(sum + x, 36) }
  q = match n { 0..9 => n, 10..99 => n / (part + 1), _ => half(n, part) }
  y = if name == "abc" { q } else { n * part - ISQRT(n) }
  ensure y <= 100_000
}

component half(p: 0..1_000, by: 0..36) -> 0..1_000 {
  require p >= 10
  p / 2 - p / 2 % (by + 1)
}
`;

const FEWER_STEPS_EACH_TIME = [
  ['of a range', 'fold u: 0..9 = 0 for j in i..1 { MIN(u + i, 9) }'],
  ['of a list', 'fold u: 0..9 = 0 for j in TAKE([7, 7], MAX(2 - i, 0)) { MIN(u + i, 9) }'],
] as const;

test.each(FEWER_STEPS_EACH_TIME)('a fold %s that takes no step this time is not taken for what it was the time before', (_, inner) => {
  const source = `circuit c {\n output o: 0..40\n o = fold t: 0..40 = 0 for i in 0..3 { ${inner} }\n}\n`;
  expect(contradictionsOf(source, TRIALS)).toEqual([]);
});

test('a list is one argument of a call, however long it is', () => {
  const source = `circuit c {
  input xs: [0..9; ..6]
  input n: 0..6
  output y: 0..9

  y = if LENGTH(first(xs, n)) > 2 { xs[1] } else { 0 }
}

component first(xs: [0..9; ..6], n: 0..6) -> [0..9; ..6] {
  TAKE(xs, n)
}
`;
  expect(contradictionsOf(source, TRIALS)).toEqual([]);
});

test('a query with one assertion denied is contradicted by a run', () => {
  let denied = 0;
  const missed: string[] = [];
  for (const { asked: question, query, seed } of allQueries(LOOPS_AND_CALLS)) {
    const { moments, inputs } = firstMoment(question, seed);
    const [moment] = moments;
    if (moment === undefined) continue;
    for (const { text } of new ParsedScript(query.text).assertions) {
      if (query.contradiction(inputs, moment) !== null) throw new Error('contradicted before it was changed');
      const denying = new ParsedScript(query.text.replace(`(assert ${text})`, `(assert (not ${text}))`));
      denied += 1;
      if (query.contradiction(inputs, moment, denying) === null) missed.push(text);
    }
  }
  expect(denied).toBeGreaterThan(100);
  // The negated goal is the only assertion of a query that is not compared with runs.
  expect(missed.filter((text) => text !== 'false' && !text.startsWith('(not ') && !/^n\d+$/.test(text))).toEqual([]);
});

test('as many runs are laid beside a query as are asked for', () => {
  for (const {
    asked: { request, part },
    query,
    seed,
  } of allQueries(LOOPS_AND_CALLS)) {
    if (request.domain.kind === 'output') expect(tryQuery(query, request, part, seed, TRIALS).runs).toBe(TRIALS);
  }
});

/**
 * Programs in which an encoder is wrong if a node's value differs from that of its term: in each type, and in each type of arm.
 */
const WITH_ARMS: readonly (readonly [what: string, source: string])[] = [
  ...[
    '0..9',
    '9_000_000_000_000_000_000..9_000_000_000_000_000_003',
    'bool',
    'enum { x, y, z }',
    'text[..2]',
    'bytes[..2]',
    '[0..3; ..2]',
    '(p: 0..3, q: bool)',
    '(0..3)?',
    '[(p: 0..3, q: bool); 1..2]',
    '[(0..3)?; 1..2]',
    '[bytes[1..2]; 1..2]',
    '[[0..3; 1..2]; 1..2]',
  ].map(
    (type) =>
      [
        type,
        `circuit c {\n input c: bool\n input a: ${type}\n input b: ${type}\n output o: ${type}\n o = if c { a } else { b }\n}\n`,
      ] as const,
  ),
  ['an arm of a condition', 'circuit c {\n input a: 0..3\n output o: 0..9\n o = if a > 1 { a + 1 } else { a + 2 }\n}\n'],
  ['a right side', 'circuit c {\n input a: 0..3\n output o: bool\n o = a > 1 and a * 2 > 4 or a * 3 == 3\n}\n'],
  ['a default', 'circuit c {\n input a: (0..3)?\n input b: 0..3\n output o: 0..9\n o = a ?? (b + 1)\n}\n'],
  ['an arm of a match', 'circuit c {\n input a: 0..3\n output o: 0..9\n o = match a { 0 => a + 1, 1..2 => a + 2, _ => a + 3 }\n}\n'],
  ['a call', 'component f(n: 0..3) -> 0..9 {\n n + 1\n}\ncircuit c {\n input a: 0..3\n output o: 0..9\n o = f(a)\n}\n'],
];

test.each(WITH_ARMS)('a node with another value than its term is seen: %s', (_, source) => {
  const missed: string[] = [];
  let changed = 0;
  for (const { request, part, passing } of questionsOf(programOf(source), { inputs: 30, passing: 30, failing: 0 })) {
    if (request.domain.kind !== 'output' || !('graph' in part)) continue;
    for (const query of smtQueries(request)) {
      for (const { inputs, moment } of passing) {
        for (const [node, value] of moment.entries()) {
          if (value === undefined) continue;
          const { op } = nodeAt(request.graph, node);
          if (op === 'parameter' || op === 'bound' || op === 'literal') continue;
          changed += 1;
          const seen = query.contradiction(inputs, moment.with(node, otherThan(value)));
          if (seen === null) missed.push(`${op} ${node}: ${inspect(inputs)}`);
        }
      }
    }
  }
  expect(missed).toEqual([]);
  expect(changed).toBeGreaterThan(0);
});

test('a moment has the values of its own run alone', () => {
  const program = programOf('circuit c {\n input a: 0..3\n output o: 0..9\n o = if a > 1 { a + 1 } else { a + 2 }\n}\n');
  const output = asked(program).find(({ request }) => request.domain.kind === 'output');
  if (output === undefined) throw new Error('no output');
  const pass = momentsOf(runner(program.core), output.part, output.request);
  const [high] = pass([3], 100).moments;
  const [low] = pass([0], 100).moments;
  const [again] = momentsOf(runner(program.core), output.part, output.request)([0], 100).moments;
  expect(high).toContain(4);
  expect(low).not.toContain(4);
  expect(low).toEqual(again);
});

/** Returns another value of the type, of the same length if it has elements; in a record only the last field differs. */
function otherThan(value: Value): Value {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number' || typeof value === 'bigint') return add(value, 1);
  if (typeof value === 'string') return value === 'x' ? 'y' : 'x';
  if (value instanceof Uint8Array) return value.length === 0 ? Uint8Array.of(1) : value.map((byte) => byte ^ 1);
  if (value instanceof OptionValue) return value.content === undefined ? new OptionValue(0) : new OptionValue(otherThan(value.content));
  if (!(value instanceof RecordValue)) return value.length === 0 ? [1] : value.map(otherThan);
  const fields = [...value.fields];
  return new RecordValue(new Map(fields.map(([name, field], index) => [name, index === fields.length - 1 ? otherThan(field) : field])));
}

function firstMoment({ request, part }: AskedDomain, seed: string) {
  let tried = 0;
  for (const inputs of tries(request.core, request.graph, seed)) {
    const { moments } = momentsOf(runner(request.core), part, request)(inputs, 100_000);
    tried += 1;
    if (moments.length > 0 || tried >= 200) return { moments, inputs };
  }
  throw new Error('there are tries without end');
}

test('tries lie in their domains, and are the same for the same program', () => {
  const { core, proofKey } = programOf(LOOPS_AND_CALLS);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const first = (): readonly (readonly Value[])[] => {
    const endless = tries(core, graph, proofKey);
    return Array.from({ length: 500 }, () => endless.next().value ?? []);
  };
  expect(first()).toEqual(first());
  const fits = (inputs: readonly Value[]): boolean =>
    graph.parameters.every(({ domain }, index) => {
      const value = inputs[index];
      return value !== undefined && isInDomain(domain, value);
    });
  expect(first().every(fits)).toBe(true);
});
