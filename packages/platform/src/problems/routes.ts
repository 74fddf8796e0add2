import { preferredMediaType } from '../http/media-type.js';
import { type Answer, document, type ResponseDeclaration } from '../http/response.js';
import { type Route, route } from '../http/route.js';
import { htmlPage, inline } from '../pages/html.js';
import { isProblemCode, PROBLEMS, type ProblemCode } from './codes.js';
import { problem } from './problem.js';

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

/** The same as text for a terminal. */
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

/** The same as text for a terminal. */
export function problemsText(): string {
  return Object.entries(PROBLEMS)
    .map(([code, { status, title }]) => `${status}  /problems/${code}  ${title}\n`)
    .join('');
}

const SHARED = { method: 'GET', auth: 'none', lenientQuery: true, entityTag: true } as const;
const ACCEPT = { Accept: { description: '`text/html` for a browser; `text/plain` otherwise.', schema: { type: 'string' } } } as const;

/** GET /problems and /problems/:code: the targets of the `type` of every problem. */
export function problemRoutes(): readonly Route[] {
  return [
    route({
      ...SHARED,
      path: '/problems',
      summary: 'The possible problems of all calls',
      headers: ACCEPT,
      responses: { 200: pageResponse('All problems, a line each.') },
      problems: [],
      handler: ({ header }) => page(header('accept'), { html: problemsHtml, text: problemsText }),
    }),
    route({
      ...SHARED,
      path: '/problems/:code',
      summary: 'The meaning of a problem, and its remedy',
      params: { code: { type: 'string', enum: Object.keys(PROBLEMS) } },
      headers: ACCEPT,
      responses: { 200: pageResponse('The problem and its remedy.') },
      problems: ['not-found'],
      handler: ({ params: { code }, header }) =>
        isProblemCode(code)
          ? page(header('accept'), { html: () => problemHtml(code), text: () => problemText(code) })
          : problem('not-found', 'No problem has this code.'),
    }),
  ];
}

function pageResponse(description: string): ResponseDeclaration {
  return { description, content: { 'text/html': { type: 'string' }, 'text/plain': { type: 'string' } }, headers: ['Vary'] };
}

/** Sends HTML if it is accepted, otherwise text. */
function page(accept: string | undefined, { html, text }: { readonly html: () => string; readonly text: () => string }): Answer {
  const wanted = preferredMediaType(accept, ['text/plain', 'text/html']);
  const vary = { Vary: 'Accept' };
  return wanted === 'text/html' ? document('text/html; charset=utf-8', html(), vary) : document('text/plain; charset=utf-8', text(), vary);
}
