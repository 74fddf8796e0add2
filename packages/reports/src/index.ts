export { githubAnnotations } from './github.js';
export { type GitlabIssue, gitlabIssues } from './gitlab.js';
export { junitDocument } from './junit.js';
export { markdownTable } from './markdown.js';
export {
  certificationReport,
  diagnosticsReport,
  type FailedReport,
  type Finding,
  failedReport,
  type ProgramReport,
  type Severity,
  type SourceReport,
} from './report.js';
export { type SarifLog, sarifLog } from './sarif.js';
export { PLAIN, type Style, showLine, showPath, textReport } from './text.js';
