import { type LogSettings, type Policy, policyPage, type RefusedChange } from '@kirchhoff/explorer';
import { type Outcome, type Problem, problem, type Route, route, seeOther } from '@kirchhoff/platform';
import { FORM_FIELDS, REQUIRED_FIELDS, type SignedIn } from './access.js';
import { keptForm } from './kept-forms.js';
import { compareVersions, MENDABLE, type PolicyPageDeps, readPolicy } from './policy-page.js';
import { diagnosticsIn } from './publish-form.js';
import { personalPage, refusedStatus, SESSION_FORM, SOURCE_BODY_LIMIT, shownRefusal } from './session-page.js';

/**
 * The forms that change a policy. A new version decides nothing: the person first sees the verdicts that it changes, and then lets it
 * decide.
 */
export function policyChangeRoutes(deps: PolicyPageDeps): readonly Route[] {
  return [versionRoute(deps), activateRoute(deps), logRoute(deps)];
}

/** The entity tag of what the person has seen. */
const SEEN = { type: 'string', maxLength: 200 } as const;
const VERSION = { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } as const;

function versionRoute(deps: PolicyPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/policies/:policy_id/versions',
    summary: 'Adds a version to a policy, which decides nothing until it is activated',
    bodyLimit: SOURCE_BODY_LIMIT,
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'source'],
      properties: { ...FORM_FIELDS, source: { type: 'string' } },
    },
    handler: async (context) => {
      const { policy_id: id } = context.params;
      const admitted = await deps.access.admit(context, context.body, 'policy:write');
      if (admitted.kind === 'problem') return admitted;
      const read = await readPolicy(deps, admitted, id);
      if (read.kind === 'problem') return read;
      const { policy_id: policyId, version: deciding } = read.value.policy;
      const added = await deps.compiler.call<{ readonly version: number }>(admitted, {
        method: 'POST',
        path: `/v1/policies/${policyId}/versions`,
        // Its cases are looked at when it is to decide.
        body: { source: context.body.source, ignore_cases: true },
      });
      if (added.kind === 'problem') return refusedAnswer(deps, admitted, id, { form: 'version', sent: context.body, refusal: added });
      const { version } = added.value;
      if (version !== deciding) return seeOther(`/policies/${policyId}?old=${deciding}&new=${version}#compared`);
      const same = problem('conflict', `Version ${version} has exactly these rules, and decides already.`);
      return refusedAnswer(deps, admitted, id, { form: 'version', sent: context.body, refusal: same });
    },
  });
}

function activateRoute(deps: PolicyPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/policies/:policy_id/activate',
    summary: 'Lets a version of a policy decide, if the policy is still as the person has seen it',
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'old', 'version', 'seen'],
      properties: { ...FORM_FIELDS, old: VERSION, version: VERSION, seen: SEEN },
    },
    handler: async (context) => {
      const { policy_id: id } = context.params;
      const { old, version, seen } = context.body;
      const admitted = await deps.access.admit(context, context.body, 'policy:write');
      if (admitted.kind === 'problem') return admitted;
      const read = await readPolicy(deps, admitted, id);
      if (read.kind === 'problem') return read;
      const { policy } = read.value;
      // The form was sent twice, or somebody else has done the same.
      if (policy.version === Number(version)) return seeOther(`/policies/${policy.policy_id}#versions`);
      if (policy.version !== Number(old)) {
        const other = problem('conflict', `Version ${policy.version} decides now, and nothing was done. Here is what changes from it.`);
        return refusedAnswer(deps, admitted, id, { form: 'activate', sent: context.body, refusal: other });
      }
      const activated = await deps.compiler.call<unknown>(admitted, {
        method: 'POST',
        path: `/v1/policies/${policy.policy_id}/activate`,
        body: { version: Number(version) },
        ifMatch: seen,
      });
      if (activated.kind === 'value') return seeOther(`/policies/${policy.policy_id}#versions`);
      return refusedAnswer(deps, admitted, id, { form: 'activate', sent: context.body, refusal: activated });
    },
  });
}

