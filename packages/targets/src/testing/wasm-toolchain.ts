import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuiltRun, Toolchain } from './toolchain.js';

/** Runs all main programs in one process of Node, each with its own standard input. */
export const WASM: Toolchain = {
  target: 'wasm',
  commands: ['node'],
  answers: (runs) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-wasm-'));
    try {
      writeFileSync(path.join(folder, 'run.mjs'), RUNNER);
      const input = runs.map(({ files, lines }, index) => ({ main: written(path.join(folder, String(index)), files), lines }));
      writeFileSync(path.join(folder, 'runs.json'), JSON.stringify(input));
      execFileSync(process.execPath, [path.join(folder, 'run.mjs'), folder], { stdio: ['ignore', 'ignore', 'pipe'] });
      return JSON.parse(readFileSync(path.join(folder, 'answers.json'), 'utf8'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Writes the files of a program; returns the path of its main program. */
export function written(folder: string, files: BuiltRun['files']): string {
  mkdirSync(folder);
  for (const { path: name, content, encoding } of files) writeFileSync(path.join(folder, name), content, encoding ?? 'utf8');
  return path.join(folder, 'main.mjs');
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
