import { ENGINE_VERSION } from '@kirchhoff/coherence';
import {
  type Authenticator,
  allLimits,
  batchLoader,
  type Clock,
  type ClosableQueue,
  type DailyQuotas,
  type Database,
  databaseIdempotencyStore,
  healthRoutes,
  type Messages,
  type Metrics,
  type ProcessLog,
  postgresCheck,
  type Queue,
  queueCheck,
  type Randomness,
  type Readiness,
  type Redis,
  type Replica,
  type Revocations,
  type Route,
  redisCheck,
  type StorageRoom,
} from '@kirchhoff/platform';
import { artifactRoutes } from './artifacts/routes.js';
import { AuditRepository } from './audit/repository.js';
import { auditRoute } from './audit/routes.js';
import { badgeRoutes } from './badge/routes.js';
import { Badges } from './badge/service.js';
import { catalogRoutes } from './catalog/routes.js';
import { CertificateRepository } from './certification/result.js';
import { certificationRoutes } from './certification/routes.js';
import { certificationRequests } from './certification/work.js';
import { circuitRoutes } from './circuits/circuits.js';
import { ReplicatedLists } from './circuits/list/replicated.js';
import { CircuitLists, queryRunner } from './circuits/list/repository.js';
import { circuitListRoute } from './circuits/list/routes.js';
import { CircuitLookup } from './circuits/lookup.js';
import { CircuitRepository, readCircuits } from './circuits/repository.js';
import { SourceReader } from './circuits/source-reader.js';
import type { RegistryEngine } from './engine/engine.js';
import type { AddressPolicy } from './events/address-policy.js';
import type { Outbox } from './events/outbox.js';
import { PageAccess } from './explorer/account/access.js';
import { ApiCalls } from './explorer/account/api-calls.js';
import { CompilerCalls } from './explorer/account/compiler-calls.js';
import { sessionRoutes } from './explorer/account/routes.js';
import { pinnedBy } from './explorer/pinned-by.js';
import { explorerRoutes } from './explorer/routes.js';
import { graphRoutes } from './graph/routes.js';
import { type Addresses, addressReached, homeRoutes } from './home/routes.js';
import { KeyRepository } from './keys/repository.js';
import { keyRoutes } from './keys/routes.js';
import { Keys, type Registration } from './keys/service.js';
import type { Limits } from './limits.js';
import { RenderLimiter } from './representations/render-limiter.js';
import { RepresentationCache, Representations } from './representations/representations.js';
import { VersionSourceRepository } from './representations/version-repository.js';
import type { Completions } from './runs/completions.js';
import type { RunJob } from './runs/job.js';
import type { RunKind } from './runs/run.js';
import { SessionRepository } from './sessions/repository.js';
import { Sessions } from './sessions/service.js';
import { UsageRepository } from './usage/repository.js';
import { usageRoutes } from './usage/routes.js';
import { verificationRoutes } from './verification/routes.js';
import { verificationRequests } from './verification/work.js';
import { DeliveryRepository } from './webhooks/delivery-repository.js';
import { WebhookRepository } from './webhooks/repository.js';
import { webhookRoutes } from './webhooks/routes.js';
import type { WebhookSecrets } from './webhooks/secrets.js';
import { Webhooks } from './webhooks/service.js';
import type { WriteLimiter } from './writes/write-limiter.js';

/** The dependencies of the routes; the caller opens and closes them. */
export interface RegistryDeps {
  readonly version: string;
  readonly database: Database;
  /** `undefined` if there is none. */
  readonly replica: Replica | undefined;
  readonly redis: Redis;
  readonly messages: Messages;
  readonly queues: Readonly<Record<RunKind, Queue<RunJob>>>;
  readonly outbox: Outbox;
  /** Decides which addresses webhooks may have. */
  readonly policy: AddressPolicy;
  readonly secrets: WebhookSecrets;
  readonly engine: RegistryEngine;
  /** Registers a queue, which the shutdown closes. */
  readonly addLine: (line: ClosableQueue) => void;
  readonly writes: WriteLimiter;
  readonly room: StorageRoom;
  readonly quotas: DailyQuotas;
  readonly completions: Completions;
  readonly revocations: Revocations;
  /** Verifies the keys of people who sign in. */
  readonly authenticator: Authenticator;
  readonly log: Pick<ProcessLog, 'warn'>;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly publicUrl: string;
  /** Maximum of concurrent lists without a key; the rest of the pool serves callers with a key. */
  readonly anonymousLists: number;
  readonly metrics: Metrics;
  readonly searchesAtOnce: number;
  readonly waitMilliseconds: number;
  readonly registration: Registration;
  readonly ready: () => Promise<Readiness>;
  readonly addresses: Addresses;
}

