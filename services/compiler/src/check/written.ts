import type { Clock, FairTurns, Problem } from '@kirchhoff/platform';
import { type Asking, stopping } from './decide.js';

/**
 * Writes the bytes of `{"<member>":[…]}`, in turn with other work.
 *
 * @param items the entries; `viewOf` makes the JSON value of each
 */
export async function writeList<Item>(
  member: string,
  items: readonly Item[],
  viewOf: (item: Item) => unknown,
  { turns, clock }: { readonly turns: FairTurns; readonly clock: Clock },
  { share, signal }: Pick<Asking, 'share' | 'signal'>,
): Promise<Uint8Array | Problem> {
  const written: string[] = [];
  const write = (ends: number): boolean => {
    for (const item of items.slice(written.length)) {
      written.push(JSON.stringify(viewOf(item)));
      if (clock.monotonic() >= ends) break;
    }
    return written.length === items.length;
  };
  await turns.run(share, 'batch', write, signal);
  if (signal.aborted) return stopping();
  return Buffer.from(`{"${member}":[${written.join()}]}`, 'utf8');
}
