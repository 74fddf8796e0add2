const RANGES = /^(?:[A-Za-z0-9](?:-|\.\.)[A-Za-z0-9])+$/;
/** Longer sets get no suggestion of their spelling. */
const MAX_LENGTH = 64;

/** Returns the spelling for ranges of characters such as `[a-z0-9]` or `a..z`; `undefined` for any other text. */
export function charactersMeant(written: string): string | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  const inner = /^\[(?<inner>.+)\][+*]?$/.exec(written)?.groups?.['inner'] ?? written;
  return RANGES.test(inner) ? inner.replaceAll('..', '-') : undefined;
}
