import type { Finding, SourceReport } from './report.js';

/**
 * Workflow commands of GitHub Actions, one line for each finding and for each source without a verdict: the runner shows them beside
 * the lines of a change. Ends with a line feed unless empty.
 *
 * Source: GitHub documentation, "Workflow commands for GitHub Actions".
 */
export function githubAnnotations(reports: readonly SourceReport[]): string {
  return reports
    .flatMap(annotationsOf)
    .map((line) => `${line}\n`)
    .join('');
}

function annotationsOf(report: SourceReport): readonly string[] {
  const lines = report.findings.map(annotationOf);
  return report.outcome === 'failed' ? [`::error file=${property(report.path)}::${message(report.failure)}`, ...lines] : lines;
}

function annotationOf({ severity, path, line, column, length, rule, ...rest }: Finding): string {
  const place = `file=${property(path)},line=${line},col=${column},endColumn=${column + length}`;
  return `::${severity} ${place},title=${property(`kir: ${rule}`)}::${message(sentenceOf(rest))}`;
}

/** The message of a finding with its counterexample, its action and its hint. */
export function sentenceOf({
  message: text,
  counterexample,
  action,
  hint,
}: Pick<Finding, 'message' | 'counterexample' | 'action' | 'hint'>): string {
  const inputs = counterexample === undefined ? '' : `\nInput: ${JSON.stringify(counterexample.inputs)}`;
  const example = action === undefined ? '' : `\nFor example: ${action.category} ${JSON.stringify(action.params)}`;
  return `${text}${inputs}${example}${hint === undefined ? '' : `\nHelp: ${hint}`}`;
}

function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
