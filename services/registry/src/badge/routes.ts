import { ASSURANCES, type Assurance } from '@kirchhoff/coherence';
import { type Answer, document, JSON_TYPE, preferredMediaType, type ResponseDeclaration, type Route, route } from '@kirchhoff/platform';
import { picture, SVG } from '../svg/markup.js';
import { type BadgeFace, type BadgeState, type Badges, faceOf, labelOf } from './service.js';
import { BADGE_STYLES, badgeStyle, badgeSvg } from './svg.js';

/** The endpoint format of shields.io. It accepts no other members, so that `assurance` is there on request only. */
const ENDPOINT_SCHEMA = {
  title: 'BadgeEndpoint',
  description: 'The badge in the form of a shields.io endpoint.',
  type: 'object',
  additionalProperties: false,
  required: ['schemaVersion', 'label', 'message', 'color'],
  properties: {
    schemaVersion: { type: 'integer', enum: [1] },
    label: { type: 'string' },
    message: { type: 'string' },
    color: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
    assurance: { type: ['string', 'null'], enum: [...ASSURANCES, null], description: 'There where it is asked for.' },
  },
} as const;

/** GET …/badge. It always answers with a badge, so that an embedding page never shows a broken image. */
export function badgeRoutes(badges: Badges): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/circuits/:pid/badge',
      summary: 'A badge with φ and the date of certification; that of a public circuit needs no key',
      auth: 'optional',
      lenientQuery: true,
      entityTag: true,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: {
          style: { type: 'string', description: `${BADGE_STYLES.join(' or ')}; another one is taken for the first.` },
          label: { type: 'string', description: 'The left half, up to 60 characters; empty for none.' },
          assurance: {
            type: 'string',
            description: '`true`: the JSON has `assurance` too, which a shields.io endpoint may not have.',
          },
        },
      },
      headers: {
        Accept: { description: '`image/svg+xml`, or `application/json` for a shields.io endpoint.', schema: { type: 'string' } },
      },
      responses: {
        200: declared('The badge.'),
        404: declared('A grey badge that says `unknown`: there is no such circuit that this caller may see.'),
      },
      problems: [],
      handler: async ({ params, caller, query, header }) => {
        const state = await badges.find(params.pid, caller?.accountId);
        const status = state.kind === 'unknown' ? 404 : 200;
        const wantsJson = preferredMediaType(header('accept'), [SVG, 'application/json']) === 'application/json';
        const label = labelOf(query.label);
        const face = faceOf(state);
        const graded = query.assurance === 'true' ? { assurance: assuranceIn(state) } : {};
        return wantsJson ? endpoint({ label, face, graded }, status) : picture(badgeSvg(label, face, badgeStyle(query.style)), {}, status);
      },
    }),
  ];
}

function declared(description: string): ResponseDeclaration {
  return { description, content: { [SVG]: { type: 'string' }, 'application/json': ENDPOINT_SCHEMA }, headers: ['Vary'] };
}

interface Endpoint {
  readonly label: string;
  readonly face: BadgeFace;
  readonly graded: { readonly assurance?: Assurance | null };
}

function endpoint({ label, face: { message, colour }, graded }: Endpoint, status: 200 | 404): Answer {
  return document(JSON_TYPE, JSON.stringify({ schemaVersion: 1, label, message, color: colour, ...graded }), { Vary: 'Accept' }, status);
}

function assuranceIn(state: BadgeState): Assurance | null {
  return state.kind === 'certified' ? state.assurance : null;
}
