import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
const GENERATOR = path.join(path.dirname(require.resolve('openapi-typescript')), '../bin/cli.js');

it.each(['registry', 'compiler'])('the types of the %s are those of its description; WRITE_PAGES=1 writes them', (service) => {
  const file = path.join(ROOT, 'packages/client/src/generated', `${service}-api.ts`);
  const folder = mkdtempSync(path.join(tmpdir(), 'client-types-'));
  try {
    const made = path.join(folder, 'api.ts');
    execFileSync(process.execPath, [GENERATOR, path.join(ROOT, 'services', service, 'openapi.json'), '--output', made], { stdio: 'pipe' });
    if (process.env['WRITE_PAGES'] === '1') copyFileSync(made, file);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(made, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
