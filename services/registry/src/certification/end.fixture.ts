import { ENGINE_VERSION } from '@kirchhoff/coherence';
import type { TestAccount } from '../testing/registry.fixture.js';
import { decision } from './result.js';
import type { CertificationEnd } from './table.js';

/** A requested certification. */
export interface RequestedCertification {
  readonly id: string;
  readonly pid: string;
}

export interface EndOptions {
  /** Marks its bytes and its event. */
  readonly mark: string;
  /** Default: true. */
  readonly closes?: boolean;
}

/** The end of a run of version 1. */
export function certificationEnd(
  account: TestAccount,
  { id, pid }: RequestedCertification,
  { mark, closes = true }: EndOptions,
): CertificationEnd {
  const begun = { pid, version: 1, ...account, requestId: 'a request', source: '', pinned: [], subject: { hash: 'a hash', reuse: null } };
  const decided = {
    certified: closes,
    phiC: closes ? 1 : 0.5,
    assurance: closes ? 'kernel' : null,
    certifiedAt: closes ? new Date() : null,
  } as const;
  const { change, event } = decision(id, begun, decided);
  return {
    engineVersion: ENGINE_VERSION,
    ...decided,
    result: new Uint8Array(Buffer.from(JSON.stringify({ mark }))),
    certificate: closes ? new Uint8Array([1, 2, 3]) : null,
    change,
    event: { ...event, id: `evt_${mark}`, payload: new Uint8Array(Buffer.from(JSON.stringify(event))) },
  };
}
