import { problemPage, type ShownProblem } from '@kirchhoff/explorer';
import { type Answer, document, HTML_TYPE, PROBLEMS, type Problem, type ProblemPage } from '@kirchhoff/platform';

/**
 * The policy of a page: scripts, styles, pictures and workers come from this service alone, and forms go to it alone. Nothing may be
 * written in the page itself, so that a text which escapes its place has no effect.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

const HEADERS = { 'Content-Security-Policy': PAGE_POLICY };

/** The members that all routes of pages share. */
export const PAGE = { method: 'GET', lenientQuery: true, entityTag: true, problemPage: problems() } as const;

/** Returns the answer with a page. */
export function page(html: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return document(HTML_TYPE, html, { ...HEADERS, ...headers });
}

function problems(): ProblemPage {
  return {
    headers: HEADERS,
    render: (refusal, { requestId }) => problemPage(shownProblem(refusal, requestId)),
  };
}

/** Returns a problem as a page shows it. */
export function shownProblem({ code, status, detail, members }: Problem, requestId: string): ShownProblem {
  return { status, code, title: PROBLEMS[code].title, detail, requestId, errors: errorsIn(members) };
}

/** The most invalid fields that a page lists. */
const MAX_ERRORS = 100;

/** Returns the invalid fields that a 400 lists. */
function errorsIn({ errors }: Problem['members']): readonly { readonly pointer: string; readonly message: string }[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, MAX_ERRORS).flatMap((error: unknown) => {
    const { pointer, message }: { readonly pointer?: unknown; readonly message?: unknown } = Object(error);
    return typeof pointer === 'string' && typeof message === 'string' ? [{ pointer, message }] : [];
  });
}
