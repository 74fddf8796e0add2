import type { Clock } from '../environment/clock.js';
import { type Answer, document, JSON_TYPE, ok } from '../http/response.js';
import { type Route, route } from '../http/route.js';
import { type Check, type CheckResult, POSTGRES_OUT, probe, type Readiness, readinessBody } from './readiness.js';
import { ALIVE, HEALTH, READINESS } from './schema.js';

export interface HealthDeps {
  readonly service: string;
  readonly version: string;
  readonly engineVersion: string;
  readonly clock: Clock;
  /**
   * The checks of the service's dependencies, by name: `postgres`, `redis`, `queue`. Without Postgres the service is down,
   * without another one degraded.
   */
  readonly checks: Readonly<Record<'postgres', Check>> & Readonly<Record<string, Check>>;
  /** Tells if this process may receive requests: its schema is current, its shutdown has not begun. */
  readonly ready: () => Promise<Readiness>;
}

const DEADLINE_MILLISECONDS = 2_000;

/** Makes the routes GET /livez, /readyz and /v1/health. */
export function healthRoutes(deps: HealthDeps): readonly Route[] {
  const started = deps.clock.monotonic();
  const probeRoute = { method: 'GET', auth: 'none', lenientQuery: true, problems: [] } as const;
  return [
    route({
      ...probeRoute,
      path: '/livez',
      summary: 'Liveness: answers while the process runs',
      responses: ALIVE,
      handler: () => ok({ status: 'ok' }),
    }),
    route({
      ...probeRoute,
      path: '/readyz',
      summary: 'Readiness: tells if the process may receive requests',
      responses: READINESS,
      handler: async () => readiness(deps),
    }),
    route({
      ...probeRoute,
      path: '/v1/health',
      summary: 'The health of the service and its dependencies',
      responses: HEALTH,
      handler: async () => health(deps, started),
    }),
  ];
}

async function readiness(deps: HealthDeps): Promise<Answer> {
  const state = await readinessOf(deps);
  return state.kind === 'ready' ? ok(readinessBody(state)) : down(readinessBody(state));
}

/** Checks if a process is ready. An answer that does not arrive in time counts as an outage of Postgres. */
export async function readinessOf({ ready, clock }: Pick<HealthDeps, 'ready' | 'clock'>): Promise<Readiness> {
  let state: Readiness = POSTGRES_OUT;
  const { status } = await probe(
    async () => {
      state = await ready();
    },
    clock,
    DEADLINE_MILLISECONDS,
  );
  return status === 'up' ? state : POSTGRES_OUT;
}

async function health(deps: HealthDeps, started: number): Promise<Answer> {
  const asked = readinessOf(deps);
  const entries = await Promise.all(
    Object.entries(deps.checks).map(async ([name, check]) => [name, await probe(check, deps.clock, DEADLINE_MILLISECONDS)] as const),
  );
  const checks = Object.fromEntries(entries);
  const state = await asked;
  const reason = state.kind === 'ready' || state.cause === 'leaving' ? undefined : state.reason;
  const status = reason === undefined ? overall(checks) : 'down';
  const uptime = Math.floor((deps.clock.monotonic() - started) / 1000);
  const { service, version, engineVersion } = deps;
  const body = {
    status,
    ...(reason === undefined ? {} : { reason }),
    service,
    version,
    engine_version: engineVersion,
    uptime,
    checks,
  };
  return status === 'down' ? down(body) : ok(body, { 'Cache-Control': 'no-store' });
}

function overall(checks: Readonly<Record<string, CheckResult>>): 'ok' | 'degraded' | 'down' {
  if (checks['postgres']?.status !== 'up') return 'down';
  return Object.values(checks).every(({ status }) => status === 'up') ? 'ok' : 'degraded';
}

/** A 503 with the same form of the body: probes and people read the same. */
function down(body: unknown): Answer {
  return document(JSON_TYPE, JSON.stringify(body), { 'Retry-After': '2', 'Cache-Control': 'no-store' }, 503);
}
