import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CompiledFile } from '../target.js';
import type { BuiltRun, Toolchain } from './toolchain.js';

/** The number of programs in one binary. */
const BATCH = 250;

/** One of so many programs has its tests run: each package of tests is a binary of its own, which takes the linker about half a second. */
const TESTED = 8;

/** Builds Go programs together, as one program, which runs all of them one after another. */
export const GO: Toolchain = {
  target: 'go',
  isCompiled: true,
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
  runTests: (programs) => {
    const home = mkdtempSync(join(tmpdir(), 'kirchhoff-go-'));
    try {
      const folder = join(home, 'tests');
      mkdirSync(folder);
      writeFileSync(join(folder, 'go.mod'), 'module circuits\n\ngo 1.19\n');
      for (const [index, { files }] of programs.filter((_, place) => place % TESTED === 0).entries()) {
        mkdirSync(join(folder, `r${index}`));
        for (const file of files) writeFileSync(join(folder, `r${index}`, file.path), file.content);
      }
      const args = ['test', '-vet=off', '-gcflags=-N -l', '-ldflags=-s -w', './...'];
      const { status, stdout, stderr } = spawnSync('go', args, {
        cwd: folder,
        env: environmentIn(home),
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      if (status !== 0 || !/^ok /m.test(stdout) || stdout.includes('no test files')) throw new Error(`${stderr}${stdout}`.slice(0, 9_000));
    } finally {
      rmSync(home, { recursive: true });
    }
  },
};

/** Compiled packages of the standard library, beside the other caches of this repository: each call would compile them again. */
const CACHE = join(__dirname, '../../../../node_modules/.cache/kirchhoff/go');

/** Returns variables of the environment with which the go command writes only into a folder and its cache, and asks no network. */
function environmentIn(home: string): NodeJS.ProcessEnv {
  const folders = { GOCACHE: CACHE, GOPATH: join(home, 'path'), GOTMPDIR: home };
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

/** Declarations of a file: functions, types, variables, and the constants of a block. */
const DECLARATIONS = /^(?:(?:func|type|var|const) (\w+)|\t(\w+) +\w+ = ")/gm;

/** A string or a comment; a qualified name; another name. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)+'|\/\/[^\n]*|\bcircuit\.(\w+)|(?<![\w.])[a-z]\w*\.(?=[A-Z])\w+|[A-Za-z_]\w*/g;

/** Names of methods and fields that the standard library or the reader of JSON knows. */
const FIXED: ReadonlySet<string> = new Set('Below Error IsLast Message Path Port'.split(' '));

/**
 * The start of a compiler takes longer than most programs: all runs become files of one package. Each declaration gets a suffix, the
 * same wherever its name stands. A circuit with a fixed name keeps a package of its own.
 */
function writeRun(folder: string, index: number, files: BuiltRun['files'], lines: readonly string[]): void {
  const own = `run${index}`;
  mkdirSync(join(folder, own));
  writeFileSync(join(folder, own, 'lines'), lines.map((line) => `${line}\n`).join(''));
  const [main = '', circuit = ''] = [files.find(({ path }) => path === 'main.go'), files.at(-1)].map((file) => file?.content);
  for (const { path, content } of files) {
    if (!path.startsWith('jsonlines/')) continue;
    mkdirSync(join(folder, 'jsonlines'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const declared = new Set(Array.from(`${circuit}${main}`.matchAll(DECLARATIONS), ([, first, second]) => first ?? second ?? ''));
  if ([...FIXED].some((name) => declared.has(name))) {
    const mainNames = new Set(Array.from(main.matchAll(DECLARATIONS), ([, first]) => first ?? ''));
    writeFileSync(join(folder, own, 'circuit.go'), circuit);
    writeFileSync(join(folder, `${own}.go`), imported(renamed(main, own, mainNames, false), `"circuits/${own}"`));
    return;
  }
  writeFileSync(join(folder, `${own}_c.go`), renamed(circuit, own, declared, true).replace(/^package .*$/m, 'package main'));
  writeFileSync(join(folder, `${own}.go`), imported(renamed(main, own, declared, true), null));
}

function renamed(text: string, own: string, declared: ReadonlySet<string>, isOne: boolean): string {
  return text.replaceAll(TOKENS, (found, ofCircuit: string | undefined) => {
    if (ofCircuit !== undefined) return isOne ? `${ofCircuit}Of${own}` : found;
    // A variable with a field that is written like a package with a name.
    const [receiver, field] = found.split('.');
    if (/^["'`/]/.test(found)) return found;
    if (field !== undefined && PACKAGES.has(receiver ?? '')) return found;
    return found.replaceAll(/\w+/g, (name) => (declared.has(name) ? `${name}Of${own}` : name));
  });
}

/** Packages that circuits and their main programs import. */
const PACKAGES: ReadonlySet<string> = new Set(
  'adler32 base64 big binary bits bytes crc32 errors fmt hex hmac jsonlines math os rand sha1 sha256 sha512 sort strconv strings subtle time utf8'.split(
    ' ',
  ),
);

function imported(main: string, circuit: string | null): string {
  return main
    .replace(/^package .*$/m, 'package main')
    .replace('"circuit/jsonlines"', '"circuits/jsonlines"')
    .replace(/\tcircuit.* "circuit\/.*"\n/, circuit === null ? '' : `\tcircuit ${circuit}\n`);
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
