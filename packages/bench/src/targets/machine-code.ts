import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompiledProgram } from '@kirchhoff/targets';
import { median } from '../engine/measure.js';
import { C_BY_HAND, C_HEADER } from './c-by-hand.js';
import { type BenchCircuit, generator } from './programs.js';

export interface MachineCodeRatio {
  readonly id: 'c' | 'rust';
  readonly language: string;
  readonly ratio: number;
}

const INPUTS = 500;
const PROCESSES = 9;

/**
 * Compares emitted C and Rust with C by hand at -O2, each in a process of its own, in turns. Both loop over the same inputs and
 * print the nanoseconds of a call and a sum of all outputs.
 */
export function ratiosInMachineCode(
  circuit: BenchCircuit,
  { c, rust }: { readonly c: CompiledProgram | null; readonly rust: CompiledProgram | null },
): readonly MachineCodeRatio[] {
  if (c === null && rust === null) return [];
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-bench-'));
  try {
    const byHand = builtByHand(folder, circuit);
    const emitted = [
      ...(c === null ? [] : [{ id: 'c' as const, language: 'C', program: builtC(folder, circuit, c) }]),
      ...(rust === null ? [] : [{ id: 'rust' as const, language: 'Rust', program: builtRust(folder, circuit, rust) }]),
    ];
    return emitted.map(({ id, language, program }) => ({ id, language, ratio: pairedRatio(program, byHand) }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pairedRatio(program: string, rival: string): number {
  const ratios = Array.from({ length: PROCESSES }, (_, turn) => {
    const [first, second] = turn % 2 === 0 ? [program, rival] : [rival, program];
    const [one, other] = [run(first), run(second)];
    if (one.sum !== other.sum) throw new Error(`the answers of ${program} and ${rival} differ`);
    return turn % 2 === 0 ? one.time / other.time : other.time / one.time;
  });
  return median(ratios);
}

function run(program: string): { readonly time: number; readonly sum: string } {
  const [time = '', sum = ''] = execFileSync(program, { encoding: 'utf8' }).trim().split(' ');
  return { time: Number(time), sum };
}

type Drawn = ReturnType<BenchCircuit['draw']>;

function inputsOf(circuit: BenchCircuit): readonly Drawn[] {
  const below = generator(17);
  return Array.from({ length: INPUTS }, () => circuit.draw(below));
}

/** Returns the initializer of a struct: octets are an array beside it. */
function structs(circuit: BenchCircuit, tag: (port: string, name: string) => string): { readonly octets: string; readonly inputs: string } {
  const octets: string[] = [];
  const inputs = inputsOf(circuit).map((drawn) => {
    const fields = Object.entries(drawn).map(([port, value]) => {
      if (typeof value === 'number') return `.${port} = INT64_C(${value})`;
      if (typeof value === 'string') return `.${port} = ${tag(port, value)}`;
      octets.push(`static const uint8_t octets_${octets.length}[] = {${value.join(', ')}};`);
      return `.${port} = {octets_${octets.length - 1}, ${value.length}}`;
    });
    return `  {${fields.join(', ')}},`;
  });
  return { octets: octets.join('\n'), inputs: inputs.join('\n') };
}

/** The outputs of each circuit. */
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  card_fee: ['fee'],
  celsius: ['degrees'],
  income_tax: ['tax'],
  pid_step: ['drive', 'next_total', 'deviation'],
  frame_check: ['check'],
};

function outputsOf({ name }: BenchCircuit): readonly string[] {
  return OUTPUTS[name] ?? [];
}

interface CSide {
  readonly header: string;
  readonly inputs: string;
  /** A call that is true if the inputs are accepted. */
  readonly call: string;
  readonly declarations: string;
  readonly tag: (port: string, name: string) => string;
}

function driver(circuit: BenchCircuit, side: CSide): string {
  const { octets, inputs } = structs(circuit, side.tag);
  const sum = outputsOf(circuit).map((name) => `(uint64_t)out.${name}`);
  return `#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "${side.header}"

${octets}
static const ${side.inputs} inputs[] = {
${inputs}
};

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  enum { ROUNDS = 61, REPEATS = 20 };
  double times[ROUNDS];
  uint64_t sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      for (size_t i = 0; i < ${INPUTS}; i++) {
        ${side.declarations}
        if (!(${side.call})) abort();
        sum += ${sum.join(' + ')};
      }
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    times[round] = ((after.tv_sec - before.tv_sec) * 1e9 + (after.tv_nsec - before.tv_nsec)) / (${INPUTS}.0 * REPEATS);
  }
  qsort(times, ROUNDS, sizeof times[0], compare);
  printf("%.4f %" PRIu64 "\\n", times[ROUNDS / 4], sum);
}
`;
}

function builtByHand(folder: string, circuit: BenchCircuit): string {
  writeFileSync(path.join(folder, 'hand.h'), C_HEADER);
  writeFileSync(path.join(folder, 'hand.c'), C_BY_HAND);
  const main = driver(circuit, {
    header: 'hand.h',
    inputs: `struct hand_${circuit.name}_in`,
    declarations: `struct hand_${circuit.name}_out out;`,
    call: `hand_${circuit.name}(&inputs[i], &out) == NULL`,
    tag: (port, name) => `${port}_${name}`.toUpperCase(),
  });
  return builtByGcc(folder, 'by-hand', main, ['hand.c']);
}

function builtC(folder: string, circuit: BenchCircuit, { files }: CompiledProgram): string {
  for (const { path: name, content } of files) writeFileSync(path.join(folder, name), content);
  const { name } = circuit;
  const main = driver(circuit, {
    header: files.find((file) => file.path.endsWith('.h'))?.path ?? '',
    inputs: `${name}_inputs`,
    declarations: `${name}_outputs out;\n        ${name}_error error;`,
    call: `${name}(&inputs[i], &out, &error) == ${name.toUpperCase()}_OK`,
    tag: (port, tag) => `${name}_${port}_${tag}`.toUpperCase(),
  });
  return builtByGcc(
    folder,
    'emitted-c',
    main,
    files.flatMap((file) => (file.path.endsWith('.c') ? [file.path] : [])),
  );
}

function builtByGcc(folder: string, name: string, main: string, sources: readonly string[]): string {
  writeFileSync(path.join(folder, `${name}-main.c`), main);
  execFileSync('gcc', ['-std=c11', '-O2', '-o', name, `${name}-main.c`, ...sources], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  return path.join(folder, name);
}

function builtRust(folder: string, circuit: BenchCircuit, { files }: CompiledProgram): string {
  const [file] = files;
  const inputs = inputsOf(circuit).map((drawn) => {
    const fields = Object.entries(drawn).map(([port, value]) => {
      if (typeof value === 'number') return `${port}: ${value}`;
      if (typeof value === 'string') return `${port}: circuit::${capitalized(port)}::${capitalized(value)}`;
      return `${port}: vec![${value.join(', ')}]`;
    });
    return `        circuit::Inputs { ${fields.join(', ')} },`;
  });
  const sum = outputsOf(circuit).map((name) => `.wrapping_add(out.${name} as u64)`);
  const main = `#[path = "${file?.path}"]
#[allow(dead_code)]
mod circuit;

// As far from the loop as a function of another file in C.
#[inline(never)]
fn call(inputs: &circuit::Inputs) -> Result<circuit::Outputs, Box<circuit::DomainError>> {
    circuit::${circuit.name}(inputs)
}

fn main() {
    let inputs = vec![
${inputs.join('\n')}
    ];
    let mut times = Vec::new();
    let mut sum = 0u64;
    for _ in 0..61 {
        let before = std::time::Instant::now();
        for _ in 0..20 {
            for each in &inputs {
                let out = call(each).unwrap();
                sum = sum${sum.join('')};
            }
        }
        times.push(before.elapsed().as_nanos() as f64 / (inputs.len() as f64 * 20.0));
    }
    times.sort_by(|a, b| a.partial_cmp(b).unwrap());
    println!("{:.4} {}", times[61 / 4], sum);
}
`;
  writeFileSync(path.join(folder, file?.path ?? ''), file?.content ?? '');
  writeFileSync(path.join(folder, 'main.rs'), main);
  execFileSync('rustc', ['--edition', '2021', '-C', 'opt-level=2', '-o', 'emitted-rust', 'main.rs'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return path.join(folder, 'emitted-rust');
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
