import type { Assurance } from '@kirchhoff/coherence';
import type { PinnedVersion } from '@kirchhoff/platform';

/** A policy and what its current version says. */
export interface Policy {
  readonly policyId: string;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly hash: string;
  /** Null where it was closed before there were grades. */
  readonly assurance: Assurance | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A policy with what was told of its current version when that was made. */
export interface ReportedPolicy extends Policy {
  /** The bytes of `{ actions, warnings }` as JSON. */
  readonly report: Uint8Array;
  readonly withdrawn: boolean;
}

/** A policy with what only its own page shows. */
export interface PolicyDetail extends ReportedPolicy {
  readonly source: string;
}

/** What a version is written from: a source that closes. */
export interface NewVersion {
  readonly source: string;
  readonly hash: string;
  readonly languageVersion: string;
  readonly engineVersion: string;
  readonly assurance: Assurance;
  readonly report: Uint8Array<ArrayBuffer>;
  readonly certificate: Uint8Array<ArrayBuffer>;
  /** What its pins were resolved to. */
  readonly pinned: readonly PinnedVersion[];
}
