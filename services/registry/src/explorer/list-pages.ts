import { type CircuitQuestion, type CircuitsFound, circuitsPage, type ListedCircuit, ownerPage, SORTS, STATES } from '@kirchhoff/explorer';
import { documentResponse, parseIdentifier, problem, type Route, route } from '@kirchhoff/platform';
import { answerOf, type PageContext, viewerOf } from './asking.js';
import { PAGE, page } from './page.js';

export interface ListPagesDeps {
  /** GET /v1/circuits. */
  readonly list: Route;
}

/** A form sends its empty fields, too. */
const QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    search: { type: 'string', description: 'Words of name or description.' },
    state: { type: 'string', enum: Object.keys(STATES), description: 'The state of the current version, or the grade of its evidence.' },
    sort: { type: 'string', enum: Object.keys(SORTS), description: 'Default: the best match, or the newest.' },
    page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
    as_of: { type: 'string', description: 'The snapshot from the links of a page.' },
  },
} as const;

interface Question {
  readonly search?: string | undefined;
  readonly state?: string | undefined;
  readonly sort?: string | undefined;
  readonly page: number;
  readonly as_of?: string | undefined;
}

/** GET /circuits and GET /owners/:owner. */
export function listPages({ list }: ListPagesDeps): readonly Route[] {
  const shared = { ...PAGE, auth: 'optional', ...(list.rate === undefined ? {} : { rate: list.rate }), query: QUERY } as const;
  return [
    route({
      ...shared,
      path: '/circuits',
      summary: 'The page with the list of circuits and its search',
      responses: { 200: documentResponse('The page.', 'text/html') },
      problems: ['invalid-request', 'busy'],
      handler: async (context) => {
        const viewer = viewerOf(context);
        const question = readQuestion(context.query);
        const found = await find(list, viewer, '/circuits', context.query, question);
        return found.kind === 'problem' ? found : page(circuitsPage({ question, found: found.value, session: viewer.session }));
      },
    }),
    route({
      ...shared,
      path: '/owners/:owner',
      summary: 'The page with the circuits of an account',
      params: { owner: { type: 'string', description: 'The id of an account.' } },
      responses: { 200: documentResponse('The page. It is the same for an account without circuits and for none.', 'text/html') },
      problems: ['invalid-request', 'busy', 'not-found'],
      handler: async (context) => {
        const owner = parseIdentifier('account', context.params.owner);
        if (owner === undefined) return problem('not-found', 'This is no id of an account.');
        const viewer = viewerOf(context);
        const question = readQuestion(context.query);
        const found = await find(list, viewer, `/owners/${owner}`, context.query, question, owner);
        if (found.kind === 'problem') return found;
        const isOwn = viewer.caller?.accountId === owner;
        return page(ownerPage({ owner, isOwn, question, found: found.value, session: viewer.session }));
      },
    }),
  ];
}

function readQuestion({ search = '', state = '', sort = '' }: Question): CircuitQuestion {
  return { search, state: isKeyOf(STATES, state) ? state : '', sort: isKeyOf(SORTS, sort) ? sort : '' };
}

function isKeyOf<Key extends string>(table: Readonly<Record<Key, string>>, text: string): text is Key {
  return Object.hasOwn(table, text);
}

interface ListBody {
  readonly circuits: readonly ListedCircuit[];
  readonly total: number;
  readonly total_capped?: boolean;
  readonly page: number;
  readonly pages: number;
}

async function find(
  list: Route,
  viewer: PageContext,
  path: string,
  { page: number, as_of: asOf }: Question,
  question: CircuitQuestion,
  owner?: string,
) {
  const outcome = await answerOf(list, viewer, { query: apiQuery(question, number, asOf, owner) });
  if (outcome.kind === 'problem') return outcome;
  if (outcome.body.kind !== 'bytes') throw new Error('the list of circuits is no JSON');
  const body: ListBody = JSON.parse(Buffer.from(outcome.body.bytes).toString('utf8'));
  const link = (relation: string) => linkTo(path, question, outcome.headers['Link'] ?? '', relation);
  const value: CircuitsFound = {
    circuits: body.circuits,
    total: body.total,
    isCapped: body.total_capped === true,
    page: body.page,
    pages: body.pages,
    before: link('prev'),
    after: link('next'),
  };
  return { kind: 'found', value } as const;
}

/** Returns the query of the API for a question; a page has no contradictions to refuse. */
function apiQuery({ search, state, sort }: CircuitQuestion, number: number, asOf: string | undefined, owner: string | undefined) {
  const isCertified = state === 'certified' ? { certified: true } : state === 'uncertified' ? { certified: false } : {};
  const isGrade = state === 'kernel' || state === 'exhaustive' || state === 'solver';
  return {
    page: number,
    ...(search === '' ? {} : { search }),
    ...isCertified,
    ...(isGrade ? { assurance: state } : {}),
    ...(sort === '' ? {} : { sort }),
    ...(asOf === undefined || asOf === '' ? {} : { as_of: asOf }),
    ...(owner === undefined ? {} : { owner }),
  };
}

/** Returns the address of the page that a link of the API names; `undefined` if it names none. */
function linkTo(path: string, { search, state, sort }: CircuitQuestion, link: string, relation: string): string | undefined {
  const target = link.split(', ').find((entry) => entry.endsWith(`rel="${relation}"`));
  const named = target === undefined ? undefined : /^<[^?>]*\?([^>]*)>/.exec(target)?.[1];
  if (named === undefined) return undefined;
  const api = new URLSearchParams(named);
  const given = { search, state, sort, page: api.get('page') ?? '', as_of: api.get('as_of') ?? '' };
  return `${path}?${new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString()}`;
}
