import type { Attack } from './attacks.js';
import type { Phase } from './phase.js';
import { type FairnessVerdict, isWithin, isWithinMemory } from './verdict.js';

/** All measurements of one attack. */
export interface Result {
  readonly attack: Attack;
  readonly during: Phase;
  readonly quiet: Phase;
  readonly verdict: FairnessVerdict;
}

const MEBIBYTE = 1_048_576;

/** The verdicts as a table in Markdown: ratios, and in brackets the milliseconds of the attack. */
export function fairnessTable(results: readonly Result[]): string {
  const ratios = results[0]?.verdict.measured ?? [];
  const head = [
    'attack',
    ...ratios.map(({ operation, percentile, bar }) => `${operation} p${percentile} ≤ ${bar}`),
    'victim’s failures',
    'attacker’s answers',
    'MiB registry, worker, compiler',
    '',
  ];
  const rows = results.map(({ attack, during, verdict }) => [
    attack.name,
    ...verdict.measured.map((each) => marked(`${each.ratio.toFixed(1)} (${each.attackMilliseconds.toFixed(0)})`, isWithin(each))),
    counts(verdict.failures),
    counts(during.sent.answers),
    verdict.held.map((each) => marked((each.bytes / MEBIBYTE).toFixed(0), isWithinMemory(each))).join(', '),
    verdict.passes ? 'pass' : '**miss**',
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Bold if it exceeds its bar. */
function marked(text: string, isWithinBar: boolean): string {
  return isWithinBar ? text : `**${text}**`;
}

function counts(of: Readonly<Record<string, number>>): string {
  const all = Object.entries(of).map(([name, count]) => `${count} × ${name === '0' ? 'none' : name}`);
  return all.length === 0 ? '–' : all.join(', ');
}
