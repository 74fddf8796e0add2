import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompiledFile } from '../target.js';
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
  return changesOf(
    runs.flatMap(({ program, options }, index) =>
      ['js', 'ts'].flatMap((target) => {
        const { files } = compiledTo(target, program, options);
        return files.map((file) => ({ ...file, path: path.join(target, String(index), file.path) }));
      }),
    ),
  );
}

/** Returns the changes that the formatter would make to files; an empty text if there are none. */
export function changesOf(files: readonly CompiledFile[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-layout-'));
  try {
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(CONFIGURATION));
    execFileSync(BIOME, ['format', '--write', 'biome.json'], { cwd: folder, stdio: 'ignore' });
    for (const { path: name, content } of files) {
      const whole = path.join(folder, name);
      mkdirSync(path.dirname(whole), { recursive: true });
      writeFileSync(whole, content);
    }
    const { status, stdout, stderr } = spawnSync(BIOME, ['format', '.'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
    return status === 0 ? '' : `${stdout}${stderr}`.slice(0, 10_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
