import { type AccountFrame, type FieldError, type FormFields, type KeptForm, signInPage } from '@kirchhoff/explorer';
import { type Answer, type Problem, seeOther, withoutKeys } from '@kirchhoff/platform';
import type { Session, Sessions } from '../../sessions/service.js';
import { PAGE, page } from '../page.js';
import type { BrowserRequest, PageAccess } from './access.js';
import type { ApiCalls } from './api-calls.js';

/** The dependencies of the routes of a session's pages. */
export interface SessionPageDeps {
  readonly access: PageAccess;
  readonly calls: ApiCalls;
  readonly sessions: Sessions;
  readonly registrationIsOpen: boolean;
}

/** The members that the pages of a session share. */
export const SESSION_PAGE = {
  method: 'GET',
  auth: 'none',
  ofSession: true,
  lenientQuery: true,
  problemPage: PAGE.problemPage,
  responses: {},
  problems: [],
} as const;

/** The source has 512 KiB at most, and each of its bytes may be percent-encoded, which makes it three. */
export const SOURCE_BODY_LIMIT = 2 * 1_048_576;

/** The members that the forms of a session share. */
export const SESSION_FORM = { ...SESSION_PAGE, method: 'POST', form: true } as const;

/**
 * The fields of an answer to one person: no cache stores it. With the policy of helmet, `no-referrer`, browsers would send the origin
 * `null` with a form.
 */
export const OF_A_PERSON = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', Vary: 'Cookie' };

/** Returns a page for one person. A form that was refused shows what was typed, but never a key that was pasted into the wrong field. */
export function personalPage(
  html: string,
  { status = 200, headers = {} }: { readonly status?: Answer['status']; readonly headers?: Answer['headers'] } = {},
): Answer {
  const shown = status === 200 ? html : withoutKeys(html);
  return { ...page(shown, { ...OF_A_PERSON, ...headers }), status };
}

/** The page that a person is led to after signing in: one of this service, since its first part is. */
export const NEXT_FIELD = {
  type: 'string',
  maxLength: 1_000,
  pattern: '^/(?:(?:account|catalog|circuits|owners|playground|policies|publish)(?:[/?][A-Za-z0-9_./?=&%:+~-]*)?)?$',
} as const;

/** Returns the frame of an account's page. */
export function frameOf(session: Session, access: PageAccess): AccountFrame {
  return { session: { name: session.accountName }, keyName: session.keyName, fields: access.fields(session) };
}

/** A refusal as a form shows it. */
export interface ShownRefusal {
  readonly message: string;
  readonly errors: readonly FieldError[];
}

const STILL_RUNNING =
  'The form was sent before, and that sending is not answered yet. Wait some seconds, and send it again unchanged: it is not carried out twice.';

/** Returns a problem in the form that a form shows: each invalid field by its name. */
export function shownRefusal({ code, detail, members }: Problem): ShownRefusal {
  if (code === 'idempotency-running') return { message: STILL_RUNNING, errors: [] };
  const errors = code === 'invalid-request' ? fieldErrors(members) : [];
  if (errors.length === 0) return { message: detail, errors };
  return {
    message: `Something in the form is not right: ${errors.map(({ name, message }) => `${wordsOf(name)} ${message}`).join('; ')}.`,
    errors,
  };
}

/** Returns the name of a field as a person reads it. */
function wordsOf(name: string): string {
  return name === '' ? 'it' : name.replaceAll('_', ' ');
}

/** Returns the status of a form that is shown again with a refusal. */
export function refusedStatus({ status }: Problem): Answer['status'] {
  switch (status) {
    case 400:
    case 403:
    case 409:
    case 429:
    case 503:
      return status;
    default:
      return 422;
  }
}

function fieldErrors({ errors }: Problem['members']): readonly FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const { pointer, message }: { readonly pointer?: unknown; readonly message?: unknown } = Object(error);
    if (typeof pointer !== 'string' || typeof message !== 'string') return [];
    const name = pointer.replace(/^\//, '').replace(/\/.*$/, '');
    return [{ name: name === 'expires_at' ? 'expires_on' : name, message }];
  });
}

interface SignInOptions {
  readonly request: Pick<BrowserRequest, 'header'>;
  readonly next: string;
  readonly kept?: KeptForm | undefined;
  readonly refused?: Parameters<typeof signInPage>[0]['refused'];
  /** The hidden fields. Default: new ones. */
  readonly fields?: FormFields;
  readonly typed?: Parameters<typeof signInPage>[0]['typed'];
}

/** Returns the page on which a person signs in or registers. */
export function signInAnswer(
  { access, registrationIsOpen }: SessionPageDeps,
  { request, ...options }: SignInOptions,
  status: Answer['status'] = 200,
): Answer {
  return personalPage(
    signInPage({ fields: access.fields(undefined), ...options, registrationIsOpen, plainHost: access.plainHost(request) }),
    { status },
  );
}

/** The schema of check boxes: each has a field of its own, such as `scope_read`, which is there if the box is checked. */
export function choices(
  prefix: string,
  names: readonly string[],
): Readonly<Record<string, { readonly type: 'string'; readonly enum: readonly ['on'] }>> {
  return Object.fromEntries(names.map((name) => [`${prefix}_${name}`, { type: 'string', enum: ['on'] } as const]));
}

/** Returns the names whose boxes are checked. */
export function chosen<Name extends string>(prefix: string, names: readonly Name[], body: object): readonly Name[] {
  return names.filter((name) => Object.hasOwn(body, `${prefix}_${name}`));
}

/** Leads a person who has not signed in to the form, and then back; every other problem stays. */
export function orSignIn(refused: Problem, next: string): Answer | Problem {
  return refused.code === 'unauthenticated' ? seeOther(signInAddress(next)) : refused;
}

const NEXT_PATTERN = new RegExp(NEXT_FIELD.pattern, 'u');

/** Returns the address of the form for signing in, which leads to `next`, or to the account if `next` is no page of ours. */
export function signInAddress(next: string): string {
  return NEXT_PATTERN.test(next) ? `/account?next=${encodeURIComponent(next)}` : '/account';
}
