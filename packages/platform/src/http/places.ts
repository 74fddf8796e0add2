import findMyWay from 'find-my-way';
import type { Exchange } from './exchange.js';
import type { Route } from './route.js';

/** What answers a request of a route. */
export type Handler = (exchange: Exchange, params: Readonly<Record<string, string>>) => Promise<void>;

/** A path with all its methods. */
export interface Place {
  /** With its parameters' names. */
  readonly path: string;
  /** For `Allow`. */
  readonly allowed: string;
  /** Whether it has a GET that needs no key: pages of other origins may read it. */
  readonly open: boolean;
  /** By method; HEAD comes with GET. */
  readonly handlers: ReadonlyMap<string, Handler>;
}

/** Where a path leads to. */
export type Way =
  | { readonly kind: 'place'; readonly place: Place; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'nowhere' }
  /** It is not percent-encoded UTF-8. */
  | { readonly kind: 'undecodable' };

/** A header field of Node is 16 KiB at most: what fits there may be a parameter. */
const LONGEST_PARAMETER = 16_384;
const ONE_METHOD = 'GET';
const NOTHING = {};
const ignored = () => undefined;

/** Finds the place of a path. Methods are told apart afterwards, so that a path without the method is a 405 and not a 404. */
export function findPlaces(routes: readonly Route[], handle: (route: Route) => Handler): (url: string) => Way {
  const places = [...byPath(routes)].map(([path, each]) => placeOf(path, each, handle));
  const router = findMyWay({ caseSensitive: true, maxParamLength: LONGEST_PARAMETER, querystringParser: () => NOTHING, onBadUrl: ignored });
  const known = new Map<unknown, Place>();
  for (const place of places) {
    const key = Symbol(place.path);
    known.set(key, place);
    router.on(ONE_METHOD, place.path, ignored, key);
  }
  return (url) => {
    // The router takes the first character for a slash, whatever it is.
    if (!url.startsWith('/')) return { kind: 'nowhere' };
    const met = router.find(ONE_METHOD, url);
    if (met === null) return { kind: 'nowhere' };
    const place = known.get(met.store);
    if (place === undefined) return { kind: 'undecodable' };
    const params = given(met.params);
    // A list with a slash behind it is no address of nothing's: it is no address.
    return Object.values(params).includes('') ? { kind: 'nowhere' } : { kind: 'place', place, params };
  };
}

function byPath(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const paths = new Map<string, Route[]>();
  for (const each of routes) paths.set(each.path, [...(paths.get(each.path) ?? []), each]);
  return paths;
}

function placeOf(path: string, routes: readonly Route[], handle: (route: Route) => Handler): Place {
  const handlers = new Map<string, Handler>();
  for (const route of routes) {
    const handler = handle(route);
    handlers.set(route.method, handler);
    if (route.method === 'GET') handlers.set('HEAD', handler);
  }
  const allowed = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return { path, allowed, open: routes.some(({ method, auth }) => method === 'GET' && auth !== 'required'), handlers };
}

function given(params: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? '']));
}
