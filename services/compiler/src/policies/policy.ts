import type { Assurance, Decision } from '@kirchhoff/coherence';
import type { PinnedVersion } from '@kirchhoff/platform';

/** A policy, with data of its current version. */
export interface Policy {
  readonly policyId: string;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly hash: string;
  /** `null` for a version that is older than grades. */
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

/** A policy with the members of its own page. */
export interface PolicyDetail extends ReportedPolicy {
  readonly source: string;
}

/** One version of a policy, which never changes. */
export interface PolicyVersion {
  readonly policyId: string;
  readonly version: number;
  readonly hash: string;
  /** `null` for a version that is older than grades. */
  readonly assurance: Assurance | null;
  readonly languageVersion: string;
  readonly engineVersion: string;
  readonly createdAt: Date;
  /** True for the current version, which decides checks. */
  readonly current: boolean;
}

/** A version with the members of its own page. */
export interface PolicyVersionDetail extends PolicyVersion {
  readonly source: string;
  /** The bytes of `{ actions, warnings }` as JSON. */
  readonly report: Uint8Array;
}

/** A case of a policy: an action, and the verdict that every new version has to give. */
export interface PolicyCase {
  readonly name?: string;
  readonly category: string;
  /** In the JSON form of values. */
  readonly params: unknown;
  readonly verdict: DecisionVerdict;
}

export type DecisionVerdict = Decision['verdict'];

/** The cases of a policy. */
export interface KeptCases {
  readonly cases: readonly PolicyCase[];
  /** Their revision: the number of times that they were set. */
  readonly revision: number;
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
