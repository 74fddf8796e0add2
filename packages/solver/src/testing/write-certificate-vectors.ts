import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateVectors } from '@kirchhoff/coherence/testing/certificate-vectors';
import { startSolver } from '../index.js';
import { solverVectors } from './certificate-vectors.js';

const FILE = join(__dirname, '../../../../conformance/certificates/vectors.json');

async function main(): Promise<void> {
  const solver = await startSolver();
  const vectors = [...certificateVectors(), ...(await solverVectors(solver))];
  await solver.close();
  writeFileSync(FILE, `${JSON.stringify(vectors, null, 2)}\n`);
}

void main();
