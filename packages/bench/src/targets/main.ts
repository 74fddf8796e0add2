import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { type CircuitProgram, certify, evidenceOf, type Program } from '@kirchhoff/coherence';
import { type CompiledProgram, compile, TARGETS, type Target, targetNamed } from '@kirchhoff/targets';
import type { Bar } from '../engine/bars.js';
import { medianCpu } from '../engine/measure.js';
import { SHAPES } from '../engine/shapes.js';
import { nodesOf, programOf } from '../engine/stages.js';
import { barsTable } from '../engine/table.js';
import { ratiosInJavaScript } from './javascript.js';
import { ratiosInMachineCode } from './machine-code.js';
import { CIRCUITS } from './programs.js';
import { ratioInPython } from './python.js';

/** The bars of compiled circuits: time divided by that of the same function by hand. */
const MOST = { js: 1.2, python: 1.3, c: 1.1, rust: 1.1 } as const;
const NODES = 1_000;
const MOST_MILLISECONDS = 20;

/**
 * Measures compiled circuits against the same functions by hand, and the time to compile 1,000 nodes; prints the bars and writes
 * the figures. A target that this build does not have is left out.
 * @param destination of the JSON
 */
export async function benchTargets(destination: string): Promise<void> {
  const bars = [...(await speedBars()), ...compileBars()];
  process.stdout.write(`${barsTable(bars)}\n`);
  const file = path.resolve(destination);
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, bars }, null, 2)}\n`);
  const judged = bars.filter(({ bar }) => bar !== '');
  process.stdout.write(`\n${judged.filter(({ met }) => met).length} of ${judged.length} bars met; all figures are in ${file}\n`);
}

async function speedBars(): Promise<readonly Bar[]> {
  const bars: Bar[] = [];
  for (const circuit of CIRCUITS) {
    say(circuit.name);
    const program = circuitOf(circuit.source);
    const js = compiledTo('js', program);
    if (js !== null) {
      const { emitted, naive } = await ratiosInJavaScript(circuit, js.compiled);
      bars.push(timesBar(`${circuit.name}: JavaScript`, emitted, MOST.js));
      bars.push({ measure: `${circuit.name}: all bigints, naive`, value: naive, unit: 'times', bar: '', met: true });
    }
    const python = compiledTo('python', program);
    if (python !== null) bars.push(timesBar(`${circuit.name}: Python`, ratioInPython(circuit, python.files).emitted, MOST.python));
    for (const { id, language, ratio } of ratiosInMachineCode(circuit, {
      c: compiledTo('c', program),
      rust: compiledTo('rust', program),
    })) {
      bars.push(timesBar(`${circuit.name}: ${language}`, ratio, MOST[id]));
    }
  }
  return bars;
}

/** CPU time to compile a circuit that has been read and proven, in a warm process. */
function compileBars(): readonly Bar[] {
  return TARGETS.flatMap((target) => {
    say(`compilation to ${target.language}`);
    const times = SHAPES.map(({ source }) => {
      const program = programOf(source(NODES));
      if (program.type !== 'circuit') throw new Error('no circuit');
      // Some shapes have more nodes than they are asked for.
      const scale = NODES / nodesOf(program);
      return medianCpu(() => compiled(target, program), { warm: 40, rounds: 25 }) * scale;
    });
    const value = Math.max(...times);
    const measure = `${NODES} nodes compiled to ${target.language}, slowest shape`;
    return { measure, value, unit: 'ms', bar: `under ${MOST_MILLISECONDS}`, met: value < MOST_MILLISECONDS };
  });
}

function circuitOf(source: string): CircuitProgram {
  const program: Program = programOf(source);
  if (program.type !== 'circuit') throw new Error('no circuit');
  return program;
}

function compiledTo(id: string, program: CircuitProgram): CompiledProgram | null {
  const target = targetNamed(id);
  return target === undefined ? null : compiled(target, program);
}

const EVIDENCE = new WeakMap<CircuitProgram, ReturnType<typeof certify>>();

function compiled(target: Target, program: CircuitProgram): CompiledProgram {
  const certification = EVIDENCE.get(program) ?? certify(program);
  EVIDENCE.set(program, certification);
  const { certified, certificate } = certification;
  const compilation = compile(program, target, {
    certified,
    evidence: certificate === null ? undefined : evidenceOf(certificate),
    allowOpen: false,
  });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program;
}

function timesBar(measure: string, value: number, most: number): Bar {
  return { measure, value, unit: 'times', bar: `at most ${most}`, met: value <= most };
}

function say(line: string): void {
  process.stderr.write(`measuring ${line} …\n`);
}
