import { type AccountKey, type AccountUsage, overviewPage, secretPage } from '@kirchhoff/explorer';
import {
  type Authenticator,
  type Caller,
  type PlainKey,
  type Problem,
  parseKey,
  problem,
  type Route,
  rateProblem,
  route,
  SCOPES,
  seeOther,
} from '@kirchhoff/platform';
import { ENDED_COOKIE } from '../../sessions/token.js';
import { type BrowserRequest, FORM_FIELDS, foreignForm, REQUIRED_FIELDS, type SignedIn } from './access.js';
import { KEPT_FIELD, readKept } from './kept-forms.js';
import type { PolicyPageDeps } from './policy-page.js';
import { resumed } from './publish-routes.js';
import {
  frameOf,
  NEXT_FIELD,
  personalPage,
  refusedStatus,
  SESSION_FORM,
  SESSION_PAGE,
  type SessionPageDeps,
  type ShownRefusal,
  SOURCE_BODY_LIMIT,
  shownRefusal,
  signInAnswer,
} from './session-page.js';

export interface SignInDeps extends PolicyPageDeps {
  readonly authenticator: Authenticator;
}

/** GET /account, and the forms that begin and end a session. */
export function signInRoutes(deps: SignInDeps): readonly Route[] {
  return [accountRoute(deps), registerRoute(deps), signInRoute(deps), resumeRoute(deps), signOutRoute(deps)];
}

function accountRoute(deps: SignInDeps): Route {
  return route({
    ...SESSION_PAGE,
    path: '/account',
    summary: 'The account of a person: usage and keys; without a session, the forms to register and to sign in',
    query: { type: 'object', additionalProperties: false, properties: { next: NEXT_FIELD } },
    handler: async (context) => {
      const signedIn = await deps.access.signedIn(context);
      if (signedIn.kind === 'signed-in') return overviewAnswer(deps, signedIn);
      return signedIn.code === 'unauthenticated'
        ? signInAnswer(deps, { request: context, next: context.query.next ?? '/account' })
        : signedIn;
    },
  });
}

/** Returns the overview of an account; with what was wrong with a form on it. */
export async function overviewAnswer(
  deps: SessionPageDeps,
  { session, request }: SignedIn,
  { refused, typed }: { readonly refused?: ShownRefusal; readonly typed?: Readonly<Record<string, string>> } = {},
) {
  const { access, calls } = deps;
  const { caller } = session;
  const usage = await calls.call<AccountUsage>('GET /v1/usage', caller, request);
  if (usage.kind === 'problem') return usage;
  const keys = caller.scopes.has('keys')
    ? await calls.call<{ readonly keys: readonly AccountKey[] }>('GET /v1/auth/keys', caller, request)
    : undefined;
  if (keys?.kind === 'problem') return keys;
  const scopes = SCOPES.filter((scope) => caller.scopes.has(scope));
  const html = overviewPage({ ...frameOf(session, access), usage: usage.value, keys: keys?.value.keys, scopes, refused, typed });
  return personalPage(html, { status: refused === undefined ? 200 : 422 });
}

const NAMED_NEXT: Readonly<Record<string, { readonly path: string; readonly name: string }>> = {
  '/publish': { path: '/publish', name: 'Publish a circuit' },
  '/account': { path: '/account', name: 'Go to your account' },
};

interface Registered {
  readonly api_key: PlainKey;
  readonly key_id: string;
}

function registerRoute(deps: SignInDeps): Route {
  const { access, calls, sessions } = deps;
  return route({
    ...SESSION_FORM,
    path: '/account/register',
    summary: 'Creates an account, and shows its first key once',
    bodyLimit: SOURCE_BODY_LIMIT,
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'name', 'email'],
      properties: {
        ...FORM_FIELDS,
        name: { type: 'string', maxLength: 1_000 },
        email: { type: 'string', maxLength: 1_000 },
        next: NEXT_FIELD,
        kept: KEPT_FIELD,
      },
    },
    handler: async (context) => {
      if (!access.isOwn(context)) return foreignForm();
      const { name, email, once, next = '/account' } = context.body;
      const kept = readKept(context.body.kept);
      const registered = await calls.callOnce<Registered>('POST /v1/auth/register', undefined, context, { once, body: { name, email } });
      if (registered.kind === 'problem') {
        // Nothing that a person has written is lost.
        const refused = { form: 'register' as const, ...shownRefusal(registered) };
        return signInAnswer(
          deps,
          { request: context, next, kept, refused, typed: { name, email }, fields: access.fieldsAfter(registered, undefined, once) },
          registered.code === 'invalid-request' ? 422 : refusedStatus(registered),
        );
      }
      const { api_key: secret, key_id: keyId } = registered.value;
      const begun = await sessions.begin(keyId, secret);
      // A session that the browser still had does not stay behind.
      await sessions.end(context.header('cookie'));
      const session = begun === undefined ? undefined : await sessions.of(begun.token);
      const html = secretPage({
        session: { name },
        title: 'Your account is ready',
        label: 'Your API key',
        secret,
        purpose: 'You are signed in. This key opens the account for programs, and for you the next time.',
        next: NAMED_NEXT[next] ?? { path: next, name: 'Go on' },
        waiting: kept === undefined || session === undefined ? undefined : { form: kept, fields: access.fields(session) },
      });
      return personalPage(html, { headers: begun === undefined ? {} : { 'Set-Cookie': begun.cookie } });
    },
  });
}

