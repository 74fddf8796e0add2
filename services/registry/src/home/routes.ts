import { ENGINE_VERSION, FAMILIES, LANGUAGE_VERSION, MONOMERS } from '@kirchhoff/coherence';
import { homePage, type ListedCircuit } from '@kirchhoff/explorer';
import { ok, preferredMediaType, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { jsonOf, type PageContext, viewerOf } from '../explorer/asking.js';
import { PAGE, page } from '../explorer/page.js';

/** The authority of a URL; other text is not shown. */
const AUTHORITY = /^[A-Za-z0-9.-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:]+\](?::\d{1,5})?$/;

/** The addresses of the services, if the settings have them. */
export interface Addresses {
  /** The address of this service. Default: the Host field of the request. */
  readonly here: string | undefined;
  readonly other: string | undefined;
}

export interface HomeDeps {
  readonly addresses: Addresses;
  readonly version: string;
  /** GET /v1/circuits, for the newest certified ones. */
  readonly list: Route;
  readonly requests: RateLimit;
}

/** The circuits on the home page. */
const SHOWN = 8;

const SERVICE_SCHEMA = {
  title: 'Service',
  type: 'object',
  additionalProperties: false,
  required: ['service', 'version', 'engine_version', 'language_version', 'links'],
  properties: {
    service: { type: 'string', description: 'The name of this service.' },
    version: { type: 'string', description: 'The version of this build.' },
    engine_version: { type: 'string', description: 'The engine that certifies and checks.' },
    language_version: { type: 'string', description: 'The language of sources.' },
    links: { type: 'object', description: 'Paths of this service.', additionalProperties: { type: 'string' } },
  },
} as const;

/** GET /: a page for a browser, and the beginning of the API for a program. */
export function homeRoutes({ addresses, version, list, requests }: HomeDeps): readonly Route[] {
  return [
    route({
      ...PAGE,
      path: '/',
      summary: 'The home page; for a program, the addresses to begin with',
      auth: 'optional',
      rate: requests,
      headers: { Accept: { description: '`text/html`, or `application/json`. Default: JSON.', schema: { type: 'string' } } },
      responses: {
        200: {
          description: 'The page, or the addresses.',
          content: { 'application/json': SERVICE_SCHEMA, 'text/html': { type: 'string' } },
          headers: ['Vary'],
        },
      },
      problems: [],
      handler: async (context) => {
        const { header } = context;
        if (preferredMediaType(header('accept'), ['application/json', 'text/html']) !== 'text/html') return ok(serviceView(version), VARY);
        const here = addressReached(addresses, header('host'));
        const viewer = viewerOf(context);
        const certified = await newest(list, viewer);
        return page(homePage({ here, other: addresses.other, certified, families: families(), session: viewer.session }), VARY);
      },
    }),
  ];
}

/** Returns the address of this service as the client of a request knows it; '' if its Host field is none. */
export function addressReached({ here }: Addresses, host = ''): string {
  return here ?? (AUTHORITY.test(host) ? `http://${host}` : '');
}

const VARY = { Vary: 'Accept' };

function serviceView(version: string) {
  return {
    service: 'registry',
    version,
    engine_version: ENGINE_VERSION,
    language_version: LANGUAGE_VERSION,
    links: {
      register: '/v1/auth/register',
      circuits: '/v1/circuits',
      catalog: '/v1/catalog',
      health: '/v1/health',
      docs: '/v1/docs',
      openapi: '/v1/openapi.json',
      problems: '/problems',
    },
  };
}

/** Returns the newest certified circuits; `undefined` if the list is refused, for example because it is busy. */
async function newest(list: Route, context: PageContext): Promise<readonly ListedCircuit[] | undefined> {
  const told = await jsonOf<{ readonly circuits: readonly ListedCircuit[] }>(list, context, { query: { certified: true, limit: SHOWN } });
  return told.kind === 'problem' ? undefined : told.value.circuits;
}

function families() {
  return FAMILIES.map((name) => ({ name, monomers: MONOMERS.filter(({ family }) => family === name).map((monomer) => monomer.name) }));
}
