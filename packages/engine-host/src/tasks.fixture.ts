import { getPriority } from 'node:os';
import { transferring } from './transfer.js';

/** Tasks for the pool's own test: each does to its thread what a hostile program might. */
export function double(number: number): number {
  return number * 2;
}

export function sum(bytes: Uint8Array): number {
  return bytes.reduce((total, byte) => total + byte, 0);
}

export function make(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length).fill(7);
  return transferring(bytes, [bytes.buffer]);
}

export function fail(message: string): never {
  throw new TypeError(message);
}

export function spin(): never {
  for (;;);
}

/** Waits until the other side writes 1. */
export function hold(flag: Int32Array<SharedArrayBuffer>): string {
  Atomics.wait(flag, 0, 0);
  return 'released';
}

export function devour(): number {
  const held: number[][] = [];
  for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index));
}

export function leave(code: number): never {
  process.exit(code);
}

/** Returns the priority of this thread, on systems that have one per thread. */
export function priority(): number {
  return getPriority();
}
