import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { READER } from '../rust/harness-reader.js';
import { PIECES } from '../rust/runtime/pieces.js';
import { SOURCES } from '../rust/runtime/sources.js';
import type { CompiledFile, CompiledProgram } from '../target.js';
import type { BuiltRun, Toolchain } from './toolchain.js';

/**
 * Compiles many programs as modules of one crate, since the start of the compiler takes longer than most programs. The parts of
 * main programs that are the same for all are compiled once. Operations that overflow panic.
 */
export const RUST: Toolchain = { target: 'rust', isCompiled: true, commands: ['rustc', 'rustfmt'], answers, runTests };

/** More programs in one crate need much memory. */
const BATCH = 400;

/** One of so many modules keeps its own runtime, so that its warnings are found. */
const WHOLE = 10;

function answers(runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  const answered: (readonly string[])[] = [];
  for (let start = 0; start < runs.length; start += BATCH) answered.push(...inOneCrate(runs.slice(start, start + BATCH)));
  return answered;
}

function inOneCrate(runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-rust-'));
  try {
    for (const [index, { files }] of runs.entries()) {
      mkdirSync(path.join(folder, `r${index}`));
      for (const file of files) {
        const isWhole = index % WHOLE === 0;
        const content = file.path === 'main.rs' ? asModule(file.content) : isWhole ? file.content : withSharedRuntime(file.content);
        writeFileSync(path.join(folder, `r${index}`, file.path), content);
      }
    }
    writeFileSync(path.join(folder, 'common.rs'), COMMON);
    for (const name of Object.keys(SHARED)) writeFileSync(path.join(folder, `${name}.rs`), sharedModule(name));
    writeFileSync(path.join(folder, 'main.rs'), rootOf(runs.length));
    run(COMPILER, [...FLAGS, 'main.rs', '-o', 'program'], folder);
    const input = runs.flatMap(({ lines }, index) => lines.map((line) => `${index} ${line.replaceAll('\n', ' ')}\n`)).join('');
    const output = run('./program', [], folder, input).split('\n');
    let next = 0;
    return runs.map(({ lines }) => output.slice(next, (next += lines.length)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The compiler of the system is the oldest one that has to accept the programs; another one may come before it on the PATH. */
const COMPILER = existsSync('/usr/bin/rustc') ? '/usr/bin/rustc' : 'rustc';

const CHECKED = ['--edition', '2021', '-D', 'warnings', '-C', 'overflow-checks=on', '-C', 'opt-level=0'];

/** Unwinding needs code that only tests use, which go on after one that fails. */
const FLAGS = [...CHECKED, '-C', 'panic=abort'];

/** Builds a program of a compiled circuit with another main program, and returns its output. */
export function ranInRust({ files }: Pick<BuiltRun, 'files'>, main: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-rust-'));
  try {
    for (const file of files) writeFileSync(path.join(folder, file.path), file.content);
    writeFileSync(path.join(folder, 'main.rs'), main);
    run(COMPILER, [...FLAGS, 'main.rs', '-o', 'program'], folder);
    return run('./program', [], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds a main program with the oldest compiler and with the one on the PATH, which warns about more. */
export function builtInRust({ files }: Pick<CompiledProgram, 'files'>): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-rust-'));
  try {
    for (const file of files) writeFileSync(path.join(folder, file.path), file.content);
    for (const compiler of new Set([COMPILER, 'rustc'])) run(compiler, [...FLAGS, 'main.rs', '-o', 'program'], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The number of programs whose tests are one crate: a test takes the compiler as long as a function of a circuit. */
const TEST_BATCH = 60;

/** One of so many programs has its tests built. */
const TESTED = 4;

function runTests(programs: readonly CompiledProgram[]): void {
  const tested = programs.filter((_, index) => index % TESTED === 0);
  for (let start = 0; start < tested.length; start += TEST_BATCH) {
    const told = toldByTests(tested.slice(start, start + TEST_BATCH));
    if (told !== '') throw new Error(told);
  }
}

/** Runs the tests in the files of a program; returns what the runner tells if some fail, else an empty text. */
export function testedInRust(files: readonly CompiledFile[]): string {
  return toldByTests([{ files }]);
}

/** Builds the tests as modules of one crate. */
function toldByTests(programs: readonly Pick<CompiledProgram, 'files'>[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-rust-'));
  try {
    const modules = programs.map(({ files }, index) => {
      mkdirSync(path.join(folder, `r${index}`));
      for (const file of files) writeFileSync(path.join(folder, `r${index}`, file.path), file.content);
      return `#[path = "r${index}/${files.at(-1)?.path}"]\nmod r${index};\n`;
    });
    writeFileSync(path.join(folder, 'main.rs'), modules.join(''));
    run(COMPILER, [...CHECKED, '--test', 'main.rs', '-o', 'tests'], folder);
    const { status, stdout, stderr } = spawnSync('./tests', ['--quiet'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
    return status === 0 && /test result: ok\. [1-9]/.test(stdout) ? '' : `${stdout}${stderr}`.slice(-9_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[], cwd: string, input = ''): string {
  const { status, signal, stdout, stderr } = spawnSync(command, args, { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 29 });
  if (status !== 0) throw new Error(`${command}: ${status ?? signal}\n${stderr.slice(0, 9_000)}`);
  return stdout;
}

/** The parts that many programs share, as modules of the crate: by module the names of its pieces. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  faults: ['FaultError', 'fault'],
  guards: ['GuardedError', 'broken'],
  runtime: Object.keys(PIECES).filter((name) => ![...Object.keys(SOURCES), 'FaultError', 'fault', 'GuardedError', 'broken'].includes(name)),
};

const PIECE_CODES: ReadonlyMap<string, string> = new Map(Object.entries(PIECES).map(([name, { code }]) => [name, code.trim()]));

/** Returns items of a module so that other modules can use them. */
function published(code: string): string {
  return code
    .replaceAll(/^(fn|const fn|struct|enum|const|static) /gm, 'pub $1 ')
    .replaceAll(/^ {4}fn (port|expected|refuse)\b/gm, '    pub fn $1')
    .replaceAll(/^ {4}(refusal|port|path|message): (?![$S])/gm, '    pub $1: ')
    .replaceAll(/^ {4}(port|path|refusal): (?=String|Option<Refusal>)/gm, '    pub $1: ')
    .replaceAll('pub struct Index(usize)', 'pub struct Index(pub usize)');
}

const COMMON = [
  '#![allow(dead_code)]',
  'use std::collections::BTreeMap;',
  ...Object.values(READER).map(({ code }) => published(code)),
].join('\n');

function sharedModule(name: string): string {
  const uses = name === 'runtime' ? [] : ['use crate::runtime::*;'];
  const codes = (SHARED[name] ?? []).map((piece) => published(PIECE_CODES.get(piece) ?? ''));
  return ['#![allow(dead_code)]', ...uses, ...codes].join('\n');
}

/** Returns a main program as a module, whose shared parts are those of the crate. */
function asModule(main: string): string {
  let text = main;
  for (const { code } of Object.values(READER)) text = text.replace(`${code.trim()}\n`, '');
  return text
    .replace('use std::collections::BTreeMap;\nuse std::io::{self, BufRead, Write};', '#[allow(unused_imports)]\nuse crate::common::*;')
    .replace(/fn main\(\) -> io::Result[^]*?\n}\n/, '')
    .replace('fn answer(', 'pub fn answer(');
}

/** Returns the module of a circuit, whose runtime is that of the crate. */
function withSharedRuntime(module: string): string {
  let text = module;
  const used = new Set<string>();
  for (const [name, pieces] of Object.entries(SHARED)) {
    for (const piece of pieces) {
      const code = `\n${PIECE_CODES.get(piece)}\n`;
      if (!text.includes(code)) continue;
      text = text.replace(code, '');
      used.add(name);
    }
  }
  return `${text}\n${[...used].map((name) => `#[allow(unused_imports)]\npub use crate::${name}::*;\n`).join('')}`;
}

function rootOf(count: number): string {
  const indices = Array.from({ length: count }, (_, index) => index);
  return `use std::io::{BufRead, Write};
mod common;
${Object.keys(SHARED)
  .map((name) => `mod ${name};`)
  .join('\n')}
${indices.map((index) => `#[path = "r${index}/main.rs"]\nmod r${index};`).join('\n')}
static ANSWERS: [fn(&str) -> String; ${count}] = [${indices.map((index) => `r${index}::answer`).join(', ')}];
fn main() {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().split(b'\\n') {
        let line = line.unwrap();
        let text = String::from_utf8_lossy(&line);
        let (index, line) = text.split_once(' ').unwrap();
        writeln!(out, "{}", ANSWERS[index.parse::<usize>().unwrap()](line)).unwrap();
    }
}
`;
}
