import { certify, read } from '@kirchhoff/coherence';
import { githubAnnotations } from './github.js';
import { gitlabIssues } from './gitlab.js';
import { junitDocument } from './junit.js';
import { markdownTable } from './markdown.js';
import { certificationReport, diagnosticsReport, failedReport, type SourceReport } from './report.js';
import { sarifLog } from './sarif.js';
import { textReport } from './text.js';

const OPEN = `circuit share {
  input  total: 0..1_000
  input  parts: 0..10
  output each: 0..1_000
  each = total / parts
}
`;
const CLOSED = OPEN.replace('0..10\n', '1..10\n');
const INVALID = OPEN.replace('total / parts', 'total && parts');

function reportOf(path: string, source: string): SourceReport {
  const reading = read(source);
  return reading.ok ? certificationReport(path, certify(reading.program)) : diagnosticsReport(path, reading.diagnostics);
}

const open = reportOf('rules/share.kir', OPEN);
const closed = reportOf('rules/closed.kir', CLOSED);
const invalid = reportOf('rules/a,b:100%.kir', INVALID);
const failed = failedReport('rules/none.kir', 'The file does not exist.\nCheck its name.');
const all = [open, closed, invalid, failed];

describe('text', () => {
  it('shows the line of an error with a caret and the input that fails', () => {
    expect(textReport(open, () => OPEN)).toBe(
      [
        'rules/share.kir  open  phi_c = 0.75, 1 error',
        '',
        "error[division] A divisor in 'each' can be 0 at line 5: DIV needs: b is not 0, has a in 0..1000, b in 0..10 (for example total = 0, parts = 0)",
        '  --> rules/share.kir:5:16',
        '  |',
        '5 |   each = total / parts',
        '  |                ^',
        '  = fails with: {"total":0,"parts":0}',
        '',
        '',
      ].join('\n'),
    );
  });

  it('says that a program is closed on one line', () => {
    expect(textReport(closed, () => CLOSED)).toBe('rules/closed.kir  closed  phi_c = 1.0, kernel\n');
  });

  it('shows an action for a warning on a policy', () => {
    const source =
      'policy p {\n  action "pay" (cents: 0..9)\n  rule a allow on "pay" when cents > 3\n  rule b allow on "pay" when cents > 3\n}\n';
    const report = reportOf('p.kir', source);
    expect(textReport(report, () => source)).toContain('\n  = for example: pay {"cents":4}\n');
    expect(githubAnnotations([report])).toContain('%0AFor example: pay {"cents":4}');
  });

  it('writes characters that a terminal obeys as escapes', () => {
    const source = OPEN.replace('total / parts', 'total / parts // \u001b[2J\u202e');
    expect(textReport(open, () => source)).toContain('// \\u{1B}[2J\\u{202E}');
    expect(textReport(failedReport('\u001b]0;x\u0007.kir', 'no'), () => undefined)).not.toContain('\u001b');
  });

  it('cuts a long line around the caret', () => {
    const long = `${' '.repeat(2_000)}each = total / parts${' '.repeat(2_000)}!`;
    const report = { ...open, findings: open.findings.map((finding) => ({ ...finding, column: 2_014 })) };
    const text = textReport(report, () => `\n\n\n\n${long}`);
    const [, , , , , shown = '', caret = ''] = text.split('\n');
    expect(shown.length).toBeLessThan(200);
    expect(Array.from(shown)[caret.indexOf('^')]).toBe('/');
  });

  it('shows a finding without its line if the text of the file is unknown', () => {
    expect(textReport(open, () => undefined)).not.toContain('^');
  });
});

describe('annotations of GitHub', () => {
  it('are one line each, with line and column, and escape what the runner would read', () => {
    const lines = githubAnnotations(all).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^::error file=rules\/share\.kir,line=5,col=16,endColumn=17,title=kir%3A division::A divisor/);
    expect(lines[0]).toContain('%0AInput: {"total":0,"parts":0}');
    expect(lines[1]).toMatch(/^::error file=rules\/a%2Cb%3A100%25\.kir,line=5,/);
    expect(lines[2]).toBe('::error file=rules/none.kir::The file does not exist.%0ACheck its name.');
  });
});

