import { type AccountDelivery, type AccountWebhook, deliveriesPage, secretPage, webhooksPage } from '@kirchhoff/explorer';
import { PAGING, type Problem, problem, type Route, route, seeOther } from '@kirchhoff/platform';
import { EVENT_TYPES } from '../../events/outbox.js';
import { FORM_FIELDS, REQUIRED_FIELDS, type SignedIn } from './access.js';
import { keptForm } from './kept-forms.js';
import {
  choices,
  chosen,
  frameOf,
  orSignIn,
  personalPage,
  SESSION_FORM,
  SESSION_PAGE,
  type SessionPageDeps,
  type ShownRefusal,
  shownRefusal,
} from './session-page.js';

/** The pages and forms of webhooks. */
export function accountWebhookRoutes(deps: SessionPageDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), oneRoute(deps), rotateRoute(deps), deleteRoute(deps), redeliverRoute(deps)];
}

const ONLY_FORM = { type: 'object', additionalProperties: false, required: REQUIRED_FIELDS, properties: FORM_FIELDS } as const;

function listRoute(deps: SessionPageDeps): Route {
  return route({
    ...SESSION_PAGE,
    path: '/account/webhooks',
    summary: 'The webhooks of an account',
    handler: async (context) => {
      const signedIn = await deps.access.signedIn(context, 'keys');
      return signedIn.kind === 'problem' ? orSignIn(signedIn, '/account/webhooks') : listAnswer(deps, signedIn);
    },
  });
}

async function webhooksOf({ calls }: SessionPageDeps, { session, request }: SignedIn) {
  return calls.call<{ readonly webhooks: readonly AccountWebhook[] }>('GET /v1/webhooks', session.caller, request);
}

async function listAnswer(
  deps: SessionPageDeps,
  signedIn: SignedIn,
  { refused, typed }: { readonly refused?: ShownRefusal; readonly typed?: Readonly<Record<string, string>> } = {},
) {
  const found = await webhooksOf(deps, signedIn);
  if (found.kind === 'problem') return found;
  const frame = frameOf(signedIn.session, deps.access);
  const html = webhooksPage({ ...frame, webhooks: found.value.webhooks, events: EVENT_TYPES, refused, typed });
  return personalPage(html, { status: refused === undefined ? 200 : 422 });
}

interface Issued {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

function createRoute(deps: SessionPageDeps): Route {
  const { access, calls } = deps;
  return route({
    ...SESSION_FORM,
    path: '/account/webhooks',
    summary: 'Creates a webhook, and shows its signing secret once',
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'url'],
      properties: {
        ...FORM_FIELDS,
        url: { type: 'string', maxLength: 4_000 },
        description: { type: 'string', maxLength: 4_000 },
        ...choices('event', EVENT_TYPES),
      },
    },
    handler: async (context) => {
      const { once, url, description = '' } = context.body;
      const admitted = await access.admit(context, context.body, 'keys');
      if (admitted.kind === 'problem') return admitted;
      const { session, request } = admitted;
      const body = { url, description, events: chosen('event', EVENT_TYPES, context.body) };
      const issued = await calls.callOnce<Issued>('POST /v1/webhooks', session.caller, request, { once, body });
      if (issued.kind === 'problem') {
        const typed = keptForm('/account/webhooks', context.body)?.fields ?? {};
        return issued.code === 'invalid-request' ? listAnswer(deps, admitted, { refused: shownRefusal(issued), typed }) : issued;
      }
      return secretAnswer(admitted, issued.value, 'New webhook');
    },
  });
}

function secretAnswer({ session }: SignedIn, { id, url, secret }: Issued, title: string) {
  const html = secretPage({
    session: { name: session.accountName },
    title,
    label: 'Signing secret',
    secret,
    purpose: `Every message to ${url} is signed with this secret, so that the receiver knows that it comes from here.`,
    next: { path: `/account/webhooks/${id}`, name: 'Go to the webhook' },
  });
  return personalPage(html);
}

