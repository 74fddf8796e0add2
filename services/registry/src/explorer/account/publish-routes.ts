import { type PublishForm, runPage } from '@kirchhoff/explorer';
import { type Outcome, type Problem, problem, type Route, route, seeOther } from '@kirchhoff/platform';
import { FORM_FIELDS, foreignForm, REQUIRED_FIELDS, type SignedIn } from './access.js';
import { type PolicyPageDeps, policiesAnswer } from './policy-routes.js';
import { publishForm } from './publish-form.js';
import {
  orSignIn,
  personalPage,
  SESSION_FORM,
  SESSION_PAGE,
  type SessionPageDeps,
  SOURCE_BODY_LIMIT,
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
      if (signedIn.kind === 'problem')
        return signedIn.code === 'unauthenticated' ? signInAnswer(deps, { next: '/publish', source }) : signedIn;
      const { session } = signedIn;
      if (step !== 'publish' || once === undefined) return formOf(deps, signedIn, typed);
      const admitted = await access.admit(context, { form_token, once }, 'publish');
      if (admitted.kind === 'problem') return publishForm(access, session, typed, { refused: admitted });
      const published = await calls.callOnce<{ readonly pid: string }>('POST /v1/circuits', session.caller, admitted.request, {
        once,
        body: { name: name ?? '', source, description, visibility },
      });
      if (published.kind === 'problem') return publishForm(access, session, typed, { refused: published });
      return certify(deps, admitted, published.value.pid, once);
    },
  });
}

/** Returns the form for a program that is not published yet: that of policies for a policy, else that of circuits. */
export async function formOf(deps: PolicyPageDeps, signedIn: SignedIn, typed: Partial<PublishForm>): Promise<Outcome> {
  const [, policy] = /^[ \t]*policy[ \t]+([A-Za-z_]\w*)/m.exec(typed.source ?? '') ?? [];
  if (policy === undefined) return publishForm(deps.access, signedIn.session, typed);
  return policiesAnswer(deps, signedIn, { typed: { name: policy, source: typed.source ?? '' } });
}

/** Requests the certification, and leads to its progress. */
async function certify({ calls }: SessionPageDeps, { session, request }: SignedIn, pid: string, once: string) {
  const run = await calls.callOnce<{ readonly certification_id: string }>('POST /v1/circuits/:pid/certify', session.caller, request, {
    once,
    params: { pid },
    headers: { prefer: 'respond-async' },
  });
  return run.kind === 'problem' ? notCertified(pid, run) : seeOther(`/publish/${run.value.certification_id}`);
}

/** The circuit is published in any case: the person must not publish it again. */
function notCertified(pid: string, { code, detail, headers }: Problem): Problem {
  return problem(code, `The circuit is published, at /circuits/${pid}, but not certified. ${detail}`, { headers });
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
      if (signedIn.kind === 'problem') return orSignIn(signedIn, '/publish');
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
      return admitted.kind === 'problem' ? admitted : certify(deps, admitted, context.params.pid, context.body.once);
    },
  });
}
