import {
  emptyResponse,
  noContent,
  originOf,
  PRECONDITIONS,
  parsePreconditions,
  type RateLimit,
  type Route,
  route,
} from '@kirchhoff/platform';
import { precondition } from '../precondition.js';
import type { Withdrawals } from './withdrawals.js';

export interface WithdrawOptions {
  /** The origin of badge URLs. */
  readonly publicUrl: string;
  readonly limits: { readonly publish: RateLimit };
}

/** DELETE /v1/circuits/:pid. */
export function withdrawRoute(withdrawals: Withdrawals, { publicUrl, limits }: WithdrawOptions): Route {
  return route({
    method: 'DELETE',
    path: '/v1/circuits/:pid',
    summary: 'Withdraws a circuit: out of lists, and 410 from then on; what was pinned stays readable by its hash',
    auth: 'required',
    scope: 'publish',
    rate: limits.publish,
    headers: PRECONDITIONS,
    responses: { 204: emptyResponse('It is withdrawn, now or since before.') },
    problems: ['not-found', 'not-owner', 'withdrawn', 'precondition-failed'],
    handler: async ({ params, caller, requestId, header }) => {
      const asked = parsePreconditions(header);
      if (asked.kind === 'problem') return asked;
      const condition = precondition(asked, publicUrl);
      const refused = await withdrawals.withdraw({ pid: params.pid, origin: originOf(caller, requestId), precondition: condition });
      return refused ?? noContent();
    },
  });
}
