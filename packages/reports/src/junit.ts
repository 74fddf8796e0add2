import { sentenceOf } from './github.js';
import type { Finding, SourceReport } from './report.js';

/**
 * The reports as a JUnit document: one test case for each source. An open or invalid source is a failure, one without a verdict an
 * error; warnings go to the output of the case.
 *
 * Source: the schema of the Jenkins xUnit plugin, which GitLab and most pipelines read.
 */
export function junitDocument(reports: readonly SourceReport[]): string {
  const failures = reports.filter(({ outcome }) => outcome === 'open' || outcome === 'invalid').length;
  const errors = reports.filter(({ outcome }) => outcome === 'failed').length;
  const counts = `tests="${reports.length}" failures="${failures}" errors="${errors}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="kir check" ${counts}>`,
    `  <testsuite name="kir check" ${counts} skipped="0">`,
    ...reports.flatMap(caseOf),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseOf(report: SourceReport): readonly string[] {
  const body = [...problemOf(report), ...warningsOf(report.findings)];
  const head = `    <testcase name="${escapeXml(report.path)}" classname="${report.outcome}" file="${escapeXml(report.path)}"`;
  return body.length === 0 ? [`${head}/>`] : [`${head}>`, ...body, '    </testcase>'];
}

function problemOf(report: SourceReport): readonly string[] {
  switch (report.outcome) {
    case 'closed':
      return [];
    case 'failed':
      return [`      <error message="${escapeXml(report.failure)}" type="no-verdict"/>`];
    case 'open':
    case 'invalid': {
      const errors = report.findings.filter(({ severity }) => severity === 'error');
      const first = errors[0];
      const attributes = first === undefined ? '' : ` message="${escapeXml(first.message)}" type="${escapeXml(first.rule)}"`;
      return [`      <failure${attributes}>${escapeXml(errors.map(placed).join('\n'))}</failure>`];
    }
  }
}

function warningsOf(findings: readonly Finding[]): readonly string[] {
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  return warnings.length === 0 ? [] : [`      <system-out>${escapeXml(warnings.map(placed).join('\n'))}</system-out>`];
}

function placed(finding: Finding): string {
  return `${finding.path}:${finding.line}:${finding.column}: ${finding.rule}: ${sentenceOf(finding)}`;
}

/** Characters that are forbidden in XML 1.0, escaped or not, and further controls that are discouraged. */
const FORBIDDEN = /(?![\n\r\t])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? character);
}
