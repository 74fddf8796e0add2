import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuiltRun, Toolchain } from './toolchain.js';

const FLAGS = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-pedantic', '-pipe', '-O0', '-fsanitize=undefined,address', '-fno-sanitize-recover=all'];

/** Programs in one executable. */
const BATCH = 400;

/**
 * Builds C with all warnings as errors and with sanitizers. A program is one translation unit of its own, with another name for its
 * `main`; one executable runs many programs, so that the leak detector starts once.
 */
export const cToolchain: Toolchain = {
  target: 'c',
  commands: ['gcc'],
  answers: (runs) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-c-'));
    try {
      const answers: (readonly string[])[] = [];
      for (let i = 0; i < runs.length; i += BATCH) answers.push(...answersOf(path.join(folder, `batch${i}`), runs.slice(i, i + BATCH)));
      return answers;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Compiles the sources of a folder, several at a time. */
function compileAll(folder: string, sources: readonly string[], flags: readonly string[]): void {
  const input = sources.join('\0');
  const result = spawnSync('xargs', ['-0', '-P', '2', '-n', '8', 'gcc', ...flags, '-c'], { cwd: folder, input, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`the C compiler: ${result.stderr.slice(0, 8_000)}`);
}

function answersOf(folder: string, runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  mkdirSync(folder);
  const units = runs.map(({ files, lines }, index) => {
    mkdirSync(path.join(folder, `p${index}`));
    for (const file of files) writeFileSync(path.join(folder, `p${index}`, file.path), file.content);
    writeFileSync(path.join(folder, `${index}.in`), lines.map((line) => `${line}\n`).join(''));
    const own = files.filter(({ path: name }) => name.endsWith('.c') && name !== 'main.c').map(({ path: name }) => name);
    const includes = [...own, 'main.c'].map((name) => `#include "p${index}/${name}"\n`);
    // Functions of programs with the same name must not meet.
    const header = files.find(({ path: name }) => name.endsWith('.h'))?.content ?? '';
    const exported = ['main', ...[...header.matchAll(/^\w+ (\w+)\(/gm)].map(([, name]) => name)];
    const renamed = exported.map((name) => `#define ${name} ${name}_of_${index}\n`);
    writeFileSync(path.join(folder, `${index}.c`), renamed.join('') + includes.join(''));
    return `${index}.c`;
  });
  compileAll(folder, units, FLAGS);
  writeFileSync(path.join(folder, 'driver.c'), driver(runs.length));
  const objects = runs.map((_, index) => `${index}.o`);
  execFileSync('gcc', [...FLAGS, '-o', 'driver', 'driver.c', ...objects], { cwd: folder, stdio: 'pipe' });
  const result = spawnSync(path.join(folder, 'driver'), {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=1' },
    maxBuffer: 2 ** 26,
  });
  if (result.status !== 0) throw new Error(`a C program: ${result.stdout.slice(-2_000)}${result.stderr.slice(0, 8_000)}`);
  return runs.map((_, index) => readFileSync(path.join(folder, `${index}.out`), 'utf8').split('\n').slice(0, -1));
}

function driver(count: number): string {
  const declarations = Array.from({ length: count }, (_, index) => `int main_of_${index}(void);\n`).join('');
  const names = Array.from({ length: count }, (_, index) => `main_of_${index}`).join(', ');
  return `#include <stdio.h>
${declarations}
static int (*const programs[])(void) = {${names}};

int main(void) {
  for (int i = 0; i < ${count}; i++) {
    char name[32];
    snprintf(name, sizeof name, "%d.in", i);
    if (freopen(name, "rb", stdin) == NULL) {
      return 1;
    }
    snprintf(name, sizeof name, "%d.out", i);
    if (freopen(name, "wb", stdout) == NULL) {
      return 1;
    }
    fprintf(stderr, "%d ", i);
    if (programs[i]() != 0) {
      return 1;
    }
  }
  return fclose(stdout);
}
`;
}
