import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Caller, KeyScope } from '../authentication/caller.js';
import type { Share } from '../fair-shares/share.js';
import type { NewIdentifier } from '../idempotency/run-once.js';
import type { ProblemCode } from '../problems/codes.js';
import type { Problem } from '../problems/problem.js';
import type { RateLimit, RateSubject } from '../quotas/rate-decision.js';
import type { Outcome, Responses, Schema } from './response.js';
import type { JsonBounds } from './strict-json.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The schema of a JSON object: it refuses members that it does not name, unless it declares to ignore them. */
export interface ObjectSchema {
  readonly type: 'object';
  /** True for a body of a protocol whose receivers must ignore members that they do not know. */
  readonly additionalProperties: boolean;
  readonly properties: Readonly<Record<string, Exclude<JSONSchema, boolean>>>;
  readonly required?: readonly string[];
}

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The names after a colon in a path. */
export type PathParameters<Path extends string> = { readonly [Name in PathNames<Path>]: string };

type Parsed<Shape extends ObjectSchema | undefined> = Shape extends ObjectSchema ? ValueOf<Shape> : undefined;

/** The type of the values that a schema accepts. */
export type ValueOf<Shape> = Shape extends JSONSchema ? FromSchema<Shape> : never;

type CallerFor<Auth extends AuthRule> = Auth extends 'required' ? Caller : Caller | undefined;

/**
 * `required`: 401 without a key. `optional`: a key gives more access. `none`: a key changes nothing, but an invalid one is still
 * refused.
 */
export type AuthRule = 'none' | 'optional' | 'required';

/** The arguments of a handler: everything is checked and typed. */
export interface RequestContext<Params, Query, Body, Subject> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Subject;
  readonly requestId: string;
  /** Our position in the caller's trace (W3C Trace Context): the field for the jobs and calls that this request causes. */
  readonly traceparent: string;
  /** The share, for work that has to wait in a queue. */
  readonly share: Share;
  /** The caller or address that rate limits count. */
  readonly subject: RateSubject;
  /** Bytes of the body. */
  readonly bytes: number;
  /** Aborted if the client leaves before its answer (`ClientGone`), or if the process stops and gives the request up. */
  readonly signal: AbortSignal;
  /** A header field by its lower-case name; several of one name are joined by commas. */
  readonly header: (name: string) => string | undefined;
  /**
   * Returns a new identifier for a resource that this request creates. If the request repeats an interrupted one
   * (`Idempotency-Key`), it returns the same identifier. A row with it was then written by the interrupted request.
   */
  readonly newIdentifier: NewIdentifier;
}

/** A header field that a handler reads. */
export interface RequestHeader {
  /** One sentence. */
  readonly description: string;
  readonly schema: Schema;
}

/** A request that is answered with a page of its problem. */
export interface RefusedRequest {
  readonly requestId: string;
  /** The path, without the query. */
  readonly path: string;
  /** The checked body, so that a form can be shown again; `undefined` without one, and for a refusal before it was read. */
  readonly body: unknown;
  readonly header: (name: string) => string | undefined;
}

