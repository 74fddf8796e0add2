import { Table } from '../text.js';
import { Field, type FieldError, Form, type FormFields, Refusal } from './forms.js';
import { type AccountFrame, Moment, renderAccountPage } from './frame.js';

/** An amount and its limit; null means unlimited. */
export interface UsedAmount {
  readonly used: number;
  readonly limit: number | null;
}

/** The answer of GET /v1/usage. */
export interface AccountUsage {
  readonly account_id: string;
  readonly tier: string;
  readonly resets_at: string;
  readonly certifications: UsedAmount;
  readonly verifications: UsedAmount;
  readonly storage: Readonly<Record<'octets' | 'circuits' | 'policies' | 'versions', UsedAmount>>;
}

/** A key in the answer of GET /v1/auth/keys. */
export interface AccountKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly current: boolean;
}

export interface Overview extends AccountFrame {
  readonly usage: AccountUsage;
  /** `undefined` if the key of the session may not manage keys. */
  readonly keys: readonly AccountKey[] | undefined;
  /** The scopes that a new key may have. */
  readonly scopes: readonly string[];
  readonly refused?: { readonly message: string; readonly errors: readonly FieldError[] } | undefined;
  /** The fields of the refused form by name. Default: none. */
  readonly typed?: Readonly<Record<string, string>> | undefined;
}

/** Renders the first page of an account: usage and keys. */
export function overviewPage(overview: Overview): string {
  const { usage, keys, scopes, fields, refused, typed } = overview;
  return renderAccountPage({
    ...overview,
    title: 'Account',
    description: 'Usage and keys of your account.',
    path: '/account',
    content: (
      <>
        <h1>Account</h1>
        <section aria-labelledby="usage">
          <h2 id="usage">Usage</h2>
          <p class="quiet">
            Tier <strong>{usage.tier}</strong>, account <code>{usage.account_id}</code>. The daily amounts begin again at{' '}
            <Moment time={usage.resets_at} /> UTC. <a href={`/owners/${usage.account_id}`}>Your circuits</a>
          </p>
          <ul class="bars">
            <Bar name="Certifications today" amount={usage.certifications} />
            <Bar name="Verifications today" amount={usage.verifications} />
            <Bar name="Circuits" amount={usage.storage.circuits} />
            <Bar name="Versions" amount={usage.storage.versions} />
            <Bar name="Policies" amount={usage.storage.policies} />
            <Bar name="Storage" amount={usage.storage.octets} isBytes />
          </ul>
        </section>
        <section aria-labelledby="keys">
          <h2 id="keys">Keys</h2>
          {keys === undefined ? (
            <p>
              The key that you signed in with lacks the scope <code>keys</code>: it shows and changes no keys, webhooks and audit records.
            </p>
          ) : (
            <>
              <Keys keys={keys} fields={fields} />
              <NewKey scopes={scopes} fields={fields} refused={refused} typed={typed} />
            </>
          )}
        </section>
      </>
    ),
  });
}

const MEBIBYTE = 1_048_576;

function amountOf(amount: number, isBytes: boolean): string {
  return isBytes ? `${(amount / MEBIBYTE).toFixed(2)} MiB` : amount.toLocaleString('en');
}

function Bar({
  name,
  amount: { used, limit },
  isBytes = false,
}: {
  readonly name: string;
  readonly amount: UsedAmount;
  readonly isBytes?: boolean;
}) {
  const shown =
    limit === null ? `${amountOf(used, isBytes)}, without a limit` : `${amountOf(used, isBytes)} of ${amountOf(limit, isBytes)}`;
  return (
    <li>
      <span>{name}</span>
      <span class="amount">{shown}</span>
      {limit === null ? null : <progress max={Math.max(limit, 1)} value={Math.min(used, limit)} aria-label={`${name}: ${shown}`} />}
    </li>
  );
}

