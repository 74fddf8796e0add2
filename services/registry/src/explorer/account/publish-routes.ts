import { type KeptForm, keptFormPage, type PublishedAlready, type PublishForm, runPage } from '@kirchhoff/explorer';
import { type Answer, type Outcome, type Route, route, seeOther } from '@kirchhoff/platform';
import { FORM_FIELDS, foreignForm, REQUIRED_FIELDS, type SignedIn } from './access.js';
import { keptForm } from './kept-forms.js';
import type { PolicyPageDeps } from './policy-page.js';
import { policiesAnswer } from './policy-routes.js';
import { publishForm } from './publish-form.js';
import {
  orSignIn,
  personalPage,
  refusedStatus,
  SESSION_FORM,
  SESSION_PAGE,
  type SessionPageDeps,
  SOURCE_BODY_LIMIT,
  shownRefusal,
  signInAnswer,
} from './session-page.js';

/** The pages on which a person publishes a circuit and has it certified. */
export function publishPageRoutes(deps: PolicyPageDeps): readonly Route[] {
  return [formRoute(deps), publishRoute(deps), runRoute(deps), againRoute(deps)];
}

function formRoute({ access }: SessionPageDeps): Route {
  return route({
    ...SESSION_PAGE,
    path: '/publish',
    summary: 'The form that publishes a circuit',
    handler: async (context) => {
      const signedIn = await access.signedIn(context, 'publish');
      return signedIn.kind === 'problem' ? orSignIn(signedIn, '/publish') : publishForm(access, signedIn.session, {});
    },
  });
}

/**
 * POST /publish. A form with nothing but a source, such as that of the playground, leads to the form that publishes: it changes
 * nothing, so it needs no token.
 */
function publishRoute(deps: PolicyPageDeps): Route {
  const { access, calls } = deps;
  return route({
    ...SESSION_FORM,
    path: '/publish',
    summary: 'Publishes a circuit and has it certified',
    bodyLimit: SOURCE_BODY_LIMIT,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['source'],
      properties: {
        form_token: FORM_FIELDS.form_token,
        once: FORM_FIELDS.once,
        step: { type: 'string', enum: ['edit', 'publish'] },
        name: { type: 'string', maxLength: 1_000 },
        description: { type: 'string', maxLength: 10_000 },
        visibility: { type: 'string', enum: ['public', 'private'] },
        source: { type: 'string' },
      },
    },
    handler: async (context) => {
      if (!access.isOwn(context)) return foreignForm();
      const { step, form_token = '', once, source, name, description = '', visibility = 'public' } = context.body;
      const typed = { source, description, visibility, ...(name === undefined ? {} : { name }) };
      const signedIn = await access.signedIn(context);
      // Nothing that a person has written is lost because a session has ended.
      if (signedIn.kind === 'problem') {
        const kept = keptForm('/publish', context.body);
        return signedIn.code === 'unauthenticated' ? signInAnswer(deps, { request: context, next: '/publish', kept }, 401) : signedIn;
      }
      const { session } = signedIn;
      if (step !== 'publish' || once === undefined) return formOf(deps, signedIn, typed);
      const admitted = await access.admit(context, { form_token, once }, 'publish');
      if (admitted.kind === 'problem') return publishForm(access, session, typed, { refused: admitted, once });
      const published = await calls.callOnce<PublishedAlready>('POST /v1/circuits', session.caller, admitted.request, {
        once,
        body: { name: name ?? '', source, description, visibility },
      });
      if (published.kind === 'problem') return publishForm(access, session, typed, { refused: published, once });
      const { value: circuit } = published;
      // The API answers with the circuit of the same name and program, and changes nothing of it.
      const isOther = circuit.visibility !== visibility || circuit.description !== description;
      return isOther ? publishForm(access, session, typed, { already: circuit }) : certifyOnce(deps, admitted, circuit.pid, once);
    },
  });
}

