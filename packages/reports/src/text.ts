import { showUnseen } from '@kirchhoff/coherence';
import type { Finding, SourceReport } from './report.js';

/** Functions that colour a text; without colours each returns its argument. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** A text for one line of a terminal or of a log: characters that would end the line or control the terminal become `\u{…}`. */
export function showLine(text: string): string {
  return showUnseen(text).replaceAll(/[\t\n\r]/g, (character) => `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`);
}

/** A path like `showLine`, changed if it begins with `::`, so that a pipeline's runner does not read it as a command. */
export function showPath(path: string): string {
  return showLine(path.startsWith('::') ? `./${path}` : path);
}

const same = (text: string): string => text;

export const PLAIN: Style = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same };

/** Maximal number of shown code points of a source line, so that the caret stays visible. */
const MAX_LINE = 160;
/** Maximal number of shown characters of a counterexample. */
const MAX_INPUTS = 1_000;

/**
 * The report of one source for a terminal: the verdict on one line, then each finding with its source line and a caret. Characters
 * that control a terminal are written as `\u{…}`. It ends with a line feed.
 *
 * @param textOf the text of a file by its path, or `undefined` if it is unknown: then the finding is shown without its line
 */
export function textReport(report: SourceReport, textOf: (path: string) => string | undefined, style: Style = PLAIN): string {
  const lines = [verdictLine(report, style), ...report.findings.flatMap((finding) => ['', ...findingLines(finding, textOf, style)])];
  if (report.findings.length > 0) lines.push('');
  return `${lines.join('\n')}\n`;
}

function verdictLine(report: SourceReport, style: Style): string {
  const path = style.bold(showPath(report.path));
  switch (report.outcome) {
    case 'closed':
      return `${path}  ${style.green('closed')}  phi_c = 1.0, ${report.assurance ?? 'kernel'}`;
    case 'open': {
      const errors = report.findings.filter(({ severity }) => severity === 'error').length;
      return `${path}  ${style.red('open')}  phi_c = ${report.phi_c}, ${counted(errors, 'error')}`;
    }
    case 'invalid':
      return `${path}  ${style.red('invalid')}  ${counted(report.findings.length, 'error')}`;
    case 'failed':
      return `${path}  ${style.red('failed')}  ${showLine(report.failure)}`;
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function findingLines(finding: Finding, textOf: (path: string) => string | undefined, style: Style): readonly string[] {
  const { severity, rule, message, path, line, column, length, hint, counterexample, action } = finding;
  const colour = severity === 'error' ? style.red : style.yellow;
  const gutter = ' '.repeat(String(line).length + 1);
  const lines = [
    `${colour(style.bold(`${severity}[${rule}]`))} ${showLine(message)}`,
    `${gutter}${style.cyan('-->')} ${showPath(path)}:${line}:${column}`,
  ];
  const source = lineOf(textOf(path), line);
  if (source !== undefined) {
    const { shown, caret } = excerpt(source, column, length);
    const bar = style.cyan('|');
    lines.push(`${gutter}${bar}`, `${style.cyan(`${line} |`)} ${shown}`, `${gutter}${bar} ${colour(caret)}`);
  }
  if (counterexample !== undefined) {
    const of = counterexample.component === undefined ? 'fails with' : `'${counterexample.component}' fails with`;
    lines.push(`${gutter}${style.cyan('=')} ${of}: ${cut(showUnseen(JSON.stringify(counterexample.inputs)), MAX_INPUTS)}`);
  }
  if (action !== undefined) lines.push(`${gutter}${style.cyan('=')} for example: ${cut(actionText(action), MAX_INPUTS)}`);
  if (hint !== undefined) lines.push(`${gutter}${style.cyan('=')} help: ${showLine(hint)}`);
  return lines;
}

function actionText({ category, params }: NonNullable<Finding['action']>): string {
  return showUnseen(`${category} ${JSON.stringify(params)}`);
}

function lineOf(text: string | undefined, line: number): string | undefined {
  return text
    ?.split('\n', line)
    .at(line - 1)
    ?.replace(/\r$/, '');
}

/** The part of a source line around the caret, and the line with the caret below it. Tabs are widened to one space. */
function excerpt(line: string, column: number, length: number): { readonly shown: string; readonly caret: string } {
  const points = Array.from(line);
  const start = column > MAX_LINE - 20 ? column - 1 - MAX_LINE / 2 : 0;
  const before = showUnseen(points.slice(start, column - 1).join('')).replaceAll('\t', ' ');
  const marked = showUnseen(points.slice(column - 1, column - 1 + length).join(''));
  const after = points.slice(column - 1 + length, start + MAX_LINE).join('');
  const isCut = points.length > Math.max(start + MAX_LINE, column - 1 + length);
  const head = start > 0 ? '…' : '';
  const shown = `${head}${before}${marked}${showUnseen(after)}${isCut ? '…' : ''}`.replaceAll('\t', ' ');
  return { shown, caret: `${' '.repeat(Array.from(head + before).length)}${'^'.repeat(Math.max(1, Array.from(marked).length))}` };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
