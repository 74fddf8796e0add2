import { type PageSession, renderPage } from '../layout.js';
import type { ShownProblem } from '../problem.js';
import { Form, type FormFields, KeyField } from './forms.js';
import { type KeptForm, writeKept } from './kept-text.js';

export interface KeptFormPage {
  readonly form: KeptForm;
  readonly session?: PageSession | undefined;
  readonly fields: FormFields;
  /** The reason for which it had no effect. Default: the person has signed in meanwhile. */
  readonly problem?: ShownProblem | undefined;
  /**
   * The next step: the person sends the form again, signs in first, or gets it with the fields of the present session.
   */
  readonly step: 'send' | 'sign-in' | 'resume';
}

/** Renders a form that had no effect: with what was typed, and with what to do. */
export function keptFormPage({ form, session, fields, problem, step }: KeptFormPage): string {
  return renderPage({
    title: problem?.title ?? 'Go on',
    description: 'A form that was not carried out, with what was typed.',
    path: '',
    session,
    scripts: ['account.ts'],
    content: (
      <div class="narrow">
        {problem === undefined ? (
          <>
            <h1>You are signed in</h1>
            <p class="lead">Your form was not sent yet. It has what you had typed.</p>
          </>
        ) : (
          <>
            <p class="eyebrow">{problem.status}</p>
            <h1>{step === 'sign-in' ? 'Sign in to go on' : problem.title}</h1>
            <div class="notice wrong" role="alert">
              <p>{problem.detail}</p>
              {problem.errors.map(({ pointer, message }) => (
                <p key={pointer}>
                  <code>{pointer.replace(/^\//, '')}</code> {message}
                </p>
              ))}
            </div>
            <p>
              {adviceFor(problem, step)} <a href={`/problems/${problem.code}`}>More about this</a>.
            </p>
          </>
        )}
        {step === 'send' ? <Again form={form} fields={fields} /> : <Onward form={form} fields={fields} step={step} />}
        {problem === undefined ? null : (
          <p class="quiet">
            If it stays, tell the operator of this server the request <code>{problem.requestId}</code>.
          </p>
        )}
      </div>
    ),
  });
}

function adviceFor({ status, code }: ShownProblem, step: KeptFormPage['step']): string {
  if (step === 'sign-in') return 'Sign in with a key that may do it. The form is then shown again, with what you had typed.';
  if (step === 'resume') return 'Get the form again: it is kept, with what you had typed.';
  if (code === 'idempotency-running')
    return 'The form was sent before, and that sending is not answered yet. Wait some seconds, and send it again unchanged: it is not carried out twice.';
  if (status === 503) return 'Wait a moment, then send the form again. If it had its effect after all, it is not carried out twice.';
  if (status === 429) return 'Wait as long as it says, then send the form again.';
  return 'Change what is named, and send the form again.';
}

/** The form as it was sent, to be changed and sent again. */
function Again({ form: { action, fields: typed }, fields }: { readonly form: KeptForm; readonly fields: FormFields }) {
  return (
    <Form action={action} fields={fields}>
      {Object.entries(typed).map(([name, value]) => (
        <KeptField key={name} name={name} value={value} />
      ))}
      {action === '/account/sign-in' ? <KeyField errors={[]} /> : null}
      <div class="actions">
        <button type="submit">Send again</button>
      </div>
    </Form>
  );
}

/** The fields that a form hides. */
const HIDDEN: ReadonlySet<string> = new Set(['step', 'next', 'kept', 'category', 'seen']);
/** A longer text has lines of its own. */
const ONE_LINE = 120;

function KeptField({ name, value }: { readonly name: string; readonly value: string }) {
  if (HIDDEN.has(name)) return <input type="hidden" name={name} value={value} />;
  const label = name.replace(/^param_/, '').replaceAll('_', ' ');
  const shared = { id: name, name };
  if (value === 'on') {
    return (
      <label class="choice">
        <input {...shared} type="checkbox" value="on" checked />
        <code>{label}</code>
      </label>
    );
  }
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {name === 'source' || value.length > ONE_LINE || value.includes('\n') ? (
        <textarea {...shared} class="code" rows={14} spellcheck={false} autocapitalize="off" value={`\n${value}`} />
      ) : (
        <input {...shared} autocomplete="off" value={value} />
      )}
    </div>
  );
}

/** The hidden field with a form that waits. */
export function Kept({ form }: { readonly form: KeptForm | undefined }) {
  return form === undefined ? null : <input type="hidden" name="kept" value={writeKept(form)} />;
}

/** The characters of a text that are shown of a form that waits: it has them all. */
const SHOWN_OF_TEXT = 10_000;

function beginningOf(text: string): string {
  return text.length <= SHOWN_OF_TEXT ? text : `${text.slice(0, SHOWN_OF_TEXT)}…`;
}

interface OnwardProps {
  readonly form: KeptForm;
  readonly fields: FormFields;
  readonly step: 'sign-in' | 'resume';
}

function Onward({ form, fields, step }: OnwardProps) {
  return (
    <>
      <Form action={step === 'sign-in' ? '/account/sign-in' : '/account/resume'} fields={fields}>
        <Kept form={form} />
        {step === 'sign-in' ? <KeyField errors={[]} /> : null}
        <div class="actions">
          <button type="submit">{step === 'sign-in' ? 'Sign in and go on' : 'Show the form again'}</button>
        </div>
      </Form>
      <details open class="question">
        <summary>What you had typed</summary>
        <dl class="kept">
          {Object.entries(form.fields).flatMap(([name, value]) =>
            HIDDEN.has(name) || value === ''
              ? []
              : [
                  <dt key={`${name} name`}>{name.replace(/^param_/, '').replaceAll('_', ' ')}</dt>,
                  <dd key={name}>
                    <pre tabIndex={0}>{value === 'on' ? 'yes' : beginningOf(value)}</pre>
                  </dd>,
                ],
          )}
        </dl>
      </details>
    </>
  );
}
