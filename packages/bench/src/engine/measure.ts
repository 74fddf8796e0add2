/** Collects garbage, if node runs with `--expose-gc`. */
export function collect(): void {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc');
  globalThis.gc();
}

/** CPU time of one call in milliseconds, of all threads of the process: on a shared machine the clock is not meaningful. */
export function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The median CPU time in milliseconds of `rounds` calls, after `warm` calls that do not count. It forces no garbage collection,
 * since a forced one discards compiled code too.
 */
export function medianCpu(work: () => void, { warm, rounds }: { readonly warm: number; readonly rounds: number }): number {
  for (let i = 0; i < warm; i += 1) work();
  return median(Array.from({ length: rounds }, () => cpuOf(work)));
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
