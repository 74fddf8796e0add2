import type { DomainJson } from '@kirchhoff/coherence';
import type { ComponentChildren } from 'preact';

/** A value in the JSON form of the language. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A refusal at a part of an input: `path` leads from the input to it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface FieldProps {
  readonly domain: DomainJson;
  readonly value: Json;
  readonly onValue: (value: Json) => void;
  /** The id of its element, and its place inside of the input. */
  readonly id: string;
  readonly path: string;
  readonly label: string;
  readonly error: FieldError | null;
}

/** Returns the value that a field begins with: 0 or the nearest number, the first tag, no items. */
export function firstValue(domain: DomainJson): Json {
  switch (domain.kind) {
    case 'integer': {
      const [lo, hi] = [BigInt(domain.lo), BigInt(domain.hi)];
      const nearest = lo > 0n ? lo : hi < 0n ? hi : 0n;
      return typeof domain.lo === 'number' && typeof domain.hi === 'number' ? Number(nearest) : String(nearest);
    }
    case 'boolean':
      return false;
    case 'enumeration':
      return domain.tags[0] ?? '';
    case 'text':
    case 'bytes':
      return '';
    case 'list':
      return Array.from({ length: Math.min(domain.lo, MAX_FIRST_ITEMS) }, () => firstValue(domain.element));
    case 'record':
      return Object.fromEntries(domain.fields.map(({ name, domain: inner }) => [name, firstValue(inner)]));
    case 'option':
      return null;
  }
}

const MAX_FIRST_ITEMS = 100;

/** A field for a value of a domain; parts of lists and records have fields of their own. */
export function Field(props: FieldProps) {
  switch (props.domain.kind) {
    case 'integer':
      return <IntegerField {...props} domain={props.domain} />;
    case 'boolean':
      return (
        <Row {...props}>
          <input
            type="checkbox"
            {...described(props)}
            checked={props.value === true}
            onChange={({ currentTarget }) => props.onValue(currentTarget.checked)}
          />
        </Row>
      );
    case 'enumeration':
      return (
        <Row {...props}>
          <select {...described(props)} onChange={({ currentTarget }) => props.onValue(currentTarget.value)}>
            {props.domain.tags.map((tag) => (
              <option key={tag} value={tag} selected={tag === props.value}>
                {tag}
              </option>
            ))}
          </select>
        </Row>
      );
    case 'text':
    case 'bytes':
      return <TextField {...props} domain={props.domain} />;
    case 'list':
      return <ListField {...props} domain={props.domain} />;
    case 'record':
      return <RecordField {...props} domain={props.domain} />;
    case 'option':
      return <OptionField {...props} domain={props.domain} />;
  }
}

type Of<Kind extends DomainJson['kind']> = Omit<FieldProps, 'domain'> & { readonly domain: Extract<DomainJson, { kind: Kind }> };

function described({ id, path, error }: FieldProps) {
  const isWrong = error?.path === path;
  return { id, name: id, 'aria-invalid': isWrong, ...(isWrong ? { 'aria-describedby': `${id}-error` } : {}) };
}

function ErrorText({ id, path, error }: FieldProps) {
  return error?.path === path ? (
    <p class="refusal" id={`${id}-error`}>
      {error.message}
    </p>
  ) : null;
}

function Row({ children, ...props }: FieldProps & { readonly children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={props.id}>
        {props.label} <small>{wordsOf(props.domain)}</small>
      </label>
      {children}
      <ErrorText {...props} />
    </div>
  );
}

/** Returns the domain in a few words beside its field. */
function wordsOf(domain: DomainJson): string {
  switch (domain.kind) {
    case 'integer':
      return `${grouped(domain.lo)} to ${grouped(domain.hi)}`;
    case 'text':
      return `${domain.form ?? 'text'}, at most ${grouped(domain.hi)} characters${domain.of === undefined ? '' : ` of ${domain.of}`}`;
    case 'bytes':
      return `base64, at most ${grouped(domain.hi)} bytes`;
    case 'list':
      return domain.lo === domain.hi ? `${grouped(domain.hi)} items` : `${grouped(domain.lo)} to ${grouped(domain.hi)} items`;
    case 'boolean':
    case 'enumeration':
    case 'record':
    case 'option':
      return '';
  }
}

function grouped(number: number | string): string {
  return BigInt(number).toLocaleString('en');
}

