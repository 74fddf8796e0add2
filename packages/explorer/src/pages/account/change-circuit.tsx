import { type PageSession, renderPage } from '../layout.js';
import { type FieldError, Form, type FormFields, Refusal } from './forms.js';
import { Diagnostics, ProgramFields, type PublishForm, type ShownDiagnostic } from './publish.js';

export interface ChangeCircuit {
  readonly session: PageSession;
  /** The circuit as it is now. */
  readonly circuit: { readonly pid: string; readonly name: string; readonly version: number };
  /** The entity tag of the circuit as the person sees it here. */
  readonly seen: string;
  readonly typed: PublishForm;
  /** The hidden fields of the form that changes the circuit, and of the form that withdraws it. */
  readonly fields: { readonly change: FormFields; readonly withdraw: FormFields };
  readonly refused?:
    | { readonly message: string; readonly errors: readonly FieldError[]; readonly diagnostics: readonly ShownDiagnostic[] }
    | undefined;
}

/** Renders the forms with which its owner changes or withdraws a circuit. */
export function changeCircuitPage({ session, circuit: { pid, name, version }, seen, typed, fields, refused }: ChangeCircuit): string {
  return renderPage({
    title: `Change ${name}`,
    description: 'Publish the next version of a circuit, describe it in other words, or withdraw it.',
    path: '/circuits',
    session,
    scripts: ['account.ts'],
    content: (
      <>
        <p class="eyebrow">
          <a href={`/circuits/${pid}`}>{name}</a>
        </p>
        <h1>Change this circuit</h1>
        <p class="lead">
          Another program becomes version {version + 1}, and is certified. Version {version} stays as it is: whoever has pinned it keeps it.
        </p>
        <Refusal message={refused?.message} />
        <Diagnostics of={refused?.diagnostics ?? []} />
        <Form action={`/circuits/${pid}/change`} fields={fields.change}>
          <input type="hidden" name="seen" value={seen} />
          <ProgramFields typed={typed} errors={refused?.errors ?? []} />
          <div class="actions">
            <button type="submit">Save, and certify another program</button>
          </div>
        </Form>
        <section aria-labelledby="withdraw">
          <h2 id="withdraw">Withdraw it</h2>
          <p>
            It leaves the lists, and its page, its badge and its versions by number answer that it is withdrawn. Circuits that have pinned a
            version still work. It cannot be published again under the same address.
          </p>
          <Form action={`/circuits/${pid}/withdraw`} fields={fields.withdraw}>
            <input type="hidden" name="seen" value={seen} />
            <label class="choice">
              <input type="checkbox" name="sure" value="on" required />
              <span>Yes, withdraw {name} for good</span>
            </label>
            <div class="actions">
              <button type="submit" class="plain">
                Withdraw
              </button>
            </div>
          </Form>
        </section>
      </>
    ),
  });
}
