import { CERTIFY_AIM, type CertifyTimes } from './certify.js';
import type { Figures, RivalComparison } from './compare.js';

/** Formats the comparisons as a table in Markdown. */
export function comparisonTable(comparisons: readonly RivalComparison[]): string {
  const head = ['what', 'requests/s', 'p50 ms', 'p99 ms', 'rival', 'requests/s', 'p50 ms', 'p99 ms', 'ratio', 'aim'];
  const rows = comparisons.map(({ name, ours, rival }) => [
    name,
    ...cells(ours),
    ...(rival === undefined
      ? ['', '', '', '', '', '']
      : [rival.name, ...cells(rival.figures), rival.ratio.toFixed(2), `${rival.aim} ${rival.ratio >= rival.aim ? 'met' : 'missed'}`]),
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Returns a sentence that compares certify with the bare queue. */
export function certifyLine({ certify, queue, ratio }: CertifyTimes): string {
  const met = ratio <= CERTIFY_AIM ? 'met' : 'missed';
  return (
    `certify end to end: median ${certify.p50.toFixed(2)} ms, p99 ${certify.p99.toFixed(2)} ms; BullMQ add → complete: median ` +
    `${queue.p50.toFixed(2)} ms, p99 ${queue.p99.toFixed(2)} ms; ratio of medians ${ratio.toFixed(1)} (aim: at most ${CERTIFY_AIM}, ${met})`
  );
}

function cells({ perSecond, p50, p99 }: Figures): readonly string[] {
  return [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2)];
}