function logRoute(deps: PolicyPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/policies/:policy_id/log',
    summary: "Changes the settings of a policy's decision log, if they are still as the person has seen them",
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'mode', 'seen'],
      properties: {
        ...FORM_FIELDS,
        seen: SEEN,
        mode: { type: 'string', maxLength: 100 },
        rate: { type: 'string', maxLength: 100 },
        keep: { type: 'string', maxLength: 20_000 },
        retention_days: { type: 'string', maxLength: 100 },
      },
    },
    handler: async (context) => {
      const { policy_id: id } = context.params;
      const { mode, rate = '', keep = '', retention_days: days = '', seen } = context.body;
      const admitted = await deps.access.admit(context, context.body, 'policy:write');
      if (admitted.kind === 'problem') return admitted;
      const read = await readPolicy(deps, admitted, id);
      if (read.kind === 'problem') return read;
      const { policy_id: policyId } = read.value.policy;
      const changed = await deps.compiler.call<LogSettings>(admitted, {
        method: 'PUT',
        path: `/v1/policies/${policyId}/log`,
        body: {
          mode,
          keep: keep.split(/[\s,]+/).filter((name) => name !== ''),
          ...numeric('rate', rate),
          ...numeric('retention_days', days),
        },
        ifMatch: seen,
      });
      if (changed.kind === 'value') return seeOther(`/policies/${policyId}#log`);
      return refusedAnswer(deps, admitted, id, { form: 'log', sent: context.body, refusal: changed });
    },
  });
}

/** Returns a member with the number that was typed; other text stays text, and the operation says what is wrong with it. */
function numeric(name: string, text: string): Readonly<Record<string, unknown>> {
  return text === '' ? {} : { [name]: /^[0-9]{1,9}$/.test(text) ? Number(text) : text };
}

interface Refused {
  readonly form: RefusedChange['form'];
  readonly sent: object;
  readonly refusal: Problem;
}

/** The refusals that the page of the policy shows at their form; with every other one, the form alone is shown again. */
const SHOWN_ON_PAGE: ReadonlySet<string> = new Set([...MENDABLE, 'conflict', 'precondition-failed']);

/** Shows the policy as it is now, with the refused form and what was typed. */
async function refusedAnswer(deps: PolicyPageDeps, signedIn: SignedIn, id: string, { form, sent, refusal }: Refused): Promise<Outcome> {
  if (!SHOWN_ON_PAGE.has(refusal.code)) return refusal;
  const read = await readPolicy(deps, signedIn, id);
  if (read.kind === 'problem') return read;
  const { message, errors } = shownRefusal(refusal);
  const typed = keptForm(`/policies/${read.value.policy.policy_id}/${form === 'version' ? 'versions' : form}`, sent)?.fields ?? {};
  const refused: RefusedChange = { form, typed, errors, message: wordsFor(refusal, message), diagnostics: diagnosticsIn(refusal) };
  const compared = form === 'activate' ? await comparedNow(deps, signedIn, read.value.policy, sent) : undefined;
  if (compared?.kind === 'problem') return compared;
  return personalPage(policyPage({ ...read.value, compared: compared?.value, refused }), { status: refusedStatus(refusal) });
}

/** Compares the version that decides now with the one that a person wanted to let decide. */
async function comparedNow(deps: PolicyPageDeps, signedIn: SignedIn, policy: Policy['policy'], sent: object) {
  const { version }: { readonly version?: unknown } = sent;
  return compareVersions(deps, signedIn, policy, { old: policy.version, young: Number(version) });
}

function wordsFor({ code, members }: Problem, message: string): string {
  if (code === 'precondition-failed')
    return 'It was changed meanwhile, and nothing was done. Here it is as it is now: look at it, and decide again.';
  if (code !== 'cases-failed') return message;
  return `It gives another verdict than the cases of this policy expect, so that it does not decide: ${JSON.stringify(members['failures'])}`;
}
