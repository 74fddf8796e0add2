import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CompiledFile } from '../target.js';
import type { BuiltRun, Toolchain } from './toolchain.js';

/** The number of programs in one binary: their packages are compiled one by one, and linked once. */
const BATCH = 400;

/** Builds Go programs together: the circuits are packages of one program, which runs all of them one after another. */
export const GO: Toolchain = {
  target: 'go',
  commands: ['go', 'gofmt'],
  answers: (runs) => {
    const batches = Array.from({ length: Math.ceil(runs.length / BATCH) }, (_, index) => runs.slice(index * BATCH, (index + 1) * BATCH));
    const home = mkdtempSync(join(tmpdir(), 'kirchhoff-go-'));
    try {
      return batches.flatMap((batch, index) => answersOfBatch(home, join(home, `batch${index}`), batch));
    } finally {
      rmSync(home, { recursive: true });
    }
  },
};

/** Returns variables of the environment with which the go command writes only into a folder, and asks no network. */
function environmentIn(home: string): NodeJS.ProcessEnv {
  const folders = { GOCACHE: join(home, 'cache'), GOPATH: join(home, 'path'), GOTMPDIR: home };
  return { ...process.env, ...folders, GOFLAGS: '-mod=mod', GOPROXY: 'off', GO111MODULE: 'on', CGO_ENABLED: '0' };
}

function answersOfBatch(home: string, folder: string, runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  mkdirSync(folder);
  writeFileSync(join(folder, 'go.mod'), 'module circuits\n\ngo 1.19\n');
  for (const [index, { files, lines }] of runs.entries()) writeRun(folder, index, files, lines);
  writeFileSync(join(folder, 'main.go'), mainOf(runs.length));
  const built = spawnSync('go', ['build', '-gcflags=circuits/...=-N -l', '-ldflags=-s -w', '-o', 'circuits', '.'], {
    cwd: folder,
    env: environmentIn(home),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (built.status !== 0) throw new Error(built.stderr.slice(0, 4_000));
  const output = execFileSync(join(folder, 'circuits'), [], { cwd: folder, maxBuffer: 2 ** 30 });
  return answersIn(output.toString('utf8'), runs);
}

/** Names of the main program's own declarations. */
const DECLARED = /"(?:[^"\\]|\\.)*"|`[^`]*`|\b(?:answer|inputsOf|main|outputsOf|ports|(?:de|en)code(?:Nested|Option|Record\d+))\b/g;

/** All runs share the reader of JSON. Their main programs become files of one package, so that each name gets a suffix. */
function writeRun(folder: string, index: number, files: BuiltRun['files'], lines: readonly string[]): void {
  const own = `run${index}`;
  for (const { path, content } of files) {
    if (path === 'main.go') writeFileSync(join(folder, `${own}.go`), partOfMain(content, own));
    else if (path !== 'go.mod') {
      const place = join(folder, path.startsWith('jsonlines/') ? '' : own, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
    }
  }
  writeFileSync(join(folder, own, 'lines'), lines.map((line) => `${line}\n`).join(''));
}

function partOfMain(content: string, own: string): string {
  const renamed = content.replaceAll(DECLARED, (found) => (/^["`]/.test(found) ? found : `${found}Of${own}`));
  return renamed
    .replace(`package mainOf${own}`, 'package main')
    .replace('"circuit/jsonlines"', '"circuits/jsonlines"')
    .replace('"circuit/', `"circuits/${own}/`);
}

function mainOf(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `run${index}`);
  return `package main

import (
	"fmt"
	"os"

	"circuits/jsonlines"
)

func main() {
	answers := []func(string) []byte{${names.map((own) => `answerOf${own}`).join(', ')}}
	for i, answer := range answers {
		lines, err := os.Open(fmt.Sprintf("run%d/lines", i))
		if err != nil {
			panic(err)
		}
		if err := jsonlines.Serve(lines, os.Stdout, answer); err != nil {
			panic(err)
		}
	}
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

/** Returns the changes that gofmt would make in the files. */
export function changedByGofmt(texts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-gofmt-'));
  try {
    for (const [index, text] of texts.entries()) writeFileSync(join(folder, `f${index}.go`), text);
    return execFileSync('gofmt', ['-d', folder], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the output of a main program beside a compiled circuit; for `null`, runs `go vet` with the circuit's own one. */
export function outputOfGo(files: readonly CompiledFile[], main: string | null): string {
  const home = mkdtempSync(join(tmpdir(), 'kirchhoff-go-'));
  try {
    const folder = join(home, 'program');
    for (const { path, content } of files) {
      const place = join(folder, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, main !== null && path === 'main.go' ? main : content);
    }
    const args = main === null ? ['vet', './...'] : ['run', '.'];
    return execFileSync('go', args, { cwd: folder, env: environmentIn(home), encoding: 'utf8' });
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** Returns true if the tests in the files of a package pass. */
export function testedByGo(files: readonly CompiledFile[]): boolean {
  const home = mkdtempSync(join(tmpdir(), 'kirchhoff-go-'));
  try {
    for (const { path, content } of files) writeFileSync(join(home, path), content);
    return spawnSync('go', ['test', ...files.map(({ path }) => path)], { cwd: home, env: environmentIn(home) }).status === 0;
  } finally {
    rmSync(home, { recursive: true });
  }
}
