import type { Pin } from '@kirchhoff/coherence';
import type { PinnedVersion, PinResolution } from '@kirchhoff/platform';
import type { NeedsPins, ResolvedPins } from './work.js';

/** Finds the circuits that pins name, with what the account may see. */
export type ResolvePins = (pins: readonly Pin[], accountId: string) => Promise<PinResolution>;

/** What a task came to, and what the pins of its source were resolved to. */
export interface WithPins<Outcome> {
  readonly outcome: Outcome;
  readonly pinned: readonly PinnedVersion[];
}

/** Runs a task on a source: where that pins circuits they are looked up, once, and the task runs again with them. */
export async function withPins<Outcome extends { readonly kind: string }>(
  run: (pins: ResolvedPins | undefined) => Promise<Outcome | NeedsPins>,
  resolve: (pins: readonly Pin[]) => Promise<PinResolution>,
): Promise<WithPins<Outcome>> {
  const first = await run(undefined);
  if (!needsPins(first)) return { outcome: first, pinned: [] };
  const resolution = await resolve(first.pins);
  const second = await run(resolution);
  if (needsPins(second)) throw new Error('the pins of this source have been resolved');
  return { outcome: second, pinned: resolution.pinned };
}

function needsPins(outcome: { readonly kind: string }): outcome is NeedsPins {
  return outcome.kind === 'pins';
}
