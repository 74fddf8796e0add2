import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { WireAnswer } from './wire.js';

const MEBIBYTE = 1_048_576;
const EVERY = 1_000;

/** Counts of answers. */
export class Tally {
  readonly #byOperation = new Map<string, Map<number, number>>();
  readonly #memory: number[] = [];
  #raw = 0;
  #answered = 0;
  #slowest = 0;

  answered(name: string, { status, milliseconds }: WireAnswer): void {
    const statuses = this.#byOperation.get(name) ?? new Map<number, number>();
    this.#byOperation.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    this.#slowest = Math.max(this.#slowest, milliseconds);
    if (this.#answered % EVERY === 0) this.#memory.push(memoryInUse());
    this.#answered += 1;
  }

  /** Counts a message that was no request. */
  raw(): void {
    this.#raw += 1;
  }

  /** Count of answers with a 2xx status. */
  successes(name: string): number {
    return [...(this.#byOperation.get(name) ?? [])].reduce(
      (sum, [status, count]) => (status >= 200 && status < 300 ? sum + count : sum),
      0,
    );
  }

  /** By status, then by operation. */
  toString(): string {
    const all = new Map<number, number>();
    for (const statuses of this.#byOperation.values()) {
      for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
    }
    const operations = [...this.#byOperation].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return [
      `${this.#answered} requests, ${this.#raw} times what is none; the slowest answer took ${Math.round(this.#slowest)} ms`,
      `by status: ${inWords(all)}`,
      ...operations.map(([name, statuses]) => `  ${name}: ${inWords(statuses)}`),
      `MiB of the heap in use, every ${EVERY} requests: ${this.#memory.join(' ')}`,
    ].join('\n');
  }
}

function inWords(statuses: ReadonlyMap<number, number>): string {
  return [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ');
}

/** Used memory in MiB after a collection: uncollected garbage would hide a leak. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage === 'function') collectGarbage();
  return Math.round(process.memoryUsage().heapUsed / MEBIBYTE);
}
