import { check } from '@kirchhoff/kernel/certificate/check';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import { decodeUtf8, encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { Draws } from '../../testing/draws.js';
import { areEnough } from '../../testing/enough.js';
import { forgeAtRandom } from '../../testing/forger.js';
import { Forgery } from '../../testing/forgery.js';
import { smallProgram } from '../../testing/small-program.js';
import { endingOf, engineValue, isClosedByBruteForce, tuplesOf, valuesOf } from '../../testing/structural-evaluator.js';

/** With fewer certificates some outcomes may not occur. */
const MIN_RUNS = 600;
/** The number of forged certificates. `npm run forgeries` sets it, and uses another seed each time. */
const RUNS = Number(process.env['FORGERY_RUNS'] ?? MIN_RUNS);
const SEED = Number(process.env['FORGERY_SEED'] ?? (process.env['FORGERY_RUNS'] === undefined ? 20_261_122 : Date.now() % 2 ** 31));
const FOR_EACH_PROGRAM = 10;

interface Drawn {
  readonly source: string;
  readonly forgery: Forgery;
  /** True if every run passes, for every input and every argument of a component, in the tests' own evaluator. */
  readonly isClosed: boolean;
}

function* programs(count: number): Generator<Drawn & { readonly draws: Draws }> {
  for (let number = 0; number < count; number += 1) {
    const draws = new Draws(SEED + number);
    const source = smallProgram(draws);
    const forgery = Forgery.of(source);
    yield { draws, source, forgery, isClosed: isClosedByBruteForce(forgery.program.core) };
  }
}

test('the two evaluators agree on small programs', () => {
  for (const { source, forgery } of programs(20)) {
    const { core } = forgery.program;
    const [graph] = core.graphs;
    if (graph === undefined) throw new Error('no graph');
    for (const inputs of tuplesOf(graph.parameters.map(({ domain }) => valuesOf(domain)))) {
      const { type } = run(core, { graph: 0 }, inputs.map(engineValue));
      const expected = type === 'outputs' ? 'holds' : type === 'refused' ? 'refused' : 'fails';
      expect({ source, inputs, ending: endingOf(core, graph, inputs) }).toEqual({ source, inputs, ending: expected });
    }
  }
});

test('no forged certificate is accepted, unless running every input says that the program is closed', () => {
  const outcomes = new Map<string, number>();
  let open = 0;
  for (const { draws, source, forgery, isClosed } of programs(RUNS / FOR_EACH_PROGRAM)) {
    for (let forged = 0; forged < FOR_EACH_PROGRAM; forged += 1) {
      const again = forgery.again();
      const certificate = forgeAtRandom(draws, again);
      const checked = check(again.program, certificate);
      const outcome = checked.valid ? 'accepted' : checked.refused;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (!isClosed) open += 1;
      if (checked.valid && !isClosed) throw new Error(`accepted, and open:\n${source}\n${decodeUtf8(certificate) ?? ''}`);
    }
  }
  if (process.env['FORGERY_RUNS'] !== undefined) report({ seed: SEED, runs: RUNS, open, ...Object.fromEntries(outcomes) });
  if (!areEnough(RUNS, MIN_RUNS)) return;
  // Random forgeries pass the header, are refused by many rules, and are sometimes valid proofs.
  expect(outcomes.size).toBeGreaterThan(12);
  expect(outcomes.get('accepted')).toBeGreaterThan(0);
  expect(open).toBeGreaterThan(RUNS / 3);
});

test('the checker answers to any bytes, and accepts none but for a closed program', () => {
  let answered = 0;
  for (const { draws, source, forgery, isClosed } of programs(RUNS / FOR_EACH_PROGRAM)) {
    const text = decodeUtf8(forgery.sealed()) ?? '';
    for (let count = 0; count < FOR_EACH_PROGRAM; count += 1) {
      const bytes = draws.once(2) ? mutatedBytes(draws, encodeUtf8(text)) : mutatedJson(draws, text);
      const { valid } = check(forgery.program, bytes);
      answered += 1;
      if (valid && !isClosed) throw new Error(`accepted, and open:\n${source}\n${decodeUtf8(bytes) ?? ''}`);
    }
  }
  expect(answered).toBeGreaterThan(0);
});

function report(found: object): void {
  process.stdout.write(`${JSON.stringify(found)}\n`);
}

/** Returns the bytes with some changed, omitted or doubled. */
function mutatedBytes(draws: Draws, bytes: Uint8Array): Uint8Array {
  const at = draws.below(bytes.length);
  const length = draws.between(1, 12);
  const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
  switch (draws.below(3)) {
    case 0:
      return Uint8Array.from([...before, ...part.map((byte) => byte ^ draws.below(256)), ...after]);
    case 1:
      return Uint8Array.from([...before, ...after]);
    default:
      return Uint8Array.from([...before, ...part, ...part, ...after]);
  }
}

const ODD: readonly unknown[] = [
  null,
  [],
  {},
  0,
  -1,
  1e21,
  0.5,
  '',
  'bool',
  true,
  [0, 1],
  [1, 0],
  { tags: [] },
  { list_items: ['bool', [0, 1]] },
  { length: [0, 2] },
  { class: [0, 2, [97, 98]] },
  { class: [0, 2, [98, 97]] },
  { form: ['hostname', 1, 253, [45, 46, 48, 57, 97, 122]] },
];

/** Replaces a few members of the JSON by another member or by an unusual value, and computes the digest again. */
function mutatedJson(draws: Draws, text: string): Uint8Array {
  const { certificate }: { certificate: unknown } = JSON.parse(text);
  const holders: object[] = [];
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    holders.push(value);
    Object.values(value).forEach(gather);
  };
  gather(certificate);
  for (let count = draws.between(1, 3); count > 0; count -= 1) {
    const holder = draws.from(holders) ?? {};
    const key = draws.from(Object.keys(holder));
    const other = draws.from(holders) ?? {};
    if (key !== undefined) Reflect.set(holder, key, draws.once(2) ? draws.from(ODD) : copyOf(draws.from(Object.values(other))));
  }
  const body = JSON.stringify(certificate);
  return encodeUtf8(`{"certificate":${body},"digest":"${sha256Hex(body)}"}`);
}

function copyOf(value: unknown): unknown {
  return value === undefined ? null : structuredClone(value);
}
