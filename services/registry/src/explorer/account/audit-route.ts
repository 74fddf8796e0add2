import { auditPage, type ShownAuditRecord } from '@kirchhoff/explorer';
import { PAGING, type Route, route } from '@kirchhoff/platform';
import { frameOf, orSignIn, personalPage, SESSION_PAGE, type SessionPageDeps } from './session-page.js';

interface AuditAnswer {
  readonly records: readonly ShownAuditRecord[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** GET /account/audit. */
export function accountAuditRoute({ access, calls }: SessionPageDeps): Route {
  return route({
    ...SESSION_PAGE,
    path: '/account/audit',
    summary: 'The changes of an account',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: { page: PAGING.page, as_of: { type: 'string', pattern: '^[0-9]{1,18}$' } },
    },
    handler: async (context) => {
      const signedIn = await access.signedIn(context, 'keys');
      if (signedIn.kind === 'problem') return orSignIn(signedIn, '/account/audit');
      const { session, request } = signedIn;
      const { as_of: asOf, page } = context.query;
      const query = { page, ...(asOf === undefined ? {} : { as_of: asOf }) };
      const found = await calls.call<AuditAnswer>('GET /v1/audit', session.caller, request, { query });
      if (found.kind === 'problem') return found;
      const { records, pages, total } = found.value;
      const since = asOf ?? records[0]?.id;
      const position = { page: found.value.page, pages, total, parameters: since === undefined ? {} : { as_of: since } };
      return personalPage(auditPage({ ...frameOf(session, access), records, position }));
    },
  });
}
