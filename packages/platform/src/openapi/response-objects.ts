import type { ResponseDeclaration } from '../http/response.js';
import type { Route } from '../http/route.js';
import { PROBLEMS, type ProblemCode, type ProblemStatus } from '../problems/codes.js';
import { type Components, problemSchema } from './components.js';
import type { Header, Reference, ResponseObject } from './document.js';

const TEXT = { type: 'string' } as const;
const SECONDS = { type: 'integer', minimum: 1 } as const;

const RATE_LIMIT = header('The remaining amount of each limit, and the seconds until it is reset.');
const RATE_LIMIT_POLICY = header('The limits that apply here.');

/** The header fields of answers that clients may rely on. An answer has every field that it lists. */
export const RESPONSE_HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': header("The id of the request: the client's own if it is valid, otherwise a new one."),
  ETag: header('A strong entity tag of the answer, for If-None-Match and If-Match.'),
  Link: header('The first, previous, next and last page (RFC 8288).'),
  Location: header('The address of the new resource, or of the run.'),
  'Preference-Applied': header('The preference that was followed (RFC 7240).'),
  RateLimit: RATE_LIMIT,
  'RateLimit-Policy': RATE_LIMIT_POLICY,
  'Retry-After': { description: 'Seconds to wait before trying again.', required: true, schema: SECONDS },
  'WWW-Authenticate': header('How to send a key.'),
  Accept: header('The supported media type.'),
  Vary: header('The header fields of the request that the answer depends on.'),
};

function header(description: string): Header {
  return { description, required: true, schema: TEXT };
}

/** Header fields that an answer always has: those of the table by reference, any other as text. */
export function responseHeaders(names: readonly string[]): Readonly<Record<string, Header | Reference>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.hasOwn(RESPONSE_HEADERS, name) ? { $ref: `#/components/headers/${name}` } : { required: true, schema: TEXT },
    ]),
  );
}

/** A header field of repeatable answers; present in a repeat. */
export const REPLAYED_HEADER: Readonly<Record<string, Header>> = {
  'Idempotency-Replayed': {
    ...header('`true` if this repeats the answer to an earlier request with the same Idempotency-Key.'),
    required: false,
  },
};

/** For callers without an account, metering by account has no limit to report. */
export const OPTIONAL_RATE_HEADERS: Readonly<Record<string, Header>> = {
  RateLimit: { ...RATE_LIMIT, required: false },
  'RateLimit-Policy': { ...RATE_LIMIT_POLICY, required: false },
};

/** A header field of the answer to a repeated request with the same Idempotency-Key. */
export const REPLAY_HEADER: Readonly<Record<string, Header>> = {
  'Idempotency-Replayed': {
    description: '`true` if this repeats an earlier answer.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
  },
};

/** Problems that any call may have: a body is always checked, an invalid key is always refused, and any dependency may be out. */
const ALWAYS: readonly ProblemCode[] = [
  'malformed-json',
  'invalid-request',
  'unauthenticated',
  'account-suspended',
  'payload-too-large',
  'unsupported-media-type',
  'rate-limited',
  'unavailable',
  'internal',
];

/** All problems of a route by status: those of the checks before the handler, and the handler's own. */
export function possibleProblems(route: Route): ReadonlyMap<ProblemStatus, readonly ProblemCode[]> {
  const codes = new Set<ProblemCode>([...ALWAYS, ...problemsOfChecks(route), ...route.problems]);
  if (route.foreignProtocol === true) codes.delete('unsupported-media-type');
  const byStatus = new Map<ProblemStatus, ProblemCode[]>();
  // In the order of the table, so that the description does not depend on the order of declarations.
  for (const [code, { status }] of tableInOrder()) {
    if (codes.has(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function problemsOfChecks({ path, scope, idempotency }: Route): readonly ProblemCode[] {
  return [
    ...(path.includes(':') ? (['malformed-url'] as const) : []),
    ...(scope === undefined ? [] : (['missing-scope'] as const)),
    ...(idempotency === undefined ? [] : (['idempotency-running', 'idempotency-mismatch'] as const)),
    ...(idempotency === 'secret' ? (['secret-already-issued'] as const) : []),
  ];
}

function tableInOrder(): readonly (readonly [ProblemCode, { readonly status: ProblemStatus }])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are its codes
  return Object.entries(PROBLEMS) as [ProblemCode, { readonly status: ProblemStatus }][];
}

const PROBLEM_JSON = 'application/problem+json';
/** A page has the same status and says the same, for people. */
const PROBLEM_PAGE = { 'text/html': { schema: { type: 'string' } } } as const;

/** All answers of a route, in the order of their statuses. */
export function responseObjects(route: Route, components: Components): Readonly<Record<string, ResponseObject>> {
  const responses: Record<string, ResponseObject> = {};
  for (const [status, declaration] of Object.entries(route.responses)) {
    responses[status] = successObject(route, Number(status), declaration, components);
  }
  if (route.entityTag === true) responses['304'] = { description: 'Not modified.', headers: successHeaders(route, 304, []) };
  for (const [status, codes] of possibleProblems(route)) {
    const json = { [PROBLEM_JSON]: { schema: components.hoist(problemSchema(codes)) } };
    // A fault of the address is told in JSON even here, since it is found before the route.
    const content = route.problemPage === undefined ? json : { ...PROBLEM_PAGE, ...json };
    responses[status] = withProblems(responses[status], status, codes, content);
  }
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

/** The problems of a status, together with an answer in another form, if there is one: the grey badge, a health body. */
function withProblems(
  answer: ResponseObject | undefined,
  status: ProblemStatus,
  codes: readonly ProblemCode[],
  content: ResponseObject['content'],
): ResponseObject {
  const description = codes.map((code) => `${PROBLEMS[code].title} (\`${code}\`)`).join('; ');
  return {
    description: answer === undefined ? description : `${answer.description} Or: ${description}`,
    headers: responseHeaders(['X-Request-Id', ...problemHeaders(status)]),
    content: { ...answer?.content, ...content },
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
