import type { RateLimit, Route } from '@kirchhoff/platform';
import { accountAuditRoute } from './audit-route.js';
import { circuitChangeRoutes } from './change-routes.js';
import { boundedForm, formProblems } from './kept-forms.js';
import { accountKeyRoutes } from './key-routes.js';
import { policyPageRoutes } from './policy-routes.js';
import { publishPageRoutes } from './publish-routes.js';
import { OF_A_PERSON } from './session-page.js';
import { type SignInDeps, signInRoutes } from './sign-in-routes.js';
import { accountWebhookRoutes } from './webhook-routes.js';

export interface SessionRoutesDeps extends SignInDeps {
  /** Counts the forms by address, before their bodies are read. */
  readonly forms: RateLimit;
}

/** The form that has to go through at every limit. */
const SIGN_OUT = '/account/sign-out';

/** All pages and forms of a person's session. */
export function sessionRoutes(deps: SessionRoutesDeps): readonly Route[] {
  const problemPage = formProblems(deps.access, OF_A_PERSON);
  const routes = [
    ...signInRoutes(deps),
    ...accountKeyRoutes(deps),
    ...accountWebhookRoutes(deps),
    accountAuditRoute(deps),
    ...publishPageRoutes(deps),
    ...circuitChangeRoutes(deps),
    ...policyPageRoutes(deps),
  ];
  return routes.map((each) => {
    if (each.form !== true) return each;
    const counted = each.path === SIGN_OUT ? {} : { rate: deps.forms };
    return { ...each, ...counted, problemPage, handle: boundedForm(each) };
  });
}
