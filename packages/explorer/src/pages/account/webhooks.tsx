import { Table } from '../text.js';
import { Field, type FieldError, Form, type FormFields, Refusal } from './forms.js';
import { type AccountFrame, Moment, renderAccountPage } from './frame.js';
import { PageLinks, type PagePosition } from './page-links.js';

/** A webhook in the answer of GET /v1/webhooks. */
export interface AccountWebhook {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly created_at: string;
}

export interface Webhooks extends AccountFrame {
  readonly webhooks: readonly AccountWebhook[];
  readonly events: readonly string[];
  readonly refused?: { readonly message: string; readonly errors: readonly FieldError[] } | undefined;
  /** The fields of the refused form by name. Default: none. */
  readonly typed?: Readonly<Record<string, string>> | undefined;
}

/** Renders the webhooks of an account. */
export function webhooksPage(page: Webhooks): string {
  const { webhooks, events, fields, refused, typed } = page;
  return renderAccountPage({
    ...page,
    title: 'Webhooks',
    description: 'The addresses that this server calls when something happens.',
    path: '/account/webhooks',
    content: (
      <>
        <h1>Webhooks</h1>
        <p class="lead">Addresses of yours that are called when a circuit is published or certified, or a key is revoked.</p>
        {webhooks.length === 0 ? (
          <p class="quiet">This account has no webhook yet.</p>
        ) : (
          <ul class="cards">
            {webhooks.map((webhook) => (
              <li key={webhook.id}>
                <h2>
                  <a href={`/account/webhooks/${webhook.id}`}>{webhook.url}</a>
                </h2>
                <p>{webhook.description}</p>
                <p class="quiet">
                  {webhook.events.join(', ')}; since <Moment time={webhook.created_at} />
                </p>
              </li>
            ))}
          </ul>
        )}
        <section aria-labelledby="new-webhook">
          <h2 id="new-webhook">New webhook</h2>
          <Refusal message={refused?.message} />
          <Form action="/account/webhooks" fields={fields}>
            <Field name="url" label="Address" hint="https, and public." errors={refused?.errors ?? []}>
              {(input) => <input {...input} type="url" required maxLength={2000} placeholder="https://" value={typed?.['url'] ?? ''} />}
            </Field>
            <Field name="description" label="Description" errors={refused?.errors ?? []}>
              {(input) => <input {...input} maxLength={2000} value={typed?.['description'] ?? ''} />}
            </Field>
            <fieldset>
              <legend>Events</legend>
              {events.map((event) => (
                <label key={event} class="choice">
                  <input
                    type="checkbox"
                    name={`event_${event}`}
                    value="on"
                    checked={typed === undefined || typed[`event_${event}`] === 'on'}
                  />
                  <code>{event}</code>
                </label>
              ))}
            </fieldset>
            <div class="actions">
              <button type="submit">Create webhook</button>
            </div>
          </Form>
        </section>
      </>
    ),
  });
}

/** A delivery in the answer of GET /v1/webhooks/:id/deliveries. */
export interface AccountDelivery {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly last_attempt_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: string;
}

export interface Deliveries extends AccountFrame {
  readonly webhook: AccountWebhook;
  readonly deliveries: readonly AccountDelivery[];
  readonly position: PagePosition;
}

/** Renders one webhook with its deliveries. */
export function deliveriesPage(page: Deliveries): string {
  const { webhook, deliveries, position, fields } = page;
  const path = `/account/webhooks/${webhook.id}`;
  return renderAccountPage({
    ...page,
    title: 'Webhook',
    description: 'One webhook and its deliveries.',
    path,
    content: (
      <>
        <p class="eyebrow">Webhook</p>
        <h1>{webhook.url}</h1>
        {webhook.description === '' ? null : <p>{webhook.description}</p>}
        <div class="row-actions">
          <Form action={`${path}/rotate-secret`} fields={fields} inline>
            <button type="submit" class="plain">
              New signing secret
            </button>
          </Form>
          <details>
            <summary>Delete…</summary>
            <Form action={`${path}/delete`} fields={fields} inline>
              <span>Pending deliveries are dropped.</span>
              <button type="submit" class="danger">
                Delete
              </button>
            </Form>
          </details>
        </div>
        <section aria-labelledby="deliveries">
          <h2 id="deliveries">Deliveries</h2>
          {deliveries.length === 0 ? (
            <p class="quiet">No event has happened since this webhook exists.</p>
          ) : (
            <DeliveryTable path={path} deliveries={deliveries} fields={fields} />
          )}
          <PageLinks path={path} position={position} />
        </section>
      </>
    ),
  });
}

interface DeliveryTableProps {
  readonly path: string;
  readonly deliveries: readonly AccountDelivery[];
  readonly fields: FormFields;
}

function DeliveryTable({ path, deliveries, fields }: DeliveryTableProps) {
  return (
    <Table label="Table of deliveries" heads={['Event', 'When', 'State', 'Attempts', 'Last answer', 'Again']}>
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <th scope="row">{delivery.type}</th>
          <td>
            <Moment time={delivery.created_at} />
          </td>
          <td>
            <span class={`mark ${markOf(delivery.status)}`}>{delivery.status}</span>
          </td>
          <td>{delivery.attempts}</td>
          <td>{delivery.last_status ?? delivery.last_error ?? <span class="quiet">none yet</span>}</td>
          <td>
            <Form action={`${path}/deliveries/${delivery.id}/redeliver`} fields={fields} inline>
              <button type="submit" class="plain" aria-label={`Send again: ${delivery.type} of ${delivery.created_at}`}>
                Send again
              </button>
            </Form>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function markOf(status: string): string {
  if (status === 'delivered') return 'closed';
  return status === 'dead' ? 'open' : '';
}
