import type { Bar } from './bars.js';
import type { Stages } from './stages.js';

/** Formats rows of cells as lines: the first column is aligned to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
    )
    .join('\n');
}

export function stagesTable(stages: readonly Stages[]): string {
  const head = ['CPU ms', 'nodes', 'parse', 'elaborate', 'prove', 'encode', 'check', 'total', 'nodes/s', 'certify/check', 'bytes/node'];
  const rows = stages.map((each) => [
    each.name,
    number(each.nodes),
    ...[each.parse, each.elaborate, each.prove, each.encode, each.check, each.total, each.nodesPerSecond, each.certifyToCheck].map(number),
    number(each.certificateBytes / each.nodes),
  ]);
  return table([head, ...rows]);
}

export function barsTable(bars: readonly Bar[]): string {
  return table([
    ['bar', 'measured', '', 'wanted', ''],
    ...bars.map(({ measure, value, unit, bar, met }) => [measure, number(value), unit, bar, met ? 'met' : 'NOT MET']),
  ]);
}

export function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}
