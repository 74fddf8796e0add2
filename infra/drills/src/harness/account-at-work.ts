import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from './programs.js';
import { type Answer, call, closedSource } from './services.js';

/** Settings under which an account at work reaches no limit. */
export const WITHOUT_LIMITS = {
  PUBLISH_PER_MINUTE: '1000000',
  REQUESTS_PER_MINUTE: '1000000',
  FREE_CERTIFICATIONS_PER_DAY: '1000000',
  FREE_VERIFICATIONS_PER_DAY: '1000000',
  FREE_CIRCUITS: '1000000',
  FREE_VERSIONS: '1000000',
  ENGINE_THREADS: '1',
} as const;

/** The answers that an account at work got. */
export interface Ledger {
  /** The ids of circuits with an acknowledged publication, and the numbers of their sources. */
  readonly published: ReadonlyMap<string, number>;
  /** The circuits with an acknowledged certification: 200, or 202, which promises one. */
  readonly certified: ReadonlySet<string>;
  /** The number of verifications that were answered with `verified: true`. */
  readonly verified: number;
  /** The number of requests that were answered with 503. */
  readonly refused: number;
  /** Answers that no outage excuses. */
  readonly unexpected: readonly string[];
}

export interface AccountAtWork {
  readonly ledger: Ledger;
  /** Resolves after further circuits were certified. */
  moreCertified(count: number): Promise<void>;
  /** Ends after the present request. */
  stop(): Promise<Ledger>;
}

const PAUSE_MILLISECONDS = 20;
/** A failed drill has ended the services: the work ends too. */
const MAX_UNEXPECTED = 20;
let sources = 0;

/** Publishes, certifies and verifies one circuit after another, each at the next of the registries, until it is stopped. */
export function startWork(registries: readonly string[], key: string): AccountAtWork {
  const published = new Map<string, number>();
  const certified = new Set<string>();
  const unexpected: string[] = [];
  const counts = { verified: 0, refused: 0 };
  const stopping = new AbortController();
  let turn = 0;
  const ask = async (path: string, body: object, wanted: readonly number[]): Promise<Answer | undefined> => {
    turn += 1;
    const registry = registries[turn % registries.length] ?? '';
    try {
      const answer = await call('POST', registry + path, { key, body });
      if (wanted.includes(answer.status)) return answer;
      if (answer.status === 503) counts.refused += 1;
      else unexpected.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    } catch (error) {
      unexpected.push(`${path}: ${String(error)} ${error instanceof Error ? String(error.cause) : ''}`);
    }
    await wait(PAUSE_MILLISECONDS);
    return undefined;
  };
  const once = async () => {
    sources += 1;
    const number = sources;
    const pid = (await ask('/v1/circuits', { name: `work ${number}`, source: closedSource(number) }, [201]))?.body?.['pid'];
    if (typeof pid !== 'string') return;
    published.set(pid, number);
    const certification = await ask(`/v1/circuits/${pid}/certify`, {}, [200, 202]);
    if (certification === undefined) return;
    if (certification.status === 200 && certification.body?.['certified'] !== true) unexpected.push(JSON.stringify(certification.body));
    certified.add(pid);
    if (certification.status === 202) return;
    const verification = await ask(`/v1/circuits/${pid}/verify`, {}, [200, 202]);
    if (verification?.body?.['verified'] === true) counts.verified += 1;
    else if (verification?.status === 200) unexpected.push(JSON.stringify(verification.body));
  };
  const ledger: Ledger = {
    published,
    certified,
    unexpected,
    get verified() {
      return counts.verified;
    },
    get refused() {
      return counts.refused;
    },
  };
  const ended = (async () => {
    while (!stopping.signal.aborted && unexpected.length < MAX_UNEXPECTED) await once();
  })();
  return {
    ledger,
    moreCertified: async (count) => {
      const target = certified.size + count;
      await eventually(`${count} more circuits are certified; unexpected: ${unexpected.join('\n')}`, async () => certified.size >= target);
    },
    stop: async () => {
      stopping.abort();
      await ended;
      return ledger;
    },
  };
}

/**
 * Waits until every acknowledged write can be read: each published circuit with its own source, each certification with its end.
 * @throws with the first circuit that is not as it was acknowledged
 */
export async function confirmWrites(registry: string, key: string, { published, certified }: Ledger): Promise<void> {
  for (const [pid, number] of published) {
    const { status, body } = await call('GET', `${registry}/v1/circuits/${pid}`, { key });
    if (status !== 200 || body?.['name'] !== `work ${number}`) throw new Error(`${pid}: ${status} ${JSON.stringify(body)}`);
  }
  for (const pid of certified) {
    await eventually(`${pid} is certified`, async () => {
      const { body } = await call('GET', `${registry}/v1/circuits/${pid}`, { key });
      return body?.['certified'] === true;
    });
  }
}
