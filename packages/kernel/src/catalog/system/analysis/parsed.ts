import { type Abstract, NEVER, option, texts } from '../../../abstract/abstract.js';
import { whereSome } from '../../contents.js';
import { exactOnFew } from '../../exact.js';
import type { Analysis, Monomer } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { textViewAt } from '../../views.js';

/** Of an operation that reads a `content` from texts of lo..hi characters of a form that some text of every length fails. */
export function parsedAnalysis(
  reference: NonNullable<Monomer['reference']>,
  form: { readonly lo: number; readonly hi: number; readonly content: Abstract },
): Analysis {
  return exactOnFew(
    reference,
    onReached({
      transfer: (args) => {
        const { lo, hi } = textViewAt(args, 0);
        return option(true, hi < form.lo || lo > form.hi ? NEVER : form.content);
      },
      refine: (result) => whereSome(result, () => [texts(form.lo, form.hi)]),
    }),
  );
}
