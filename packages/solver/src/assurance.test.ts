import { type Certification, certify, certifyWith, check, checkWith, type Program, read } from '@kirchhoff/coherence';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import { createSolver } from './solver.js';
import type { ClosableSolver } from './solver-over.js';

let solver: ClosableSolver;
beforeAll(async () => {
  solver = await createSolver();
});
afterAll(async () => solver.close());

/** Closed by running its 64 inputs. */
const RESIDUE = 'component residue(a: 0..63) -> 0..1 {\n  a * a % 4\n}\n';
/** Ranges cannot bound two exclusive ors, and there are too many inputs to run. */
const MASKED = `circuit masked {
  input a: 0..65_535
  input b: 0..65_535
  output c: 0..65_535
  c = (a ^ b) ^ b
  ensure c == a
}
`;

function programOf(source: string): Program {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program;
}

function closedBy({ closure_domains: domains }: Certification): ReadonlySet<string> {
  return new Set(domains.map(({ by }) => by));
}

test.each([
  ['alone', MASKED],
  ['beside a component of which every input was run', `${RESIDUE}${MASKED}`],
])('what rests on a solver has its grade, %s', async (_, source) => {
  const program = programOf(source);
  const certification = await certifyWith(program, solver);
  expect(certification).toMatchObject({ certified: true, phi_c: 1, assurance: 'solver' });
  const certificate = certification.certificate ?? new Uint8Array();
  expect(await checkWith(program, certificate, solver)).toMatchObject({ valid: true, assurance: 'solver' });
  expect(await certifyWith(program, solver, { reuse: certificate })).toMatchObject({ assurance: 'solver' });
  for (const stated of ['kernel', 'exhaustive']) {
    const body = JSON.stringify({ ...JSON.parse(Buffer.from(certificate).toString('utf8')).certificate, assurance: stated });
    const forged = Buffer.from(`{"certificate":${body},"digest":"${sha256Hex(body)}"}`, 'utf8');
    expect(await checkWith(program, forged, solver)).toMatchObject({ valid: false, refused: 'other-assurance' });
    expect(check(program, forged)).toMatchObject({ valid: false, refused: 'other-assurance' });
  }
});

test('both kinds of evidence are in what has the grade of the weaker', async () => {
  const by = closedBy(await certifyWith(programOf(`${RESIDUE}${MASKED}`), solver));
  expect(by).toContain('exhaustion');
  expect(by).toContain('smt');
});

test.each([
  ['kernel', 'circuit half {\n  input a: 0..9\n  output b: 0..4\n  b = a / 2\n}\n'],
  ['exhaustive', `${RESIDUE}circuit square {\n  input a: 0..63\n  output b: 0..1\n  b = residue(a)\n}\n`],
])('%s: a solver that is not needed takes nothing from the grade', async (assurance, source) => {
  const program = programOf(source);
  expect(certify(program).assurance).toBe(assurance);
  expect((await certifyWith(program, solver)).assurance).toBe(assurance);
});
