import type { PageSession } from '@kirchhoff/explorer';
import type { Outcome, Problem, RequestContext, Route } from '@kirchhoff/platform';

/** The request that a page answers, by the account that may see it. */
export interface PageContext extends RequestOfPage {
  /** The person to greet; `undefined` for a reader who has not signed in. */
  readonly session?: PageSession | undefined;
}

/** Returns the request of a page, with the person to greet if its caller is the account of a session. */
export function viewerOf(context: RequestOfPage): PageContext {
  const session = context.caller?.session;
  return session === undefined ? context : { ...context, session: { name: session.accountName } };
}

type RequestOfPage = Pick<
  RequestContext<unknown, unknown, unknown, Parameters<Route['handle']>[0]['caller']>,
  'caller' | 'requestId' | 'traceparent' | 'share' | 'subject' | 'bytes' | 'signal' | 'header' | 'newIdentifier'
>;

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The `Accept` of the request. Default: none. */
  readonly accept?: string | undefined;
  /** The `If-None-Match` of the request. Default: none. */
  readonly ifNoneMatch?: string | undefined;
}

/** The value of an answer in JSON, or the problem. */
export type Told<Value> = { readonly kind: 'value'; readonly value: Value } | Problem;

/**
 * Asks a route of the API in this process, for the caller of a page. So a page shows what the API answers to the same caller, with
 * the same limits of concurrent work, and never more.
 */
export async function answerOf(
  route: Route,
  context: PageContext,
  { params = {}, query, accept, ifNoneMatch }: Asked = {},
): Promise<Outcome> {
  const fields = new Map([
    ['accept', accept],
    ['if-none-match', ifNoneMatch],
  ]);
  const header = (name: string): string | undefined => fields.get(name);
  const { caller, requestId, traceparent, share, subject, bytes, signal, newIdentifier } = context;
  return route.handle({
    params,
    query: { ...defaultsOf(route), ...query },
    body: undefined,
    caller,
    requestId,
    traceparent,
    share,
    subject,
    bytes,
    signal,
    header,
    newIdentifier,
  });
}

/** Returns the JSON that a route of the API answers. Its form is that of the route's description, which tests hold it to. */
export async function jsonOf<Value>(route: Route, context: PageContext, asked: Asked = {}): Promise<Told<Value>> {
  const outcome = await answerOf(route, context, asked);
  if (outcome.kind === 'problem') return outcome;
  switch (outcome.body.kind) {
    case 'json':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the description of the route has this form
      return { kind: 'value', value: outcome.body.value as Value };
    case 'bytes': {
      const value: Value = JSON.parse(Buffer.from(outcome.body.bytes).toString('utf8'));
      return { kind: 'value', value };
    }
    case 'none':
    case 'stream':
      throw new Error(`${route.path} has no answer in JSON`);
  }
}

/** The defaults that the check of a query adds. */
function defaultsOf({ query }: Route): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(query?.properties ?? {}).flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  );
}
