import { sentenceOf } from './github.js';
import type { SourceReport } from './report.js';

/** One entry of a code quality report. */
export interface GitlabIssue {
  readonly description: string;
  readonly check_name: string;
  /** Unique within a report, and the same in every run as long as the finding exists. */
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/**
 * The code quality report of GitLab: an array that the merge request shows beside the lines.
 *
 * Source: GitLab documentation, "Code Quality", section "Code Quality report format".
 */
export function gitlabIssues(reports: readonly SourceReport[]): readonly GitlabIssue[] {
  const seen = new Map<string, number>();
  const unique = (key: string): string => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  };
  return reports.flatMap((report): readonly GitlabIssue[] => [
    ...(report.outcome === 'failed' ? [failureIssue(report.path, report.failure, unique)] : []),
    ...report.findings.map(
      (finding): GitlabIssue => ({
        description: sentenceOf(finding),
        check_name: finding.rule,
        fingerprint: unique(`${finding.path}|${finding.rule}|${finding.message}`),
        severity: finding.severity === 'error' ? 'critical' : 'minor',
        location: { path: finding.path, lines: { begin: finding.line } },
      }),
    ),
  ]);
}

function failureIssue(path: string, failure: string, unique: (key: string) => string): GitlabIssue {
  return {
    description: failure,
    check_name: 'no-verdict',
    fingerprint: unique(`${path}|no-verdict`),
    severity: 'blocker',
    location: { path, lines: { begin: 1 } },
  };
}
