import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BuiltRun, Toolchain } from './toolchain.js';

/** The number of programs in one binary: their packages are compiled one by one, and linked once. */
const BATCH = 400;

/** The go command writes only into this folder. It is one for all runs of a process. */
const HOME = mkdtempSync(join(tmpdir(), 'kirchhoff-go-'));
process.on('exit', () => rmSync(HOME, { recursive: true, force: true }));

export const GO_ENVIRONMENT = {
  ...process.env,
  GOCACHE: join(HOME, 'cache'),
  GOPATH: join(HOME, 'path'),
  GOFLAGS: '-mod=mod',
  GOPROXY: 'off',
  GO111MODULE: 'on',
  GOTOOLCHAIN: 'local',
  CGO_ENABLED: '0',
};

/** Builds Go programs: each becomes a package of one program, which runs the one that its first argument names. */
export const GO: Toolchain = {
  target: 'go',
  commands: ['go', 'gofmt'],
  answers: (runs) => {
    const batches = Array.from({ length: Math.ceil(runs.length / BATCH) }, (_, index) => runs.slice(index * BATCH, (index + 1) * BATCH));
    return batches.flatMap(answersOfBatch);
  },
};

function answersOfBatch(runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(HOME, 'batch-'));
  try {
    writeFileSync(join(folder, 'go.mod'), 'module circuits\n\ngo 1.19\n');
    for (const [index, { files, lines }] of runs.entries()) writeRun(folder, index, files, lines);
    writeFileSync(join(folder, 'main.go'), mainOf(runs.length));
    const built = spawnSync('go', ['build', '-gcflags=circuits/...=-N -l', '-ldflags=-s -w', '-o', 'circuits', '.'], {
      cwd: folder,
      env: GO_ENVIRONMENT,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (built.status !== 0) throw new Error(built.stderr.slice(0, 4_000));
    const output = execFileSync(join(folder, 'circuits'), [], { cwd: folder, maxBuffer: 2 ** 30 });
    return answersIn(output.toString('utf8'), runs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The main program of a run becomes a package that exports its function `serve`. */
function writeRun(folder: string, index: number, files: BuiltRun['files'], lines: readonly string[]): void {
  const own = `run${index}`;
  for (const { path, content } of files) {
    if (path === 'go.mod') continue;
    const isMain = path === 'main.go';
    const text = isMain ? content.replace('\npackage main\n', `\npackage ${own}\n`).replace('"circuit/', `"circuits/${own}/`) : content;
    const place = join(folder, own, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  writeFileSync(join(folder, own, 'serve.go'), `package ${own}\n\nvar Serve = serve\n`);
  writeFileSync(join(folder, own, 'lines'), lines.map((line) => `${line}\n`).join(''));
}

function mainOf(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `run${index}`);
  return `package main

import (
	"io"
	"os"
${names.map((own) => `	"circuits/${own}"\n`).join('')})

var runs = []func(io.Reader, io.Writer) error{${names.map((own) => `${own}.Serve`).join(', ')}}

func main() {
	for i, serve := range runs {
		lines, err := os.Open("run" + itoa(i) + "/lines")
		if err != nil {
			panic(err)
		}
		if err := serve(lines, os.Stdout); err != nil {
			panic(err)
		}
	}
}

func itoa(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return itoa(i/10) + itoa(i%10)
}
`;
}

function answersIn(output: string, runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  const answers = output.split('\n');
  const answered: (readonly string[])[] = [];
  let at = 0;
  for (const { lines } of runs) {
    answered.push(answers.slice(at, at + lines.length));
    at += lines.length;
  }
  if (answers.length !== at + 1) throw new Error(`${answers.length - 1} answers to ${at} lines`);
  return answered;
}
