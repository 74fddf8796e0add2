import { certify, certifyWith, check, checkWith, type PolicyProgram, read } from '@kirchhoff/coherence';
import { capped, dearCapped, denying, MASKED_POLICY, upTo } from '../testing/sources.fixture.js';
import { type Closed, closedBy } from './closed.js';
import { decide, loadPolicy, testPolicy } from './policy-tasks.js';
import { solver } from './prove.js';
import { replayPolicy } from './replay-task.js';

function policyOf(source: string): PolicyProgram {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'policy') throw new Error(JSON.stringify(reading));
  return reading.program;
}

function certificateOf(source: string): Uint8Array {
  const { certificate } = certify(policyOf(source));
  if (certificate === null) throw new Error('this policy is open');
  return new Uint8Array(certificate);
}

/** The certificate of another engine. */
function ofEngine(certificate: Uint8Array, engine: string): Uint8Array {
  const text = Buffer.from(certificate).toString();
  const other = text.replace(/"engine":"[^"]*"/, `"engine":"${engine}"`);
  expect(other).not.toBe(text);
  return Buffer.from(other);
}

const PROVEN = certificateOf(capped(100));
const action = (cents: number) => ({ category: 'pay', params: { action_cents: cents } });

it('a policy is closed if its certificate is a proof of it', () => {
  expect(closedBy(policyOf(capped(100)), PROVEN)).toBe(true);
});

it.each([
  ['no certificate', undefined],
  ['no bytes', new Uint8Array()],
  ['the certificate of another policy', certificateOf(upTo(100))],
  ['the certificate of another engine', ofEngine(PROVEN, '0.1.0')],
  ['a certificate that is cut', PROVEN.slice(0, -1)],
])('a policy is not closed by %s', (_what, certificate) => {
  expect(closedBy(policyOf(capped(100)), certificate)).toBe(false);
});

it('a policy whose proof rests on a solver is not closed before a decision', async () => {
  const program = policyOf(MASKED_POLICY);
  const { certificate } = await certifyWith(program, solver);
  if (certificate === null) throw new Error('this policy is open');
  const bytes = new Uint8Array(certificate);
  expect(await checkWith(program, bytes, solver)).toMatchObject({ valid: true, assurance: 'solver' });
  expect(check(program, bytes)).toMatchObject({ valid: false, refused: 'solver-missing' });
  expect(closedBy(program, bytes)).toBe(false);
});

it.each([
  ['on the event loop', capped, 'here'],
  ['in a thread', dearCapped, 'in-thread'],
])('what is loaded for decisions %s is closed only if its certificate is valid', (_where, source, kind) => {
  const certificate = certificateOf(source(100));
  expect(loadPolicy({ source: source(100), pinned: [], certificate })).toMatchObject({ kind, closed: true });
  expect(loadPolicy({ source: source(500), pinned: [], certificate })).toMatchObject({ kind, closed: false });
});

it('a large policy is closed too: its check ends within the limit', () => {
  const source = denying(1_000);
  expect(closedBy(policyOf(source), certificateOf(source))).toBe(true);
});

describe('a broken promise', () => {
  const broken = { source: capped(500), pinned: [] };
  const open = closedBy(policyOf(capped(500)), PROVEN);

  it('is a DENY in a thread, even after the same source was decided as a closed one', () => {
    const actions = [action(50), action(300)];
    const decideAs = (closed: Closed) => decide({ ...broken, closed, actions });
    // A closed one does not check its promise: this is why the certificate is checked.
    const proven = closedBy(policyOf(capped(100)), PROVEN);
    expect(decideAs(proven)).toMatchObject({ decisions: [{ verdict: 'ALLOW' }, { verdict: 'ALLOW' }] });
    expect(decideAs(open)).toMatchObject({ decisions: [{ verdict: 'ALLOW' }, { verdict: 'DENY' }] });
  });

  it('is a DENY for the cases beside a policy', () => {
    const cases = [50, 300].map((cents) => ({ ...action(cents), verdict: 'ALLOW' as const }));
    expect(testPolicy({ ...broken, certificate: PROVEN, cases })).toMatchObject({ failed: [{ index: 1, verdict: 'DENY', rule: null }] });
  });

  it('is a DENY when decisions are replayed', () => {
    const decided = [50, 300].map((cents) => ({
      category: 'pay',
      params: `{"action_cents":${cents}}`,
      verdict: 'ALLOW' as const,
      rule: 'small',
    }));
    const work = { source: broken.source, files: new Map<string, string>(), pins: undefined, decided };
    for (const certificate of [PROVEN, undefined]) {
      expect(replayPolicy({ ...work, certificate })).toMatchObject({ changed: [{ place: 1, verdict: 'DENY', rule: null }] });
    }
  });
});
