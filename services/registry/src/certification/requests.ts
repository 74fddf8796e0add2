import { type Database, problem } from '@kirchhoff/platform';
import { RunRepository } from '../runs/repository.js';
import { RunRequests, type RunRequestsParts } from '../runs/requests.js';
import { CERTIFICATIONS } from './table.js';

/** Accepts certification requests, each for a circuit of the requesting account. */
export function certificationRequests(database: Database, parts: RunRequestsParts): RunRequests {
  const runs = new RunRepository(database, CERTIFICATIONS);
  return new RunRequests(parts, {
    runs,
    refusal: async ({ owner }, accountId) =>
      owner === accountId ? undefined : problem('not-owner', 'Only the account that published a circuit certifies it.'),
  });
}
