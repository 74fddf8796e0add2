import { decisionTable } from '@kirchhoff/coherence';
import type { ComparedVersions, LoggedDecision, LogSettings, Policy, ShownComparison } from '@kirchhoff/explorer';
import { parseIdentifier, problem } from '@kirchhoff/platform';
import type { Told } from '../asking.js';
import type { SignedIn } from './access.js';
import type { CompilerCalls } from './compiler-calls.js';
import { frameOf, type SessionPageDeps } from './session-page.js';

export interface PolicyPageDeps extends SessionPageDeps {
  readonly compiler: CompilerCalls;
}

/** The refusals that a person can mend on the form. */
export const MENDABLE: ReadonlySet<string> = new Set([
  'invalid-request',
  'invalid-program',
  'policy-open',
  'cases-failed',
  'storage-exceeded',
  'missing-scope',
]);

/** The longest source whose table is made on the event loop, in characters. */
const MAX_TABLE_SOURCE = 65_536;
/** The most cells of a table: each is an element that the event loop renders. */
const MAX_CELLS = 5_000;

function tableOf(source: string): Policy['table'] {
  const table = source.length > MAX_TABLE_SOURCE ? undefined : decisionTable(source);
  return table === undefined || table.actions.length * (table.rules.length + 1) > MAX_CELLS ? undefined : table;
}

/** The problems of a comparison with which the page cannot be shown. */
const OF_THE_PERSON: ReadonlySet<string> = new Set([
  'invalid-request',
  'unauthenticated',
  'missing-scope',
  'account-suspended',
  'not-found',
  'withdrawn',
]);

/** Compares two versions of a policy; with the reason if that cannot be done now, which keeps the person from nothing else. */
export async function compareVersions(
  { compiler }: PolicyPageDeps,
  signedIn: SignedIn,
  { policy_id: id }: Policy['policy'],
  { old, young }: { readonly old: number; readonly young: number },
): Promise<Told<ComparedVersions>> {
  const result = await compiler.call<ShownComparison>(signedIn, {
    method: 'POST',
    path: `/v1/policies/${id}/compare`,
    body: { old_version: old, version: young },
  });
  if (result.kind === 'problem' && OF_THE_PERSON.has(result.code)) return result;
  return { kind: 'value', value: { old, new: young, result: result.kind === 'problem' ? result.detail : result.value } };
}

/** Reads everything that the page of a policy shows. */
export async function readPolicy({ access, compiler }: PolicyPageDeps, signedIn: SignedIn, id: string): Promise<Told<Policy>> {
  const policyId = parseIdentifier('policy', id);
  if (policyId === undefined) return problem('not-found', 'This is no id of a policy.');
  const path = `/v1/policies/${policyId}` as const;
  const mayReadLog = signedIn.session.caller.scopes.has('policy:write');
  const [policy, versions, decisions, settings] = await Promise.all([
    compiler.call<Policy['policy']>(signedIn, { path }),
    compiler.call<{ readonly versions: Policy['versions'] }>(signedIn, { path: `${path}/versions?limit=100` }),
    mayReadLog
      ? compiler.call<{ readonly decisions: readonly LoggedDecision[] }>(signedIn, { path: `${path}/decisions?limit=20` })
      : undefined,
    mayReadLog ? compiler.call<LogSettings>(signedIn, { path: `${path}/log` }) : undefined,
  ]);
  if (policy.kind === 'problem') return policy;
  if (versions.kind === 'problem') return versions;
  if (decisions?.kind === 'problem') return decisions;
  if (settings?.kind === 'problem') return settings;
  const { source } = policy.value;
  return {
    kind: 'value',
    value: {
      ...frameOf(signedIn.session, access),
      policy: policy.value,
      table: tableOf(source),
      versions: versions.value.versions,
      tag: policy.tag,
      log:
        decisions === undefined || settings === undefined
          ? undefined
          : { decisions: decisions.value.decisions, settings: settings.value, tag: settings.tag },
    },
  };
}
