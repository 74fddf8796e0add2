/**
 * The snapshot of a list's first page, so that later pages show the same circuits while others are published. A time alone does
 * not suffice: a circuit may be committed after circuits that were made later, or in the same millisecond.
 */
export interface AsOf {
  readonly time: Date;
  /**
   * The transactions that were complete, as `pg_snapshot` writes them: `xmin:xmax:xip,…`. Undefined where a client gave
   * a time of its own.
   */
  readonly snapshot: string | undefined;
}

/** RFC 3339, followed by the numbers of a snapshot in a link. */
export const AS_OF_PATTERN =
  '^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:?\\d{2})(_\\d{1,19}_\\d{1,19}(_\\d{1,19})*)?$';

/** A snapshot names at most the transactions that ran at once. */
export const MAX_AS_OF_LENGTH = 8_000;

/** The largest number that Postgres gives a transaction has 64 bits, and the half of them is never reached. */
const MAX_TRANSACTION = 2n ** 63n - 1n;
/** Before the first circuit and after the last, and within what both Postgres and this program can write. */
const EARLIEST = Date.UTC(1970);
const LATEST = Date.UTC(9999);

/** @param text `as_of` as it stands in a query; an invalid one gives `undefined` */
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

/** The text that a link carries: opaque to clients, yet the time in it can be read. */
export function writeAsOf({ time, snapshot }: AsOf): string {
  return [time.toISOString(), ...(snapshot?.split(/[:,]/).filter((number) => number !== '') ?? [])].join('_');
}

/** The rules that Postgres holds a snapshot to; one that breaks them would be an error of the statement. */
function snapshotOf([first = 0n, end = 0n, ...running]: readonly bigint[]): string | undefined {
  if (first < 1n || end < first || end > MAX_TRANSACTION) return undefined;
  const inOrder = running.every((number, index) => number >= first && number < end && number > (running[index - 1] ?? 0n));
  return inOrder ? `${first}:${end}:${running.join(',')}` : undefined;
}
