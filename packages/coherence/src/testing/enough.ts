/** True where so many runs are enough to ask that each kind of result came up; of fewer it says that they are too few. */
export function areEnough(runs: number, least: number): boolean {
  if (runs >= least) return true;
  process.stderr.write(`${runs} runs are too few to see every layer and every outcome: ${least} are asked for that\n`);
  return false;
}
