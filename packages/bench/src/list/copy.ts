import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

type Value = string | number | boolean | Uint8Array | null;
/** A value for each column. */
export type CopyRow<Columns extends readonly string[]> = Readonly<Record<Columns[number], Value>>;

/** Writes rows by COPY, in its text format. @throws what Postgres refuses */
export async function copyRows<const Columns extends readonly string[]>(
  client: Client,
  table: string,
  columns: Columns,
  rows: readonly CopyRow<Columns>[],
): Promise<void> {
  const lines = rows.map((row) => {
    const values: Readonly<Record<string, Value>> = row;
    return `${columns.map((column) => field(values[column] ?? null)).join('\t')}\n`;
  });
  await pipeline(Readable.from(chunks(lines)), client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`)));
}

const LINES_AT_ONCE = 500;

function* chunks(lines: readonly string[]): Generator<string> {
  for (let start = 0; start < lines.length; start += LINES_AT_ONCE) yield lines.slice(start, start + LINES_AT_ONCE).join('');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function field(value: Value): string {
  if (value === null) return '\\N';
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  return String(value).replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign);
}
