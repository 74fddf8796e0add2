/**
 * The snapshot of a list's first page: later pages show the same circuits although others are published meanwhile. A time is not
 * enough, since circuits can be committed in another order than they were created, or in the same millisecond.
 */
export interface AsOf {
  readonly time: Date;
  /**
   * The transactions that were complete, as `pg_snapshot` writes them: `xmin:xmax:xip,…`. `undefined` if the client gave a time.
   */
  readonly snapshot: string | undefined;
}

/** RFC 3339, followed by the numbers of a snapshot in a link. */
export const AS_OF_PATTERN =
  '^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:?\\d{2})(_\\d{1,19}_\\d{1,19}(_\\d{1,19})*)?$';

/** A snapshot lists only the transactions that ran at its time. */
export const MAX_AS_OF_LENGTH = 8_000;

/** Transaction numbers have 64 bits; half of the range is never reached in practice. */
const MAX_TRANSACTION = 2n ** 63n - 1n;
/** Before the first circuit and after the last, and within the range of both Postgres and `Date`. */
const EARLIEST = Date.UTC(1970);
const LATEST = Date.UTC(9999);

/** @param text the value of `as_of`; `undefined` is returned if it is invalid */
export function parseAsOf(text: string): AsOf | undefined {
  if (text.length > MAX_AS_OF_LENGTH || !new RegExp(AS_OF_PATTERN).test(text)) return undefined;
  const [written = '', ...numbers] = text.split('_');
  const parsed = Date.parse(written);
  if (Number.isNaN(parsed)) return undefined;
  const time = new Date(Math.min(Math.max(parsed, EARLIEST), LATEST));
  if (numbers.length === 0) return { time, snapshot: undefined };
  const snapshot = snapshotOf(numbers.map(BigInt));
  return snapshot === undefined ? undefined : { time, snapshot };
}

/** Returns the text for a link: opaque to clients, although its time is readable. */
export function writeAsOf({ time, snapshot }: AsOf): string {
  return [time.toISOString(), ...(snapshot?.split(/[:,]/).filter((number) => number !== '') ?? [])].join('_');
}

/** Postgres requires these conditions of a snapshot; a violation would fail the statement. */
function snapshotOf([first = 0n, end = 0n, ...running]: readonly bigint[]): string | undefined {
  if (first < 1n || end < first || end > MAX_TRANSACTION) return undefined;
  const inOrder = running.every((number, index) => number >= first && number < end && number > (running[index - 1] ?? 0n));
  return inOrder ? `${first}:${end}:${running.join(',')}` : undefined;
}

/** Returns the end of a snapshot: no transaction with this number or a higher one was complete. 0 for a time. */
export function endOf({ snapshot }: AsOf): bigint {
  return snapshot === undefined ? 0n : BigInt(snapshot.split(':')[1] ?? 0);
}
