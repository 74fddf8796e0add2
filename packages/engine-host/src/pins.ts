import type { Pin } from '@kirchhoff/coherence';
import type { PinnedVersion, StoredPinResolution } from '@kirchhoff/platform';
import type { NeedsPins, ResolvedPins } from './source.js';

/** Finds the circuits that pins name, among those that an account may see. */
export type ResolvePins = (pins: readonly Pin[], accountId: string) => Promise<StoredPinResolution>;

/** The outcome of a task on a source, and the versions that its pins were resolved to. */
export interface WithPins<Outcome> {
  readonly outcome: Outcome;
  readonly pinned: readonly PinnedVersion[];
}

/**
 * Runs a task on a source. If the source pins circuits, they are looked up once and the task runs again with them.
 *
 * @param run the task; its argument is `undefined` before the pins have been resolved
 * @param resolve finds the circuits that the caller may see
 */
export async function withPins<Outcome extends { readonly kind: string }>(
  run: (pins: ResolvedPins | undefined) => Promise<Outcome | NeedsPins>,
  resolve: (pins: readonly Pin[]) => Promise<StoredPinResolution>,
): Promise<WithPins<Outcome>> {
  const first = await run(undefined);
  if (!needsPins(first)) return { outcome: first, pinned: [] };
  const resolution = await resolve(first.pins);
  const second = await run(resolution);
  if (needsPins(second)) throw new Error('a source needs pins after they have been resolved');
  return { outcome: second, pinned: resolution.pinned };
}

function needsPins(outcome: { readonly kind: string }): outcome is NeedsPins {
  return outcome.kind === 'pins';
}
