import { containsValue, ofDomain } from '../abstract/abstract.js';
import { certify } from '../analysis/certify.js';
import { sampleInputs } from '../analysis/samples.js';
import { decodeUtf8, encodeUtf8 } from '../catalog/io/utf8.js';
import type { Program } from '../core/program.js';
import { read } from '../core/read.js';
import { schedule } from '../core/schedule.js';
import { run } from '../evaluate/evaluate.js';
import { conformanceCases } from '../testing/conformance-cases.js';
import { check } from './check.js';
import { decodeCertificate } from './decode.js';
import { sha256Hex } from './digest.js';

const EXTRA: readonly string[] = [
  // Requires at a call, a difference that the caller vouches for, and one that the component exports.
  `component gap(low: 0..100, high: 0..100) -> 0..100 {
  require low <= high
  high - low
  ensure result <= high
}
circuit gaps {
  input a: 0..100
  input b: 0..100
  output c: 0..100
  c = if a <= b { b - gap(a, b) } else { a - gap(b, a) }
}`,
  // A short circuit that has to have been passed, texts and a stated domain.
  `circuit words {
  input host: text[..20]
  input port: 0..70_000
  output n: 0..100
  require host != "" and port in 1..65_535
  m: 1..65_535 = port
  n = if host == "a" or host == "bc" { TEXT_LENGTH(host) } else { 100 / (1 + port / m) }
}`,
];

const programs: readonly (readonly [string, Program])[] = [
  ...conformanceCases().map(({ name, source }) => [name, source] as const),
  ...EXTRA.map((source, index) => [`extra ${index}`, source] as const),
].flatMap(([name, source]) => {
  const reading = read(source);
  return reading.ok && certify(reading.program).certified ? [[name, reading.program] as const] : [];
});

function certificateOf(program: Program): Uint8Array {
  const { certificate } = certify(program);
  if (certificate === null) throw new Error('open');
  return certificate;
}

/** Closes a changed body with the right digest, as an attacker would. */
function close(body: unknown): Uint8Array {
  const text = JSON.stringify(body);
  return encodeUtf8(`{"certificate":${text},"digest":"${sha256Hex(text)}"}`);
}

function entriesOf(json: unknown): [string, unknown][] {
  return typeof json === 'object' && json !== null ? Object.entries(json) : [];
}

type Path = readonly (string | number)[];

/** Every place of a JSON value, the leaves and the containers. */
function* places(json: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof json !== 'object' || json === null) return;
  for (const [key, value] of Object.entries(json)) yield* places(value, [...path, Array.isArray(json) ? Number(key) : key]);
}

function replace(json: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(json);
  if (Array.isArray(json)) {
    const changed = rest.length === 0 ? change(json[Number(key)]) : replace(json[Number(key)], rest, change);
    return changed === REMOVED ? json.filter((_, index) => index !== key) : json.map((value, index) => (index === key ? changed : value));
  }
  const entries = entriesOf(json).flatMap(([name, value]) => {
    if (name !== key) return [[name, value] as const];
    const changed = replace(value, rest, change);
    return changed === REMOVED ? [] : [[name, changed] as const];
  });
  return Object.fromEntries(entries);
}

const REMOVED = Symbol('removed');
const remove = (): unknown => REMOVED;

/** Some other values for one place. */
function changes(value: unknown): readonly (() => unknown)[] {
  if (typeof value === 'number')
    return [() => value + 1, () => value - 1, () => 0, () => 1_000_000, remove].filter((change) => change() !== value);
  if (typeof value === 'string')
    return [() => `${value}x`, () => '', () => '0', () => 'true', () => 'bool', remove].filter((change) => change() !== value);
  if (value === null) return [() => [0, 0], () => 0, remove];
  return [() => null, remove, () => []];
}

/** A proof of the same claim that happens to be valid: nothing that a run shows contradicts it. */
function agreesWithRuns(program: Program, bytes: Uint8Array): boolean {
  const certificate = decodeCertificate(decodeUtf8(bytes) ?? '');
  if ('malformed' in certificate) return false;
  const [graph] = program.core.graphs;
  if (graph === undefined) return false;
  const nodes = schedule(graph, 'whole').flatMap((event) => (event.event === 'node' ? [event.node] : []));
  const claims = new Map(nodes.map((node, index) => [node, certificate.graphs[0]?.claims[index]]));
  let count = 0;
  for (const inputs of sampleInputs(
    program.core,
    graph.parameters.map((parameter) => ofDomain(parameter.domain)),
  )) {
    let agrees = true;
    const result = run(program.core, { graph: 0 }, inputs, {
      observer: (part, node, value) => {
        const claim = claims.get(node);
        if ('graph' in part && (claim === undefined || !containsValue(claim, value))) agrees = false;
      },
    });
    if (!agrees || result.type === 'fault') return false;
    count += 1;
    if (count === 100) break;
  }
  return true;
}

test('there are programs to check', () => {
  expect(programs.length).toBeGreaterThanOrEqual(7);
});

test.each(programs)('the certificate of %s is accepted for its own graph and for no other', (name, program) => {
  const certificate = certificateOf(program);
  expect(check(program, certificate)).toMatchObject({ valid: true });
  for (const [other, stranger] of programs) {
    if (other !== name) expect(check(stranger, certificate).valid).toBe(false);
  }
});

test.each(programs)('the certificate of %s is refused with any byte of its text changed', (_, program) => {
  const certificate = certificateOf(program);
  const step = Math.max(1, Math.floor(certificate.length / 400));
  for (let index = 0; index < certificate.length; index += step) {
    const changed = certificate.slice();
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(check(program, changed).valid).toBe(false);
  }
});

test.each(programs)(
  'the certificate of %s is refused with any field changed and the digest recomputed, unless it is still a proof',
  (_, program) => {
    const text = decodeUtf8(certificateOf(program)) ?? '';
    const { certificate: body }: { certificate: unknown } = JSON.parse(text);
    let refused = 0;
    let proofs = 0;
    for (const path of places(body)) {
      const value = path.reduce<unknown>((json, key) => new Map<string, unknown>(entriesOf(json)).get(String(key)), body);
      for (const change of changes(value)) {
        const changed = close(replace(body, path, change));
        if (!check(program, changed).valid) refused += 1;
        else {
          proofs += 1;
          expect({ path, agrees: agreesWithRuns(program, changed) }).toEqual({ path, agrees: true });
        }
      }
    }
    expect(refused).toBeGreaterThan(proofs);
  },
);

test('a certificate of anything is refused without a throw', () => {
  const [, program] = programs[0] ?? [];
  if (program === undefined) throw new Error('no program');
  for (const text of [
    '',
    '{}',
    'null',
    '[]',
    '{"certificate":{}}',
    '['.repeat(200_000),
    `{"certificate":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  ]) {
    expect(check(program, encodeUtf8(text)).valid).toBe(false);
  }
  expect(check(program, Uint8Array.of(0xff, 0xfe)).valid).toBe(false);
});
