import {
  type Caller,
  type KeyScope,
  type Problem,
  problem,
  type Randomness,
  type RateLimit,
  type RequestContext,
  type Route,
  rateProblem,
  shareOf,
} from '@kirchhoff/platform';
import type { Session, Sessions } from '../../sessions/service.js';
import { formToken, isFormToken } from '../../sessions/token.js';

/** The part of a request that the pages of a session read. */
export type BrowserRequest = Pick<
  RequestContext<unknown, unknown, unknown, unknown>,
  'header' | 'subject' | 'share' | 'requestId' | 'traceparent' | 'bytes' | 'signal' | 'newIdentifier'
>;

/** A person whose session is valid, and who may go on now. */
export interface SignedIn {
  readonly kind: 'signed-in';
  readonly session: Session;
  /** The request, counted for the account of the session. */
  readonly request: BrowserRequest;
}

/** The hidden fields of every form. */
export interface FormFields {
  /** Proves that the form is from a page of the session; empty in forms of people without one. */
  readonly form_token: string;
  /** A random text of the page: a form that is sent twice is the same request. */
  readonly once: string;
}

/** The schema of `FormFields`, for the bodies of forms. */
export const FORM_FIELDS = {
  form_token: { type: 'string', maxLength: 64 },
  once: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
} as const;
export const REQUIRED_FIELDS = ['form_token', 'once'] as const;

const ONCE_BYTES = 16;

/** Returns true if a sending may still have its effect, or had none and may be repeated unchanged. */
function isUndecided({ code, status }: Problem): boolean {
  return code === 'idempotency-running' || status === 429 || status === 503;
}

/** The hosts from which browsers accept secure cookies over plain http. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

export interface AccessDeps {
  readonly sessions: Sessions;
  /** Counts requests by account, as those of the API. */
  readonly requests: RateLimit;
  readonly randomness: Randomness;
  /** The URL of this service. Default: its origin is that of the Host field. */
  readonly here: string | undefined;
}

/** Decides about requests of browsers: whose session it is, and if its form comes from our own page. */
export class PageAccess {
  readonly #deps: AccessDeps;

  constructor(deps: AccessDeps) {
    this.#deps = deps;
  }

  /** Returns the session of a request; `undefined` if the person has not signed in. */
  async find({ header }: Pick<BrowserRequest, 'header'>): Promise<Session | undefined> {
    return this.#deps.sessions.find(header('cookie'));
  }

  /**
   * Lets a session open the pages of everybody: with its account as the caller, which is counted by its own limits, sees what it may
   * see, and is greeted.
   */
  opened(route: Route): Route {
    if (route.auth === 'none') return route;
    const callerOf: Route['callerOf'] = async (request) => {
      const session = await this.find(request);
      return session === undefined ? undefined : { ...session.caller, session: { accountName: session.accountName } };
    };
    return { ...route, callerOf };
  }

  /** Returns the person of a page that needs a session: 401 without one, 403 without the scope, 429 beyond the limit. */
  async signedIn(request: BrowserRequest, scope?: KeyScope): Promise<SignedIn | Problem> {
    const session = await this.find(request);
    if (session === undefined) return notSignedIn();
    const { caller } = session;
    if (scope !== undefined && !caller.scopes.has(scope))
      return problem('missing-scope', `You signed in with a key that lacks the scope ${scope}. Sign in with another key.`);
    const limited = await this.limited(caller, request);
    if (limited !== undefined) return limited;
    const { address } = request.subject;
    const subject = { address, accountId: caller.accountId, limits: caller.limits };
    return { kind: 'signed-in', session, request: { ...request, subject, share: shareOf(caller, address) } };
  }

  /** Counts a request of an account; 429 beyond its limit. */
  async limited({ accountId, limits }: Caller, { subject: { address } }: Pick<BrowserRequest, 'subject'>): Promise<Problem | undefined> {
    const decision = await this.#deps.requests.take({ address, accountId, limits });
    return decision.kind === 'limited' ? rateProblem(decision) : undefined;
  }

  /** Admits a form of a session: it was sent by our own page, and has the token of this very session. */
  async admit(request: BrowserRequest, fields: FormFields, scope?: KeyScope): Promise<SignedIn | Problem> {
    if (!this.isOwn(request)) return foreignForm();
    const signedIn = await this.signedIn(request, scope);
    if (signedIn.kind === 'problem') return signedIn;
    if (isFormToken(fields.form_token, signedIn.session.token)) return signedIn;
    return changedForm();
  }

  /** Admits the form that ends a session, at every limit, and also if it has ended; returns the refusal of every other form. */
  async refusedEnd(request: BrowserRequest, { form_token: token }: FormFields): Promise<Problem | undefined> {
    if (!this.isOwn(request)) return foreignForm();
    const session = await this.find(request);
    return session === undefined || isFormToken(token, session.token) ? undefined : changedForm();
  }

  /** Returns the hidden fields of a form on a page. */
  fields(session: Session | undefined): FormFields {
    const once = Buffer.from(this.#deps.randomness.bytes(ONCE_BYTES)).toString('base64url');
    return { form_token: session === undefined ? '' : formToken(session.token), once };
  }

  /**
   * Returns the hidden fields of a form that is shown again after a refusal. A sending that is not decided keeps its random text, so
   * that the next one is the same request.
   */
  fieldsAfter(refusal: Problem, session: Session | undefined, once: string | undefined): FormFields {
    const fields = this.fields(session);
    return once !== undefined && isUndecided(refusal) ? { ...fields, once } : fields;
  }

  /**
   * Returns true if a page of this site sent the request. Browsers state it in `Sec-Fetch-Site` or `Origin`, which no page can
   * change; a request with neither is not from a browser that we know.
   */
  isOwn({ header }: Pick<BrowserRequest, 'header'>): boolean {
    const [site, origin] = [header('sec-fetch-site'), header('origin')];
    if (site === undefined && origin === undefined) return false;
    if (site !== undefined && site !== 'same-origin') return false;
    return origin === undefined || this.#isOurs(origin, header('host'));
  }

  /**
   * Returns the host if a browser reached it over plain http: there it drops the cookie of a session, and the key can be read on the
   * way. `undefined` over https, and on the browser's own machine. Only there do browsers send `Sec-Fetch-Site`.
   */
  plainHost({ header }: Pick<BrowserRequest, 'header'>): string | undefined {
    const host = header('host') ?? '';
    const { here } = this.#deps;
    const isSafe =
      header('sec-fetch-site') !== undefined ||
      header('x-forwarded-proto')?.startsWith('https') === true ||
      LOCAL_HOST.test(host) ||
      (here !== undefined && here.startsWith('https:') && new URL(here).host === host);
    return isSafe ? undefined : host;
  }

  #isOurs(origin: string, host: string | undefined): boolean {
    if (!URL.canParse(origin)) return false;
    const { here } = this.#deps;
    const sent = new URL(origin);
    return sent.host === host || (here !== undefined && sent.origin === new URL(here).origin);
  }
}

/** The 403 of a form that another site sent. */
export function foreignForm(): Problem {
  return problem('form-refused', 'The browser says that the form was sent by another site, or does not say by which.');
}

function changedForm(): Problem {
  return problem('form-refused', 'The form was made for another session, or its page was changed.');
}

function notSignedIn(): Problem {
  return problem('unauthenticated', 'Your session has ended, or you have not signed in.');
}
