const RANGES = /^(?:[A-Za-z0-9](?:-|\.\.)[A-Za-z0-9])+$/;
/** Of more characters nobody is told how they are spelt. */
const MAX_LENGTH = 64;

/** The spelling of ranges of characters that stand as in `[a-z0-9]` or `a..z`; undefined for what is no such thing. */
export function charactersMeant(written: string): string | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  const inner = /^\[(?<inner>.+)\][+*]?$/.exec(written)?.groups?.['inner'] ?? written;
  return RANGES.test(inner) ? inner.replaceAll('..', '-') : undefined;
}
