/** Returns true if a test has enough runs to require every kind of result; otherwise reports that they are too few. */
export function areEnough(runs: number, least: number): boolean {
  if (runs >= least) return true;
  process.stderr.write(`${runs} runs are too few to see every layer and every outcome: ${least} are asked for that\n`);
  return false;
}
