import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompiledFile } from '../target.js';
import type { BuiltRun, Toolchain } from './toolchain.js';

/** The compiler of this repository, beside those that a developer may have installed. */
const BIN = path.join(__dirname, '../../../../node_modules/.bin');
process.env['PATH'] = `${BIN}${path.delimiter}${process.env['PATH'] ?? ''}`;

/** Stricter than what the commands of a program say. */
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedParameters: true,
  target: 'es2022',
  lib: ['es2022'],
  module: 'nodenext',
  types: [],
  skipLibCheck: true,
  rootDir: 'source',
  outDir: 'out',
};

/** One process imports each program and answers its lines. */
export const JAVASCRIPT: Toolchain = { target: 'js', commands: ['node'], answers: (runs) => inFolder(runs, 'main.mjs', () => 'source') };

/** The compiler checks all programs at once. */
export const TYPESCRIPT: Toolchain = {
  target: 'ts',
  isCompiled: true,
  commands: ['tsc', 'node'],
  answers: (runs) => inFolder(runs, 'main.js', checked),
};

/** `build`: prepares the files of the programs in the folder `source`, and returns the folder of their modules. */
function inFolder(
  runs: readonly BuiltRun[],
  main: string,
  build: (folder: string, count: number) => string,
): readonly (readonly string[])[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-ecmascript-'));
  try {
    for (const [index, { files }] of runs.entries()) {
      const own = path.join(folder, 'source', String(index));
      mkdirSync(own, { recursive: true });
      for (const file of files) writeFileSync(path.join(own, file.path), file.content);
    }
    const built = build(folder, runs.length);
    writeFileSync(path.join(folder, 'run.mjs'), RUNNER);
    const input = { mains: runs.map((_, index) => `./${built}/${index}/${main}`), lines: runs.map(({ lines }) => lines) };
    writeFileSync(path.join(folder, 'input.json'), JSON.stringify(input));
    const output = execFileSync('node', ['run.mjs'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 29 });
    return JSON.parse(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compiles all programs. Their type errors are told with the lines that have them. */
function checked(folder: string, count: number): string {
  const mains = Array.from({ length: count }, (_, index) => `source/${index}/main.ts`);
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: mains }));
  try {
    execFileSync('tsc', ['--project', folder], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new Error(`TypeScript does not compile:\n${String(Object(error).stdout).slice(0, 10_000)}`, { cause: error });
  }
  writeFileSync(path.join(folder, 'out', 'package.json'), '{ "type": "module" }');
  return 'out';
}

/** The main program reads its input when it is imported, so that each line is given as if it came from there. */
const RUNNER = `
import { readFileSync } from 'node:fs';
const answers = [];
const handlers = new Map();
let written = '';
const stdout = process.stdout.write.bind(process.stdout);
process.stdin.setEncoding = () => {};
process.stdin.on = (event, handler) => void handlers.set(event, handler);
process.stdout.write = (text) => {
  written += text;
};
const { mains, lines } = JSON.parse(readFileSync('input.json', 'utf8'));
for (const [index, main] of mains.entries()) {
  written = '';
  await import(main);
  for (const line of lines[index]) handlers.get('data')(line + '\\n');
  handlers.get('end')();
  answers.push(written.split('\\n').slice(0, -1));
}
stdout(JSON.stringify(answers));
`;

/** Returns the type errors of TypeScript files, and of the declarations that they import. */
export function typeErrors(files: readonly CompiledFile[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-types-'));
  try {
    for (const { path: name, content } of files) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
    const typed = files.map((file) => file.path).filter((name) => /\.m?ts$/.test(name));
    const options = { ...OPTIONS, rootDir: '.', noEmit: true, skipLibCheck: false };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: typed }));
    return spawnSync('tsc', ['--project', folder], { encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
