import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { READER } from '../rust/harness-reader.js';
import type { BuiltRun, Toolchain } from './toolchain.js';

/**
 * Compiles many programs as modules of one crate, since the start of the compiler takes longer than most programs. The parts of
 * main programs that are the same for all are compiled once. Operations that overflow panic.
 */
export const RUST: Toolchain = { target: 'rust', commands: ['rustc', 'rustfmt'], answers };

/** More programs in one crate need much memory. */
const BATCH = 400;

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
        writeFileSync(path.join(folder, `r${index}`, file.path), file.path === 'main.rs' ? asModule(file.content) : file.content);
      }
    }
    writeFileSync(path.join(folder, 'common.rs'), COMMON);
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

const FLAGS = ['--edition', '2021', '-D', 'warnings', '-C', 'debug-assertions=on', '-C', 'opt-level=0', '-C', 'debuginfo=0'];

function run(command: string, args: readonly string[], cwd: string, input = ''): string {
  const { status, signal, stdout, stderr } = spawnSync(command, args, { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 29 });
  if (status !== 0) throw new Error(`${command}: ${status ?? signal}\n${stderr.slice(0, 9_000)}`);
  return stdout;
}

/** The parts that all main programs share, public. */
const COMMON = [
  '#![allow(dead_code)]',
  'use std::collections::BTreeMap;',
  ...Object.values(READER).map(({ code }) =>
    code
      .replaceAll(/^(fn|struct|enum|const) /gm, 'pub $1 ')
      .replaceAll(/^ {4}fn (port|expected|refuse)\b/gm, '    pub fn $1')
      .replaceAll(/^ {4}(refusal|port|path|message): (?!\$)/gm, '    pub $1: ')
      .replaceAll('pub struct Index(usize)', 'pub struct Index(pub usize)'),
  ),
].join('\n');

/** Returns a main program as a module, whose shared parts are those of the crate. */
function asModule(main: string): string {
  let text = main;
  for (const { code } of Object.values(READER)) text = text.replace(`${code.trim()}\n`, '');
  return text
    .replace('use std::collections::BTreeMap;\nuse std::io::{self, BufRead, Write};', '#[allow(unused_imports)]\nuse crate::common::*;')
    .replace(/fn main\(\) -> io::Result[^]*?\n}\n/, '')
    .replace('fn answer(', 'pub fn answer(');
}

function rootOf(count: number): string {
  const indices = Array.from({ length: count }, (_, index) => index);
  return `use std::io::{BufRead, Write};
mod common;
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
