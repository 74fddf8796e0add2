/** A version in a path, by its number or by the hash that pins use. */
export type VersionReference =
  | { readonly kind: 'number'; readonly number: number }
  /** 64 lower-case hexadecimal digits, as in a pin. */
  | { readonly kind: 'hash'; readonly hash: string };

/** The largest version number of the column's type. */
const LARGEST = 2 ** 31 - 1;

/** The schema of the input of `parseVersion`. */
export const VERSION_PARAMETER = {
  type: 'string',
  pattern: '^([1-9][0-9]{0,9}|[0-9a-f]{64})$',
  description: 'Its number, or its hash: 64 lower-case hexadecimal digits, as in a pin.',
} as const;

/** Returns the reference; `undefined` if the text cannot name a version. */
export function parseVersion(text: string): VersionReference | undefined {
  if (/^[0-9a-f]{64}$/.test(text)) return { kind: 'hash', hash: text };
  if (!/^[1-9][0-9]{0,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number <= LARGEST ? { kind: 'number', number } : undefined;
}
