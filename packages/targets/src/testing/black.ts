import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The formatter of Python's style, in the version of the distribution. */
const BLACK = '23.1';

/** Returns true if the formatter is here in the version of the distribution. Elsewhere than in CI its absence is told only. */
export function hasBlack(): boolean {
  const { stdout, status } = spawnSync('black', ['--version'], { encoding: 'utf8' });
  if (status === 0 && stdout.includes(` ${BLACK}.`)) return true;
  if (process.env['CI'] !== undefined) throw new Error(`black ${BLACK} is missing: run npm run targets:install`);
  process.stderr.write(`black ${BLACK} is missing (npm run targets:install): the layout of Python is not compared with it\n`);
  return false;
}

/** Returns the files that the formatter would change. */
export function changedByBlack(texts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-layout-'));
  try {
    for (const [index, text] of texts.entries()) writeFileSync(join(folder, `f${index}.py`), text);
    return execFileSync('black', ['--quiet', '--diff', folder], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
