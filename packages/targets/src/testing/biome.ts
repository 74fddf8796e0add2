import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compiledTo, type Run } from './toolchain.js';

/** The formatter of this repository, and its configuration. */
const BIOME = path.join(__dirname, '../../../../node_modules/.bin/biome');
const CONFIGURATION = {
  root: true,
  formatter: { indentStyle: 'space', indentWidth: 2, lineWidth: 140 },
  javascript: { formatter: { quoteStyle: 'single' } },
};

/** Returns the changes that the formatter would make to circuits compiled to JavaScript and TypeScript. */
export function biomeChanges(runs: readonly Run[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-layout-'));
  try {
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(CONFIGURATION));
    execFileSync(BIOME, ['format', '--write', 'biome.json'], { cwd: folder, stdio: 'ignore' });
    for (const [index, { program, options }] of runs.entries()) {
      for (const target of ['js', 'ts']) {
        const own = path.join(folder, target, String(index));
        mkdirSync(own, { recursive: true });
        for (const { path: name, content } of compiledTo(target, program, options).files) writeFileSync(path.join(own, name), content);
      }
    }
    const { status, stdout, stderr } = spawnSync(BIOME, ['format', '.'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
    return status === 0 ? '' : `${stdout}${stderr}`.slice(0, 10_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