/** All routes of the registry, with their services and repositories. */
export function registryRoutes(deps: RegistryDeps): readonly Route[] {
  const { database, engine, limits } = deps;
  const circuits = new CircuitRepository(database);
  const lookup = new CircuitLookup(batchLoader(async (pids) => readCircuits(database, pids)));
  const certificates = new CertificateRepository(database);
  const lists = new CircuitLists(queryRunner(database));
  const asking = { ...deps, circuits: lookup, queueIsThere: () => deps.redis.status === 'ready' };
  const readerTurns = new RenderLimiter(limits.rendering);
  deps.addLine(readerTurns);
  const representations = new Representations({
    circuits: lookup,
    versions: new VersionSourceRepository(database),
    cache: new RepresentationCache(),
    turns: readerTurns,
    build: deps.version,
    metrics: deps.metrics,
  });
  const list = circuitListRoute(deps.replica === undefined ? lists : new ReplicatedLists(lists, deps.replica), deps);
  const shown = { representations, engine };
  const ofCircuits = circuitRoutes({
    ...deps,
    circuits,
    lookup,
    sources: new SourceReader(engine, database),
    certificateOf: async (pid, version) => certificates.current(pid, version),
  });
  const graphs = graphRoutes(shown, limits.requests);
  const artifacts = artifactRoutes(shown, limits.requests);
  const asked = {
    one: reading(ofCircuits, '/v1/circuits/:pid'),
    version: reading(ofCircuits, '/v1/circuits/:pid/versions/:version'),
    certificate: reading(ofCircuits, '/v1/circuits/:pid/versions/:version/certificate'),
    graph: reading(graphs, '/v1/circuits/:pid/graph'),
    artifact: reading(artifacts, '/v1/circuits/:pid/artifacts/:target'),
  };
  const sessions = new Sessions({ ...deps, sessions: new SessionRepository(database) });
  const access = new PageAccess({ ...deps, sessions, requests: limits.requests, here: deps.addresses.here });
  const pages = { list, requests: limits.requests, pageViews: allLimits(limits.requests, limits.searches) };
  const api = [
    ...catalogRoutes(),
    list,
    ...ofCircuits,
    ...certificationRoutes({ certifications: certificationRequests(database, asking), circuits: lookup, certificates }, limits.requests),
    ...verificationRoutes(verificationRequests(database, asking), limits.requests),
    ...graphs,
    ...artifacts,
    ...badgeRoutes(new Badges(lookup)),
    ...keyRoutes(new Keys({ ...deps, keys: new KeyRepository({ database, outbox: deps.outbox }) }), limits),
    ...webhookRoutes(
      new Webhooks({ ...deps, webhooks: new WebhookRepository(database), deliveries: new DeliveryRepository(database) }),
      limits.requests,
    ),
    auditRoute(new AuditRepository(database), limits.requests),
    ...usageRoutes(new UsageRepository(database, deps.room, deps.quotas), limits.requests),
  ];
  const compiler = new CompilerCalls({ address: deps.addresses.other, log: deps.log });
  const calls = new ApiCalls({ routes: api, store: databaseIdempotencyStore(database, deps.randomness), log: deps.log });
  return [
    ...[
      ...homeRoutes({ ...deps, ...pages }),
      ...explorerRoutes({
        ...pages,
        ...shown,
        api: asked,
        pinnedBy: async (pid, accountId) => pinnedBy(database, pid, accountId),
        hereOf: (host) => addressReached(deps.addresses, host),
      }),
    ].map((page) => access.opened(page)),
    ...sessionRoutes({
      access,
      calls,
      compiler,
      sessions,
      forms: limits.forms,
      authenticator: deps.authenticator,
      registrationIsOpen: deps.registration.isOpen,
    }),
    ...healthRoutes(health(deps)),
    ...api,
  ];
}

/** Returns the GET of a path, which the pages of the explorer ask, too. */
function reading(routes: readonly Route[], path: string): Route {
  const found = routes.find((each) => each.method === 'GET' && each.path === path);
  if (found === undefined) throw new Error(`no route reads ${path}`);
  return found;
}

function health({ database, redis, queues, version, clock, ready }: RegistryDeps) {
  const checks = { postgres: postgresCheck(database), redis: redisCheck(redis), queue: queueCheck(Object.values(queues)) };
  return { service: 'registry', version, engineVersion: ENGINE_VERSION, clock, checks, ready };
}
