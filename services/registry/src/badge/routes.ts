import { ASSURANCES, type Assurance } from '@kirchhoff/coherence';
import { type Answer, document, JSON_TYPE, preferredMediaType, type ResponseDeclaration, type Route, route } from '@kirchhoff/platform';
import { picture, SVG } from '../svg/picture.js';
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
    assurance: { type: ['string', 'null'], enum: [...ASSURANCES, null], description: 'Present if requested.' },
  },
} as const;

/** GET …/badge. It always answers with a badge, so that an embedding page never shows a broken image. */
export function badgeRoutes(badges: Badges): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/circuits/:pid/badge',
      summary: 'A badge with φ and the date of certification; no key needed for a public circuit',
      auth: 'optional',
      lenientQuery: true,
      entityTag: true,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: {
          style: { type: 'string', description: `${BADGE_STYLES.join(' or ')}; any other value means the first.` },
          label: { type: 'string', description: 'The left half, up to 60 characters; empty for none.' },
          assurance: {
            type: 'string',
            description: '`true`: the JSON also has `assurance`, which a shields.io endpoint must not have.',
          },
        },
      },
      headers: {
        Accept: { description: '`image/svg+xml`, or `application/json` for a shields.io endpoint.', schema: { type: 'string' } },
      },
      responses: {
        200: declared('The badge.'),
        404: declared('A grey badge `unknown`: no circuit with this id is visible to this caller.'),
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
