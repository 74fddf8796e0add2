import { type KeptForm, keptFormPage, problemPage } from '@kirchhoff/explorer';
import type { ProblemPage } from '@kirchhoff/platform';
import { PAGE, shownProblem } from '../page.js';
import type { FormFields, PageAccess } from './access.js';
import { signInAddress } from './session-page.js';

/** The field of a form that has another form, which waits until the person has signed in. */
export const KEPT_FIELD = { type: 'string' } as const;

/** The addresses of the forms with something typed. */
const KEPT_ACTION = /^\/(?:publish|policies|policies\/\w{1,64}\/(?:check|versions|log)|account\/(?:keys|webhooks|register|sign-in))$/;

/** The fields that belong to one sending of a form; a key is never shown again. */
const NOT_TYPED: ReadonlySet<string> = new Set(['form_token', 'once', 'api_key']);

/** Returns what was typed in a form; `undefined` for a form of buttons only. */
export function keptForm(action: string, body: unknown): KeptForm | undefined {
  if (!KEPT_ACTION.test(action) || typeof body !== 'object' || body === null) return undefined;
  const typed = Object.entries(body).filter(([name, value]) => typeof value === 'string' && !NOT_TYPED.has(name));
  return { action, fields: Object.fromEntries(typed) };
}

/** Reads the field with a waiting form; `undefined` without one, and for a text that no page of ours has made. */
export function readKept(text: string | undefined): KeptForm | undefined {
  if (text === undefined) return undefined;
  try {
    const { action, fields }: { readonly action?: unknown; readonly fields?: unknown } = Object(JSON.parse(text));
    return typeof action === 'string' ? keptForm(action, fields) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The statuses after which the same sending is repeated: what had its effect is not done again. */
const REPEATED: ReadonlySet<number> = new Set([429, 503]);

/** Returns the page that has a form of buttons only. */
function pageOf(action: string): string {
  const [, circuit] = /^\/publish\/(\w+)\/certify$/.exec(action) ?? [];
  if (circuit !== undefined) return `/circuits/${circuit}`;
  return /^\/(?:account\/webhooks|policies)\/\w+/.exec(action)?.[0] ?? '/account';
}

/** Shows a form that had no effect again, with what was typed, whatever the reason: a form of another site is not repeated. */
export function formProblems(access: PageAccess, headers: ProblemPage['headers']): ProblemPage {
  return {
    headers: { ...PAGE.problemPage.headers, ...headers },
    render: (refusal, { requestId, path, body, header }) => {
      const problem = shownProblem(refusal, requestId);
      const form = keptForm(path, body);
      if (!access.isOwn({ header })) return problemPage(problem);
      if (form === undefined) return problemPage({ ...problem, signIn: signInAddress(pageOf(path)) });
      switch (refusal.code) {
        case 'unauthenticated':
        case 'missing-scope':
          return keptFormPage({ form, problem, fields: access.fields(undefined), step: 'sign-in' });
        case 'form-refused':
          return keptFormPage({ form, problem, fields: access.fields(undefined), step: 'resume' });
        default: {
          const sent: Partial<FormFields> = Object(body);
          const { once } = access.fields(undefined);
          const fields = {
            form_token: sent.form_token ?? '',
            once: REPEATED.has(refusal.status) && sent.once !== undefined ? sent.once : once,
          };
          return keptFormPage({ form, problem, fields, step: 'send' });
        }
      }
    },
  };
}
