import { FAMILIES, type Family, MONOMERS, mcCode } from '@kirchhoff/coherence';
import { catalogPage, monomerPage, parametersOf } from '@kirchhoff/explorer';
import { documentResponse, problem, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { listMonomers, monomerView } from '../catalog/service.js';
import { viewerOf } from './asking.js';
import { PAGE, page } from './page.js';

export interface CatalogPagesDeps {
  /** Counts the pages that are rendered. */
  readonly pageViews: RateLimit;
}

/** GET /catalog and GET /catalog/:name. */
export function catalogPages({ pageViews }: CatalogPagesDeps): readonly Route[] {
  return [
    route({
      ...PAGE,
      path: '/catalog',
      summary: 'The page with the catalog of operations and its search',
      auth: 'optional',
      rate: pageViews,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: {
          search: { type: 'string', maxLength: 200 },
          // A form sends its empty fields, too.
          family: { type: 'string', enum: ['', ...FAMILIES] },
        },
      },
      responses: { 200: documentResponse('The page.', 'text/html') },
      problems: [],
      handler: async (context) => {
        const { search = '', family = '' } = context.query;
        const { session } = viewerOf(context);
        const monomers = listMonomers(familyNamed(family), search === '' ? undefined : search).map(monomerView);
        return page(catalogPage({ search, family, families: FAMILIES, monomers, session }));
      },
    }),
    route({
      ...PAGE,
      path: '/catalog/:name',
      summary: 'The page of one operation',
      auth: 'optional',
      rate: pageViews,
      params: { name: { type: 'string', description: 'Its name, or its code.' } },
      responses: { 200: documentResponse('The page.', 'text/html') },
      problems: ['not-found'],
      handler: async (context) => {
        const asked = context.params.name;
        const monomer = MONOMERS.find(({ name, index }) => name === asked || mcCode(index) === asked);
        if (monomer === undefined) return problem('not-found', 'The catalog has no operation of this name. Look for it at /catalog.');
        const { index, operator, form, examples } = monomer;
        const { session } = viewerOf(context);
        const shown = {
          ...monomerView(monomer),
          operator,
          form,
          examples,
          parameters: parametersOf(monomer),
          before: MONOMERS[index - 1]?.name,
          after: MONOMERS[index + 1]?.name,
        };
        return page(monomerPage(shown, session));
      },
    }),
  ];
}

function familyNamed(text: string): Family | undefined {
  return FAMILIES.find((family) => family === text);
}
