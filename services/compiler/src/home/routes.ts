import { document, documentResponse, type Route, route } from '@kirchhoff/platform';
import { homePage } from './page.js';

/** The authority of a URL; other text is not shown. */
const AUTHORITY = /^[A-Za-z0-9.-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:]+\](?::\d{1,5})?$/;

/** The addresses of the services, if the settings have them. */
export interface Addresses {
  /** The address of this service. Default: the Host field of the request. */
  readonly here: string | undefined;
  readonly other: string | undefined;
}

/**
 * Returns the address of this service: that of the settings, else the one from the request; '' if it has none.
 * @param host the Host field
 */
export function reachedAddress(here: string | undefined, host: string | undefined): string {
  return here ?? (AUTHORITY.test(host ?? '') ? `http://${host}` : '');
}

/** GET /. */
export function homeRoutes({ here, other }: Addresses): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/',
      summary: 'The home page',
      auth: 'none',
      lenientQuery: true,
      entityTag: true,
      responses: { 200: documentResponse('The page.', 'text/html') },
      problems: [],
      handler: ({ header }) => document('text/html; charset=utf-8', homePage(reachedAddress(here, header('host')), other)),
    }),
  ];
}
