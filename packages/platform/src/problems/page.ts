import { document } from '../http/answer.js';
import { type Route, route } from '../http/route.js';
import { isProblemCode, PROBLEMS, type ProblemCode } from './codes.js';
import { problem } from './problem.js';

/** GET /problems/:code: what the `type` of every problem leads to. */
export function problemRoute(): Route {
  return route({
    method: 'GET',
    path: '/problems/:code',
    summary: 'What a problem means and what to do about it',
    auth: 'none',
    lenientQuery: true,
    entityTag: true,
    handler: ({ params }) =>
      isProblemCode(params.code)
        ? document('text/plain; charset=utf-8', page(params.code))
        : problem('not-found', 'There is no such problem.'),
  });
}

function page(code: ProblemCode): string {
  const { title, status, remedy } = PROBLEMS[code];
  return `${title}\n\ncode    ${code}\nstatus  ${status}\n\nWhat to do: ${remedy}\n\nAll problems:\n${index()}`;
}

function index(): string {
  return Object.entries(PROBLEMS)
    .map(([code, { status, title }]) => `  ${status}  /problems/${code}  ${title}\n`)
    .join('');
}
