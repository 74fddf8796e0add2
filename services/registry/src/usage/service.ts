import type { Caller, StoredKind } from '@kirchhoff/platform';
import type { UsageRepository } from './repository.js';

/** Today's counts and limits of an account; null means unlimited. */
export interface Usage {
  readonly account_id: string;
  readonly tier: string;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly resets_at: string;
  readonly certifications: Count;
  readonly verifications: Count;
  /** The account's total storage. */
  readonly storage: Readonly<Record<StoredKind, Count>>;
}

export interface Count {
  readonly used: number;
  readonly limit: number | null;
  readonly remaining: number | null;
}

const DAY_MILLISECONDS = 86_400_000;

/** Reads what the caller's account has used today, and what it stores. */
export async function usageOf(repository: UsageRepository, { accountId, tier }: Caller): Promise<Usage> {
  const [certification, verification, { octets, circuits, policies, versions }] = await Promise.all([
    repository.today(accountId, 'certification'),
    repository.today(accountId, 'verification'),
    repository.stored(accountId),
  ]);
  const { day } = certification;
  const resetsAt = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MILLISECONDS).toISOString();
  return {
    account_id: accountId,
    tier,
    day,
    resets_at: resetsAt,
    certifications: count(certification.count, certification.limit),
    verifications: count(verification.count, verification.limit),
    storage: {
      octets: count(octets.used, octets.limit),
      circuits: count(circuits.used, circuits.limit),
      policies: count(policies.used, policies.limit),
      versions: count(versions.used, versions.limit),
    },
  };
}

function count(used: number | null, limit: number | null): Count {
  const taken = used ?? 0;
  return { used: taken, limit, remaining: limit === null ? null : Math.max(0, limit - taken) };
}
