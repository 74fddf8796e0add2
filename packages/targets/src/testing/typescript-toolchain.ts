import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

/** The compiler checks all programs at once. One process imports each and answers its lines. */
export const TYPESCRIPT: Toolchain = { target: 'ts', commands: ['tsc', 'node'], answers };

function answers(runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-typescript-'));
  try {
    const mains = runs.map(({ files }, index) => {
      const own = path.join(folder, 'source', String(index));
      mkdirSync(own, { recursive: true });
      for (const file of files) writeFileSync(path.join(own, file.path), file.content);
      return path.join(own, 'main.ts');
    });
    checked(folder, mains);
    writeFileSync(path.join(folder, 'out', 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'run.mjs'), RUNNER);
    writeFileSync(path.join(folder, 'lines.json'), JSON.stringify(runs.map(({ lines }) => lines)));
    const output = execFileSync('node', ['run.mjs'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 29 });
    return JSON.parse(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compiles all programs. Their type errors are told with the lines that have them. */
function checked(folder: string, mains: readonly string[]): void {
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: mains }));
  try {
    execFileSync('tsc', ['--project', folder], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new Error(`TypeScript does not compile:\n${String(Object(error).stdout).slice(0, 10_000)}`, { cause: error });
  }
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
for (const [index, lines] of JSON.parse(readFileSync('lines.json', 'utf8')).entries()) {
  written = '';
  await import('./out/' + index + '/main.js');
  for (const line of lines) handlers.get('data')(line + '\\n');
  handlers.get('end')();
  answers.push(written.split('\\n').slice(0, -1));
}
stdout(JSON.stringify(answers));
`;
