import { secretPage } from '@kirchhoff/explorer';
import { type PlainKey, type Route, route, SCOPES, seeOther } from '@kirchhoff/platform';
import { ENDED_COOKIE } from '../../sessions/token.js';
import { FORM_FIELDS, REQUIRED_FIELDS } from './access.js';
import { keptForm } from './kept-forms.js';
import { choices, chosen, personalPage, SESSION_FORM, type SessionPageDeps, shownRefusal } from './session-page.js';
import { overviewAnswer } from './sign-in-routes.js';

/** The forms that create, replace and revoke keys. */
export function accountKeyRoutes(deps: SessionPageDeps): readonly Route[] {
  return [createRoute(deps), replaceRoute(deps), revokeRoute(deps)];
}

const TO_ACCOUNT = { path: '/account', name: 'Back to your account' } as const;

function createRoute(deps: SessionPageDeps): Route {
  const { access, calls } = deps;
  return route({
    ...SESSION_FORM,
    path: '/account/keys',
    summary: 'Creates a key, and shows it once',
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'name'],
      properties: {
        ...FORM_FIELDS,
        name: { type: 'string', maxLength: 1_000 },
        expires_on: { type: 'string', pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$' },
        ...choices('scope', SCOPES),
      },
    },
    handler: async (context) => {
      const { once, name, expires_on: day = '' } = context.body;
      const admitted = await access.admit(context, context.body, 'keys');
      if (admitted.kind === 'problem') return admitted;
      const { session, request } = admitted;
      const body = { name, scopes: chosen('scope', SCOPES, context.body), ...(day === '' ? {} : { expires_at: `${day}T23:59:59Z` }) };
      const issued = await calls.callOnce<{ readonly api_key: string }>('POST /v1/auth/keys', session.caller, request, { once, body });
      if (issued.kind === 'problem')
        return issued.code === 'invalid-request'
          ? overviewAnswer(deps, admitted, { refused: shownRefusal(issued), typed: keptForm('/account/keys', context.body)?.fields ?? {} })
          : issued;
      const html = secretPage({
        session: { name: session.accountName },
        title: 'New key',
        label: name,
        secret: issued.value.api_key,
        purpose: `The key “${name}” works from now on.`,
        next: TO_ACCOUNT,
      });
      return personalPage(html);
    },
  });
}

/**
 * POST /account/keys/rotate. Not the operation of this name, which revokes the key at once: an answer that is lost, or that a second
 * sending replaces, would leave the person without any key. The page with the new key revokes the former one.
 */
function replaceRoute({ access, calls, sessions }: SessionPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/account/keys/rotate',
    summary: 'Creates a key with the rights of that of the session, shows it once, and offers to revoke the former one',
    body: { type: 'object', additionalProperties: false, required: REQUIRED_FIELDS, properties: FORM_FIELDS },
    handler: async (context) => {
      const admitted = await access.admit(context, context.body, 'keys');
      if (admitted.kind === 'problem') return admitted;
      const { session, request } = admitted;
      const { caller, keyName } = session;
      const made = await calls.callOnce<{ readonly api_key: PlainKey; readonly key_id: string }>('POST /v1/auth/keys', caller, request, {
        once: context.body.once,
        body: keyName === '' ? {} : { name: keyName },
      });
      if (made.kind === 'problem') return made;
      // The person goes on with a session of the new key, which the end of the former one does not end.
      const begun = await sessions.begin(made.value.key_id, made.value.api_key);
      const next = begun === undefined ? undefined : await sessions.of(begun.token);
      const html = secretPage({
        session: { name: session.accountName },
        title: 'New key',
        label: keyName,
        secret: made.value.api_key,
        purpose: `This key has the name and the rights of “${keyName}”. The former one works until you revoke it.`,
        next: TO_ACCOUNT,
        former: next === undefined ? undefined : { keyId: caller.keyId, fields: access.fields(next) },
      });
      return personalPage(html, { headers: begun === undefined ? {} : { 'Set-Cookie': begun.cookie } });
    },
  });
}

function revokeRoute({ access, calls }: SessionPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/account/keys/:key_id/revoke',
    summary: 'Revokes a key',
    body: { type: 'object', additionalProperties: false, required: REQUIRED_FIELDS, properties: FORM_FIELDS },
    handler: async (context) => {
      const admitted = await access.admit(context, context.body, 'keys');
      if (admitted.kind === 'problem') return admitted;
      const { session, request } = admitted;
      const revoked = await calls.call<null>('DELETE /v1/auth/keys/:key_id', session.caller, request, { params: context.params });
      if (revoked.kind === 'problem') return revoked;
      return seeOther('/account', context.params.key_id === session.caller.keyId ? { 'Set-Cookie': ENDED_COOKIE } : {});
    },
  });
}
