import { type Answer, document } from '../http/answer.js';
import { preferredMediaType } from '../http/media-type.js';
import type { ResponseDeclaration } from '../http/responses.js';
import { type Route, route } from '../http/route.js';
import { isProblemCode, PROBLEMS } from './codes.js';
import { problemHtml, problemsHtml, problemsText, problemText } from './page.js';
import { problem } from './problem.js';

const SHARED = { method: 'GET', auth: 'none', lenientQuery: true, entityTag: true } as const;
const ACCEPT = { Accept: { description: '`text/html` for a browser; `text/plain` otherwise.', schema: { type: 'string' } } } as const;

/** GET /problems and /problems/:code: what the `type` of every problem leads to. */
export function problemRoutes(): readonly Route[] {
  return [
    route({
      ...SHARED,
      path: '/problems',
      summary: 'Every problem that a call can be answered with',
      headers: ACCEPT,
      responses: { 200: pageResponse('All problems, a line each.') },
      problems: [],
      handler: ({ header }) => page(header('accept'), { html: problemsHtml, text: problemsText }),
    }),
    route({
      ...SHARED,
      path: '/problems/:code',
      summary: 'What a problem means and what to do about it',
      params: { code: { type: 'string', enum: Object.keys(PROBLEMS) } },
      headers: ACCEPT,
      responses: { 200: pageResponse('The problem and its remedy.') },
      problems: ['not-found'],
      handler: ({ params: { code }, header }) =>
        isProblemCode(code)
          ? page(header('accept'), { html: () => problemHtml(code), text: () => problemText(code) })
          : problem('not-found', 'There is no such problem.'),
    }),
  ];
}

function pageResponse(description: string): ResponseDeclaration {
  return { description, content: { 'text/html': { type: 'string' }, 'text/plain': { type: 'string' } }, headers: ['Vary'] };
}

/** HTML to those who ask for it, text to everyone else. */
function page(accept: string | undefined, { html, text }: { readonly html: () => string; readonly text: () => string }): Answer {
  const wanted = preferredMediaType(accept, ['text/plain', 'text/html']);
  const vary = { Vary: 'Accept' };
  return wanted === 'text/html' ? document('text/html; charset=utf-8', html(), vary) : document('text/plain; charset=utf-8', text(), vary);
}
