import type { Finding, SourceReport } from './report.js';

/** GitHub refuses a comment of more than 65,536 characters; the rest is for the pipeline's text around the table. */
const MAX_LENGTH = 60_000;
const MAX_MESSAGE = 400;

const WORDS: Readonly<Record<SourceReport['outcome'], string>> = {
  closed: '🟢 closed',
  open: '🔴 open',
  invalid: '🔴 no program',
  failed: '⚪ no verdict',
};
/** The order of the rows: sources that need work come first. */
const ORDER: readonly SourceReport['outcome'][] = ['failed', 'invalid', 'open', 'closed'];

/**
 * The reports as a Markdown table for a comment on a change: one row for each source, with its verdict, `phi_c` and its first
 * error. Texts from sources are written as code, so that they cannot become Markdown, links or mentions. At most 60,000 characters:
 * sources that do not fit are counted.
 *
 * Source: GitHub Flavored Markdown, "Tables (extension)".
 */
export function markdownTable(reports: readonly SourceReport[]): string {
  const closed = reports.filter(({ outcome }) => outcome === 'closed').length;
  const head = `### Kirchhoff: ${closed} of ${reports.length} closed\n`;
  if (reports.length === 0) return head;
  const rows = ORDER.flatMap((wanted) => reports.filter(({ outcome }) => outcome === wanted)).map(rowOf);
  let length = head.length;
  const fitting = rows.findIndex((row) => (length += row.length) > MAX_LENGTH);
  const shown = fitting === -1 ? rows : rows.slice(0, fitting);
  const rest = rows.length - shown.length;
  return [head, '| | source | phi_c | |', '| --- | --- | --- | --- |', ...shown, ...(rest === 0 ? [] : ['', `and ${rest} more`]), ''].join(
    '\n',
  );
}

function rowOf(report: SourceReport): string {
  const phi = 'phi_c' in report ? (report.outcome === 'closed' ? '1.0' : String(report.phi_c)) : '';
  return `| ${WORDS[report.outcome]} | ${code(report.path)} | ${phi} | ${remarkOf(report)} |`;
}

function remarkOf(report: SourceReport): string {
  if (report.outcome === 'failed') return code(report.failure);
  const [first] = report.findings;
  if (first === undefined) return '';
  const rest = report.findings.length - 1;
  return `${remark(first)}${rest === 0 ? '' : ` and ${rest} more`}`;
}

function remark({ path, line, column, rule, message, counterexample }: Finding): string {
  const input = counterexample === undefined ? '' : `<br>fails with ${code(JSON.stringify(counterexample.inputs))}`;
  return `${code(`${path}:${line}:${column}`)} ${code(rule)}<br>${code(message)}${input}`;
}

/** A text as code within a table: every character with a meaning in Markdown or HTML is written as a character reference. */
function code(text: string): string {
  const characters = Array.from(text);
  const cut = characters.length > MAX_MESSAGE ? [...characters.slice(0, MAX_MESSAGE), '…'] : characters;
  return `<code>${cut.join('').replace(/[^\p{L}\p{N} ,;=()]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}
