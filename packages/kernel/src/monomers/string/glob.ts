import { type AbstractText, type AbstractValue, EITHER, exactTexts, FALSE, onlyValue, TRUE, texts } from '../../abstract/abstract.js';
import { contains } from '../../abstract/ranges.js';
import { TEXT_LENGTH } from '../../limits.js';
import { BOOLEAN, TEXT, textDomain } from '../../types/domain.js';
import { unitsAt } from '../../values/text.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import { monomer } from '../monomer.js';
import { literalParameter, parameter } from '../overloads.js';
import { textViewAt } from '../views.js';
import { before, sizeOf } from '../work.js';

/** MATCHES_GLOB, analysed by the lengths of texts and the wildcards of the pattern, which is a literal. */
export const matchesGlob = monomer({
  overloads: [
    {
      parameters: [
        parameter('text', TEXT),
        { ...literalParameter('pattern', TEXT, textDomain(0, TEXT_LENGTH)), malformed: malformedPattern },
      ],
      result: BOOLEAN,
    },
  ],
  reference: (args) => {
    const steps = parseGlob(textAt(args, 1));
    return steps === undefined ? undefined : matchesSteps(textAt(args, 0), steps);
  },
  work: before(([text, pattern]) => sizeOf(text) * Math.max(sizeOf(pattern), 1) + sizeOf(pattern)),
  precondition: null,
  few: 'run',
  transfer: (args) => {
    const steps = stepsOf(args);
    return steps === undefined ? EITHER : canMatch(textViewAt(args, 0), steps);
  },
  related: null,
  refine: (result, args) => {
    const steps = stepsOf(args);
    return result.kind !== 'boolean' || result.canBeFalse || steps === undefined ? args : [matching(steps)];
  },
  facts: null,
  linear: null,
  smt: null,
});

function malformedPattern(pattern: Value): string | undefined {
  return parseGlob(textAt([pattern], 0)) === undefined ? 'ends in a \\ that quotes no character; write \\\\ for a literal \\' : undefined;
}

/** Returns the steps of the pattern; `undefined` if it is malformed. */
function stepsOf(args: readonly AbstractValue[]): readonly GlobStep[] | undefined {
  const pattern = onlyValue(textViewAt(args, 1));
  return typeof pattern === 'string' ? parseGlob(pattern) : undefined;
}

function canMatch(text: AbstractText, steps: readonly GlobStep[]): AbstractValue {
  const { least, most } = lengthsOf(steps);
  if (text.hi < least || text.lo > most || !hasLiterals(text, steps)) return FALSE;
  const anyText = steps.every((step) => step === 'run' || step === 'one');
  return anyText && least <= text.lo && text.hi <= most ? TRUE : EITHER;
}

/** Returns true if a text of the set can contain the characters of the pattern. */
function hasLiterals(text: AbstractText, steps: readonly GlobStep[]): boolean {
  const characters = text.characters;
  return steps.every((step) => typeof step !== 'number' || contains(characters, step));
}

/** Returns the texts that can match, by length; the single text if the pattern has no wildcard. */
function matching(steps: readonly GlobStep[]): AbstractValue {
  const literals = steps.flatMap((step) => (typeof step === 'number' ? [step] : []));
  if (literals.length === steps.length) return exactTexts([literals.map((codePoint) => String.fromCodePoint(codePoint)).join('')]);
  const { least, most } = lengthsOf(steps);
  return texts(least, most);
}

/** Returns the lengths of the texts that the steps can match. */
function lengthsOf(steps: readonly GlobStep[]): { readonly least: number; readonly most: number } {
  const least = steps.filter((step) => step !== 'run').length;
  return { least, most: steps.includes('run') ? TEXT_LENGTH : least };
}

/**
 * Returns the characters of a text that matches, by place; `null` in place of any character. `null` if the pattern matches texts
 * of several lengths.
 */
export function placesOf(pattern: string): readonly (string | null)[] | null {
  const steps = parseGlob(pattern);
  if (steps === undefined || steps.includes('run')) return null;
  return steps.map((step) => (typeof step === 'number' ? String.fromCodePoint(step) : null));
}

/** One step of a pattern: any run of characters, any one code point, or exactly this code point. */
type GlobStep = 'run' | 'one' | number;

/**
 * Returns the steps of a pattern, with consecutive `*` as one run. `undefined` if the pattern ends in a `\` that quotes no
 * character.
 */
function parseGlob(pattern: string): readonly GlobStep[] | undefined {
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
 * Returns true if the steps match the whole text. Only the last run is ever widened, since it can take everything that an earlier
 * run could take in addition. So the work is at most text times steps, in constant space. Source: R. Cox, "Glob Matching Can Be
 * Simple And Fast Too" (2017).
 */
function matchesSteps(text: string, steps: readonly GlobStep[]): boolean {
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
