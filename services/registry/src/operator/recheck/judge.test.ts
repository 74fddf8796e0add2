import { RegistryEngine } from '../../engine/engine.js';
import { closedCircuit, longCircuit, OPEN_CIRCUIT } from '../../testing/sources.fixture.js';
import type { CandidateEvidence } from './candidates.js';
import { judge } from './judge.js';

const log = { error: () => undefined };
const engines: RegistryEngine[] = [];
afterAll(async () => Promise.all(engines.map(async (engine) => engine.close())));

function open(guardMilliseconds: number): RegistryEngine {
  const engine = new RegistryEngine({ threads: 1, queueLimit: 1, guardMilliseconds, log });
  engines.push(engine);
  return engine;
}

/** A source with an invalid certificate. */
const unproven = (source: string): CandidateEvidence => ({ source, pinned: [], certificate: new Uint8Array(Buffer.from('{}')) });
const never = new AbortController().signal;

it('knows nothing of what hits the guard, is stopped, or is not read', async () => {
  expect(await judge(open(100), unproven(longCircuit(4_000)), never)).toMatchObject({ kind: 'undecided' });
  const engine = open(30_000);
  expect(await judge(engine, unproven('no circuit'), never)).toMatchObject({ kind: 'undecided' });
  expect(await judge(engine, unproven(OPEN_CIRCUIT), AbortSignal.abort())).toMatchObject({ kind: 'undecided' });
});

it('proves anew what does not check, and says what came of it', async () => {
  const engine = open(30_000);
  expect(await judge(engine, unproven(OPEN_CIRCUIT), never)).toMatchObject({ kind: 'proven', certification: { certified: false } });
  const proven = await judge(engine, unproven(closedCircuit()), never);
  if (proven.kind !== 'proven' || proven.certification.certificate === null) throw new Error('this closes');
  const certificate = proven.certification.certificate;
  expect(await judge(engine, { ...unproven(closedCircuit()), certificate }, never)).toEqual({ kind: 'stands' });
  expect(await judge(engine, { ...unproven(closedCircuit(1)), certificate }, never)).toMatchObject({ kind: 'proven' });
});
