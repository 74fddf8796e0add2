import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CUnit } from './c-unit.js';
import type { BuiltRun, Toolchain } from './toolchain.js';

const FLAGS = [
  '-std=c11',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-pedantic',
  '-pipe',
  '-O0',
  '-fsanitize=undefined,address',
  '-fno-sanitize-recover=all',
];

/** Programs in one translation unit, and in one executable. */
const UNIT = 40;
const BATCH = 2_000;

/**
 * Builds C with all warnings as errors and with sanitizers. One executable runs many programs, so that the leak detector starts
 * once.
 */
export const cToolchain: Toolchain = {
  target: 'c',
  isCompiled: true,
  commands: ['gcc'],
  answers: (runs) => {
    return inFolder((folder) => {
      const answers: (readonly string[])[] = [];
      for (let i = 0; i < runs.length; i += BATCH) answers.push(...answersOf(path.join(folder, `batch${i}`), runs.slice(i, i + BATCH)));
      return answers;
    });
  },
  runTests: (programs) => {
    inFolder((folder) => {
      const texts = programs.map(({ files }) => files.map(({ content }) => content));
      run(build(path.join(folder, 'tests'), texts, ''), folder);
    });
  },
};

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-c-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compiles the sources of a folder, several at a time. */
function compileAll(folder: string, sources: readonly string[]): void {
  const input = sources.join('\0');
  const result = spawnSync('xargs', ['-0', '-P', '2', '-n', '1', 'gcc', ...FLAGS, '-c'], { cwd: folder, input, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`the C compiler: ${result.stderr.slice(0, 8_000)}`);
}

interface Unit {
  readonly unit: CUnit;
  /** The index of its first program. */
  readonly first: number;
  /** The main functions of its programs. */
  readonly mains: string[];
}

/** Joins programs in units. */
function unitsOf(programs: readonly (readonly string[])[]): readonly Unit[] {
  const units: Unit[] = [];
  for (const [index, texts] of programs.entries()) {
    const last = units.at(-1);
    const joined = last === undefined || last.mains.length === UNIT ? null : last.unit.add(texts);
    if (joined !== null) {
      last?.mains.push(joined);
      continue;
    }
    const unit = new CUnit();
    const main = unit.add(texts);
    if (main === null) throw new Error('a C program defines a function twice');
    units.push({ unit, first: index, mains: [main] });
  }
  return units;
}

/** Builds an executable of programs, each the texts of its files. `before`: what the driver does before it runs program `i`. */
function build(folder: string, programs: readonly (readonly string[])[], before: string): string {
  mkdirSync(folder);
  const units = unitsOf(programs);
  const sources = units.map(({ unit, first, mains }, index) => {
    // The driver calls one function of each unit.
    const calls = mains.map((name, place) => `  case ${first + place}:\n    return ${name}();\n`);
    const entry = `int run_${index}(int index);\n\nint run_${index}(int index) {\n  switch (index) {\n${calls.join('')}  }\n  return 1;\n}\n`;
    writeFileSync(path.join(folder, `unit${index}.c`), `${unit.text()}\n${entry}`);
    return `unit${index}.c`;
  });
  writeFileSync(path.join(folder, 'driver.c'), driver(units, before));
  compileAll(folder, [...sources, 'driver.c']);
  const objects = [...sources, 'driver.c'].map((source) => source.replace(/c$/, 'o'));
  execFileSync('gcc', [...FLAGS, '-o', 'driver', ...objects], { cwd: folder, stdio: 'pipe' });
  return path.join(folder, 'driver');
}

/** Runs an executable of programs; throws if a program does not end with 0. */
function run(executable: string, folder: string): void {
  const result = spawnSync(executable, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=1' },
    maxBuffer: 2 ** 26,
  });
  if (result.status !== 0) throw new Error(`a C program: ${result.stdout.slice(-8_000)}${result.stderr.slice(-8_000)}`);
}

function answersOf(folder: string, runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  const programs = runs.map(({ files }) => files.map(({ content }) => content));
  const executable = build(folder, programs, REDIRECT);
  for (const [index, { lines }] of runs.entries())
    writeFileSync(path.join(folder, `${index}.in`), lines.map((line) => `${line}\n`).join(''));
  run(executable, folder);
  return runs.map((_, index) =>
    readFileSync(path.join(folder, `${index}.out`), 'utf8')
      .split('\n')
      .slice(0, -1),
  );
}

/** Gives a program its file of lines as standard input. */
const REDIRECT = `    char name[32];
    snprintf(name, sizeof name, "%d.in", i);
    if (freopen(name, "rb", stdin) == NULL) {
      return 1;
    }
    snprintf(name, sizeof name, "%d.out", i);
    if (freopen(name, "wb", stdout) == NULL) {
      return 1;
    }
`;

/** Runs each program. */
function driver(units: readonly Unit[], before: string): string {
  const runs = units.flatMap(({ mains }, index) => mains.map(() => `run_${index}`));
  return `#include <stdio.h>

${units.map((_, index) => `int run_${index}(int index);\n`).join('')}
static int (*const programs[])(int index) = {${runs.join(', ')}};

int main(void) {
  for (int i = 0; i < ${runs.length}; i++) {
${before}    if (programs[i](i) != 0) {
      fprintf(stderr, "program %d fails\\n", i);
      return 1;
    }
  }
  return fclose(stdout);
}
`;
}