interface DeliveryPage {
  readonly deliveries: readonly AccountDelivery[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

function oneRoute(deps: SessionPageDeps): Route {
  const { access, calls } = deps;
  return route({
    ...SESSION_PAGE,
    path: '/account/webhooks/:id',
    summary: 'A webhook with its deliveries',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: { page: PAGING.page, as_of: { type: 'string', format: 'date-time' } },
    },
    handler: async (context) => {
      const signedIn = await access.signedIn(context, 'keys');
      const { id } = context.params;
      if (signedIn.kind === 'problem') return orSignIn(signedIn, `/account/webhooks/${id}`);
      const { session, request } = signedIn;
      const webhook = await webhookOf(deps, signedIn, id);
      if (webhook.kind === 'problem') return webhook;
      const { as_of: asOf, page } = context.query;
      const query = { page, ...(asOf === undefined ? {} : { as_of: asOf }) };
      const found = await calls.call<DeliveryPage>('GET /v1/webhooks/:id/deliveries', session.caller, request, { params: { id }, query });
      if (found.kind === 'problem') return found;
      const { deliveries, pages, total } = found.value;
      const since = asOf ?? deliveries[0]?.created_at;
      const position = { page: found.value.page, pages, total, parameters: since === undefined ? {} : { as_of: since } };
      return personalPage(deliveriesPage({ ...frameOf(session, access), webhook: webhook.value, deliveries, position }));
    },
  });
}

async function webhookOf(
  deps: SessionPageDeps,
  signedIn: SignedIn,
  id: string,
): Promise<{ readonly kind: 'value'; readonly value: AccountWebhook } | Problem> {
  const found = await webhooksOf(deps, signedIn);
  if (found.kind === 'problem') return found;
  const value = found.value.webhooks.find((webhook) => webhook.id === id);
  return value === undefined ? problem('not-found', 'This account has no such webhook.') : { kind: 'value', value };
}

function rotateRoute({ access, calls }: SessionPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/account/webhooks/:id/rotate-secret',
    summary: 'Gives a webhook a new signing secret, and shows it once',
    body: ONLY_FORM,
    handler: async (context) => {
      const admitted = await access.admit(context, context.body, 'keys');
      if (admitted.kind === 'problem') return admitted;
      const { session, request } = admitted;
      const content = { once: context.body.once, params: context.params };
      const issued = await calls.callOnce<Issued>('POST /v1/webhooks/:id/rotate-secret', session.caller, request, content);
      return issued.kind === 'problem' ? issued : secretAnswer(admitted, issued.value, 'New signing secret');
    },
  });
}

function deleteRoute({ access, calls }: SessionPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/account/webhooks/:id/delete',
    summary: 'Deletes a webhook',
    body: ONLY_FORM,
    handler: async (context) => {
      const admitted = await access.admit(context, context.body, 'keys');
      if (admitted.kind === 'problem') return admitted;
      const { session, request } = admitted;
      const deleted = await calls.call<null>('DELETE /v1/webhooks/:id', session.caller, request, { params: context.params });
      return deleted.kind === 'problem' ? deleted : seeOther('/account/webhooks');
    },
  });
}

function redeliverRoute({ access, calls }: SessionPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/account/webhooks/:id/deliveries/:delivery_id/redeliver',
    summary: 'Sends an event to a webhook again',
    body: ONLY_FORM,
    handler: async (context) => {
      const admitted = await access.admit(context, context.body, 'keys');
      if (admitted.kind === 'problem') return admitted;
      const { session, request } = admitted;
      const content = { once: context.body.once, params: context.params };
      const again = await calls.callOnce<unknown>(
        'POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver',
        session.caller,
        request,
        content,
      );
      return again.kind === 'problem' ? again : seeOther(`/account/webhooks/${context.params.id}`);
    },
  });
}
