import { ASSURANCE_SCHEMA } from '@kirchhoff/coherence';
import {
  type Caller,
  type FieldError,
  invalidRequest,
  MAX_ENTRY_DEPTH,
  PAGING,
  type Problem,
  problem,
  type ValueOf,
} from '@kirchhoff/platform';
import { AS_OF_PATTERN, MAX_AS_OF_LENGTH, parseAsOf } from './as-of.js';
import type { StateFilter } from './filter.js';
import type { ListQuery } from './repository.js';
import { readSearch, type Search, SORTS, type Sort } from './search.js';

/** More characters than a URL may have. */
const MAX_SEARCH_LENGTH = 16_384;

export const LIST_QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...PAGING,
    search: {
      type: 'string',
      maxLength: MAX_SEARCH_LENGTH,
      description:
        'Words of name or description, in any case; the last one may be a prefix. The first 16 words within 200 characters count.',
    },
    certified: { type: 'boolean', description: 'True: circuits whose current version is certified.' },
    assurance: {
      type: 'string',
      enum: ASSURANCE_SCHEMA.enum,
      description: 'Circuits whose current version is certified with this grade.',
    },
    owner: {
      type: 'string',
      pattern: '^(me|acc_[0-9A-Za-z]{22})$',
      description: 'Circuits of this account: `me` stands for that of the key. Only its owner sees the private ones.',
    },
    sort: { type: 'string', enum: SORTS, description: 'Default: `newest`; with a search `relevance`, which requires a search.' },
    as_of: {
      type: 'string',
      maxLength: MAX_AS_OF_LENGTH,
      pattern: AS_OF_PATTERN,
      description: 'A time; or the snapshot from the links of a page: all pages show the list of the first one.',
    },
  },
} as const;

/** The parameters after validation by the schema. */
export type ListParameters = ValueOf<typeof LIST_QUERY>;

/** The request, and `page`, which the response repeats. */
export type ReadQuery = { readonly kind: 'query'; readonly query: ListQuery } | Problem;

/** Interprets validated parameters. 400 if they contradict one another, 401 if `owner=me` comes without a key. */
export function readListQuery(values: ListParameters, caller: Caller | undefined): ReadQuery {
  const { page, limit, owner } = values;
  const search = values.search === undefined ? undefined : readSearch(values.search);
  const asOf = values.as_of === undefined ? undefined : parseAsOf(values.as_of);
  const order = orderOf(values.sort, search);
  const errors = mistakes([
    [page * limit > MAX_ENTRY_DEPTH, 'page', `times limit must not exceed ${MAX_ENTRY_DEPTH}`],
    [values.as_of !== undefined && asOf === undefined, 'as_of', 'must be a time, or a value from a link'],
    [values.certified === false && values.assurance !== undefined, 'assurance', 'must not be combined with certified=false'],
    [order === undefined, 'sort', 'relevance requires a search'],
  ]);
  if (errors.length > 0 || order === undefined) return invalidRequest(errors);
  if (owner === 'me' && caller === undefined) return problem('unauthenticated', '`owner=me` requires an API key.');
  const filter = { accountId: caller?.accountId, owner: owner === 'me' ? caller?.accountId : owner, state: stateOf(values), asOf };
  return { kind: 'query', query: { filter, slice: { offset: (page - 1) * limit, limit }, ...order } };
}

function stateOf({ certified, assurance }: ListParameters): StateFilter | undefined {
  if (assurance !== undefined) return assurance;
  if (certified === undefined) return undefined;
  return certified ? 'certified' : 'uncertified';
}

type Ordered =
  | Pick<Extract<ListQuery, { search: undefined }>, 'search' | 'sort'>
  | Pick<Extract<ListQuery, { search: Search }>, 'search' | 'sort'>;

/** Returns the order; `undefined` if relevance is requested without a search. */
function orderOf(sort: Sort | undefined, search: Search | undefined): Ordered | undefined {
  if (search !== undefined) return { search, sort: sort ?? 'relevance' };
  return sort === 'relevance' ? undefined : { search, sort: sort ?? 'newest' };
}

function mistakes(checks: readonly (readonly [boolean, string, string])[]): readonly FieldError[] {
  return checks.flatMap(([isWrong, name, message]) => (isWrong ? [{ pointer: `query/${name}`, message }] : []));
}

/** Returns the parameters that the links of a response repeat. */
export function linkParameters(
  { owner, certified, assurance, sort }: ListParameters,
  search: Search | undefined,
  asOf: string,
): Readonly<Record<string, string>> {
  const given = { search: search?.text, certified: certified?.toString(), assurance, owner, sort, as_of: asOf };
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
