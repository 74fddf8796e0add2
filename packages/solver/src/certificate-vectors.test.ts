import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkWith } from '@kirchhoff/coherence';
import type { CertificateVector } from '@kirchhoff/coherence/testing/certificate-vectors';
import { programOf } from '@kirchhoff/coherence/testing/outcome';
import { check } from '@kirchhoff/kernel/certificate/check';
import { encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { type ClosableSolver, startSolver } from './index.js';
import { solverVectors } from './testing/certificate-vectors.js';

/** The public vectors of grade `solver` (docs/certificate.md). */
const FILE = join(__dirname, '../../../conformance/certificates/vectors.json');
const all: readonly CertificateVector[] = JSON.parse(readFileSync(FILE, 'utf8'));
const vectors = all.filter(({ solver }) => solver !== null);

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

test.each(vectors)('vector $name: the checker agrees, and without a solver accepts none', async ({ source, certificate, refused }) => {
  const checked = await checkWith(programOf(source), encodeUtf8(certificate), solver);
  expect(checked.valid ? null : checked.refused).toBe(refused);
  expect(check(programOf(source), encodeUtf8(certificate)).valid).toBe(false);
});

test('the vectors are those of this engine and solver: npm run vectors writes them', async () => {
  expect(vectors).toEqual(await solverVectors(solver));
});

test('both encodings are there', () => {
  const text = vectors.map(({ certificate }) => certificate).join('');
  expect(['"encoding":"integers"', '"encoding":"vectors"'].filter((encoding) => !text.includes(encoding))).toEqual([]);
});
