import { type ListedPolicy, type ParamDomain, policiesPage, policyPage, type ShownDecision } from '@kirchhoff/explorer';
import { PAGING, type Problem, type Route, route, seeOther } from '@kirchhoff/platform';
import { FORM_FIELDS, REQUIRED_FIELDS, type SignedIn } from './access.js';
import { policyChangeRoutes } from './policy-change-routes.js';
import { compareVersions, MENDABLE, type PolicyPageDeps, readPolicy } from './policy-page.js';
import { diagnosticsIn } from './publish-form.js';
import { frameOf, orSignIn, personalPage, SESSION_FORM, SESSION_PAGE, SOURCE_BODY_LIMIT, shownRefusal } from './session-page.js';

/** The pages of policies. The compiler has them: it is called with the key of the session. */
export function policyPageRoutes(deps: PolicyPageDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), oneRoute(deps), checkRoute(deps), ...policyChangeRoutes(deps)];
}

const EXAMPLE =
  'policy refunds {\n  action "pay.refund" (cents: 0..100_000_000)\n\n  rule small allow on "pay.refund" when cents <= 5_000\n  rule large review on "pay.refund" when cents > 5_000 "a person looks at large amounts"\n  default deny\n}\n';

interface PolicyList {
  readonly policies: readonly ListedPolicy[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

interface ListOptions {
  readonly page?: number;
  readonly asOf?: string | undefined;
  readonly typed?: { readonly name: string; readonly source: string };
  readonly refused?: Problem;
}

/** Returns the page with the policies and the form that creates one. */
export async function policiesAnswer(
  { access, compiler }: PolicyPageDeps,
  signedIn: SignedIn,
  { page = 1, asOf, typed, refused }: ListOptions,
) {
  const query = new URLSearchParams({ page: String(page), ...(asOf === undefined ? {} : { as_of: asOf }) });
  const found = await compiler.call<PolicyList>(signedIn, { path: `/v1/policies?${query.toString()}` });
  if (found.kind === 'problem') return found;
  const { policies, pages, total } = found.value;
  const html = policiesPage({
    ...frameOf(signedIn.session, access),
    policies,
    position: { page: found.value.page, pages, total, parameters: asOf === undefined ? {} : { as_of: asOf } },
    typed: typed ?? { name: '', source: EXAMPLE },
    refused: refused === undefined ? undefined : { ...shownRefusal(refused), diagnostics: diagnosticsIn(refused) },
  });
  return personalPage(html, { status: refused === undefined ? 200 : 422 });
}

function listRoute(deps: PolicyPageDeps): Route {
  return route({
    ...SESSION_PAGE,
    path: '/policies',
    summary: 'The policies of an account',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: { page: PAGING.page, as_of: { type: 'string', format: 'date-time' } },
    },
    handler: async (context) => {
      const signedIn = await deps.access.signedIn(context);
      if (signedIn.kind === 'problem') return orSignIn(signedIn, '/policies');
      return policiesAnswer(deps, signedIn, { page: context.query.page, asOf: context.query.as_of });
    },
  });
}

function createRoute(deps: PolicyPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/policies',
    summary: 'Creates a policy',
    bodyLimit: SOURCE_BODY_LIMIT,
    body: {
      type: 'object',
      additionalProperties: false,
      required: [...REQUIRED_FIELDS, 'name', 'source'],
      properties: { ...FORM_FIELDS, name: { type: 'string', maxLength: 1_000 }, source: { type: 'string' } },
    },
    handler: async (context) => {
      const { once, name, source } = context.body;
      const admitted = await deps.access.admit(context, context.body, 'policy:write');
      if (admitted.kind === 'problem') return admitted;
      const made = await deps.compiler.call<ListedPolicy>(admitted, { method: 'POST', path: '/v1/policies', body: { name, source }, once });
      if (made.kind === 'value') return seeOther(`/policies/${made.value.policy_id}`);
      return MENDABLE.has(made.code) ? policiesAnswer(deps, admitted, { typed: { name, source }, refused: made }) : made;
    },
  });
}

function oneRoute(deps: PolicyPageDeps): Route {
  return route({
    ...SESSION_PAGE,
    path: '/policies/:policy_id',
    summary: 'A policy with its decision table; with `old` and `new`, what changed between two versions',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        old: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
        new: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
      },
    },
    handler: async (context) => {
      const signedIn = await deps.access.signedIn(context);
      if (signedIn.kind === 'problem') return orSignIn(signedIn, `/policies/${context.params.policy_id}`);
      const read = await readPolicy(deps, signedIn, context.params.policy_id);
      if (read.kind === 'problem') return read;
      const { old, new: young } = context.query;
      if (old === undefined || young === undefined) return personalPage(policyPage(read.value));
      const compared = await compareVersions(deps, signedIn, read.value.policy, { old, young });
      return compared.kind === 'problem' ? compared : personalPage(policyPage({ ...read.value, compared: compared.value }));
    },
  });
}

/** The fields of params have this beginning: their names are the author's. */
const PARAM = 'param_';

function checkRoute(deps: PolicyPageDeps): Route {
  return route({
    ...SESSION_FORM,
    path: '/policies/:policy_id/check',
    summary: 'Asks a policy about an action, and shows what it says',
    body: {
      type: 'object',
      additionalProperties: true,
      required: [...REQUIRED_FIELDS, 'category'],
      properties: { ...FORM_FIELDS, category: { type: 'string', maxLength: 1_000 } },
    },
    handler: async (context) => {
      const { category } = context.body;
      const admitted = await deps.access.admit(context, context.body, 'policy:check');
      if (admitted.kind === 'problem') return admitted;
      const read = await readPolicy(deps, admitted, context.params.policy_id);
      if (read.kind === 'problem') return read;
      const { policy } = read.value;
      const values = paramsIn(context.body);
      const action = policy.actions.find((each) => each.category === category);
      const domains = new Map((action?.params ?? []).map(({ name, domain }) => [name, domain]));
      const params = Object.fromEntries([...values].map(([name, text]) => [name, jsonOf(text, domains.get(name))]));
      const body = { policy_id: policy.policy_id, action: { category, params } };
      const decision = await deps.compiler.call<ShownDecision>(admitted, { method: 'POST', path: '/v1/policy/check', body });
      if (decision.kind === 'problem') return decision;
      return personalPage(policyPage({ ...read.value, asked: { category, values, decision: decision.value } }));
    },
  });
}

/** Returns the texts of a form by the names of the params. */
function paramsIn(body: object): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(body).flatMap(([name, text]): [string, string][] =>
      name.startsWith(PARAM) && typeof text === 'string' ? [[name.slice(PARAM.length), text]] : [],
    ),
  );
}

/** Returns the JSON form of what was typed; a text that is none stays text, and the policy says what is wrong with it. */
function jsonOf(text: string, domain: ParamDomain | undefined): unknown {
  switch (domain?.kind) {
    case 'integer':
      return typeof domain.lo === 'number' && /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'list':
    case 'record':
    case 'option':
      return parsedOr(text);
    case 'enumeration':
    case 'text':
    case 'bytes':
    case undefined:
      return text;
  }
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
