import {
  type Answer,
  allLimits,
  type Clock,
  type ClosableQueue,
  entityTag,
  exactJson,
  FairSemaphore,
  jsonResponse,
  linkField,
  type Problem,
  pagedSchema,
  problem,
  type RateLimit,
  type Route,
  route,
  SingleFlight,
} from '@kirchhoff/platform';
import { CIRCUIT_SCHEMA } from '../schema.js';
import { circuitView } from '../view.js';
import { writeAsOf } from './as-of.js';
import { type CircuitPage, KeptPages } from './pages.js';
import { LIST_QUERY, type ListParameters, linkParameters, readListQuery } from './query.js';
import type { ListQuery, ListReader } from './repository.js';

export interface CircuitListOptions {
  /** The origin of badge URLs. */
  readonly publicUrl: string;
  readonly limits: { readonly requests: RateLimit; readonly searches: RateLimit };
  /** Maximum of concurrent lists without a key. */
  readonly anonymousLists: number;
  /** Maximum of concurrent searches with a key. Without a key it is one less, but at least one. */
  readonly searchesAtOnce: number;
  /** Registers the queues, which the shutdown closes. */
  readonly addLine: (line: ClosableQueue) => void;
  readonly clock: Clock;
}

/** Limits of a queue, per account, per group and in all, and the longest wait. */
const LINE = { length: 256, lengthOfAccount: 64, lengthOfGroup: 64, deadlineMilliseconds: 5_000 };

const BUSY = 'The queue of lists and searches is full. Try again in a moment.';

/** GET /v1/circuits. */
export function circuitListRoute(lists: ListReader, options: CircuitListOptions): Route {
  const { publicUrl, limits } = options;
  const lineFor = linesOf(options);
  /** Concurrent requests for one page share the statement and the bytes of the answer. */
  const shared = new SingleFlight<Answer>();
  const waiting = new SingleFlight<Answer | Problem | undefined>();
  /** Pages that anyone may read. */
  const kept = new KeptPages(async () => lists.snapshotNow(), options.clock);
  return route({
    method: 'GET',
    path: '/v1/circuits',
    summary: 'Lists and searches circuits: the public ones, and with a key also the private ones of the caller',
    auth: 'optional',
    rate: allLimits(limits.requests, limits.searches),
    entityTag: true,
    query: LIST_QUERY,
    responses: { 200: jsonResponse('A page of circuits.', pagedSchema('CircuitPage', 'circuits', CIRCUIT_SCHEMA), ['Link']) },
    problems: ['invalid-request', 'unauthenticated', 'busy'],
    handler: async ({ query, caller, share, signal }) => {
      const read = readListQuery(query, caller);
      if (read.kind === 'problem') return read;
      const key = JSON.stringify([query, read.query.filter]);
      const isKept = caller === undefined && read.query.filter.asOf === undefined;
      const known = isKept ? await kept.find(key) : undefined;
      if (known !== undefined) return known;
      const make = async (): Promise<Answer> => {
        const found = await lists.page(read.query);
        const answer = pageAnswer(found, query, read.query, publicUrl);
        if (isKept && found.asOf.snapshot !== undefined) kept.keep(key, found.asOf.snapshot, answer);
        return answer;
      };
      const page = async () => shared.run(key, make);
      const line = lineFor(caller !== undefined, read.query.search !== undefined);
      if (line === undefined) return page();
      const inPlace = async (): Promise<Answer | Problem | undefined> => {
        const place = await line.enter({ share, estimate: 1, signal });
        if (place.kind !== 'place') return place.kind === 'gone' ? undefined : problem('busy', BUSY);
        try {
          return await page();
        } finally {
          place.release();
        }
      };
      // The members of a group that request the same page share one permit. If the one that waited for it leaves, another waits.
      const shareOfPlace = async (): Promise<Answer | Problem> => {
        const answer = await waiting.run(`${share.group} ${key}`, inPlace);
        if (answer !== undefined) return answer;
        return signal.aborted ? problem('busy', BUSY) : shareOfPlace();
      };
      return shareOfPlace();
    },
  });
}

/** Returns the queue of a request; `undefined` for a list with a key, which an index answers at once. */
function linesOf({
  anonymousLists,
  searchesAtOnce,
  addLine,
}: CircuitListOptions): (hasKey: boolean, searches: boolean) => FairSemaphore | undefined {
  const open = (places: number): FairSemaphore => {
    const line = new FairSemaphore({ ...LINE, places });
    addLine({ stopWaiting: () => line.close() });
    return line;
  };
  const anonymous = { lists: open(anonymousLists), searches: open(Math.max(1, searchesAtOnce - 1)) };
  const keyed = open(searchesAtOnce);
  return (hasKey, searches) => {
    if (hasKey) return searches ? keyed : undefined;
    return searches ? anonymous.searches : anonymous.lists;
  };
}

function pageAnswer(found: CircuitPage, asked: ListParameters, { search }: ListQuery, publicUrl: string): Answer {
  const { page, limit } = asked;
  const { circuits, total, totalCapped, asOf } = found;
  const pages = Math.ceil(total / limit);
  const capped = totalCapped ? { total_capped: true } : {};
  const body = { circuits: circuits.map((circuit) => circuitView(circuit, publicUrl)), page, limit, total, pages, ...capped };
  const parameters = linkParameters(asked, search, writeAsOf(asOf));
  const link = linkField('/v1/circuits', { page, limit, pages, parameters });
  const bytes = Buffer.from(JSON.stringify(body), 'utf8');
  return exactJson(bytes, { Link: link, ETag: entityTag(bytes) });
}
