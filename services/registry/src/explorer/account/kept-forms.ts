import { type KeptForm, keptFormPage, problemPage, readKeptText } from '@kirchhoff/explorer';
import { type ProblemPage, problem, type Route, withoutKeys } from '@kirchhoff/platform';
import { PAGE, shownProblem } from '../page.js';
import type { FormFields, PageAccess } from './access.js';
import { signInAddress } from './session-page.js';

/** The most bytes of text in a form: the source of a program, which has 512 KiB, and the fields beside it. */
const MAX_TEXT = 528 * 1_024;
/** The most fields of a form that is shown again. */
const MAX_FIELDS = 100;
/** The most characters of a form in Base64, with its address and separators. */
const MAX_KEPT = Math.ceil(((MAX_TEXT + 1_024) * 4) / 3);

/** The field of a form that has another form, which waits until the person has signed in. */
export const KEPT_FIELD = { type: 'string', maxLength: MAX_KEPT } as const;

/** Returns the bytes of text in a form, without those of a form that waits in it, which its schema bounds. */
function textOf(body: object): number {
  return Object.entries(body).reduce(
    (sum, [name, value]) => (name === 'kept' || typeof value !== 'string' ? sum : sum + Buffer.byteLength(name) + Buffer.byteLength(value)),
    0,
  );
}

function isKeepable(body: object): boolean {
  return Object.keys(body).length <= MAX_FIELDS && textOf(body) <= MAX_TEXT;
}

/** Refuses a form with more text than a page can show again. */
export function boundedForm(form: Route): Route['handle'] {
  return async (context) =>
    typeof context.body === 'object' && context.body !== null && textOf(context.body) > MAX_TEXT
      ? problem('payload-too-large', `The form has more than ${MAX_TEXT} bytes of text.`)
      : form.handle(context);
}

/** The addresses of the forms with something typed. */
const KEPT_ACTION =
  /^\/(?:publish|circuits\/\w{1,64}\/change|policies|policies\/\w{1,64}\/(?:check|versions|log)|account\/(?:keys|webhooks|register|sign-in))$/;

/** The fields that belong to one sending of a form; a key is never shown again. */
const NOT_TYPED: ReadonlySet<string> = new Set(['form_token', 'once', 'api_key']);

/** Returns what was typed in a form; `undefined` for a form of buttons only, and for one that is too large to be shown again. */
export function keptForm(action: string, body: unknown): KeptForm | undefined {
  if (!KEPT_ACTION.test(action) || typeof body !== 'object' || body === null || !isKeepable(body)) return undefined;
  const typed = Object.entries(body).flatMap(([name, value]) =>
    // In Base64 no log would know a key that stands in a source.
    typeof value === 'string' && !NOT_TYPED.has(name) ? [[name, withoutKeys(value)] as const] : [],
  );
  return { action, fields: Object.fromEntries(typed) };
}

/** Reads the field with a waiting form; `undefined` without one, and for a text that no page of ours has made. */
export function readKept(text: string | undefined): KeptForm | undefined {
  if (text === undefined) return undefined;
  const { action, fields } = readKeptText(text);
  return keptForm(action, fields);
}

const NOT_KEPT = `A form with more than ${MAX_TEXT / 1_024} KiB of text or ${MAX_FIELDS} fields is not kept: go back in your browser to what you had typed.`;

/** Returns the page that has a form of buttons only. */
function pageOf(action: string): string {
  const [, circuit] = /^\/publish\/(\w+)\/certify$/.exec(action) ?? [];
  if (circuit !== undefined) return `/circuits/${circuit}`;
  const [, withdrawn] = /^\/circuits\/(\w+)\/withdraw$/.exec(action) ?? [];
  if (withdrawn !== undefined) return `/circuits/${withdrawn}/change`;
  return /^\/(?:account\/webhooks|policies)\/\w+/.exec(action)?.[0] ?? '/account';
}

/** Shows a form that had no effect again, with what was typed, whatever the reason: a form of another site is not repeated. */
export function formProblems(access: PageAccess, headers: ProblemPage['headers']): ProblemPage {
  return {
    headers: { ...PAGE.problemPage.headers, ...headers },
    render: (refusal, { requestId, path, body, header }) => {
      const shown = shownProblem(refusal, requestId);
      const form = keptForm(path, body);
      if (!access.isOwn({ header })) return problemPage(shown);
      if (form === undefined) {
        const isLost = typeof body === 'object' && body !== null && !isKeepable(body);
        const detail = isLost ? `${shown.detail} ${NOT_KEPT}` : shown.detail;
        return problemPage({ ...shown, detail, signIn: signInAddress(pageOf(path)) });
      }
      switch (refusal.code) {
        case 'unauthenticated':
        case 'missing-scope':
          return keptFormPage({ form, problem: shown, fields: access.fields(undefined), step: 'sign-in' });
        case 'form-refused':
          return keptFormPage({ form, problem: shown, fields: access.fields(undefined), step: 'resume' });
        default: {
          const sent: Partial<FormFields> = Object(body);
          const fields = { ...access.fieldsAfter(refusal, undefined, sent.once), form_token: sent.form_token ?? '' };
          return keptFormPage({ form, problem: shown, fields, step: 'send' });
        }
      }
    },
  };
}
