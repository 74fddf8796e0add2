import { type PageSession, renderPage } from '../layout.js';
import { Field, type FieldError, Form, type FormFields, Refusal } from './forms.js';

/** The fields as a person has typed them. */
export interface PublishForm {
  readonly name: string;
  readonly description: string;
  readonly visibility: 'public' | 'private';
  readonly source: string;
}

/** An error of a program, as the API reports it. */
export interface ShownDiagnostic {
  readonly message: string;
  readonly line?: number | null;
  readonly column?: number | null;
  readonly hint?: string | null;
}

/** A circuit that the account has published before. */
export interface PublishedAlready {
  readonly pid: string;
  readonly visibility: 'public' | 'private';
  readonly description: string;
}

export interface Publish {
  readonly session: PageSession;
  readonly fields: FormFields;
  readonly typed: PublishForm;
  /** The circuit of this name and program, if it has another visibility or description than the form. */
  readonly already?: PublishedAlready | undefined;
  readonly refused?:
    | { readonly message: string; readonly errors: readonly FieldError[]; readonly diagnostics: readonly ShownDiagnostic[] }
    | undefined;
}

/** Renders the form that publishes and certifies a circuit. */
export function publishPage({ session, fields, typed, already, refused }: Publish): string {
  const errors = refused?.errors ?? [];
  return renderPage({
    title: 'Publish',
    description: 'Publish a circuit, and have it certified.',
    path: '/publish',
    session,
    scripts: ['account.ts'],
    content: (
      <>
        <h1>Publish a circuit</h1>
        <p class="lead">The program is stored, proven by this server, and gets a page with its certificate and a badge.</p>
        {already === undefined ? null : <Already circuit={already} typed={typed} fields={fields} />}
        <Refusal message={refused?.message} />
        <Diagnostics of={refused?.diagnostics ?? []} />
        <Form action="/publish" fields={fields}>
          <input type="hidden" name="step" value="publish" />
          <ProgramFields typed={typed} errors={errors} />
          <div class="actions">
            <button type="submit">Publish and certify</button>
          </div>
        </Form>
      </>
    ),
  });
}

interface ProgramFieldsProps {
  readonly typed: PublishForm;
  readonly errors: readonly FieldError[];
}

/** The fields of a circuit, for the forms that publish and change one. */
export function ProgramFields({ typed, errors }: ProgramFieldsProps) {
  return (
    <>
      <Field name="name" label="Name" hint="As others see it in lists." errors={errors}>
        {(input) => <input {...input} required maxLength={100} autocomplete="off" value={typed.name} />}
      </Field>
      <Field name="description" label="Description" errors={errors}>
        {(input) => <input {...input} maxLength={2000} autocomplete="off" value={typed.description} />}
      </Field>
      <fieldset>
        <legend>Who may see it</legend>
        <label class="choice">
          <input type="radio" name="visibility" value="public" checked={typed.visibility === 'public'} />
          <span>Everybody: the source, the proof and the badge are public</span>
        </label>
        <label class="choice">
          <input type="radio" name="visibility" value="private" checked={typed.visibility === 'private'} />
          <span>Only this account</span>
        </label>
        <p class="quiet">A version that is not proven is published too, as open.</p>
      </fieldset>
      <Field
        name="source"
        label="Program"
        hint={
          <>
            In the language of circuits. The <a href="/playground">playground</a> shows at once what is proven of it.
          </>
        }
        errors={errors}
      >
        {(input) => (
          <textarea {...input} class="code" required rows={18} spellcheck={false} autocapitalize="off" value={`\n${typed.source}`} />
        )}
      </Field>
    </>
  );
}

interface AlreadyProps {
  readonly circuit: PublishedAlready;
  readonly typed: PublishForm;
  readonly fields: FormFields;
}

/** Says that the form has changed nothing, since its circuit was there: who may see it above all. */
function Already({ circuit: { pid, visibility, description }, typed, fields }: AlreadyProps) {
  return (
    <div class="notice wrong" role="alert">
      <p>
        <strong>You have published this already, and it is {visibility}.</strong>{' '}
        {visibility === typed.visibility ? '' : 'This form does not change who may see it. '}
        {description === typed.description ? '' : description === '' ? 'It has no description. ' : `Its description is “${description}”. `}
        Nothing was changed. <a href={`/circuits/${pid}`}>Go to the circuit</a>, or publish it under another name.
      </p>
      <Form action={`/publish/${pid}/certify`} fields={fields} inline>
        <button type="submit" class="plain">
          Certify it as it is
        </button>
      </Form>
    </div>
  );
}

/** The errors of a program. */
export function Diagnostics({ of }: { readonly of: readonly ShownDiagnostic[] }) {
  if (of.length === 0) return null;
  return (
    <ol class="findings" aria-label="Errors of the program">
      {of.map(({ message, line, column, hint }, place) => (
        <li key={place}>
          {line === undefined || line === null ? null : <strong>{`Line ${line}${column ? `, column ${column}` : ''}: `}</strong>}
          {message}
          {hint === undefined || hint === null ? null : <p class="quiet">{hint}</p>}
        </li>
      ))}
    </ol>
  );
}

export interface PendingRun {
  readonly session: PageSession;
  readonly pid: string;
  readonly status: 'queued' | 'running' | 'failed';
  readonly fields: FormFields;
  /** The reason for which a certification did not begin. Default: it has begun. */
  readonly refusal?: string | undefined;
}

/** Renders the state of a certification that has not ended, or has failed. While it is pending, the answer asks for a reload. */
export function runPage({ session, pid, status, fields, refusal }: PendingRun): string {
  const circuit = <a href={`/circuits/${pid}`}>the page of the circuit</a>;
  return renderPage({
    title: status === 'failed' ? 'Not certified' : 'Certifying',
    description: 'The state of a certification.',
    path: '/publish',
    session,
    content: (
      <div class="narrow">
        {status === 'failed' ? (
          <>
            <h1>{refusal === undefined ? 'The certification failed' : 'Published, but not certified'}</h1>
            {refusal === undefined ? (
              <p class="lead">It is a fault of this server, and was not counted. The circuit is published; {circuit} shows it.</p>
            ) : (
              <>
                <Refusal message={refusal} />
                <p class="lead">The circuit is published; {circuit} shows it. Do not publish it again: have it certified later.</p>
              </>
            )}
            <Form action={`/publish/${pid}/certify`} fields={fields}>
              <div class="actions">
                <button type="submit">Certify again</button>
              </div>
            </Form>
          </>
        ) : (
          <>
            <h1>Certifying</h1>
            <p class="lead" role="status">
              {status === 'queued'
                ? 'The circuit is published, and waits for its turn to be proven.'
                : 'The circuit is published, and is being proven.'}
            </p>
            <progress aria-label="Certification in progress" />
            <p class="quiet">This page reloads until the result is there. You may leave it: {circuit} has the result too.</p>
          </>
        )}
      </div>
    ),
  });
}
