import { htmlPage, inline } from '../pages/html.js';
import { PROBLEMS, type ProblemCode } from './codes.js';

/** The page of one problem, for people in a browser. */
export function problemHtml(code: ProblemCode): string {
  const { title, status, remedy } = PROBLEMS[code];
  return htmlPage(
    title,
    `<h1>${inline(title)}</h1>
<p><code>${code}</code>, status ${status}</p>
<h2>What to do</h2>
<p>${inline(remedy)}</p>
<nav><a href="/problems">All problems</a> · <a href="/v1/docs">The API</a> · <a href="/">Home</a></nav>`,
  );
}

/** The same for a terminal. */
export function problemText(code: ProblemCode): string {
  const { title, status, remedy } = PROBLEMS[code];
  return `${title}\n\ncode    ${code}\nstatus  ${status}\n\nWhat to do: ${remedy}\n\nAll problems: /problems\n`;
}

/** The list of all problems, for people in a browser. */
export function problemsHtml(): string {
  const rows = Object.entries(PROBLEMS)
    .map(
      ([code, { status, title }]) => `<tr><td>${status}</td><td><a href="/problems/${code}">${code}</a></td><td>${inline(title)}</td></tr>`,
    )
    .join('\n');
  return htmlPage(
    'Problems',
    `<h1>Problems</h1>
<p>Every refusal is <code>application/problem+json</code> (RFC 9457), and its <code>type</code> leads to a page here.</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>What it means</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
<nav><a href="/v1/docs">The API</a> · <a href="/">Home</a></nav>`,
  );
}

/** The same for a terminal. */
export function problemsText(): string {
  return Object.entries(PROBLEMS)
    .map(([code, { status, title }]) => `${status}  /problems/${code}  ${title}\n`)
    .join('');
}
