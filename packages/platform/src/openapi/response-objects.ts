import type { ResponseDeclaration } from '../http/responses.js';
import type { Route } from '../http/route.js';
import { PROBLEMS, type ProblemCode, type ProblemStatus } from '../problems/codes.js';
import type { Components } from './components.js';
import type { ResponseObject } from './document.js';
import { OPTIONAL_RATE_HEADERS, REPLAYED_HEADER, responseHeaders } from './headers.js';
import { possibleProblems } from './possible-problems.js';
import { problemSchema } from './problem-schema.js';

const PROBLEM_JSON = 'application/problem+json';

/** Every answer that a route can give, by status, in the order of statuses. */
export function responseObjects(route: Route, components: Components): Readonly<Record<string, ResponseObject>> {
  const responses: Record<string, ResponseObject> = {};
  for (const [status, declaration] of Object.entries(route.responses)) {
    responses[status] = successObject(route, Number(status), declaration, components);
  }
  if (route.entityTag === true) responses['304'] = { description: 'It is as it was.', headers: successHeaders(route, 304, []) };
  for (const [status, codes] of possibleProblems(route)) responses[status] = withProblems(responses[status], status, codes, components);
  return responses;
}

function successObject(
  route: Route,
  status: number,
  { description, content, headers }: ResponseDeclaration,
  components: Components,
): ResponseObject {
  const media = Object.entries(content).map(([type, schema]) => [type, { schema: components.hoist(schema) }] as const);
  return {
    description,
    headers: successHeaders(route, status, headers),
    ...(media.length === 0 ? {} : { content: Object.fromEntries(media) }),
  };
}

function successHeaders(
  { rate, auth, entityTag, idempotency }: Route,
  status: number,
  declared: readonly string[],
): ResponseObject['headers'] {
  const metered = rate !== undefined;
  const always = [
    'X-Request-Id',
    ...declared,
    ...(metered && auth === 'required' ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(entityTag === true && (status === 200 || status === 304) ? ['ETag'] : []),
  ];
  return {
    ...responseHeaders(always),
    ...(metered && auth !== 'required' ? OPTIONAL_RATE_HEADERS : {}),
    ...(idempotency === 'answer' ? REPLAYED_HEADER : {}),
  };
}

/** Problems beside an answer of another form with the same status, if there is one: the grey badge, a health body. */
function withProblems(
  answer: ResponseObject | undefined,
  status: ProblemStatus,
  codes: readonly ProblemCode[],
  components: Components,
): ResponseObject {
  const description = codes.map((code) => `${PROBLEMS[code].title} (\`${code}\`)`).join('; ');
  return {
    description: answer === undefined ? description : `${answer.description} Or: ${description}`,
    headers: responseHeaders(['X-Request-Id', ...problemHeaders(status)]),
    content: { ...answer?.content, [PROBLEM_JSON]: { schema: components.hoist(problemSchema(codes)) } },
  };
}

function problemHeaders(status: ProblemStatus): readonly string[] {
  switch (status) {
    case 401:
      return ['WWW-Authenticate'];
    case 429:
    case 503:
      return ['Retry-After'];
    default:
      return [];
  }
}