/** A text that is no number stays as it is, so that the engine refuses it with its reason. */
function IntegerField(props: Of<'integer'>) {
  const { domain, value, onValue } = props;
  const isSafe = typeof domain.lo === 'number' && typeof domain.hi === 'number';
  return (
    <Row {...props}>
      <input
        {...(isSafe ? { type: 'number', min: domain.lo, max: domain.hi, step: 1 } : { type: 'text', inputMode: 'numeric' as const })}
        {...described(props)}
        autocomplete="off"
        value={typeof value === 'object' ? '' : String(value)}
        onInput={({ currentTarget: { value: text } }) => onValue(isSafe && /^-?\d+$/.test(text) ? Number(text) : text)}
      />
    </Row>
  );
}

function TextField(props: Of<'text' | 'bytes'>) {
  const { domain, value, onValue } = props;
  const shared = {
    ...described(props),
    autocomplete: 'off',
    spellcheck: false,
    value: typeof value === 'string' ? value : '',
  } as const;
  const isLong = domain.kind === 'text' && domain.hi > 120 && domain.form === undefined;
  return (
    <Row {...props}>
      {isLong ? (
        <textarea {...shared} rows={3} onInput={({ currentTarget }) => onValue(currentTarget.value)} />
      ) : (
        <input {...shared} type="text" onInput={({ currentTarget }) => onValue(currentTarget.value)} />
      )}
    </Row>
  );
}

function ListField(props: Of<'list'>) {
  const { domain, value, onValue, id, path, label, error } = props;
  const items = Array.isArray(value) ? value : [];
  return (
    <fieldset class="group" id={id}>
      <legend>
        {label} <small>{wordsOf(domain)}</small>
      </legend>
      <ol>
        {items.map((item: Json, index: number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no identity but its place
          <li key={index}>
            <Field
              domain={domain.element}
              value={item}
              onValue={(next) => onValue(items.toSpliced(index, 1, next))}
              id={`${id}-${index}`}
              path={`${path}[${index}]`}
              label={`${label} ${index + 1}`}
              error={error}
            />
            {items.length > domain.lo && (
              <button type="button" aria-label={`Remove ${label} ${index + 1}`} onClick={() => onValue(items.toSpliced(index, 1))}>
                Remove
              </button>
            )}
          </li>
        ))}
      </ol>
      {items.length < domain.hi && (
        <button type="button" onClick={() => onValue([...items, firstValue(domain.element)])}>
          Add to {label}
        </button>
      )}
      <ErrorText {...props} />
    </fieldset>
  );
}

function RecordField(props: Of<'record'>) {
  const { domain, value, onValue, id, path, label, error } = props;
  const members: ReadonlyMap<string, Json> = new Map(isRecord(value) ? Object.entries(value) : []);
  return (
    <fieldset class="group" id={id}>
      <legend>{label}</legend>
      {domain.fields.map(({ name, domain: inner }) => (
        <Field
          key={name}
          domain={inner}
          value={members.get(name) ?? firstValue(inner)}
          onValue={(next) => onValue(Object.fromEntries([...members, [name, next]]))}
          id={`${id}-${name}`}
          path={`${path}.${name}`}
          label={name}
          error={error}
        />
      ))}
      <ErrorText {...props} />
    </fieldset>
  );
}

function isRecord(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `null`, or the content; an option of an option has its content under `some`. */
function OptionField(props: Of<'option'>) {
  const { domain, value, onValue, id, label } = props;
  const isNested = domain.value.kind === 'option';
  const content = isNested && isRecord(value) ? (value['some'] ?? null) : value;
  const wrap = (inner: Json): Json => (isNested ? { some: inner } : inner);
  return (
    <div class="option">
      <div class="field">
        <label for={`${id}-some`}>
          {label} <small>has a value</small>
        </label>
        <input
          type="checkbox"
          id={`${id}-some`}
          checked={value !== null}
          onChange={({ currentTarget }) => onValue(currentTarget.checked ? wrap(firstValue(domain.value)) : null)}
        />
      </div>
      {value === null ? (
        <ErrorText {...props} />
      ) : (
        <Field
          {...props}
          domain={domain.value}
          value={content}
          onValue={(next) => onValue(wrap(next))}
          path={isNested ? `${props.path}.some` : props.path}
        />
      )}
    </div>
  );
}