/** A page in the place of a problem. */
export interface ProblemPage {
  /** Renders HTML. */
  readonly render: (problem: Problem, request: RefusedRequest) => string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A route as data: the checks before the handler, and the handler. */
export interface RouteDeclaration<
  Path extends string,
  Query extends ObjectSchema | undefined,
  Body extends ObjectSchema | undefined,
  Auth extends AuthRule,
> {
  readonly method: Method;
  readonly path: Path;
  /** One sentence for the API description. */
  readonly summary: string;
  readonly auth: Auth;
  /** The scope that the key needs: 403 without it. Not checked if the caller has no key. */
  readonly scope?: KeyScope;
  /** The query, or no query at all. Values of integer and boolean properties are read from their text. */
  readonly query?: Query;
  /** Accepts and ignores query parameters that are not described (badge, health, docs, probes). */
  readonly lenientQuery?: boolean;
  /** The body; without this member, the route takes no body, or `{}`. */
  readonly body?: Body;
  /**
   * Also accepts the plain source of a program (`text/x-kirchhoff`): it is the member `source`, and the other members are query
   * parameters. Default: only JSON.
   */
  readonly rawSource?: boolean;
  /** The body is an HTML form (`application/x-www-form-urlencoded`), and nothing else. Default: JSON. */
  readonly form?: boolean;
  /**
   * A page or a form of a browser's session. It is no call of the API: the description leaves it out, and pages of other origins may
   * not read it. Default: false.
   */
  readonly ofSession?: boolean;
  /** An example of the body that works unchanged, except for identifiers, which the caller replaces. */
  readonly example?: Parsed<Body>;
  /** Limit in bytes. Default: 1 MiB. */
  readonly bodyLimit?: number;
  /** Limits for the content of the body. Default: 1,000 members an object, 1,000 elements an array, 10,000 of both in total. */
  readonly bodyBounds?: JsonBounds;
  readonly rate?: RateLimit;
  /**
   * Finds the caller of a request without a key, such as the account of a browser's session. The limits, the shares and the access
   * are then those of this caller, as with a key. Default: such a request has no caller.
   */
  readonly callerOf?: (request: { readonly header: (name: string) => string | undefined }) => Promise<Caller | undefined>;
  /**
   * Refuses a request before it is counted and its body is read, if the queue of its handler has no room for the share. It
   * reserves no place: a slow body must not hold one. Default: there is room.
   */
  readonly refusal?: (share: Share) => Problem | undefined;
  /** Adds a strong ETag of the answer's bytes, and 304 on If-None-Match. For GET. */
  readonly entityTag?: boolean;
  /** Milliseconds for which a verified key is still accepted while the store of keys is out (policy checks). */
  readonly authGraceMilliseconds?: number;
  /** The successful answers, by status. */
  readonly responses: Responses;
  /** The problems of the handler; those of the checks before it follow from the declaration. */
  readonly problems: readonly ProblemCode[];
  /**
   * Accepts `Idempotency-Key`: `answer` stores the answer for repeats; `secret` keeps only the subject of the secret, since an
   * answer with a secret is never stored.
   */
  readonly idempotency?: 'answer' | 'secret';
  /** Schemas of path parameters whose form does not follow from their names. A value of another form is a 404. */
  readonly params?: Readonly<Record<string, Schema>>;
  /** The header fields that the handler reads, by name, except those that follow from other members. */
  readonly headers?: Readonly<Record<string, RequestHeader>>;
  /**
   * Renders every problem of this route for people: also those of the checks before the handler, and our own faults. Default: problems
   * are JSON.
   */
  readonly problemPage?: ProblemPage;
  /**
   * Follows a protocol by which the answer repeats every `X-Request-Id` of the client, and a body of another media type is a 400.
   * Default: an unusual id is replaced, and such a body is a 415.
   */
  readonly foreignProtocol?: boolean;
  handler(context: RequestContext<PathParameters<Path>, Parsed<Query>, Parsed<Body>, CallerFor<Auth>>): Promise<Outcome> | Outcome;
}

/** A route with erased types, in the form that the application takes. */
export interface Route extends Omit<RouteDeclaration<string, ObjectSchema | undefined, ObjectSchema | undefined, AuthRule>, 'handler'> {
  handle(context: RequestContext<Readonly<Record<string, string>>, unknown, unknown, Caller | undefined>): Promise<Outcome>;
}

/**
 * Declares a route. Types of `params`, `query`, `body` and `caller` in the handler follow from the declaration. The cast turns the
 * pipeline's checks at run time into types.
 */
export function route<
  const Path extends string,
  const Query extends ObjectSchema | undefined = undefined,
  const Body extends ObjectSchema | undefined = undefined,
  const Auth extends AuthRule = AuthRule,
>(declaration: RouteDeclaration<Path, Query, Body, Auth>): Route {
  type Context = Parameters<typeof declaration.handler>[0];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pipeline has checked the value against this type
  return { ...declaration, handle: async (context) => declaration.handler(context as Context) };
}
