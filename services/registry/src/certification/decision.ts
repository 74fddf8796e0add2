import type { Assurance } from '@kirchhoff/coherence';
import { type Change, originOf } from '@kirchhoff/platform';
import type { RegistryEvent } from '../events/event.js';
import type { BegunRun } from '../runs/repository.js';
import type { ToProve } from './table.js';

/** The finding of a run about a version. */
export interface Decided {
  readonly certified: boolean;
  readonly phiC: number;
  /** Null for an open circuit. */
  readonly assurance: Assurance | null;
  /** The time of the certification; null for an open circuit. */
  readonly certifiedAt: Date | null;
}

/** Returns the audit record and the webhook event of a run's decision. */
export function decision(
  certificationId: string,
  { pid, version, accountId, keyId, requestId, subject: { hash } }: Omit<BegunRun<ToProve>, 'job' | 'share' | 'traceparent'>,
  { certified, phiC, assurance, certifiedAt }: Decided,
): { readonly change: Change; readonly event: RegistryEvent } {
  const facts = { version, certification_id: certificationId, phi_c: phiC, ...(assurance === null ? {} : { assurance }), hash };
  return {
    change: {
      origin: originOf({ accountId, keyId }, requestId),
      action: certified ? 'circuit.certified' : 'circuit.left_open',
      subject: pid,
      detail: facts,
    },
    event: {
      accountId,
      type: certified ? 'circuit.certified' : 'circuit.decertified',
      data: { pid, ...facts, ...(certifiedAt === null ? {} : { certified_at: certifiedAt.toISOString() }) },
    },
  };
}
