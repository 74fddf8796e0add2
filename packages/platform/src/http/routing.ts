import type { Express, IRoute } from 'express';
import { problem } from '../problems/problem.js';
import { allowCrossOrigin, answerOptions } from './cross-origin.js';
import { sendUnrouted } from './problem-page.js';
import type { Handler } from './request.js';
import { send } from './response.js';
import type { ProblemPage, Route } from './route.js';

/** Mounts routes by their paths. HEAD comes with GET; another method is a 405 with `Allow`, on `page` for a browser. */
export function mountRoutes(
  application: Express,
  routes: readonly Route[],
  handlerOf: (route: Route) => Handler,
  page?: ProblemPage,
): void {
  for (const [path, ofPath] of byPath(routes)) {
    const allowed = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    // Pages of other origins may read resources that need no key.
    const open = ofPath.some(({ method, auth, ofSession }) => method === 'GET' && auth !== 'required' && ofSession !== true);
    const mounted = application.route(path);
    mounted.all(refuseNul);
    if (open) mounted.get(allowCrossOrigin);
    for (const route of ofPath) mountOne(mounted, route, handlerOf(route));
    mounted.options(answerOptions(allowed, open));
    mounted.all(refuseMethod(path, allowed, page));
  }
}

function mountOne(mounted: IRoute, { method }: Route, handler: Handler): void {
  switch (method) {
    case 'GET':
      mounted.get(handler);
      break;
    case 'POST':
      mounted.post(handler);
      break;
    case 'PUT':
      mounted.put(handler);
      break;
    case 'DELETE':
      mounted.delete(handler);
      break;
  }
}

/** Routes by path. Express takes the first path that matches, so a literal segment comes before a parameter. */
function byPath(routes: readonly Route[]): readonly (readonly [string, readonly Route[]])[] {
  const paths = new Map<string, Route[]>();
  for (const each of routes) paths.set(each.path, [...(paths.get(each.path) ?? []), each]);
  return [...paths].toSorted(([one], [other]) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

function placeOf(path: string): string {
  return path.replaceAll('/:', '/\uffff');
}

const refuseNul: Handler = (request, response, next) => {
  if (request.path.includes('%00')) send(request, response, problem('malformed-url', 'The path contains NUL.'));
  else next();
};

function refuseMethod(path: string, allowed: string, page: ProblemPage | undefined): Handler {
  const refusal = problem('method-not-allowed', `${path} supports ${allowed}.`, { headers: { Allow: allowed } });
  return (request, response) => sendUnrouted(page, refusal, request, response);
}
