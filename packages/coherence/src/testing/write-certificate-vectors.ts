import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateVectors } from './certificate-vectors.js';

const FILE = join(__dirname, '../../../../conformance/certificates/vectors.json');

writeFileSync(FILE, `${JSON.stringify(certificateVectors(), null, 2)}\n`);
