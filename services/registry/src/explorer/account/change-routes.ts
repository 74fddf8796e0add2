import { changeCircuitPage, type PublishForm } from '@kirchhoff/explorer';
import { type Answer, type Outcome, type Problem, problem, type Route, route, seeOther } from '@kirchhoff/platform';
import type { Told } from '../asking.js';
import type { CircuitDetail } from '../circuit-pages.js';
import { FORM_FIELDS, REQUIRED_FIELDS, type SignedIn } from './access.js';
import type { Tagged } from './api-calls.js';
import { diagnosticsIn } from './publish-form.js';
import { certifyOnce } from './publish-routes.js';
import {
  orSignIn,
  personalPage,
  refusedStatus,
  SESSION_FORM,
  SESSION_PAGE,
  type SessionPageDeps,
  SOURCE_BODY_LIMIT,
  shownRefusal,
} from './session-page.js';

/** The page on which the owner of a circuit publishes its next version, describes it in other words, or withdraws it. */
export function circuitChangeRoutes(deps: SessionPageDeps): readonly Route[] {
  return [formRoute(deps), changeRoute(deps), withdrawRoute(deps)];
}

/** The entity tag of the circuit that the person has seen. */
const SEEN = { type: 'string', maxLength: 200 } as const;

function formRoute(deps: SessionPageDeps): Route {
  return route({
    ...SESSION_PAGE,
    path: '/circuits/:pid/change',
    summary: 'The forms that change and withdraw a circuit, for its owner',
    handler: async (context) => {
      const { pid } = context.params;
      const signedIn = await deps.access.signedIn(context, 'publish');
      if (signedIn.kind === 'problem') return orSignIn(signedIn, `/circuits/${pid}/change`);
      const own = await readOwn(deps, signedIn, pid);
      return own.kind === 'problem' ? own : changeForm(deps, signedIn, own.value);
    },
  });
}

function changeRoute(deps: SessionPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/circuits/:pid/change',
    summary: 'Changes a circuit, if it is still as the person has seen it, and has another program certified',
    bodyLimit: SOURCE_BODY_LIMIT,
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'seen', 'name', 'source'],
      properties: {
        ...FORM_FIELDS,
        seen: SEEN,
        name: { type: 'string', maxLength: 1_000 },
        description: { type: 'string', maxLength: 10_000 },
        visibility: { type: 'string', enum: ['public', 'private'] },
        source: { type: 'string' },
      },
    },
    handler: async (context) => {
      const { pid } = context.params;
      const { once, seen, name, description = '', visibility = 'public', source } = context.body;
      const admitted = await deps.access.admit(context, context.body, 'publish');
      if (admitted.kind === 'problem') return admitted;
      const own = await readOwn(deps, admitted, pid);
      if (own.kind === 'problem') return own;
      const { source: current } = own.value.value;
      const changed = await deps.calls.callOnce<CircuitDetail>('PUT /v1/circuits/:pid', admitted.session.caller, admitted.request, {
        once,
        params: { pid },
        headers: { 'if-match': seen },
        // Browsers send all ends of lines alike: those of the source alone are no other program.
        body: { name, description, visibility, source: withLineFeeds(current) === source ? current : source },
      });
      if (changed.kind === 'problem')
        return IN_FORM.has(changed.code)
          ? refusedForm(deps, admitted, pid, { typed: { name, description, visibility, source }, refused: changed, once })
          : changed;
      return changed.value.phi_c === null ? certifyOnce(deps, admitted, pid, once) : seeOther(`/circuits/${pid}`);
    },
  });
}

function withdrawRoute(deps: SessionPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/circuits/:pid/withdraw',
    summary: 'Withdraws a circuit, if it is still as the person has seen it',
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'seen', 'sure'],
      properties: { ...FORM_FIELDS, seen: SEEN, sure: { type: 'string', enum: ['on'] } },
    },
    handler: async (context) => {
      const { pid } = context.params;
      const { once, seen } = context.body;
      const admitted = await deps.access.admit(context, context.body, 'publish');
      if (admitted.kind === 'problem') return admitted;
      const { session, request } = admitted;
      const headers = { 'if-match': seen };
      const done = await deps.calls.callOnce<null>('DELETE /v1/circuits/:pid', session.caller, request, { once, params: { pid }, headers });
      if (done.kind === 'value') return seeOther(`/owners/${session.caller.accountId}`);
      return done.code === 'precondition-failed' ? refusedForm(deps, admitted, pid, { refused: done, once }) : done;
    },
  });
}

/** The refusals that the person can mend in the form. */
const IN_FORM: ReadonlySet<string> = new Set([
  'invalid-request',
  'invalid-program',
  'conflict',
  'precondition-failed',
  'storage-exceeded',
  'idempotency-running',
  'rate-limited',
  'busy',
  'guard-exceeded',
]);

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Reads a circuit that the account owns: 404 for one that it may not see, 403 for one of another account. */
async function readOwn({ calls }: SessionPageDeps, { session, request }: SignedIn, pid: string): Promise<Told<Tagged<CircuitDetail>>> {
  const read = await calls.callTagged<CircuitDetail>('GET /v1/circuits/:pid', session.caller, request, { params: { pid } });
  if (read.kind === 'problem' || read.value.value.owner === session.caller.accountId) return read;
  return problem('not-owner', 'Only the owner of a circuit changes it.');
}

interface Refused {
  /** The fields as they were sent. Default: those of the circuit. */
  readonly typed?: PublishForm;
  readonly refused: Problem;
  readonly once: string;
}

/** Shows the forms for the circuit as it is now, with what was typed. */
async function refusedForm(deps: SessionPageDeps, signedIn: SignedIn, pid: string, refusal: Refused): Promise<Outcome> {
  const own = await readOwn(deps, signedIn, pid);
  return own.kind === 'problem' ? own : changeForm(deps, signedIn, own.value, refusal);
}

function changeForm({ access }: SessionPageDeps, { session }: SignedIn, own: Tagged<CircuitDetail>, refusal?: Refused): Answer {
  const { value: circuit, entityTag } = own;
  const { name, description, visibility, source } = circuit;
  const refused = refusal?.refused;
  const html = changeCircuitPage({
    session: { name: session.accountName },
    circuit,
    seen: entityTag,
    typed: refusal?.typed ?? { name, description, visibility, source },
    fields: {
      change: refusal === undefined ? access.fields(session) : access.fieldsAfter(refusal.refused, session, refusal.once),
      withdraw: access.fields(session),
    },
    refused:
      refused === undefined ? undefined : { ...shownRefusal(refused), message: wordsFor(refused), diagnostics: diagnosticsIn(refused) },
  });
  return personalPage(html, refused === undefined ? {} : { status: refusedStatus(refused) });
}

function wordsFor(refused: Problem): string {
  return refused.code === 'precondition-failed'
    ? 'The circuit was changed or certified meanwhile, and nothing was done. Look at it as it is now, and send this again if it is still right.'
    : shownRefusal(refused).message;
}