function stateOf({ revoked_at: revoked, expires_at: expires, current }: AccountKey): string {
  if (revoked !== null) return `revoked ${revoked.slice(0, 10)}`;
  if (expires !== null && Date.parse(expires) <= Date.now()) return `expired ${expires.slice(0, 10)}`;
  if (current) return 'of this session';
  return expires === null ? 'active' : `active until ${expires.slice(0, 10)}`;
}

function isActive({ revoked_at: revoked, expires_at: expires }: AccountKey): boolean {
  return revoked === null && (expires === null || Date.parse(expires) > Date.now());
}

function Keys({ keys, fields }: { readonly keys: readonly AccountKey[]; readonly fields: FormFields }) {
  return (
    <Table label="Table of keys" heads={['Name', 'Begins with', 'Scopes', 'State', 'Last used', 'Change']}>
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">{key.name}</th>
          <td>
            <code>{key.prefix}</code>
          </td>
          <td>{key.scopes.join(', ')}</td>
          <td>{stateOf(key)}</td>
          <td>
            <Moment time={key.last_used_at} />
          </td>
          <td>{isActive(key) ? <KeyActions of={key} fields={fields} /> : null}</td>
        </tr>
      ))}
    </Table>
  );
}

function KeyActions({ of, fields }: { readonly of: AccountKey; readonly fields: FormFields }) {
  return (
    <div class="row-actions">
      {of.current ? (
        <details>
          <summary aria-label={`Replace… the key ${of.name}`}>Replace…</summary>
          <Form action="/account/keys/rotate" fields={fields} inline>
            <span>The new key is shown once, with a button that revokes this one.</span>
            <button type="submit" class="plain">
              Create its replacement
            </button>
          </Form>
        </details>
      ) : null}
      <details>
        <summary aria-label={`Revoke… the key ${of.name}`}>Revoke…</summary>
        <Form action={`/account/keys/${of.id}/revoke`} fields={fields} inline>
          <span>{of.current ? 'This ends your session too.' : 'Programs that use it are refused at once.'}</span>
          <button type="submit" class="danger">
            Revoke
          </button>
        </Form>
      </details>
    </div>
  );
}

const SCOPE_HINTS: Readonly<Record<string, string>> = {
  read: 'reads circuits, and verifies them',
  publish: 'publishes, changes and withdraws circuits',
  certify: 'certifies circuits',
  compile: 'compiles, analyzes and runs programs',
  'policy:check': 'asks policies about actions',
  'policy:write': 'creates and changes policies',
  keys: 'manages keys and webhooks, and reads the audit',
};

interface NewKeyProps {
  readonly scopes: readonly string[];
  readonly fields: FormFields;
  readonly refused: Overview['refused'];
  readonly typed: Overview['typed'];
}

function NewKey({ scopes, fields, refused, typed }: NewKeyProps) {
  return (
    <>
      <h3 id="new-key">New key</h3>
      <Refusal message={refused?.message} />
      <Form action="/account/keys" fields={fields}>
        <Field name="name" label="Name" hint="It tells you later what uses the key." errors={refused?.errors ?? []}>
          {(input) => <input {...input} required maxLength={100} autocomplete="off" value={typed?.['name'] ?? ''} />}
        </Field>
        <fieldset>
          <legend>Scopes</legend>
          {scopes.map((scope) => (
            <label key={scope} class="choice">
              <input
                type="checkbox"
                name={`scope_${scope}`}
                value="on"
                checked={typed === undefined ? scope === 'read' : typed[`scope_${scope}`] === 'on'}
              />
              <span>
                <code>{scope}</code> {SCOPE_HINTS[scope] ?? ''}
              </span>
            </label>
          ))}
        </fieldset>
        <Field name="expires_on" label="Last day" hint="Without one, the key is valid until it is revoked." errors={refused?.errors ?? []}>
          {(input) => <input {...input} type="date" value={typed?.['expires_on'] ?? ''} />}
        </Field>
        <div class="actions">
          <button type="submit">Create key</button>
        </div>
      </Form>
    </>
  );
}
