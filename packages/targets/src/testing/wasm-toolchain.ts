import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesOf } from '../compile.js';
import type { CompiledProgram } from '../target.js';
import { runNodeTests, type Toolchain } from './toolchain.js';

/** Runs all main programs in one process of Node, each with its own standard input; all tests in another. */
export const WASM: Toolchain = {
  target: 'wasm',
  commands: ['node'],
  answers: (runs) =>
    inFolder((folder) => {
      const input = runs.map(({ files, lines }, index) => {
        const own = path.join(folder, String(index));
        writeFiles(own, files);
        return { main: path.join(own, 'main.mjs'), lines };
      });
      writeFileSync(path.join(folder, 'run.mjs'), RUNNER);
      writeFileSync(path.join(folder, 'runs.json'), JSON.stringify(input));
      execFileSync(process.execPath, [path.join(folder, 'run.mjs'), folder], { stdio: ['ignore', 'ignore', 'pipe'] });
      return JSON.parse(readFileSync(path.join(folder, 'answers.json'), 'utf8'));
    }),
  runTests: (programs) =>
    inFolder((folder) => {
      const tests = programs.map(({ files }, index) => {
        writeFiles(path.join(folder, String(index)), files);
        return `${index}/${files.find((file) => file.path.endsWith('.test.mjs'))?.path}`;
      });
      runNodeTests(folder, tests);
    }),
};

/** Writes the files of a program into a new folder. */
export function writeFiles(folder: string, files: CompiledProgram['files']): void {
  mkdirSync(folder);
  for (const file of files) writeFileSync(path.join(folder, file.path), bytesOf(file));
}

/** Runs something with a folder of its own. */
export function inFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-wasm-'));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const RUNNER = `
import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';

const folder = process.argv[2];
const answers = [];
let printed = [];
let input = null;
Object.defineProperty(process, 'stdin', { get: () => input });
process.stdout.write = (text) => void printed.push(text);
for (const { main, lines } of JSON.parse(readFileSync(folder + '/runs.json', 'utf8'))) {
  input = new EventEmitter();
  input.setEncoding = () => {};
  await import(main);
  for (const line of lines) input.emit('data', line + '\\n');
  input.emit('end');
  answers.push(printed.join('').trimEnd().split('\\n'));
  printed = [];
}
writeFileSync(folder + '/answers.json', JSON.stringify(answers));
`;
