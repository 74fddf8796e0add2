import type { Database, RateLimit, Route, StorageRoom } from '@kirchhoff/platform';
import type { Outbox } from '../events/outbox.js';
import type { WriteLimiter } from '../writes/write-limiter.js';
import { Changes } from './change.js';
import { ChangeRepository } from './change-repository.js';
import type { CircuitLookup } from './lookup.js';
import { Publications } from './publish.js';
import { PublicationRepository } from './publish-repository.js';
import type { CircuitRepository } from './repository.js';
import { changeRoute, oneCircuitRoute, publishRoute, withdrawRoute } from './routes.js';
import { Circuits } from './service.js';
import type { SourceReader } from './source-reader.js';
import { VersionRepository } from './versions/repository.js';
import { versionRoutes } from './versions/routes.js';
import { Versions, type VersionsDeps } from './versions/service.js';
import { Withdrawals } from './withdraw.js';

export interface CircuitRouteDeps {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly circuits: CircuitRepository;
  readonly lookup: CircuitLookup;
  readonly sources: SourceReader;
  readonly writes: WriteLimiter;
  readonly room: StorageRoom;
  readonly certificateOf: VersionsDeps['certificateOf'];
  /** The origin of badge URLs. */
  readonly publicUrl: string;
  readonly limits: { readonly publish: RateLimit; readonly requests: RateLimit };
}

/** The routes that publish, read, change and withdraw circuits. */
export function circuitRoutes(deps: CircuitRouteDeps): readonly Route[] {
  const { database, outbox, circuits, lookup, sources, writes, room, certificateOf, limits, publicUrl } = deps;
  return [
    publishRoute(new Publications({ publications: new PublicationRepository(database, room), sources, outbox, writes }), deps),
    oneCircuitRoute(new Circuits({ circuits, lookup, publicUrl }), deps),
    changeRoute(new Changes({ changes: new ChangeRepository(database, outbox, room), sources, outbox, writes }), deps),
    withdrawRoute(new Withdrawals(database), deps),
    ...versionRoutes(new Versions({ lookup, versions: new VersionRepository(database), certificateOf }), limits.requests),
  ];
}
