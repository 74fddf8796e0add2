import type { ProblemCode } from '../../problems/codes.js';
import { METHODS } from './catalog.js';
import type { Metrics } from './metrics.js';

/** An answered request. */
export interface MeteredRequest {
  readonly method: string;
  /** The pattern of its route; `undefined` if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  /** True if the client left before its answer. */
  readonly aborted: boolean;
  /** The code of its problem; `undefined` if it was answered with a result. */
  readonly refusal: ProblemCode | undefined;
}

const MILLISECONDS_A_SECOND = 1_000;

/** Counts the requests of an application. */
export interface HttpMetrics {
  begin(): void;
  end(request: MeteredRequest): void;
}

export function httpMetrics(metrics: Metrics): HttpMetrics {
  const durations = metrics.histogram('http_request_duration_seconds');
  const refusals = metrics.counter('http_refusals_total');
  let inFlight = 0;
  metrics.read('http_requests_in_flight', () => [{ labels: {}, value: inFlight }]);
  return {
    begin: () => {
      inFlight += 1;
    },
    end: ({ method, route, status, milliseconds, aborted, refusal }) => {
      inFlight -= 1;
      const labels = { method: methodOf(method), route: route ?? 'none', status: aborted ? 'aborted' : String(status) };
      durations.observe(labels, milliseconds / MILLISECONDS_A_SECOND);
      if (refusal !== undefined) refusals.add({ code: refusal });
    },
  };
}

function methodOf(sent: string): (typeof METHODS)[number] {
  return METHODS.find((method) => method === sent) ?? 'other';
}
