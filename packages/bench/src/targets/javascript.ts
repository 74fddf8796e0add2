import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../engine/measure.js';
import * as byHand from './javascript-by-hand.js';
import * as ofBigints from './javascript-of-bigints.js';
import { type BenchCircuit, generator } from './programs.js';

type Call = (inputs: unknown) => unknown;
type Loop = (call: Call, inputs: readonly unknown[]) => unknown;

const INPUTS = 2_000;
const ROUNDS = 60;
const WARM = 20;

/** Times of emitted and of naive JavaScript divided by the time of hand-written JavaScript, medians of rounds in turns. */
export interface JavaScriptRatios {
  readonly emitted: number;
  readonly naive: number;
  /** Nanoseconds of one call of the hand-written function. */
  readonly byHand: number;
}

/** Compares an emitted module with the same function by hand, in one process. */
export async function ratiosInJavaScript(circuit: BenchCircuit, text: string): Promise<JavaScriptRatios> {
  const below = generator(17);
  const inputs = Array.from({ length: INPUTS }, () => circuit.draw(below));
  const emitted = exportOf(await imported(text), circuit.name);
  const subjects = [emitted, exportOf(byHand, circuit.name), exportOf(ofBigints, circuit.name)];
  for (const each of inputs) {
    const answers = subjects.map((call) => JSON.stringify(call(each)));
    if (new Set(answers).size !== 1)
      throw new Error(`${circuit.name} has several answers to ${JSON.stringify(each)}: ${answers.join(' ')}`);
  }
  const timed = await Promise.all(subjects.map(async (call, index) => ({ call, loop: await loopOf(`${circuit.name} ${index}`) })));
  const times = subjects.map((): number[] => []);
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    // Each is first as often as the others.
    for (let turn = 0; turn < timed.length; turn += 1) {
      const index = (round + turn) % timed.length;
      const subject = timed[index];
      if (subject === undefined) continue;
      const time = nanoseconds(() => subject.loop(subject.call, inputs)) / INPUTS;
      if (round >= WARM) times[index]?.push(time);
    }
  }
  const [a = [], b = [], c = []] = times;
  const ratio = (own: readonly number[]) => median(own.map((time, round) => time / (b[round] ?? Number.NaN)));
  return { emitted: ratio(a), naive: ratio(c), byHand: median(b) };
}

function nanoseconds(work: () => unknown): number {
  const before = process.hrtime.bigint();
  kept = work();
  return Number(process.hrtime.bigint() - before);
}

/** Keeps the answers, so that no call is optimised away. */
let kept: unknown;

export function lastAnswer(): unknown {
  return kept;
}

/** Returns a loop of its own for each subject: a shared one would see several functions and inline none. */
async function loopOf(subject: string): Promise<Loop> {
  const text = `// ${subject}\nexport function loop(call, inputs) {\n  let last;\n  for (const each of inputs) last = call(each);\n  return last;\n}\n`;
  const { loop } = await imported(text);
  if (typeof loop !== 'function') throw new Error('a module without its loop');
  return (call, inputs) => loop(call, inputs);
}

function exportOf(module: Readonly<Record<string, unknown>>, name: string): Call {
  const found = module[name];
  if (!isCall(found)) throw new Error(`a module without the function ${name}`);
  return found;
}

function isCall(value: unknown): value is Call {
  return typeof value === 'function';
}

async function imported(text: string): Promise<Readonly<Record<string, unknown>>> {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-bench-'));
  try {
    const file = join(folder, 'module.mjs');
    writeFileSync(file, text);
    return await import(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
