import { Table } from '../text.js';
import { type AccountFrame, Moment, renderAccountPage } from './frame.js';
import { PageLinks, type PagePosition } from './page-links.js';

/** A record in the answer of GET /v1/audit. */
export interface ShownAuditRecord {
  readonly id: string;
  readonly action: string;
  readonly actor: string;
  readonly key_id: string | null;
  readonly subject: string;
  readonly detail: unknown;
  readonly created_at: string;
}

export interface Audit extends AccountFrame {
  readonly records: readonly ShownAuditRecord[];
  readonly position: PagePosition;
}

/** Renders the changes of an account, newest first. */
export function auditPage(page: Audit): string {
  const { records, position } = page;
  return renderAccountPage({
    ...page,
    title: 'Audit',
    description: 'Every change of your account: what, when, and by which key.',
    path: '/account/audit',
    content: (
      <>
        <h1>Audit</h1>
        <p class="lead">Every change of this account: what, when, and by which key.</p>
        <Table label="Table of changes" heads={['When (UTC)', 'Change', 'Of', 'By', 'Details']}>
          {records.map((record) => (
            <tr key={record.id}>
              <td>
                <Moment time={record.created_at} />
              </td>
              <th scope="row">{record.action}</th>
              <td>
                <code>{record.subject}</code>
              </td>
              <td>{record.key_id === null ? record.actor : <code>{record.key_id}</code>}</td>
              <td>
                <code>{JSON.stringify(record.detail)}</code>
              </td>
            </tr>
          ))}
        </Table>
        <PageLinks path="/account/audit" position={position} />
      </>
    ),
  });
}
