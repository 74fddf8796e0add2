import { containsValue, ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { check } from '@kirchhoff/kernel/certificate/check';
import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import { decodeUtf8, encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { certify } from '@kirchhoff/prover/certify';
import { sampleInputs } from '@kirchhoff/prover/samples';
import { CLOSING } from '../../testing/closing-programs.js';
import { conformanceCases } from '../../testing/conformance-cases.js';

/** The closed programs, with their certificates. */
const programs: readonly (readonly [string, Program, Uint8Array])[] = [
  ...conformanceCases().map(({ name, source }) => [name, source] as const),
  ...CLOSING.map((source, index) => [`closing ${index}`, source] as const),
].flatMap(([name, source]) => {
  const reading = read(source);
  if (!reading.ok) return [];
  const { certificate } = certify(reading.program);
  return certificate === null ? [] : [[name, reading.program, certificate] as const];
});

/** Gives a changed body the correct digest, as an attacker would. */
function close(body: unknown): Uint8Array {
  const text = JSON.stringify(body);
  return encodeUtf8(`{"certificate":${text},"digest":"${sha256Hex(text)}"}`);
}

/** A member of a JSON value, and its container. */
interface Place {
  readonly holder: object;
  readonly key: string;
  readonly path: string;
}

/** Returns every place of a JSON value, leaves and containers. */
function placesOf(json: unknown): readonly Place[] {
  const places: Place[] = [];
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value: json, path: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: holder, path } = next;
    if (typeof holder !== 'object' || holder === null) continue;
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder, key, path: `${path}/${key}` });
      waiting.push({ value, path: `${path}/${key}` });
    }
  }
  return places;
}

const REMOVED = Symbol('removed');

/** Calls `use` while a place has another value; then restores the original value in its old order. */
function whileChanged({ holder, key }: Place, value: unknown, use: () => void): void {
  const before: unknown = Reflect.get(holder, key);
  if (value === REMOVED && Array.isArray(holder)) holder.splice(Number(key), 1);
  // An undefined member is not written and keeps its position.
  else Reflect.set(holder, key, value === REMOVED ? undefined : value);
  use();
  if (value === REMOVED && Array.isArray(holder)) holder.splice(Number(key), 0, before);
  else Reflect.set(holder, key, before);
}

/** Returns other values for one place. */
function changesOf(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1, 0, 1_000_000, REMOVED].filter((change) => change !== value);
  if (typeof value === 'string') return [`${value}x`, '', '0', 'true', 'bool', REMOVED].filter((change) => change !== value);
  if (value === null) return [[0, 0], 0, REMOVED];
  return [null, REMOVED, []];
}

/** Up to this number of fields, each gets every change; beyond it each gets one change, in rotation. */
const MAX_FIELDS = 600;

/** Limit for the changed fields of a larger certificate, evenly spread over its text. */
const MAX_CHANGED_FIELDS = 1_500;

/** Returns the fields of a certificate, each with a change. */
function changesOfAll(body: unknown): readonly (readonly [Place, unknown])[] {
  const all = placesOf(body);
  const stride = Math.ceil(all.length / MAX_CHANGED_FIELDS);
  const places = all.filter((_, index) => index % stride === 0);
  return places.flatMap((place, index) => {
    const changes = changesOf(Reflect.get(place.holder, place.key));
    const turn = index % changes.length;
    return (places.length <= MAX_FIELDS ? changes : changes.slice(turn, turn + 1)).map((change) => [place, change] as const);
  });
}

/** Returns true for a changed proof that is still valid: no run contradicts it. */
function agreesWithRuns(program: Program, bytes: Uint8Array): boolean {
  const certificate = decodeCertificate(bytes);
  if (isRefusal(certificate)) return false;
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
  expect(programs.filter(([name]) => name.startsWith('closing'))).toHaveLength(CLOSING.length);
  expect(programs.length).toBeGreaterThanOrEqual(7);
});

test.each(programs)('the certificate of %s is accepted for its own graph and for no other', (name, program, certificate) => {
  expect(check(program, certificate)).toMatchObject({ valid: true });
  for (const [other, stranger] of programs) {
    if (other !== name) expect(check(stranger, certificate).valid).toBe(false);
  }
});

test.each(programs)('the certificate of %s is refused with any byte of its text changed', (_, program, certificate) => {
  const step = Math.max(1, Math.floor(certificate.length / 400));
  for (let index = 0; index < certificate.length; index += step) {
    const changed = certificate.slice();
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(check(program, changed).valid).toBe(false);
  }
});

test.each(programs)('the certificate of %s is refused if it ends early, also within a larger buffer', (_, program, certificate) => {
  for (let length = Math.max(0, certificate.length - 3_000); length < certificate.length; length += 1) {
    expect(check(program, certificate.slice(0, length)).valid).toBe(false);
    expect(check(program, certificate.subarray(0, length)).valid).toBe(false);
  }
});

test.each(programs)(
  'the certificate of %s is refused with any field changed and the digest recomputed, unless it is still a proof',
  (_, program, certificate) => {
    const text = decodeUtf8(certificate) ?? '';
    const { certificate: body }: { certificate: unknown } = JSON.parse(text);
    let refused = 0;
    let proofs = 0;
    for (const [place, change] of changesOfAll(body)) {
      whileChanged(place, change, () => {
        const changed = close(body);
        if (!check(program, changed).valid) refused += 1;
        else {
          proofs += 1;
          expect({ place: place.path, agrees: agreesWithRuns(program, changed) }).toEqual({ place: place.path, agrees: true });
        }
      });
    }
    // Every change was undone.
    expect(decodeUtf8(close(body))).toBe(text);
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
