import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The formatter of C, in the version of the distribution. */
const VERSION = '14.';

/** Returns true if the formatter is here in the version of the distribution. Elsewhere than in CI its absence is told only. */
export function hasClangFormat(): boolean {
  const { stdout, status } = spawnSync('clang-format', ['--version'], { encoding: 'utf8' });
  if (status === 0 && stdout.includes(` ${VERSION}`)) return true;
  if (process.env['CI'] !== undefined) throw new Error(`clang-format ${VERSION} is missing: run npm run targets:install`);
  process.stderr.write(`clang-format ${VERSION} is missing (npm run targets:install): the layout of C is not compared with it\n`);
  return false;
}

/** Returns the first lines that the formatter would change in each file that it would change. */
export function changedByClangFormat(texts: readonly string[], style: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-layout-'));
  try {
    const names = texts.map((_, index) => `f${index}.c`);
    for (const [index, text] of texts.entries()) writeFileSync(join(folder, `f${index}.c`), text);
    for (let i = 0; i < names.length; i += 200)
      execFileSync('clang-format', [`--style=${style}`, '-i', ...names.slice(i, i + 200)], { cwd: folder });
    return texts.flatMap((text, index) => changeOf(text, readFileSync(join(folder, `f${index}.c`), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function changeOf(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [was, is] = [before.split('\n'), after.split('\n')];
  const first = was.findIndex((line, index) => line !== is[index]);
  return [`- ${was.slice(first, first + 3).join('\n- ')}\n+ ${is.slice(first, first + 3).join('\n+ ')}`];
}
