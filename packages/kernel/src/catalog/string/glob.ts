import { unitsAt } from './offsets.js';

/** One step of a pattern: any run of characters, any one code point, or exactly this code point. */
export type GlobStep = 'run' | 'one' | number;

/** The steps of a pattern, with runs of `*` as one; undefined where it ends in a `\` that quotes nothing. */
export function parseGlob(pattern: string): readonly GlobStep[] | undefined {
  const steps: GlobStep[] = [];
  let quoted = false;
  for (const character of pattern) {
    if (!quoted && character === '\\') {
      quoted = true;
      continue;
    }
    const step = quoted ? literal(character) : unquoted(character);
    if (step !== 'run' || steps.at(-1) !== 'run') steps.push(step);
    quoted = false;
  }
  return quoted ? undefined : steps;
}

function unquoted(character: string): GlobStep {
  if (character === '*') return 'run';
  return character === '?' ? 'one' : literal(character);
}

function literal(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/**
 * Whether the steps match the whole text. Only the last run is ever widened: what an earlier one could take more,
 * a later one can take as well. So the work is at most text times steps, in constant space. Source: R. Cox,
 * "Glob Matching Can Be Simple And Fast Too" (2017).
 */
export function matchesSteps(text: string, steps: readonly GlobStep[]): boolean {
  let step = 0;
  let offset = 0;
  let runStep = -1;
  let runEnd = 0;
  while (offset < text.length || step < steps.length) {
    const wanted = steps[step];
    if (wanted === 'run') {
      runStep = step;
      runEnd = offset;
      step += 1;
    } else if (wanted !== undefined && offset < text.length && (wanted === 'one' || text.codePointAt(offset) === wanted)) {
      offset += unitsAt(text, offset);
      step += 1;
    } else if (runStep >= 0 && offset < text.length) {
      runEnd += unitsAt(text, runEnd);
      offset = runEnd;
      step = runStep + 1;
    } else {
      return false;
    }
  }
  return true;
}
