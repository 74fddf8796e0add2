import type { Assurance } from '@kirchhoff/coherence';
import type { PinnedVersion } from '@kirchhoff/platform';

/** A policy and what its current version says. */
export interface Policy {
  readonly policyId: string;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly hash: string;
  /** Null for a version from before there were grades. */
  readonly assurance: Assurance | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A policy with the report of its current version. */
export interface ReportedPolicy extends Policy {
  /** The bytes of `{ actions, warnings }` as JSON. */
  readonly report: Uint8Array;
  readonly withdrawn: boolean;
}

/** A policy with what only its own page shows. */
export interface PolicyDetail extends ReportedPolicy {
  readonly source: string;
}

/** The content of a new version: a source that closes. */
export interface NewVersion {
  readonly source: string;
  readonly hash: string;
  readonly languageVersion: string;
  readonly engineVersion: string;
  readonly assurance: Assurance;
  readonly report: Uint8Array<ArrayBuffer>;
  readonly certificate: Uint8Array<ArrayBuffer>;
  /** The versions that its pins were resolved to. */
  readonly pinned: readonly PinnedVersion[];
}