function signInRoute(deps: SignInDeps): Route {
  const { access, sessions } = deps;
  return route({
    ...SESSION_FORM,
    path: '/account/sign-in',
    summary: 'Exchanges a key for a session',
    bodyLimit: SOURCE_BODY_LIMIT,
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'api_key'],
      properties: { ...FORM_FIELDS, api_key: { type: 'string', maxLength: 1_000 }, next: NEXT_FIELD, kept: KEPT_FIELD },
    },
    handler: async (context) => {
      if (!access.isOwn(context)) return foreignForm();
      const { api_key: key, next = '/account' } = context.body;
      const kept = readKept(context.body.kept);
      const verified = await verify(deps.authenticator, key, context);
      if (verified.kind === 'refused') {
        const refused = { form: 'sign-in' as const, message: verified.detail, errors: [] };
        return signInAnswer(deps, { request: context, next, kept, refused }, 422);
      }
      const again = (refusal: Problem) =>
        signInAnswer(
          deps,
          { request: context, next, kept, refused: { form: 'sign-in', ...shownRefusal(refusal) } },
          refusedStatus(refusal),
        );
      if (verified.kind === 'problem') return again(verified);
      const limited = await access.limited(verified.caller, context);
      if (limited !== undefined) return again(limited);
      const begun = await sessions.begin(verified.caller.keyId, verified.key);
      if (begun === undefined) return again(problem('unauthenticated', 'This key was revoked at this moment.'));
      // A session that the browser still had is not continued, and does not stay behind.
      await sessions.end(context.header('cookie'));
      const headers = { 'Set-Cookie': begun.cookie };
      if (kept === undefined) return seeOther(next, headers);
      const session = await sessions.of(begun.token);
      if (session === undefined) return seeOther(next, headers);
      const form = await resumed(deps, { kind: 'signed-in', session, request: context }, kept);
      return { ...form, headers: { ...form.headers, ...headers } };
    },
  });
}

type Verified =
  | { readonly kind: 'key'; readonly caller: Caller; readonly key: PlainKey }
  | { readonly kind: 'refused'; readonly detail: string }
  | Problem;

/** Verifies a key as one of the Authorization field: refused ones are counted with those of their address. */
async function verify(authenticator: Authenticator, key: string, { subject }: BrowserRequest): Promise<Verified> {
  const given = key.trim();
  const authentication = await authenticator.authenticate(`Bearer ${given}`, 0, subject.address);
  const plain = parseKey(given);
  if (plain === undefined) return { kind: 'refused', detail: 'This is not a key: its form or its checksum is wrong.' };
  switch (authentication.kind) {
    case 'caller':
      return { kind: 'key', caller: authentication.caller, key: plain };
    case 'suspended':
      return problem('account-suspended', 'An operator has suspended the account of this key.');
    case 'throttled':
      return rateProblem(authentication.decision);
    case 'refused':
      return { kind: 'refused', detail: authentication.detail };
    case 'anonymous':
      throw new Error('a field was given');
  }
}

/** POST /account/resume. It shows a form that waited, and changes nothing, so that it needs no token. */
function resumeRoute(deps: SignInDeps): Route {
  const { access } = deps;
  return route({
    ...SESSION_FORM,
    path: '/account/resume',
    summary: 'Shows a form that waited until the person had signed in',
    bodyLimit: SOURCE_BODY_LIMIT,
    body: { type: 'object', additionalProperties: false, required: ['kept'], properties: { ...FORM_FIELDS, kept: KEPT_FIELD } },
    handler: async (context) => {
      if (!access.isOwn(context)) return foreignForm();
      const kept = readKept(context.body.kept);
      if (kept === undefined) return seeOther('/account');
      const signedIn = await access.signedIn(context);
      if (signedIn.kind === 'signed-in') return resumed(deps, signedIn, kept);
      return signedIn.code === 'unauthenticated' ? signInAnswer(deps, { request: context, next: '/account', kept }, 401) : signedIn;
    },
  });
}

function signOutRoute({ access, sessions }: SignInDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/account/sign-out',
    summary: 'Ends the session',
    body: { type: 'object', additionalProperties: false, required: REQUIRED_FIELDS, properties: FORM_FIELDS },
    handler: async (context) => {
      const refused = await access.refusedEnd(context, context.body);
      if (refused !== undefined) return refused;
      await sessions.end(context.header('cookie'));
      return seeOther('/account', { 'Set-Cookie': ENDED_COOKIE });
    },
  });
}
