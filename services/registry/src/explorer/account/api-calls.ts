import {
  type Answer,
  type Caller,
  type IdempotencyStore,
  invalidRequest,
  type NewIdentifier,
  type ObjectSchema,
  type Outcome,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  type ProcessLog,
  problem,
  type Rendered,
  type Route,
  rateProblem,
  readIdempotencyKey,
  render,
  requestDigest,
  runOnce,
  validator,
} from '@kirchhoff/platform';
import type { Told } from '../asking.js';
import type { BrowserRequest } from './access.js';

/** An operation of the API, such as `GET /v1/usage`. */
export type Operation = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /v1/${string}`;

/** The content of a call. It is checked, and completed by defaults, as that of a request from outside. */
export interface CallContent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Header fields that the handler reads, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer with its entity tag, by which a later change states what it is based on. */
export interface Tagged<Value> {
  readonly value: Value;
  readonly entityTag: string;
}

export interface ApiCallsDeps {
  readonly routes: readonly Route[];
  readonly store: IdempotencyStore;
  readonly log: Pick<ProcessLog, 'warn'>;
}

/**
 * Calls operations of the API in this process, for the account of a session. They check scope, limits and ownership as for a key, so
 * that pages and API never differ in what they permit.
 */
export class ApiCalls {
  readonly #routes: ReadonlyMap<string, CheckedRoute>;
  readonly #deps: ApiCallsDeps;

  constructor(deps: ApiCallsDeps) {
    this.#deps = deps;
    this.#routes = new Map(deps.routes.map((route) => [`${route.method} ${route.path}`, { route, check: contentCheck(route) }]));
  }

  /** Calls an operation. */
  async call<Value>(
    operation: Operation,
    caller: Caller | undefined,
    request: BrowserRequest,
    content: CallContent = {},
  ): Promise<Told<Value>> {
    return told(await this.#answer(operation, caller, request, content));
  }

  /** Calls an operation whose answer has an entity tag, and returns it with the answer. */
  async callTagged<Value>(
    operation: Operation,
    caller: Caller | undefined,
    request: BrowserRequest,
    content: CallContent = {},
  ): Promise<Told<Tagged<Value>>> {
    const outcome = await this.#answer(operation, caller, request, content);
    if (outcome.kind === 'problem') return outcome;
    const entityTag = outcome.headers?.['ETag'];
    if (typeof entityTag !== 'string') throw new Error(`${operation} has no entity tag`);
    const value: Value = JSON.parse(textOf(outcome.body));
    return { kind: 'value', value: { value, entityTag } };
  }

  async #answer(operation: Operation, caller: Caller | undefined, request: BrowserRequest, content: CallContent): Promise<Outcome> {
    const { route, check } = this.#routeOf(operation);
    const refused = await refusalOf(route, caller, request);
    if (refused !== undefined) return refused;
    const checked = check(content);
    return checked.kind === 'problem' ? checked : handled(route, caller, request, checked, request.newIdentifier);
  }

  /** Calls an operation once for each sending of a form, however often the browser repeats it. A secret is answered only the first time. */
  async callOnce<Value>(
    operation: Operation,
    caller: Caller | undefined,
    request: BrowserRequest,
    { once, ...given }: CallContent & { readonly once: string },
  ): Promise<Told<Value>> {
    const { route, check } = this.#routeOf(operation);
    const refused = await refusalOf(route, caller, request);
    if (refused !== undefined) return refused;
    const content = check(given);
    if (content.kind === 'problem') return content;
    const key = readIdempotencyKey([once]);
    if (key.kind !== 'key') throw new Error('the schema of forms lets in what is no idempotency key');
    const { params, query, body } = content;
    let first: Outcome | undefined;
    const repeatable = { ...content, headers: { ...content.headers, 'idempotency-key': once } };
    const outcome = await runOnce(this.#deps.store, {
      identity: {
        scope: caller?.accountId ?? 'form',
        route: `form ${operation}`,
        key: key.digest,
        requestDigest: requestDigest({ params, query, body }),
      },
      keeps: route.idempotency ?? 'answer',
      run: async (newIdentifier) => {
        first = await handled(route, caller, request, repeatable, newIdentifier);
        return first;
      },
      render: (rendered) => render(rendered, operation, request.requestId),
      unkept: (error) => this.#deps.log.warn({ err: error, request_id: request.requestId }, 'the answer to a form was not stored'),
    });
    if (first !== undefined) return told(first);
    return outcome.kind === 'problem' ? outcome : repeated(outcome);
  }

  #routeOf(operation: Operation): CheckedRoute {
    const route = this.#routes.get(operation);
    if (route === undefined) throw new Error(`the API has no ${operation}`);
    return route;
  }
}

interface CheckedRoute {
  readonly route: Route;
  readonly check: (content: CallContent) => CheckedContent | Problem;
}

interface CheckedContent {
  readonly kind: 'content';
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const NO_MEMBERS: ObjectSchema = { type: 'object', additionalProperties: false, properties: {} };

function contentCheck(route: Route): CheckedRoute['check'] {
  const [checkQuery, checkBody] = [validator(route.query ?? NO_MEMBERS, 'query'), validator(route.body ?? NO_MEMBERS, '')];
  return ({ params = {}, query = {}, body = {}, headers = {} }) => {
    const [checkedQuery, checkedBody] = [
      checkQuery({ ...query }, Object.keys(query).length),
      checkBody({ ...body }, Object.keys(body).length),
    ];
    if (checkedQuery.kind === 'invalid') return invalidRequest(checkedQuery.errors);
    if (checkedBody.kind === 'invalid') return invalidRequest(checkedBody.errors);
    return { kind: 'content', params, query: checkedQuery.value, body: route.body === undefined ? undefined : checkedBody.value, headers };
  };
}

/** Checks what the pipeline checks before a handler: scope, room, rate. */
async function refusalOf(
  { auth, scope, rate, refusal }: Route,
  caller: Caller | undefined,
  request: BrowserRequest,
): Promise<Problem | undefined> {
  if (auth === 'required' && caller === undefined) throw new Error('an operation that needs a key was called without a session');
  if (scope !== undefined && caller !== undefined && !caller.scopes.has(scope))
    return problem('missing-scope', `You signed in with a key that lacks the scope ${scope}. Sign in with another key.`);
  const full = refusal?.(request.share);
  if (full !== undefined) return full;
  const decision = await rate?.take(request.subject);
  return decision?.kind === 'limited' ? rateProblem(decision) : undefined;
}

async function handled(
  route: Route,
  caller: Caller | undefined,
  request: BrowserRequest,
  { params, query, body, headers }: CheckedContent,
  newIdentifier: NewIdentifier,
): Promise<Outcome> {
  const { requestId, traceparent, share, subject, bytes, signal } = request;
  const header = (name: string) => headers[name.toLowerCase()];
  return route.handle({ params, query, body, caller, requestId, traceparent, share, subject, bytes, signal, header, newIdentifier });
}

function told<Value>(outcome: Outcome): Told<Value> {
  if (outcome.kind === 'problem') return outcome;
  const value: Value = JSON.parse(textOf(outcome.body));
  return { kind: 'value', value };
}

/** Returns the text that a client would read. */
function textOf(body: Answer['body']): string {
  switch (body.kind) {
    case 'none':
      return 'null';
    case 'json':
      return JSON.stringify(body.value);
    case 'bytes':
      return Buffer.from(body.bytes).toString('utf8');
    case 'stream':
      throw new Error('a page cannot show a stream');
  }
}

const FIRST_PROBLEM = 400;

/** Returns the stored outcome of a form that was sent before. */
function repeated<Value>({ status, bytes }: Rendered): Told<Value> {
  const text = bytes === undefined ? 'null' : Buffer.from(bytes).toString('utf8');
  if (status < FIRST_PROBLEM) {
    const value: Value = JSON.parse(text);
    return { kind: 'value', value };
  }
  const { code, detail, type: _type, title: _title, status: _status, instance: _instance, request_id: _id, ...members } = JSON.parse(text);
  if (!isCode(code)) throw new Error('a stored problem has no code');
  return problem(code, String(detail), { members });
}

function isCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(PROBLEMS, code);
}
