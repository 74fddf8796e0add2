/** Node's collector, with `--expose-gc`. */
function collector(): NodeJS.GCFunction {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc');
  return globalThis.gc;
}

/** Collects all garbage. */
function collect(): void {
  collector()();
}

/** Collects the garbage of the young generation, and keeps compiled code. */
function collectYoung(): void {
  collector()({ type: 'minor' });
}

/** CPU time of one call in milliseconds, of all threads of the process: on a shared machine the clock is not meaningful. */
export function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * CPU time of one call in milliseconds, with the collection of its own garbage and of no other: the young generation is collected
 * before the call, and at its end while its result is in use. The arguments of the call are moved out of the young generation
 * first, which takes two collections.
 */
export function cpuOfAlone(work: () => unknown): number {
  collectYoung();
  collectYoung();
  const results: unknown[] = [];
  const time = cpuOf(() => {
    results.push(work());
    collectYoung();
  });
  results.length = 0;
  return time;
}

/**
 * The median CPU time in milliseconds of `rounds` calls, after `warm` calls that do not count. It forces no garbage collection,
 * since a forced one discards compiled code too.
 */
export function medianCpu(work: () => void, { warm, rounds }: { readonly warm: number; readonly rounds: number }): number {
  for (let i = 0; i < warm; i += 1) work();
  return median(Array.from({ length: rounds }, () => cpuOf(work)));
}

/**
 * Calls two measurements in pairs, one right after the other, and returns the median of the first divided by the second. A shared
 * machine changes its speed within a run, and a ratio of two medians that were taken one after the other would show that change.
 * Every second pair begins with the second measurement: otherwise a collection of the old generation that comes at regular distances
 * would always count for the same one.
 */
export function medianRatio(one: () => number, other: () => number, pairs: number): number {
  const ratios = Array.from({ length: pairs }, (_, pair) => {
    if (pair % 2 === 0) return one() / other();
    const second = other();
    return one() / second;
  });
  return median(ratios);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) throw new Error('a median of nothing');
  return middle;
}

/** Measures the heap that the result of `make` keeps after a collection, in bytes. */
export function heapOf<T>(make: () => T): { readonly made: T; readonly bytes: number } {
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = make();
  collect();
  return { made, bytes: process.memoryUsage().heapUsed - before };
}