describe('code quality of GitLab', () => {
  it('has an entry for each finding, each with a fingerprint of its own', () => {
    const issues = gitlabIssues([...all, open]);
    expect(issues.map(({ location, severity }) => [location.path, location.lines.begin, severity])).toEqual([
      ['rules/share.kir', 5, 'critical'],
      ['rules/a,b:100%.kir', 5, 'critical'],
      ['rules/none.kir', 1, 'blocker'],
      ['rules/share.kir', 5, 'critical'],
    ]);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  });
});

describe('SARIF', () => {
  it('names rule, place and input of each finding', () => {
    const [run] = sarifLog(all, '1').runs;
    expect(run.results.map(({ ruleId, ruleIndex }) => run.tool.driver.rules[ruleIndex]?.id === ruleId)).toEqual([true, true]);
    expect(run.results[0]?.properties?.counterexample).toEqual({ total: 0, parts: 0 });
    expect(run.results[0]?.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'rules/share.kir', uriBaseId: 'SRCROOT' },
      region: { startLine: 5, startColumn: 16, endColumn: 17 },
    });
    expect(run.results[1]?.locations[0].physicalLocation.artifactLocation.uri).toBe('rules/a%2Cb%3A100%25.kir');
    expect(run.tool.driver.rules.map(({ shortDescription }) => shortDescription.text)).toEqual([
      'A divisor can be 0',
      'A spelling of another language',
    ]);
  });

  it('says that the check was not successful if a source has no verdict', () => {
    expect(sarifLog([closed], '1').runs[0].invocations[0]).toEqual({ executionSuccessful: true });
    expect(sarifLog(all, '1').runs[0].invocations[0].toolExecutionNotifications?.[0]?.message.text).toContain('does not exist');
  });
});

describe('JUnit', () => {
  it('has a case for each source: closed ones pass, open ones fail', () => {
    const document = junitDocument(all);
    expect(document).toContain('<testsuites name="kir check" tests="4" failures="2" errors="1">');
    expect(document).toContain('<testcase name="rules/closed.kir" classname="closed" file="rules/closed.kir"/>');
    expect(document).toContain('rules/share.kir:5:16: division: A divisor');
    expect(document).toContain('<error message="The file does not exist.&#10;Check its name." type="no-verdict"/>');
  });

  it('escapes markup and replaces characters that XML cannot have', () => {
    const document = junitDocument([failedReport('<a>"&\u0000\ud800.kir', ']]>')]);
    expect(document).toContain('name="&lt;a&gt;&quot;&amp;\ufffd\ufffd.kir"');
    expect(document).toContain('message="]]&gt;"');
  });
});

/** The text of a cell: references are read, tags are taken out. */
const plain = (cell: string) =>
  cell.replace(/<[^>]+>/g, '').replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)));

describe('Markdown', () => {
  it('is a table with what needs work first', () => {
    const [head, , , ...rows] = markdownTable(all)
      .split('\n')
      .filter((line) => line !== '');
    expect(head).toBe('### Kirchhoff: 1 of 4 closed');
    expect(rows.map((row) => plain(row).split(' | ').slice(0, 3))).toEqual([
      ['| ⚪ no verdict', 'rules/none.kir', ''],
      ['| 🔴 no program', 'rules/a,b:100%.kir', ''],
      ['| 🔴 open', 'rules/share.kir', '0.75'],
      ['| 🟢 closed', 'rules/closed.kir', '1.0'],
    ]);
    expect(plain(rows[2] ?? '')).toMatch(/rules\/share\.kir:5:16 divisionA divisor .*fails with \{"total":0,"parts":0\} \|$/);
  });

  it('gives no text of a source to the reader of Markdown', () => {
    const path = '@everyone | [x](http://example.com) `a` <img src=x>\n## b.kir';
    const [row = ''] = markdownTable([{ ...closed, path }])
      .split('\n')
      .filter((line) => line.includes('🟢'));
    expect(row.replaceAll(/<\/?code>/g, '')).not.toMatch(/[@[\]`<>#]+(?!\d)/);
    expect(plain(row)).toBe(`| 🟢 closed | ${path} | 1.0 |  |`);
  });

  it('counts what does not fit into a comment', () => {
    const table = markdownTable(Array.from({ length: 5_000 }, () => open));
    expect(table.length).toBeLessThan(62_000);
    const shown = table.split('\n').filter((line) => line.startsWith('| 🔴')).length;
    expect(table).toContain(`and ${5_000 - shown} more`);
  });
});
