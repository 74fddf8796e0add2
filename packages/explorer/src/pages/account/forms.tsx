import type { ComponentChildren } from 'preact';

/** The hidden fields of every form that changes something. */
export interface FormFields {
  /** Bound to the session; empty without one. */
  readonly form_token: string;
  /** A form that is sent twice is one request. */
  readonly once: string;
}

/** An invalid field: the name of its input, and the reason. */
export interface FieldError {
  readonly name: string;
  readonly message: string;
}

interface FormProps {
  readonly action: string;
  readonly fields: FormFields;
  readonly children: ComponentChildren;
  /** Default: a block of fields. */
  readonly inline?: boolean;
}

/** A form that works without JavaScript. */
export function Form({ action, fields, children, inline = false }: FormProps) {
  return (
    <form method="post" action={action} class={inline ? 'inline' : 'fields'}>
      <input type="hidden" name="form_token" value={fields.form_token} />
      <input type="hidden" name="once" value={fields.once} />
      {children}
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** Explains what to write. */
  readonly hint?: ComponentChildren;
  readonly errors?: readonly FieldError[];
  /** The input; it gets the attributes that join it to its label, hint and error. */
  readonly children: (attributes: InputAttributes) => ComponentChildren;
}

/** The attributes of an input in a `Field`. */
export interface InputAttributes {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: 'true';
}

/** An input with its label, its hint, and what is wrong with it. */
export function Field({ name, label, hint, errors = [], children }: FieldProps) {
  const wrong = errors.filter((error) => error.name === name);
  const [hintId, errorId] = [`${name}-hint`, `${name}-error`];
  const described = [...(hint === undefined ? [] : [hintId]), ...(wrong.length === 0 ? [] : [errorId])].join(' ');
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint === undefined ? null : (
        <p class="quiet" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id: name,
        name,
        ...(described === '' ? {} : { 'aria-describedby': described }),
        ...(wrong.length === 0 ? {} : { 'aria-invalid': 'true' as const }),
      })}
      {wrong.length === 0 ? null : (
        <p class="wrong" id={errorId}>
          {wrong.map(({ message }) => message).join('; ')}
        </p>
      )}
    </div>
  );
}

/** The field for an API key. */
export function KeyField({ errors }: { readonly errors: readonly FieldError[] }) {
  return (
    <Field
      name="api_key"
      label="API key"
      hint={
        <>
          It begins with <code>svc_live_</code>. The browser gets a session in its place; the key is not kept.
        </>
      }
      errors={errors}
    >
      {(input) => <input {...input} type="password" required maxLength={200} autocomplete="current-password" spellcheck={false} />}
    </Field>
  );
}

/** The reason of a refusal, at the head of a form; a screen reader reads it first. */
export function Refusal({ message }: { readonly message: string | undefined }) {
  return message === undefined ? null : (
    <div class="notice wrong" role="alert">
      <p>{message}</p>
    </div>
  );
}

/** A text that is to be copied, in a field that selects it without JavaScript too. */
export function Copied({ name, label, value }: { readonly name: string; readonly label: string; readonly value: string }) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <div class="joined">
        <input id={name} class="code" value={value} readOnly autocomplete="off" spellcheck={false} />
        <button type="button" data-copies={name} hidden>
          Copy
        </button>
      </div>
      <p class="quiet" role="status" data-copied={name} />
    </div>
  );
}
