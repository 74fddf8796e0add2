import { type Route, route } from '@kirchhoff/platform';
import { answerOf, viewerOf } from './asking.js';
import { PAGE } from './page.js';

/**
 * Makes an address among the pages for a GET of the API. A browser that asks there sends its session, which the API does not know.
 *
 * @param accept the `Accept` with which the API is asked. Default: that of the request.
 */
export function mirrored(api: Route, path: string, accept?: string): Route {
  return route({
    ...api,
    problemPage: PAGE.problemPage,
    path,
    summary: `${api.summary}; for the pages of the explorer`,
    handler: async (context) => {
      const viewer = viewerOf(context);
      return answerOf(api, viewer, {
        params: context.params,
        query: Object(context.query),
        accept: accept ?? context.header('accept'),
        ifNoneMatch: context.header('if-none-match'),
      });
    },
  });
}
