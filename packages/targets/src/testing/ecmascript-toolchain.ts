import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompiledFile } from '../target.js';
import { type BuiltRun, runNodeTests, type Toolchain } from './toolchain.js';

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
export const JAVASCRIPT: Toolchain = {
  target: 'js',
  commands: ['node'],
  answers: (runs) => answersIn(runs, 'main.mjs', () => 'source'),
  runTests: (programs) =>
    inFolder(programs, (folder) =>
      runNodeTests(
        folder,
        programs.map(({ files }, index) => `source/${index}/${testOf(files)?.path}`),
      ),
    ),
};

/** The compiler checks all programs at once. */
export const TYPESCRIPT: Toolchain = {
  target: 'ts',
  isCompiled: true,
  commands: ['tsc', 'node'],
  answers: (runs) =>
    answersIn(runs, 'main.js', (folder) =>
      checked(
        folder,
        runs.map((_, index) => `source/${index}/main.ts`),
      ),
    ),
  runTests: (programs) =>
    inFolder(programs, (folder) => {
      const circuits = programs.map(({ files }, index) => `source/${index}/${files.find((file) => /(?<!\.d)\.ts$/.test(file.path))?.path}`);
      const built = checked(folder, circuits);
      const tests = programs.map(({ files }, index) => {
        const test = testOf(files);
        const place = `${built}/${index}/${test?.path}`;
        writeFileSync(path.join(folder, place), test?.content.replace("'./out/", "'./") ?? '');
        return place;
      });
      runNodeTests(folder, tests);
    }),
};

function testOf(files: readonly CompiledFile[]): CompiledFile | undefined {
  return files.find((file) => file.path.endsWith('.test.mjs'));
}

/** Writes the files of each program into a folder of its own in `source`, and uses them. */
function inFolder<T>(programs: readonly Pick<BuiltRun, 'files'>[], use: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-ecmascript-'));
  try {
    for (const [index, { files }] of programs.entries()) {
      const own = path.join(folder, 'source', String(index));
      mkdirSync(own, { recursive: true });
      for (const file of files) writeFileSync(path.join(own, file.path), file.content);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `build`: prepares the files of the programs in the folder `source`, and returns the folder of their modules. */
function answersIn(runs: readonly BuiltRun[], main: string, build: (folder: string) => string): readonly (readonly string[])[] {
  return inFolder(runs, (folder) => {
    const built = build(folder);
    writeFileSync(path.join(folder, 'run.mjs'), RUNNER);
    const input = { mains: runs.map((_, index) => `./${built}/${index}/${main}`), lines: runs.map(({ lines }) => lines) };
    writeFileSync(path.join(folder, 'input.json'), JSON.stringify(input));
    const output = execFileSync('node', ['run.mjs'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 29 });
    return JSON.parse(output);
  });
}

/** Compiles files of TypeScript and what they import. Type errors are told with the lines that have them. */
function checked(folder: string, files: readonly string[]): string {
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }));
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
