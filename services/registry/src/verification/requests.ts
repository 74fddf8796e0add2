import { type Database, problem } from '@kirchhoff/platform';
import { RunRepository } from '../runs/repository.js';
import { RunRequests, type RunRequestsParts } from '../runs/requests.js';
import { hasClosed, VERIFICATIONS } from './table.js';

/** Accepts verification requests for any visible circuit that was certified at least once. */
export function verificationRequests(database: Database, parts: RunRequestsParts): RunRequests {
  const runs = new RunRepository(database, VERIFICATIONS);
  return new RunRequests(parts, {
    runs,
    refusal: async ({ pid }) => {
      const [row] = await database.$queryRaw<{ readonly closed: boolean }[]>(hasClosed(pid));
      return row?.closed === true ? undefined : problem('not-certified', 'No certification of this circuit has closed yet.');
    },
  });
}
