import { document, documentResponse, type Route, route } from '@kirchhoff/platform';
import { HOME_PAGE } from './page.js';

/** GET /. */
export function homeRoutes(): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/',
      summary: 'What this is and where to go',
      auth: 'none',
      lenientQuery: true,
      entityTag: true,
      responses: { 200: documentResponse('The page.', 'text/html') },
      problems: [],
      handler: () => document('text/html; charset=utf-8', HOME_PAGE),
    }),
  ];
}
