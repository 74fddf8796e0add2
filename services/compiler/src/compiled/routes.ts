import {
  document,
  documentResponse,
  type EngineBudget,
  matchesNone,
  type Outcome,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import { targetNamed } from '@kirchhoff/targets';
import type { PolicyModules } from './modules.js';

const TARGET = 'js';
const MEDIA_TYPE = 'text/javascript';

/** GET /v1/policies/:policy_id/compiled. */
export function compiledRoutes(modules: PolicyModules, requests: RateLimit, budget: EngineBudget): readonly Route[] {
  const target = targetNamed(TARGET);
  if (target === undefined) throw new RangeError(`there is no target ${TARGET}`);
  return [
    route({
      method: 'GET',
      path: '/v1/policies/:policy_id/compiled',
      summary: 'The current version as a JavaScript module that decides in process',
      auth: 'required',
      scope: 'policy:check',
      rate: requests,
      entityTag: true,
      responses: { 200: documentResponse('The module: it exports `decide` and `policy`.', MEDIA_TYPE, ['Content-Disposition']) },
      problems: ['not-found', 'withdrawn', 'program-too-long', 'busy', 'guard-exceeded'],
      handler: async ({ params, caller, subject, bytes, signal, share, header }) => {
        const current = await modules.current(params.policy_id, target, caller);
        if (current.kind === 'problem') return current;
        // A 304 is free, and so is a module that is in this process's cache.
        if (matchesNone(header('if-none-match'), current.tag)) return answer('', { ETag: current.tag });
        const known = modules.cached(current);
        const found =
          known ??
          (await budget.metered({ subject, bytes, signal }, async (meter) => modules.compiled(current, target, { signal, meter, share })));
        if (found.kind === 'problem') return found;
        return answer(found.bytes, { ETag: found.tag, 'Content-Disposition': `inline; filename="${found.fileName}"` });
      },
    }),
  ];
}

function answer(content: string | Uint8Array, headers: Readonly<Record<string, string>>): Outcome {
  return document(`${MEDIA_TYPE}; charset=utf-8`, content, headers);
}
