import { type Abstract, type AbstractText, EITHER, exactTexts, FALSE, NEVER, onlyValue, TRUE, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { isUnreached, narrowed, textViewAt } from '../../views.js';
import { type GlobStep, parseGlob } from '../glob.js';

/** What the lengths of texts and the wildcards of the pattern settle. */
export function matchesGlobAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(reference, {
    transfer: (args) => {
      const steps = stepsOf(args);
      return steps === undefined ? EITHER : canMatch(textViewAt(args, 0), steps);
    },
    refine: (result, args) => {
      if (result.kind !== 'boolean' || isUnreached(args)) return args.map(() => NEVER);
      const steps = stepsOf(args);
      return result.canBeFalse || steps === undefined ? args : narrowed(args, [matching(steps)]);
    },
  });
}

/** The steps of the pattern, which is a literal; undefined where it is malformed. */
function stepsOf(args: readonly Abstract[]): readonly GlobStep[] | undefined {
  const pattern = onlyValue(textViewAt(args, 1));
  return typeof pattern === 'string' ? parseGlob(pattern) : undefined;
}

function canMatch(text: AbstractText, steps: readonly GlobStep[]): Abstract {
  const { least, most } = lengthsOf(steps);
  if (text.hi < least || text.lo > most) return FALSE;
  const anyText = steps.every((step) => step === 'run' || step === 'one');
  return anyText && least <= text.lo && text.hi <= most ? TRUE : EITHER;
}

/** The texts that can match, by length; the one text where there is no wildcard. */
function matching(steps: readonly GlobStep[]): Abstract {
  const literal = steps.flatMap((step) => (typeof step === 'number' ? [step] : []));
  if (literal.length === steps.length) return exactTexts([literal.map((codePoint) => String.fromCodePoint(codePoint)).join('')]);
  const { least, most } = lengthsOf(steps);
  return texts(least, most);
}

/** The lengths of the texts that the steps can match. */
function lengthsOf(steps: readonly GlobStep[]): { readonly least: number; readonly most: number } {
  const least = steps.filter((step) => step !== 'run').length;
  return { least, most: steps.includes('run') ? TEXT_LENGTH : least };
}
