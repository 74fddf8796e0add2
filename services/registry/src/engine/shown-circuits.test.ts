import { certify, read } from '@kirchhoff/coherence';
import { closedCircuit, POLICY } from '../testing/sources.fixture.js';
import { ShownCircuits, type ShownVersion } from './shown-circuits.js';

function versionOf(pid: string, source: string, certificate?: Uint8Array): ShownVersion {
  return { source, pinned: [], subject: { pid, version: 1, certificate, openResult: undefined } };
}

/** Returns the same version with other objects, as it arrives in a thread. */
function again(version: ShownVersion): ShownVersion {
  return structuredClone(version);
}

function certificateOf(source: string): Uint8Array {
  const reading = read(source);
  const certificate = reading.ok ? certify(reading.program).certificate : null;
  if (certificate === null) throw new Error('the circuit does not close');
  return certificate;
}

const SOURCE = closedCircuit(1);
const OPEN = versionOf('cir_a', SOURCE);

test('a version is read once', () => {
  const circuits = new ShownCircuits();
  const shown = circuits.find(OPEN);
  expect(shown?.view.circuit.name).toBe('half');
  expect(circuits.find(again(OPEN))).toBe(shown);
});

test('a version is shown anew once it is certified', () => {
  const circuits = new ShownCircuits();
  expect(circuits.find(OPEN)?.view.standing).toEqual({ kind: 'not yet certified' });
  const certified = versionOf('cir_a', SOURCE, certificateOf(SOURCE));
  const shown = circuits.find(certified);
  expect(shown?.view.standing).toEqual({ kind: 'certified' });
  expect(circuits.find(again(certified))).toBe(shown);
});

test('circuits with the same source are told apart', () => {
  const circuits = new ShownCircuits();
  expect(circuits.find(versionOf('cir_b', SOURCE))).not.toBe(circuits.find(OPEN));
});

test('several circuits are kept, up to a number of characters', () => {
  const circuits = new ShownCircuits(2 * SOURCE.length + 2);
  const [a, b, c] = ['cir_a', 'cir_b', 'cir_c'].map((pid) => versionOf(pid, SOURCE));
  if (a === undefined || b === undefined || c === undefined) throw new Error('three versions');
  const first = circuits.find(a);
  const second = circuits.find(b);
  expect(circuits.find(a)).toBe(first);
  circuits.find(c);
  expect(circuits.find(a)).toBe(first);
  expect(circuits.find(b)).not.toBe(second);
});

test('the last circuit is kept even if it is too long', () => {
  const circuits = new ShownCircuits(SOURCE.length - 1);
  const shown = circuits.find(OPEN);
  expect(circuits.find(again(OPEN))).toBe(shown);
});

test('a certificate counts, too', () => {
  const certificate = certificateOf(SOURCE);
  const circuits = new ShownCircuits(2 * SOURCE.length + certificate.length);
  const shown = circuits.find(OPEN);
  circuits.find(versionOf('cir_b', SOURCE, certificate));
  expect(circuits.find(OPEN)).not.toBe(shown);
});

test('a short source with many nodes counts by its nodes', () => {
  const dense = `circuit dense {\n  input a: 0..9\n  input b: 0..9\n  output c: 0..15\n  c = ${Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'a' : 'b')).join('|')}\n}`;
  const circuits = new ShownCircuits(4 * dense.length);
  const shown = circuits.find(versionOf('cir_a', dense));
  circuits.find(versionOf('cir_b', dense));
  expect(circuits.find(versionOf('cir_a', dense))).not.toBe(shown);
});

test('a policy is no circuit', () => {
  expect(new ShownCircuits().find(versionOf('cir_a', POLICY))).toBeUndefined();
});
