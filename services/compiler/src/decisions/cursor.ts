import { parseIdentifier } from '@kirchhoff/platform';

/** A position in a log: the decision before it. */
export interface LogPosition {
  readonly decidedAt: Date;
  readonly decisionId: string;
}

/** The form of a cursor. Its content is opaque: clients send it back unchanged. */
export const CURSOR = { type: 'string', pattern: '^[0-9]{1,15}[.]dec_[0-9A-Za-z]{22}$' } as const;

export function cursorOf({ decidedAt, decisionId }: LogPosition): string {
  return `${decidedAt.getTime()}.${decisionId}`;
}

/** @param cursor checked by its schema */
export function parseCursor(cursor: string | undefined): LogPosition | undefined {
  const [time = '', id = ''] = cursor?.split('.') ?? [];
  const decisionId = parseIdentifier('decision', id);
  return decisionId === undefined ? undefined : { decidedAt: new Date(Number(time)), decisionId };
}
