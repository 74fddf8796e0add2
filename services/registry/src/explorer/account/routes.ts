import type { Route } from '@kirchhoff/platform';
import { accountAuditRoute } from './audit-route.js';
import { formProblems } from './kept-forms.js';
import { accountKeyRoutes } from './key-routes.js';
import { policyPageRoutes } from './policy-routes.js';
import { publishPageRoutes } from './publish-routes.js';
import { OF_A_PERSON } from './session-page.js';
import { type SignInDeps, signInRoutes } from './sign-in-routes.js';
import { accountWebhookRoutes } from './webhook-routes.js';

/** All pages and forms of a person's session. */
export function sessionRoutes(deps: SignInDeps): readonly Route[] {
  const problemPage = formProblems(deps.access, OF_A_PERSON);
  const routes = [
    ...signInRoutes(deps),
    ...accountKeyRoutes(deps),
    ...accountWebhookRoutes(deps),
    accountAuditRoute(deps),
    ...publishPageRoutes(deps),
    ...policyPageRoutes(deps),
  ];
  return routes.map((each) => (each.form === true ? { ...each, problemPage } : each));
}
