import { type Abstract, texts } from '../../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../../limits.js';
import { exactOnFew } from '../../exact.js';
import { sumOfLengthsFacts } from '../../measures.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { textViewAt } from '../../views.js';

export function concatAnalysis(reference: NonNullable<Monomer['reference']>): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const [a, b] = [textViewAt(args, 0), textViewAt(args, 1)];
        return texts(a.lo + b.lo, Math.min(a.hi + b.hi, TEXT_LENGTH));
      },
      need: (args) => textViewAt(args, 0).hi + textViewAt(args, 1).hi <= TEXT_LENGTH,
      refine: (result, args) => [operand(result, args, 1), operand(result, args, 0)],
      facts: sumOfLengthsFacts,
    }),
  );
}

/** The texts that together with the other operand can give a text of the result's length. */
function operand(result: Abstract, args: readonly Abstract[], other: number): Abstract {
  const whole = textViewAt([result], 0);
  const rest = textViewAt(args, other);
  return texts(Math.max(whole.lo - rest.hi, 0), whole.hi - rest.lo);
}
