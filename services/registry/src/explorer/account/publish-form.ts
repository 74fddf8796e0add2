import { type PublishedAlready, type PublishForm, publishPage, type ShownDiagnostic } from '@kirchhoff/explorer';
import type { Answer, Problem } from '@kirchhoff/platform';
import type { Session } from '../../sessions/service.js';
import type { PageAccess } from './access.js';
import { personalPage, refusedStatus, shownRefusal } from './session-page.js';

interface Shown {
  readonly refused?: Problem;
  /** The random text of the form that was refused. */
  readonly once?: string;
  /** The circuit of this name and program, if the account has it with another visibility or description. */
  readonly already?: PublishedAlready;
  readonly headers?: Answer['headers'];
}

/** Returns the form that publishes, with what was typed; a program that is new to it is named after its circuit. */
export function publishForm(
  access: PageAccess,
  session: Session,
  typed: Partial<PublishForm>,
  { refused, once, already, headers }: Shown = {},
): Answer {
  const source = typed.source ?? '';
  const name = typed.name ?? /^[ \t]*circuit[ \t]+([A-Za-z_]\w*)/m.exec(source)?.[1] ?? '';
  const html = publishPage({
    session: { name: session.accountName },
    fields: refused === undefined ? access.fields(session) : access.fieldsAfter(refused, session, once),
    typed: { name, description: typed.description ?? '', visibility: typed.visibility ?? 'public', source },
    already,
    refused: refused === undefined ? undefined : { ...shownRefusal(refused), diagnostics: diagnosticsIn(refused) },
  });
  return personalPage(html, {
    status: refused === undefined ? (already === undefined ? 200 : 409) : refusedStatus(refused),
    ...(headers === undefined ? {} : { headers }),
  });
}

/** Returns the errors of a program that a problem lists: what it does not say well, or what is not proven of it. */
export function diagnosticsIn({ code, members: { diagnostics, errors } }: Problem): readonly ShownDiagnostic[] {
  const listed: unknown = code === 'policy-open' ? errors : diagnostics;
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((each: unknown) => {
    const { message, line, column, hint }: Readonly<Record<string, unknown>> = Object(each);
    if (typeof message !== 'string') return [];
    return [
      {
        message,
        line: typeof line === 'number' ? line : null,
        column: typeof column === 'number' ? column : null,
        hint: typeof hint === 'string' ? hint : null,
      },
    ];
  });
}
