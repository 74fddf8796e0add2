import { type ClosableSolver, solverOver } from '@kirchhoff/solver/solver-over';
import { init } from 'z3-solver/build/low-level';
import initZ3 from 'z3-solver/build/z3-built.js';
import wasm from 'z3-solver/build/z3-built.wasm?url';
import type { SolverQuestion, SolverReply } from './solver-protocol.js';

/** z3 in a worker of its own, which a query blocks. */

declare const self: DedicatedWorkerGlobalScope;

// A worker's messages have no origin, unlike a window's.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const reply = (message: SolverReply): void => self.postMessage(message);

let starting: Promise<ClosableSolver> | undefined;

async function start(): Promise<ClosableSolver> {
  if (!self.crossOriginIsolated) throw new Error('this browser gives the page no shared memory');
  const z3 = await init(initZ3, {
    locateFile: () => wasm,
    // It tells on this channel that a slow machine still compiles it, which is no error. Errors are results of its calls.
    printErr: (line: string) => console.info(line),
  });
  return solverOver(z3);
}

async function solve({ number, text, resourceLimit }: SolverQuestion): Promise<void> {
  try {
    starting ??= start();
    const solver = await starting;
    reply({ kind: 'answer', number, version: solver.version, answer: await solver.solve(text, resourceLimit) });
  } catch (error) {
    reply({ kind: 'out', reason: error instanceof Error ? error.message : String(error) });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<SolverQuestion>): void => void solve(data));