/** Returns the form for a program that is not published yet: that of policies for a policy, else that of circuits. */
export async function formOf(deps: PolicyPageDeps, signedIn: SignedIn, typed: Partial<PublishForm>): Promise<Outcome> {
  const [, policy] = /^[ \t]*policy[ \t]+([A-Za-z_]\w*)/m.exec(typed.source ?? '') ?? [];
  if (policy === undefined) return publishForm(deps.access, signedIn.session, typed);
  return policiesAnswer(deps, signedIn, { typed: { name: policy, source: typed.source ?? '' } });
}

/** Returns a form that waited until the person had signed in, with what was typed. */
export async function resumed(deps: PolicyPageDeps, signedIn: SignedIn, kept: KeptForm): Promise<Answer> {
  const { action, fields: typed } = kept;
  const { name, description, visibility, source = '' } = typed;
  if (action === '/publish' || action === '/policies') {
    const answer =
      action === '/policies'
        ? await policiesAnswer(deps, signedIn, { typed: { name: name ?? '', source } })
        : await formOf(deps, signedIn, {
            source,
            ...(name === undefined ? {} : { name }),
            ...(description === undefined ? {} : { description }),
            visibility: visibility === 'private' ? 'private' : 'public',
          });
    // Its page may be out of reach now; what was typed is not.
    if (answer.kind === 'answer') return answer;
  }
  const { access } = deps;
  const { accountName } = signedIn.session;
  const html = keptFormPage({ form: kept, session: { name: accountName }, fields: access.fields(signedIn.session), step: 'send' });
  return personalPage(html);
}

/** Requests the certification, and leads to its progress. */
export async function certifyOnce({ access, calls }: SessionPageDeps, { session, request }: SignedIn, pid: string, once: string) {
  const run = await calls.callOnce<{ readonly certification_id: string }>('POST /v1/circuits/:pid/certify', session.caller, request, {
    once,
    params: { pid },
    headers: { prefer: 'respond-async' },
  });
  if (run.kind === 'value') return seeOther(`/publish/${run.value.certification_id}`);
  // The circuit is published in any case: the person must not publish it again.
  const { accountName } = session;
  const fields = access.fieldsAfter(run, session, once);
  const html = runPage({ session: { name: accountName }, pid, status: 'failed', fields, refusal: shownRefusal(run).message });
  return personalPage(html, { status: refusedStatus(run), headers: run.headers });
}

interface Run {
  readonly pid: string;
  readonly status: 'queued' | 'running' | 'done' | 'failed';
}

/** Seconds until a browser asks for the progress again. */
const RELOAD_SECONDS = '1';

function runRoute({ access, calls }: SessionPageDeps): Route {
  return route({
    ...SESSION_PAGE,
    path: '/publish/:certification_id',
    summary: 'The progress of a certification; at its end, the way to the circuit',
    handler: async (context) => {
      const signedIn = await access.signedIn(context);
      if (signedIn.kind === 'problem') return orSignIn(signedIn, `/publish/${context.params.certification_id}`);
      const { session, request } = signedIn;
      const params = { id: context.params.certification_id };
      const found = await calls.call<Run>('GET /v1/certifications/:id', session.caller, request, { params });
      if (found.kind === 'problem') return found;
      const { pid, status } = found.value;
      if (status === 'done') return seeOther(`/circuits/${pid}`);
      const html = runPage({ session: { name: session.accountName }, pid, status, fields: access.fields(session) });
      return personalPage(html, { headers: status === 'failed' ? {} : { Refresh: RELOAD_SECONDS } });
    },
  });
}

function againRoute(deps: SessionPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/publish/:pid/certify',
    summary: 'Has a circuit certified again',
    body: { type: 'object', additionalProperties: false, required: REQUIRED_FIELDS, properties: FORM_FIELDS },
    handler: async (context) => {
      const admitted = await deps.access.admit(context, context.body, 'certify');
      return admitted.kind === 'problem' ? admitted : certifyOnce(deps, admitted, context.params.pid, context.body.once);
    },
  });
}
